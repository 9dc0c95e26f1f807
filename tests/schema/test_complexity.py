"""The work that a schema can cause is known before anything evaluates it."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.complexity import MAX_CHAIN, MAX_EXPANSION, Expansion, is_surely_small, longest_chain
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


def test_then_and_else_are_alternatives_of_each_other_and_of_no_union() -> None:
    branches: JsonValue = {"anyOf": [{}] * 3}
    schema: JsonValue = {"if": {}, "then": branches, "else": branches, "anyOf": [{}] * 5, "oneOf": [{}] * 2}
    # three and three ways of the condition, times five, times two
    assert Expansion(schema).size("", schema) == 60


def test_a_cycle_costs_nothing_more_the_second_time() -> None:
    schema: JsonValue = {"allOf": [{"$ref": "#"}, {}]}
    assert Expansion(schema).size("", schema) == 4


@pytest.mark.parametrize(
    ("schema", "is_small"),
    [
        (True, True),
        ({"anyOf": [True] * 36}, True),
        ({"anyOf": [True] * 20, "oneOf": [True] * 16}, True),
        ({"anyOf": [True] * 37}, False),
        ({"anyOf": [True] * 20, "oneOf": [True] * 17}, False),
        ({"anyOf": [True] * 34, "if": True}, True),
        ({"anyOf": [True] * 35, "if": True}, False),
        ({"properties": {f"p{number}": True for number in range(MAX_CHAIN - 1)}}, True),
        ({"properties": {f"p{number}": True for number in range(MAX_CHAIN)}}, False),
        ({"items": {"$ref": "#"}}, False),
    ],
)
def test_only_a_short_schema_of_few_branches_is_surely_small(schema: JsonValue, is_small: bool) -> None:
    assert is_surely_small(References(schema)) is is_small


def test_what_is_surely_small_is_within_both_limits() -> None:
    schema: JsonValue = {"allOf": [{"anyOf": [{}] * 3} for _ in range(12)]}
    assert is_surely_small(References(schema))
    assert Expansion(schema).largest_size() == 3**12 <= MAX_EXPANSION


@pytest.mark.parametrize(
    ("schema", "length"),
    [
        ({}, 1),
        ({"items": {"items": {}}}, 3),
        ({"$defs": {"a": {"items": {}}}}, 2),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"items": {}}}}, 3),
        # a cycle of two, and a chain of one below it
        ({"properties": {"a": {"$ref": "#"}, "b": {}}}, 3),
        # two entries into a cycle of four that is two levels deep
        (
            {
                "$ref": "#/$defs/a",
                "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"items": {"$ref": "#/$defs/a"}}},
            },
            5,
        ),
    ],
)
def test_a_chain_is_as_long_as_what_leads_to_its_last_subschema(schema: JsonValue, length: int) -> None:
    assert longest_chain(References(schema)) == length
