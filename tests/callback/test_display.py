"""People see the first segment that their client supports; the model gets the text, whatever they see."""

from collections.abc import Collection

import hypothesis.strategies as st
import pytest
from hypothesis import given

from conformance.callback.display import choose_display, text_for_model
from conformance.callback.message import AUGUST_2026, ToolResult, ToolResult202608, read_message
from conformance.documents.values import JsonObject, JsonValue

DIFF: JsonObject = {"type": "diff", "content": {"path": "a.txt", "patch": "--- a\n+++ a\n@@ -1 +1 @@\n-o\n+n\n"}}
TEXT: JsonObject = {"type": "text", "content": "edited a.txt"}
CHART: JsonObject = {"type": "chart", "content": {"bars": [1]}}


def _result(*segments: JsonValue, **members: JsonValue) -> ToolResult:
    value = {"type": "tool_result", "group_id": "g", "id": "c", "text": "whole text", "display_as": segments, **members}
    message = read_message(value)
    assert isinstance(message, ToolResult)
    return message


@pytest.mark.parametrize(
    ("segments", "supported", "type_", "index"),
    [
        ((DIFF, TEXT), {"diff", "text"}, "diff", 0),
        ((DIFF, TEXT), {"text"}, "text", 1),
        ((TEXT, DIFF), {"diff", "text"}, "text", 0),
        ((CHART, TEXT), {"diff", "text"}, "text", 1),
        ((CHART,), {"chart", "text"}, "text", None),
        ((DIFF,), {"text"}, "text", None),
        ((DIFF, TEXT), (), "text", None),
        ((), {"diff", "text"}, "text", None),
    ],
)
def test_the_first_supported_segment_is_drawn(
    segments: tuple[JsonValue, ...], supported: Collection[str], type_: str, index: int | None
) -> None:
    shown = choose_display(_result(*segments), supported)
    assert (shown.type, shown.segment) == (type_, index)


def test_without_a_segment_the_text_itself_is_shown() -> None:
    assert choose_display(_result(DIFF), {"text"}).content == "whole text"


segments = st.lists(st.sampled_from([DIFF, TEXT, CHART, {"type": "image", "content": {"a": 1}}]), max_size=6)


@given(segments, st.sets(st.sampled_from(["text", "diff", "image", "chart"])))
def test_no_display_changes_what_the_model_gets(display: list[JsonObject], supported: set[str]) -> None:
    message = _result(*display)
    before = message.model_dump()
    choose_display(message, supported)
    assert text_for_model(message) == "whole text"
    assert message.model_dump() == before


def test_since_august_2026_content_wins_over_the_text() -> None:
    items: JsonValue = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    value: JsonObject = {"type": "tool_result", "group_id": "g", "id": "c", "text": "t", "content": items}
    message = read_message(value, AUGUST_2026)
    assert isinstance(message, ToolResult202608)
    assert text_for_model(message) == "a\nb"


def test_since_august_2026_an_image_may_be_drawn() -> None:
    image: JsonObject = {"type": "image", "content": {"data": "aGk=", "mediaType": "image/png"}}
    value: JsonObject = {"type": "tool_result", "group_id": "g", "id": "c", "text": "t", "display_as": [image, TEXT]}
    message = read_message(value, AUGUST_2026)
    assert isinstance(message, ToolResult202608)
    assert choose_display(message, {"image", "text"}).segment == 0
    assert choose_display(message, {"text"}).segment == 1
