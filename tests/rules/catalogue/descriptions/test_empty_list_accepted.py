"""Lists that a tool has to be given, and that hold nothing where nobody asks for more."""

from collections.abc import Mapping, Sequence

from conformance.documents.values import JsonValue
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found

_MCP = load_profile("mcp")
_NAMES: dict[str, JsonValue] = {"type": "array", "items": {"type": "string"}}
_THINGS: dict[str, JsonValue] = {"type": "array", "items": {"type": "object", "properties": {"name": {}}}}


def _tool(name: str, fields: Mapping[str, JsonValue], required: Sequence[str] = (), text: str = "") -> JsonValue:
    schema: JsonValue = {
        "type": "object",
        "additionalProperties": False,
        "properties": dict(fields),
        "required": [*(required or fields)],
    }
    return {"name": name, "description": text or "Work in a harbour.", "input_schema": schema}


def _is_reported(*tools: JsonValue) -> bool:
    return bool(found("empty_list_accepted", [*tools], _MCP))


@check_each(
    ("tool", "name", "schema", "is_reported"),
    [
        ("moor_boats", "boats", _NAMES, True),
        ("moor_boats", "boat_names", _NAMES, True),
        ("batch_moor", "ids", _NAMES, True),
        ("send_message", "to", {**_NAMES, "description": "Recipients"}, True),
        ("moor_fleet", "boat_ids", _NAMES, True),
        ("create_fleet", "boat_ids", _NAMES, False),
        ("moor_boats", "boats", {**_NAMES, "minItems": 0}, False),
        ("moor_boats", "boats", {**_NAMES, "default": []}, False),
        ("moor_boats", "boats", {"type": ["array", "null"], "items": {"type": "string"}}, False),
        ("moor_boats", "boats", {**_NAMES, "description": "Which ones; empty for every boat."}, False),
        ("moor_boats", "boats", {**_NAMES, "description": "Which ones, if not all."}, False),
        # `bounds_in_prose_agree` reports it
        ("moor_boats", "boats", {**_NAMES, "description": "One or more boats."}, False),
        # an empty list clears what was there before
        ("set_labels", "labels", _NAMES, False),
        ("update_labels", "labels", {**_NAMES, "description": "Labels to update."}, False),
        ("update_boats", "boats", _THINGS, True),
        ("get_boats", "labels", _NAMES, False),
        ("get_boats_by_label", "labels", _NAMES, True),
        ("create_harbour", "berths", _THINGS, False),
        ("create_berths", "berths", _THINGS, True),
        ("run_crane", "arguments", _NAMES, False),
        ("find_boats", "filter_groups", _THINGS, False),
        ("find_boats", "conditions", _THINGS, False),
    ],
)
def test_a_list_of_what_a_tool_works_on_holds_something(
    tool: str, name: str, schema: JsonValue, is_reported: bool
) -> None:
    assert _is_reported(_tool(tool, {name: schema})) is is_reported


@check_each(
    ("description", "is_reported"),
    [
        ("Boats to moor", True),
        ("Boats to count", False),
        ("Steps taken to moor", False),
        ("Boats that are already moored", False),
    ],
)
def test_beside_other_inputs_a_text_says_that_the_act_of_the_tool_is_done_with_a_list(
    description: str, is_reported: bool
) -> None:
    fields: dict[str, JsonValue] = {"berth": {"type": "string"}, "names": {**_NAMES, "description": description}}
    assert _is_reported(_tool("moor_at_berth", fields)) is is_reported


@check_each(
    ("text", "is_reported"),
    [
        ("Moor one or more boats.", True),
        ("Moors or sinks 1 or more boats.", True),
        ("Get the crew of one or more boats.", True),
        ("Send a call to one or more boats.", True),
        ("Find harbours with one or more boats.", False),
        ("Moor boats. One or more ropes are needed.", False),
    ],
)
def test_a_tool_that_says_that_it_works_on_one_or_more_things_has_to_be_given_them(
    text: str, is_reported: bool
) -> None:
    fields: dict[str, JsonValue] = {"berth": {"type": "string"}, "names": _NAMES}
    assert _is_reported(_tool("set_berth", fields, text=text)) is is_reported


def test_one_of_two_required_lists_may_be_empty() -> None:
    assert not _is_reported(_tool("moor_boats", {"boats": _NAMES, "tugs": _NAMES}))


def test_a_list_that_may_be_left_out_may_be_empty() -> None:
    assert not _is_reported(_tool("moor_boats", {"boats": _NAMES, "berth": {"type": "string"}}, ["berth"]))


def test_all_lists_of_an_inventory_are_one_finding() -> None:
    tools = [_tool("moor_boats", {"boats": _NAMES}), _tool("sink_rafts", {"rafts": _NAMES})]
    (one,) = found("empty_list_accepted", tools, _MCP)
    assert one.message == (
        "lists `boats`, `rafts` are required, but may be empty, which leaves their tools nothing to work on"
    )
