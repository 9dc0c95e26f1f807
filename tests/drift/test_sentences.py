"""A change is told in one sentence, with hostile names shown safely."""

from typing import Any

from tests.drift.inventories import closed, drifted, input_drift, inventory, tool


def test_the_place_of_a_change_is_told_as_a_way_of_names() -> None:
    old = closed({"steps": {"type": "array", "items": closed({"cmd": {"maxLength": 9}})}})
    new = closed({"steps": {"type": "array", "items": closed({"cmd": {"maxLength": 5}})}})
    (ruled,) = input_drift(old, new)
    assert ruled.message == "max length changed from 9 to 5 in `steps[].cmd`"
    assert ruled.hint


def test_the_values_that_come_and_go_are_named() -> None:
    (ruled,) = input_drift(closed({"m": {"enum": ["a", "{b}"]}}), closed({"m": {"enum": ["a", "c"]}}))
    assert ruled.message == "value `{b}` is no longer allowed, value `c` is now allowed in `m`"


def test_null_is_a_value_like_any_other() -> None:
    without, null, five = (closed({"m": {"type": ["integer", "null"], **more}}) for more in _DEFAULTS)
    told = [input_drift(*pair)[0].message for pair in ((null, without), (without, null), (five, without))]
    assert told == ["default null was removed in `m`", "default null was added in `m`", "default 5 was removed in `m`"]
    (ruled,) = input_drift(closed({"m": {"const": 5}}), closed({"m": {"const": None}}))
    assert ruled.message == "enum changed from 5 to null in `m`"


_DEFAULTS: list[dict[str, Any]] = [{}, {"default": None}, {"default": 5}]


def test_the_headers_of_a_field_are_named_with_why_calls_fail() -> None:
    old, new = (closed({"zone": {"type": "string", "x-mcp-header": name}}) for name in ("Region", "Zone"))
    (ruled,) = input_drift(old, new)
    assert ruled.message.startswith(
        "`zone` is now sent in header `Zone` instead of `Region`: a server of MCP must refuse calls without the header"
    )


def test_a_default_that_changed_in_prose_is_pointed_out() -> None:
    old = inventory(tool(description="The mode defaults to `fast`."))
    new = inventory(tool(description="The mode defaults to `safe`."))
    assert drifted(old, new).changes[0].message == "the description changed: default fast became safe"


def test_a_number_that_only_one_description_has_was_added_or_removed() -> None:
    old, new = inventory(tool(description="Waits at most 30 s.")), inventory(tool(description="Waits."))
    assert drifted(old, new).changes[0].message == "the description changed: number 30 was removed"
    assert drifted(new, old).changes[0].message == "the description changed: number 30 was added"


def test_a_hostile_name_is_shown_with_escapes() -> None:
    (ruled,) = drifted(inventory(), inventory(tool("A\x1b[2J\u202e"))).changes
    assert ruled.message == "tool `A\\x1b[2J\\u202e` was added"
