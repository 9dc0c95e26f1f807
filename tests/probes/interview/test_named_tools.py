"""A slip of the user's is refused with the place of it; it never passes for an answer."""

import datetime
import math
from typing import Any

import pytest
from msgspec import structs

from conformance.errors import ConformanceError
from conformance.inventory import Inventory
from conformance.probes.interview.named_tools import chosen_tools, validate_settings
from conformance.probes.interview.permission import ToolSettings
from conformance.rules.examples import from_tool

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["title"],
    "properties": {"title": {"type": "string"}, "size": {"type": "number"}},
}
INVENTORY: Inventory = from_tool({"name": "AddNote", "input_schema": SCHEMA}).inventory


def refusal(name: str, **settings: Any) -> ConformanceError:
    with pytest.raises(ConformanceError) as caught:
        validate_settings({name: ToolSettings(**settings)}, INVENTORY)
    return caught.value


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "it violates `required`"),
        ({"title": 5}, "`/title` violates `type`"),
        ({"title": "a", "size": math.nan}, "`/size` is nan, which JSON can't represent"),
        ({"title": math.inf}, "`/title` is inf, which JSON can't represent"),
        ({"title": datetime.date(2026, 8, 1)}, "`/title` is datetime.date(2026, 8, 1), which JSON can't represent"),
    ],
)
def test_a_given_input_that_is_not_valid_is_refused_with_pointer_and_keyword(given: Any, said: str) -> None:
    error = refusal("AddNote", inputs=({"title": "good"}, given))
    assert error.message.startswith(f"input given for `AddNote` is invalid, as {said}")
    assert "AddNote" in error.recovery_hint


def test_a_tool_that_is_not_there_is_refused_with_the_one_that_was_meant() -> None:
    assert refusal("AddNot", inputs=({"title": "a"},)).recovery_hint == "did you mean `AddNote`?"
    assert refusal("Zzz", call=False).recovery_hint == "use one of `AddNote`"


def test_what_fits_is_taken_and_a_schema_that_can_not_judge_refuses_nothing() -> None:
    validate_settings({"AddNote": ToolSettings(inputs=({"title": "a"},))}, INVENTORY)
    broken = from_tool({"name": "t", "input_schema": {"type": "objekt"}}).inventory
    validate_settings({"t": ToolSettings(inputs=({"a": 1},))}, broken)


def test_a_choice_that_leaves_no_tool_is_refused_and_so_is_a_system_without_tools() -> None:
    assert [tool.name for tool in chosen_tools(INVENTORY, ["Add*"])] == ["AddNote"]
    with pytest.raises(ConformanceError, match="the system has no tool `AddNotes`") as caught:
        chosen_tools(INVENTORY, ["Add*", "AddNotes"])
    assert caught.value.recovery_hint == "did you mean `AddNote`?"
    with pytest.raises(ConformanceError, match="lists no tools"):
        chosen_tools(structs.replace(INVENTORY, tools=()))
