"""The work that a schema can cause is known before anything evaluates it."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.complexity import MAX_EXPANSION, Expansion, longest_chain
from conformance.schema.references import References


def definitions(keyword: str, depth: int) -> JsonObject:
    """Each definition uses the next one twice."""
    found: dict[str, JsonValue] = {f"d{depth}": {"type": "string"}}
    for number in range(depth):
        below: JsonObject = {"$ref": f"#/$defs/d{number + 1}"}
        found[f"d{number}"] = {keyword: {"l": below, "r": below} if keyword == "properties" else [below, below]}
    return found


@pytest.mark.parametrize(
    ("schema", "size"),
    [
        (True, 1),
        ({}, 1),
        ({"properties": {"a": {"anyOf": [{}, {}]}}}, 1),
        ({"anyOf": [{}, {}, {}]}, 4),
        ({"allOf": [{"anyOf": [{}, {}]}, {"anyOf": [{}, {}]}]}, 7),
        ({"allOf": [{"oneOf": [{}, {}, {}]}] * 4}, 81),
        ({"if": {}, "then": {}, "else": {}}, 4),
    ],
)
def test_evaluations_and_alternatives_of_one_place_are_counted_exactly(schema: JsonValue, size: int) -> None:
    assert Expansion(schema).size("", schema) == size


@pytest.mark.parametrize("keyword", ["allOf", "anyOf"])
def test_what_doubles_thirty_times_is_seen_at_once(keyword: str) -> None:
    schema: JsonValue = {"$ref": "#/$defs/d0", "$defs": definitions(keyword, 30)}
    assert Expansion(schema).size("", schema) > MAX_EXPANSION


def test_the_largest_place_counts_wherever_it_is() -> None:
    schema: JsonValue = {"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions("allOf", 30)}
    assert Expansion(schema).size("", schema) == 1
    assert Expansion(schema).largest_size() > MAX_EXPANSION


def test_members_do_not_multiply() -> None:
    schema: JsonValue = {"$ref": "#/$defs/d0", "$defs": definitions("properties", 30)}
    assert Expansion(schema).largest_size() == 2
    assert longest_chain(References(schema)) == 62


def test_a_circle_counts_each_of_its_subschemas_once() -> None:
    node: JsonValue = {"properties": {f"p{number}": {"$ref": "#/$defs/Node"} for number in range(100)}}
    assert longest_chain(References({"$ref": "#/$defs/Node", "$defs": {"Node": node}})) < 10


def test_a_long_chain_is_measured_without_a_stack() -> None:
    links: dict[str, JsonValue] = {f"d{n}": {"items": {"$ref": f"#/$defs/d{n + 1}"}} for n in range(5_000)}
    assert longest_chain(References({"$defs": {**links, "d5000": {}}})) == 10_001
