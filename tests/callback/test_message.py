"""Messages are read as the dated dialects have them; what is only display never costs a result."""

import json
import re
from typing import Any

import jsonschema
import pytest

from conformance.callback.message import (
    AUGUST_2026,
    DIALECTS,
    MalformedMessageError,
    ToolResult,
    fields_of,
    message_schemas,
    read_message,
    shape_faults,
)
from conformance.callback.observed import OTHER_TYPES, TOOL_RESULT
from conformance.documents.values import JsonObject
from tests.cases import check_each

RESULT: JsonObject = {"type": "tool_result", "group_id": "g", "id": "c", "text": "2 files copied"}
PATCH = {"path": "a.txt", "patch": "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+new\n"}


def test_a_result_is_read_with_its_defaults() -> None:
    message = read_message(RESULT)
    assert isinstance(message, ToolResult)
    assert (message.call_id, message.display_as, message.subscription) == (None, (), False)


@pytest.mark.parametrize(
    ("edit", "pointer"),
    [
        ({"type": "tool_response"}, "/type"),
        ({"group_id": None}, "/group_id"),
        ({"id": 7}, "/id"),
        ({"text": {"a": 1}}, "/text"),
        ({"call_id": 7}, "/call_id"),
        ({"subscription": "true"}, "/subscription"),
        ({"subscription": None}, "/subscription"),
    ],
)
def test_what_has_another_type_is_refused_with_its_place(edit: JsonObject, pointer: str) -> None:
    with pytest.raises(MalformedMessageError) as raised:
        read_message({**RESULT, **edit})
    assert [at for at, _ in raised.value.faults] == [pointer]


@pytest.mark.parametrize("missing", ["type", "group_id", "id", "text"])
def test_what_is_missing_is_refused(missing: str) -> None:
    with pytest.raises(MalformedMessageError):
        read_message({key: value for key, value in RESULT.items() if key != missing})


@pytest.mark.parametrize(
    "display",
    [
        "copied",
        [{"type": "text"}],
        [{"type": "text", "content": 7}],
        [{"type": "diff", "content": {"patch": "x"}}],
        ["copied"],
    ],
)
def test_a_broken_display_is_dropped_and_the_result_kept(display: object) -> None:
    message = read_message({**RESULT, "display_as": display})  # type: ignore[dict-item]
    assert isinstance(message, ToolResult)
    assert (message.text, message.display_as) == ("2 files copied", ())


def test_of_endless_lists_only_a_few_faults_are_described() -> None:
    segments = {**RESULT, "display_as": [0] * 5000}
    assert len(shape_faults(segments, ToolResult)) == 1000
    contents = {**RESULT, "content": [{"type": "text", "text": "a"}, *[0] * 5000]}
    assert shape_faults(contents, DIALECTS[AUGUST_2026][TOOL_RESULT]) == [("/content/1", "must be an object")]
    choices = {"type": "user_choice", "group_id": "g", "id": "c", "prompt": "?", "default": 0, "response_url": "u"}
    faults = shape_faults({**choices, "choices": [0] * 5000}, DIALECTS[AUGUST_2026]["user_choice"])
    assert faults == [("/choices/0", "must be a string")]


def test_more_segments_than_anybody_reads_are_dropped_and_the_result_kept() -> None:
    segment: JsonObject = {"type": "text", "content": "copied"}
    for count, kept in ((1000, 1000), (1001, 0)):
        message = read_message({**RESULT, "display_as": [segment] * count})
        assert isinstance(message, ToolResult)
        assert (message.text, len(message.display_as)) == ("2 files copied", kept)


def test_an_unknown_member_and_an_unknown_segment_cost_nothing() -> None:
    message = read_message({**RESULT, "is_error": False, "display_as": [{"type": "chart", "content": {"bars": [1]}}]})
    assert isinstance(message, ToolResult)
    assert [segment.type for segment in message.display_as] == ["chart"]


def test_since_august_2026_content_may_stand_for_the_text() -> None:
    content = [{"type": "text", "text": "a"}, {"type": "image", "data": "aGk=", "mediaType": "image/png"}]
    without_text = {key: value for key, value in RESULT.items() if key != "text"}
    read_message({**without_text, "content": content}, AUGUST_2026)
    for said in ({}, {"content": []}):
        with pytest.raises(MalformedMessageError, match="`text`, or `content`"):
            read_message({**without_text, **said}, AUGUST_2026)
    with pytest.raises(MalformedMessageError, match="/text"):
        read_message({**without_text, "content": content})


@pytest.mark.parametrize(
    ("fault", "pointer"),
    [
        ({"data": "not base64"}, "/content/0/data"),
        ({"data": "aGk"}, "/content/0/data"),
        ({"data": ""}, "/content/0/data"),
        ({"mediaType": "picture"}, "/content/0/mediaType"),
        ({"mediaType": "text/html"}, "/content/0/mediaType"),
    ],
)
def test_an_image_is_base64_with_the_media_type_of_an_image(fault: dict[str, str], pointer: str) -> None:
    image = {"type": "image", "data": "aGk=", "mediaType": "image/svg+xml"}
    read_message({**RESULT, "content": [image]}, AUGUST_2026)
    with pytest.raises(MalformedMessageError) as raised:
        read_message({**RESULT, "content": [{**image, **fault}]}, AUGUST_2026)
    assert [at for at, _ in raised.value.faults] == [pointer]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "oauth", "group_id": "g", "id": "c", "auth_url": "https://login.example.com/"},
        {"type": "user_choice", "group_id": "g", "id": "c", "prompt": "?", "choices": ["a", "b"], "default": 1,
         "response_url": "https://tool.example.com/"},
        {"type": "subscription_event", "group_id": "g", "tool_call_id": "c", "text": "news", "final": True},
        {"type": "view_update", "group_id": "g", "view_type": "list", "content": {"a": 1}},
    ],
)  # fmt: skip
def test_the_other_messages_of_august_2026_are_read(message: JsonObject) -> None:
    assert type(read_message(message, AUGUST_2026)).__name__ == DIALECTS[AUGUST_2026][str(message["type"])].__name__


@pytest.mark.parametrize(
    ("message", "pointer"),
    [
        ({"type": "oauth", "group_id": "g", "id": "c", "auth_url": "http://login.example.com/"}, "/auth_url"),
        ({"type": "user_choice", "group_id": "g", "id": "c", "prompt": "?", "choices": [], "default": 0,
          "response_url": "u"}, "/choices"),
        ({"type": "user_choice", "group_id": "g", "id": "c", "prompt": "?", "choices": ["a"], "default": 1,
          "response_url": "u"}, ""),
        ({"type": "subscription_event", "group_id": "g", "text": "news"}, "/tool_call_id"),
        ({"type": "view_update", "group_id": "g", "view_type": "list", "content": "x"}, "/content"),
    ],
)  # fmt: skip
def test_a_fault_of_another_message_has_its_place(message: JsonObject, pointer: str) -> None:
    with pytest.raises(MalformedMessageError) as raised:
        read_message(message, AUGUST_2026)
    assert [at for at, _ in raised.value.faults] == [pointer]


def test_the_given_page_knows_no_user_choice() -> None:
    with pytest.raises(MalformedMessageError, match="tool_result or oauth"):
        read_message({"type": "user_choice"})
    assert fields_of("rap_2026_seed", "user_choice") == []


@pytest.mark.parametrize("name", message_schemas())
def test_every_published_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(message_schemas()[name])
    assert json.dumps(message_schemas()[name])


@check_each(
    ("schema", "message", "valid"),
    [
        ("tool-result", RESULT, True),
        ("tool-result", {**RESULT, "text": 7}, False),
        ("tool-result", {**RESULT, "display_as": [{"type": "text", "content": "x"}]}, True),
        ("tool-result", {**RESULT, "display_as": [{"type": "diff", "content": PATCH}]}, True),
        ("tool-result", {**RESULT, "display_as": [{"type": "diff", "content": {"path": "a"}}]}, False),
        ("tool-result", {**RESULT, "display_as": [{"type": "image", "content": {"any": 1}}]}, True),
        ("callback-2026-08-tool-result", {**RESULT, "display_as": [{"type": "image", "content": {"a": 1}}]}, False),
        ("callback-2026-08-oauth", {"type": "oauth", "group_id": "g", "id": "c", "auth_url": "ftp://x"}, False),
        ("invocation", {"operation": "o", "id": "c", "group_id": "g", "callback_url": "u"}, True),
        ("invocation", {"operation": "o", "id": "c", "group_id": "g"}, False),
    ],
)
def test_the_published_schemas_judge_as_the_models_do(schema: str, message: JsonObject, valid: bool) -> None:
    validator = jsonschema.Draft202012Validator(message_schemas()[schema])
    assert validator.is_valid(json.loads(json.dumps(message))) is valid


@check_each("dialect", DIALECTS)
@check_each("value", [None, 7, "x", [], [7], [None], {}, {"type": "x"}, [{"type": "x"}], [{"type": []}]])
def test_a_fault_is_told_in_the_words_of_json(dialect: str, value: Any) -> None:
    for name, model in DIALECTS[dialect].items():
        for field in model.model_fields:
            for nested in (value, [{"type": "diff", "content": value}], [{"type": "image", "content": value}]):
                for _, told in shape_faults({"type": name, field: nested}, model):
                    assert not re.search("tuple|dict|instance|discriminator|tag|Input|validation|Diff|_of", told), told


def test_the_types_that_are_no_result_are_those_of_the_dialects() -> None:
    assert {name for models in DIALECTS.values() for name in models} - {TOOL_RESULT} == OTHER_TYPES
