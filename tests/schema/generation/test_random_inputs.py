"""Random inputs are valid, and none are made where there are none or where they would be too long."""

import json

import pytest
from hypothesis import strategies as st

from conformance.documents.values import JsonObject
from conformance.schema.formats import format_samples
from conformance.schema.generation.random_inputs import LARGEST_INTEGER, inputs
from conformance.schema.generation.search import find_smallest, generate_values
from conformance.schema.validation import conforms
from tests.cases import check_each


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "number", "multipleOf": 5e-324, "minimum": 1e300},
        {"type": "number", "multipleOf": 5e-324, "minimum": 0, "maximum": 1},
        {"type": "number", "exclusiveMinimum": int("9" * 399)},
        {"type": "number", "minimum": int("9" * 399), "multipleOf": 0.1},
    ],
)
def test_numbers_at_the_end_of_what_a_double_holds_end_no_search(schema: JsonObject) -> None:
    for value in find_smallest(inputs(schema), lambda _: True, seed=0, max_examples=5, max_seconds=2.0):
        assert isinstance(value, int | float)


def test_multiples_between_bounds_are_found() -> None:
    schema: JsonObject = {"type": "number", "multipleOf": 0.5, "minimum": 0.75, "maximum": 1.25}
    assert list(find_smallest(inputs(schema), lambda _: True, seed=0, max_examples=5, max_seconds=2.0)) == [1.0]


TREE = {"$defs": {"tree": {"type": "object", "properties": {"x": {"$ref": "#/$defs/tree"}}}}}
NEST = {"$defs": {"nest": {"type": "array", "items": {"$ref": "#/$defs/nest"}}}}
MANY: list[JsonObject] = [
    {},
    {"type": ["string", "integer"]},
    {"oneOf": [{"minimum": 3}, {"multipleOf": 2}]},
    {"allOf": [{"$ref": "#/$defs/tree"}, {"required": ["z"]}], **TREE},
    {"oneOf": [{"$ref": "#/$defs/nest"}, {"type": "array", "maxItems": 1}], **NEST},
    {"type": "array", "items": {"type": "array", "items": {"$ref": "#"}}},
    {"not": {"const": {"a": 1}}},
    {"type": "string", "format": "unknown"},
    {"type": "string", "minLength": 2, "maxLength": 4},
    {"type": "string", "pattern": "^[ab]+$", "not": {"pattern": "^a"}},
    {"type": "string", "pattern": "(?<=x)y"},
    {"type": "string", "minLength": 300},
    {"type": "integer", "multipleOf": 7, "minimum": -20, "maximum": 20},
    {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    {"type": "number", "multipleOf": 1.5},
    {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
    {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "minItems": 3},
    {"type": "array", "items": {"type": "integer"}, "minItems": 9, "maxItems": 10},
    {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer"}, "o": {"type": "boolean"}}},
    {"type": "object", "required": ["k"], "additionalProperties": {"type": "integer"}},
    {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    {"type": "object", "additionalProperties": {"$ref": "#"}},
    {"type": "object", "properties": {"a": False}, "additionalProperties": {"type": "integer"}},
]


@check_each("schema", MANY)
def test_several_valid_inputs_are_generated_for_whatever_a_schema_consists_of(schema: JsonObject) -> None:
    found = generate_values(inputs(schema), seed=1, count=20)
    assert len(found) >= 3
    assert [value for value in found if not conforms(value, schema)] == []


@check_each(
    "schema",
    [
        {"type": "array", "items": {"$ref": "#"}, "minItems": 1},
        {"type": "string", "minLength": 4_001},
        {"type": "array", "minItems": 201},
        {"type": "integer", "multipleOf": 3, "minimum": 4, "maximum": 5},
        {"type": "object", "required": ["a"], "additionalProperties": False},
    ],
)
def test_nothing_is_generated_where_nothing_is_valid_or_it_would_be_too_long(schema: JsonObject) -> None:
    assert generate_values(inputs(schema), seed=1, count=20) == []


def test_integers_end_where_readers_that_use_floats_lose_digits() -> None:
    assert all(
        abs(value) <= LARGEST_INTEGER for value in generate_values(inputs({"type": "integer"}), seed=1, count=99)
    )  # type: ignore[arg-type]
    beyond: JsonObject = {"type": "integer", "minimum": 2**60}
    assert generate_values(inputs(beyond), seed=1, count=20) == [2**60]


def test_a_bound_of_a_number_is_one_of_its_values_unless_it_is_excluded() -> None:
    closed: JsonObject = {"type": "number", "minimum": 1, "maximum": 2}
    assert {1.0, 2.0} <= set(generate_values(inputs(closed), seed=1, count=400))  # type: ignore[arg-type]
    opened: JsonObject = {"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 2}
    assert {1.0, 2.0}.isdisjoint(generate_values(inputs(opened), seed=1, count=400))  # type: ignore[arg-type]


def test_texts_of_a_format_are_samples_of_it() -> None:
    date: JsonObject = {"type": "string", "format": "date"}
    assert set(generate_values(inputs(date), seed=1, count=20)) <= set(format_samples(["date"]))  # type: ignore[arg-type]


def test_texts_that_the_schema_leaves_free_come_from_who_asks() -> None:
    schema: JsonObject = {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}
    assert generate_values(inputs(schema, st.just("mine")), seed=1, count=5) == [{"a": "mine"}]


def test_members_that_the_schema_does_not_name_are_generated_only_where_it_types_them() -> None:
    typed: JsonObject = {"type": "object", "properties": {"a": {"const": 1}}, "additionalProperties": {"const": 2}}
    extra = {name for value in generate_values(inputs(typed), seed=1, count=30) for name in value} - {"a"}  # type: ignore[union-attr]
    assert extra
    untyped: JsonObject = {"type": "object", "properties": {"a": {"enum": [1, 2]}}}
    assert {name for value in generate_values(inputs(untyped), seed=1, count=30) for name in value} == {"a"}  # type: ignore[union-attr]


def test_a_recursion_ends_after_a_few_levels() -> None:
    schema: JsonObject = {"type": "object", "properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}}}
    depths = {json.dumps(value).count("next") for value in generate_values(inputs(schema), seed=1, count=60)}
    assert 2 <= max(depths) <= 5


def test_who_waits_may_stop_the_making_before_each_value_and_each_part() -> None:
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        ticks += 1

    made = inputs({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "boolean"}}}, tick=tick)
    parts = ticks
    assert parts >= 3
    assert generate_values(made, seed=1, count=10)
    assert ticks >= parts + 10
