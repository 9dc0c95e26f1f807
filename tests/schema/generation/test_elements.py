"""More elements and members of a valid array or object are each valid, different from each other, and like its own."""

from typing import Any

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.generation.elements import Parts
from conformance.schema.generation.valid import Inputs


def parts(schema: Any, base: JsonValue, pointer: str = "") -> Parts:
    return Parts(Inputs(schema), base, pointer)


@pytest.mark.parametrize(
    ("items", "own", "found"),
    [
        # as many as the schema has values, though more are asked for
        ({"enum": ["a", "b", "c"]}, ["b"], ["b", "a", "c"]),
        ({"type": "integer", "minimum": 0, "maximum": 3}, [1], [1, 0, 3, 2]),
        ({"type": "boolean"}, [True], [True, False]),
        ({"const": None}, [None], [None]),
        # a text of the same length, where a longer one is not allowed
        ({"type": "string", "pattern": "^[a-c]$"}, ["b"], ["b", "a", "c"]),
        (
            {"type": "object", "required": ["k"], "properties": {"k": {"enum": [1, 2]}}},
            [{"k": 2}],
            [{"k": 2}, {"k": 1}],
        ),
        (False, [], []),
    ],
)
def test_elements_are_those_of_the_array_then_others_that_are_valid(items: Any, own: Any, found: list[Any]) -> None:
    assert parts({"type": "array", "items": items}, own).elements(9) == found


def test_an_object_among_the_elements_is_varied_in_one_member_after_the_other() -> None:
    members = {"a": {"type": "boolean"}, "b": {"type": "boolean"}, "c": {"const": 1}}
    switches = {"type": "object", "required": ["a", "b", "c"], "properties": members, "additionalProperties": False}
    own = {"a": True, "b": True, "c": 1}
    pool = Inputs({"type": "array", "items": switches}, given=([own],), given_only=True)
    assert Parts(pool, [own], "").elements(9) == [own, {**own, "a": False}, {**own, "b": False}]


def test_no_more_elements_are_found_than_asked_for_and_no_two_are_equal() -> None:
    texts = parts({"type": "array", "items": {"type": "string"}}, ["x", "x"]).elements(50)
    assert texts[0] == "x"
    assert len(texts) == len(set(map(str, texts))) == 50
    assert parts({"type": "array", "items": {"type": "string"}}, ["x", "y", "z"]).elements(2) == ["x", "y"]


def test_the_number_of_elements_is_no_reason_to_leave_one_out() -> None:
    few = {"type": "array", "items": {"type": "integer"}, "maxItems": 1, "uniqueItems": True}
    assert len(parts(few, [7]).elements(3)) == 3
    counted = {"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 0}, "maxContains": 1}
    assert len(parts(counted, [7]).elements(3)) == 3


def test_elements_of_an_inner_array_are_judged_in_the_whole_input() -> None:
    schema = {"properties": {"a": {"type": "array", "items": {"enum": ["x", "y"]}}, "b": {"const": 1}}}
    assert parts(schema, {"a": ["y"], "b": 1}, "/a").elements(9) == ["y", "x"]


def test_members_are_those_of_the_object_then_others_that_are_valid() -> None:
    counts = {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 1}
    found = parts(counts, {"x": 7}).members(4)
    assert next(iter(found)) == "x"
    assert found["x"] == 7
    assert len(found) == 4
    assert all(isinstance(value, int) for value in found.values())


def test_of_a_closed_object_there_are_only_the_declared_members_with_values_of_their_own() -> None:
    closed = {"type": "object", "additionalProperties": False, "properties": {"x": {}, "y": {"const": 4}, "z": False}}
    assert parts(closed, {"x": 1}).members(9) == {"x": 1, "y": 4}
    assert parts({"type": "object", "maxProperties": 0}, {}).members(2) == {"key": "text", "key1": "text"}


def test_the_search_for_parts_that_no_value_satisfies_comes_to_an_end() -> None:
    asked = 0

    def tick() -> None:
        nonlocal asked
        asked += 1

    pool = Inputs({"type": "array", "items": {"const": "x"}}, tick=tick)
    assert pool.pool
    asked = 0
    assert Parts(pool, ["x"], "").elements(5) == ["x"]
    assert 50 < asked < 100
