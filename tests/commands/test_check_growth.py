"""A longer list costs steps in proportion to its length, whatever is in it: counted in calls, not in time."""

from collections.abc import Callable
from typing import Any

import pytest

import conformance
from conformance.commands.cost import lowered_catalog
from conformance.rules.examples import INVENTORY, TOOL
from tests.growth import assert_linear

Parts = dict[str, Any]


def _tool(number: int, schema: Parts | None = None, **members: Any) -> Parts:
    one: Parts = {"item_id": {"type": "string", "description": "The id of the item."}}
    closed: Parts = {"type": "object", "additionalProperties": False, "properties": one, **(schema or {})}
    return {"name": f"get_item_{number}", "description": "Gets the item.", "inputSchema": closed, **members}


def _fields(count: int) -> Parts:
    return {f"field_{at}": {"type": "string", "description": f"The field of number {at}."} for at in range(count)}


def _holon_tool(number: int, stability: str) -> Parts:
    return {
        "name": f"GetItem{number}",
        "family": "core_agent",
        "stability": stability,
        "description": f"Reads an item. Use GetItem{number + 1} instead.",
        "input_schema": {"type": "object", "additionalProperties": False, "properties": {}},
        "related_surfaces": [f"NoItem{number}"],
    }


def _mode(schema: Parts, stability: str = "stable") -> Parts:
    tool = _holon_tool(0, stability)
    return {**tool, "input_schema": {**tool["input_schema"], "properties": {"mode": schema}}}


SHAPES: dict[str, Callable[[int], list[Parts]]] = {
    "tools": lambda n: [_tool(at) for at in range(n)],
    "tools that name others": lambda n: [
        _tool(at, description=f"Gets. Use get_item_{at - 1} first, and `field_{at}`.") for at in range(n)
    ],
    "tools that share a sentence": lambda n: [
        _tool(at, description=f"Gets item {at}. The answer has a link to the item, the entry and the note.")
        for at in range(n)
    ],
    "tools without a schema": lambda n: [{"name": f"x {at}", "description": "", "inputSchema": {}} for at in range(n)],
    "deprecated tools": lambda n: [_holon_tool(at, "deprecated" if at % 2 else "stable") for at in range(n)],
    "required properties": lambda n: [_tool(0, {"properties": _fields(n), "required": list(_fields(n))})],
    "required names": lambda n: [_tool(0, {"required": list(_fields(n))})],
    "values of another case": lambda n: [_mode({"enum": [f"someValue{at}" for at in range(n)]}, "experimental")],
    "values that the rest rejects": lambda n: [_mode({"enum": [*range(n)], "not": {"enum": [*range(1, n)]}})],
    "examples": lambda n: [_mode({"type": "string", "examples": [f"value {at}" for at in range(n)]})],
    "examples that the schema rejects": lambda n: [_mode({"enum": ["a"], "examples": [f"b{at}" for at in range(n)]})],
    "branches": lambda n: [_tool(0, {"properties": {"mode": {"anyOf": [{"const": f"v{at}"} for at in range(n)]}}})],
}


def _document(tools: list[Parts]) -> Parts:
    """Return a list of MCP's tools, or a whole inventory."""
    return {"tools": tools} if "inputSchema" in tools[0] else {**INVENTORY, "tools": [{**TOOL, **one} for one in tools]}


@pytest.mark.parametrize("name", SHAPES)
def test_no_function_is_called_four_times_as_often_for_a_list_of_twice_the_length(name: str) -> None:
    assert_linear(lambda length: conformance.check(_document(SHAPES[name](length))))


@pytest.mark.parametrize("provider", ["openai_strict", "gemini", "anthropic"])
def test_a_longer_schema_costs_no_more_calls_for_each_of_its_parts_when_it_is_lowered(provider: str) -> None:
    def lower(length: int) -> None:
        names = [f"field_{at}" for at in range(0, 2 * length, 3)]
        schema: Parts = {
            "required": names,
            "properties": {**_fields(length), "kind": {"oneOf": [{"type": "null"}] * length}},
        }
        document = _document([{**_holon_tool(0, "stable"), "input_schema": schema}])
        lowered_catalog(conformance.load_inventory(document), provider)

    assert_linear(lower)
