"""Values that are explained, the directions of an order, and formats that a tool names are likely all values."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found

_RULE = "closed_value_set_in_prose"


def _tool(name: str, said: str, of_tool: str = "Pack the crate.", **others: JsonValue) -> JsonValue:
    properties: JsonObject = {name: {"type": "string", "description": said}, **others}
    return {
        "description": of_tool,
        "input_schema": {"type": "object", "additionalProperties": False, "properties": properties},
    }


@check_each(
    ("name", "said", "values"),
    [
        ("pace", "fast = no checks, slow = all checks", '["fast","slow"]'),
        ("plan", "Plan (basic = one user, pro = several users).", '["basic","pro"]'),
        ("span", "'D' - each day, 'W' - each week", '["D","W"]'),
        ("level", "0 = nothing, 1 = some of it", '["0","1"]'),
        ("dir", "Sort direction, asc or desc", '["asc","desc"]'),
        ("view", "View (list/board)", '["list","board"]'),
    ],
)
def test_values_that_a_text_explains_or_opposes_are_likely_all(name: str, said: str, values: str) -> None:
    (finding,) = found(_RULE, _tool(name, said))
    assert values in (finding.hint or "")
    assert finding.level is Level.INFO


@check_each(
    ("name", "said"),
    [
        ("area", "Area: w = width, h = height"),
        ("pairs", "Pairs such as one = first, two = second"),
        ("line", "Settings, as red = value of the paint, blue = value"),
        ("pace", "fast = no checks"),
        ("order", "Sort by name, asc or desc"),
        ("order", "Ascending or Descending"),
        ("order", "name:asc or name:desc"),
        ("crate", "Crate (list/file)"),
    ],
)
def test_parts_of_a_thing_and_examples_are_no_values(name: str, said: str) -> None:
    assert not found(_RULE, _tool(name, said))


@check_each(
    ("name", "of_tool", "values"),
    [
        ("format", "Print the crate as PNG, SVG or PDF.", '["png","svg","pdf"]'),
        ("output_format", "Write a list to CSV/JSON from the crate.", '["csv","json"]'),
        ("direction", "Set reading direction (ltr/rtl)", '["ltr","rtl"]'),
    ],
)
def test_the_text_of_a_tool_names_the_values_of_its_only_field_for_them(name: str, of_tool: str, values: str) -> None:
    (finding,) = found(_RULE, _tool(name, "What to write.", of_tool))
    assert values in (finding.hint or "")
    assert finding.level is Level.INFO


@check_each(
    ("name", "of_tool"),
    [
        ("format", "Make a crate from csv or json."),
        ("format", "Print the crate as PNG, SVG or others."),
        ("format", "Print the crate in red or blue."),
        ("command", "Execute shell commands (bash/sh)"),
        ("crate", "Print the crate as PNG or SVG."),
    ],
)
def test_other_words_of_a_tool_are_no_values(name: str, of_tool: str) -> None:
    assert not found(_RULE, _tool(name, "What to write.", of_tool))


def test_one_of_two_fields_for_formats_may_have_the_other_values() -> None:
    tool = _tool("format", "What to write.", "Print it as png or svg.", source_format={"type": "string"})
    assert not found(_RULE, tool)
