"""A longer list costs steps in proportion to its length, whatever is in it: counted in calls, not in time."""

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import conformance
from conformance.commands.cost import lowered_catalog
from conformance.rules.examples import INVENTORY, TOOL

Parts = dict[str, Any]
LENGTH = 24


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


def _calls(run: Callable[[], object]) -> Counter[tuple[str, str]]:
    """Return how often a run calls each function of Python, and a function of C from each of them."""
    counts: Counter[tuple[str, str]] = Counter()

    def add(frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            called = "" if event == "call" else getattr(argument, "__qualname__", "")
            counts[f"{frame.f_code.co_filename}:{frame.f_code.co_firstlineno}", called] += 1

    sys.setprofile(add)
    try:
        run()
    finally:
        sys.setprofile(None)
    return counts


@pytest.mark.parametrize("name", SHAPES)
def test_no_function_is_called_four_times_as_often_for_a_list_of_twice_the_length(name: str) -> None:
    """From length to length a linear part costs twice as much more, and a quadratic one four times."""
    _assert_linear(lambda length: conformance.check(_document(SHAPES[name](length))))


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

    _assert_linear(lower)


def _assert_linear(run: Callable[[int], object]) -> None:
    run(4 * LENGTH)  # fills the caches: what is kept of a text would be counted in the first length that has it
    first, second, third = (_calls(lambda size=size: run(size)) for size in (LENGTH, 2 * LENGTH, 4 * LENGTH))
    grown = {one: (second[one] - first[one], third[one] - second[one]) for one in third}
    # A few calls for each item are no growth yet, and a part that only begins at some length is none.
    least = 20 * 4 * LENGTH
    assert {
        one: more for one, more in grown.items() if more[1] > max(3.5 * more[0], least) and more[0] > least / 8
    } == {}
