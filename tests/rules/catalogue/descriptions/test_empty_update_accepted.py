"""Tools that update something, and what a call of them may leave out."""

from collections.abc import Mapping, Sequence

from conformance.documents.values import JsonObject, JsonValue
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found

_MCP = load_profile("mcp")
_TEXT: JsonObject = {"type": "string"}
_BOAT: Mapping[str, JsonValue] = {"boat_id": _TEXT, "name": _TEXT, "length_m": {"type": "number"}}


def _tool(
    name: str, fields: Mapping[str, JsonValue] = _BOAT, required: Sequence[str] = ("boat_id",), text: str = ""
) -> JsonObject:
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": dict(fields),
        "required": [*required],
    }
    return {"name": name, "description": text or "Update what is in a harbour.", "input_schema": schema}


def _is_reported(*tools: JsonValue) -> bool:
    return bool(found("empty_update_accepted", [*tools], _MCP))


@check_each(
    ("name", "is_reported"),
    [
        ("update_boat", True),
        ("harbour_edit_boat", True),
        ("boat_modify", True),
        ("patchBoat", True),
        ("create_boat", False),
        ("create_or_update_boat", False),
        ("get_boat_update", False),
        # by its name alone it is brought up to date
        ("update_package", False),
        ("update_search_index", False),
    ],
)
def test_a_tool_that_updates_parts_of_a_thing_has_to_be_given_one(name: str, is_reported: bool) -> None:
    assert _is_reported(_tool(name)) is is_reported


@check_each(
    ("text", "is_reported"),
    [
        ("Update a boat. Only what you pass is changed.", True),
        ("Update a boat; give at least one field.", False),
        ("Update a boat. What is left out is cleared.", False),
        ("Replaces a boat.", False),
        # what it does is said by another verb than that of its name, or for a call without any change
        ("Marks a boat as moored.", False),
        ("Renew the lease of a boat.", False),
        ("Update the log of a boat; the time is now unless given.", False),
        ("Change the berth of a boat, to the next one if none is given.", False),
        ("Update a boat, or add it to the harbour.", False),
        ("Update what is known of a boat: refreshes it from the register.", False),
    ],
)
def test_a_text_may_say_what_a_call_without_changes_does(text: str, is_reported: bool) -> None:
    assert _is_reported(_tool("update_boat", text=text)) is is_reported


@check_each(
    ("required", "is_reported"),
    [
        (["boat_id"], True),
        (["harbour_id", "boat_number"], True),
        (["owner", "boat_id"], True),
        (["cluster"], True),
        (["name"], True),
        (["boat_id", "name"], False),
        (["boat_id", "captain"], False),
        (["captain"], False),
        ([], False),
    ],
)
def test_only_what_says_which_thing_is_meant_is_required(required: list[str], is_reported: bool) -> None:
    fields: dict[str, JsonValue] = dict.fromkeys((*required, "colour", "sail"), _TEXT)
    assert _is_reported(_tool("update_boat", fields, required)) is is_reported


@check_each(
    ("more", "is_reported"),
    [
        ({"colour": _TEXT, "sail": _TEXT}, True),
        ({"colour": _TEXT}, False),
        ({"colour": _TEXT, "dry_run": {"type": "boolean"}}, False),
        ({"colour": _TEXT, "workspace": _TEXT}, False),
        ({"colour": {**_TEXT, "default": "red"}, "sail": _TEXT}, False),
        ({"colour": _TEXT, "sail": _TEXT, "action": {"enum": ["sink", "raise"]}}, False),
    ],
)
def test_there_are_several_changes_of_which_none_has_a_default(more: JsonObject, is_reported: bool) -> None:
    assert _is_reported(_tool("update_boat", {"boat_id": _TEXT, **more})) is is_reported


def test_a_schema_that_refuses_such_a_call_is_not_reported() -> None:
    tool = _tool("update_boat")
    schema = tool["input_schema"]
    assert isinstance(schema, dict)
    schema["minProperties"] = 2
    assert not _is_reported(tool)


def test_all_such_tools_of_an_inventory_are_one_finding() -> None:
    (one,) = found("empty_update_accepted", [_tool("update_boat"), _tool("edit_buoy")], _MCP)
    assert one.message == (
        "`update_boat`, `edit_buoy` accept an update that changes nothing: only what is updated is required"
    )
    assert one.level.value == "info"
