"""More changes cost steps in proportion to their number, whatever they are: counted in calls, not in time."""

from collections.abc import Callable
from typing import Any

import pytest

import conformance
from conformance.documents.values import JsonObject
from tests.growth import assert_linear

Parts = dict[str, Any]


def _tool(properties: Parts, **members: Any) -> JsonObject:
    return {"name": "find", "inputSchema": {"type": "object", "properties": properties}, **members}


def _fields(count: int, of_number: Callable[[int], Parts]) -> list[JsonObject]:
    return [_tool({f"f{at}": of_number(at) for at in range(count)})]


SHAPES: dict[str, Callable[[int, int], list[JsonObject]]] = {
    "defaults": lambda n, new: _fields(n, lambda at: {"type": "string", "default": at + new}),
    "descriptions": lambda n, new: _fields(n, lambda at: {"description": f"word {at} and {new}"}),
    "members of a tool": lambda n, new: [_tool({}, **{f"x{at}": at + new for at in range(n)})],
    "metadata beside a long enumeration": lambda n, new: [
        _tool({"a": {"enum": [f"v{at}" for at in range(n)]}}, **{f"x{at}": new for at in range(n)})
    ],
    "tools": lambda n, new: [{**_tool({"a": {"default": new}}), "name": f"find{at}"} for at in range(n)],
    "values": lambda n, new: [_tool({"a": {"enum": [f"v{at + n * new}" for at in range(n)]}})],
    "removed tools": lambda n, new: [{**_tool({}), "name": f"find{at}"} for at in range(1 + n * (1 - new))],
    "added tools": lambda n, new: [{**_tool({}), "name": f"find{at}"} for at in range(1 + n * new)],
}


@pytest.mark.parametrize("name", SHAPES)
def test_twice_as_many_changes_cost_twice_the_steps(name: str) -> None:
    def compare(length: int) -> None:
        old, new = ({"tools": SHAPES[name](length, version)} for version in (0, 1))
        assert conformance.compare(conformance.load_inventory(old), conformance.load_inventory(new)).changes

    assert_linear(compare)
