"""What is said to have a value surely has one: no proof of the contrary exists, and a value can be found."""

import itertools

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.containment.emptiness import Emptiness
from conformance.schema.contradictions import contradictions
from conformance.schema.satisfiability import surely_has_value, surely_has_values
from conformance.schema.validation import is_valid

PLAIN: list[JsonValue] = [
    True,
    {},
    {"description": "anything", "x-own": 1, "format": "date"},
    {"type": "string", "minLength": 2, "maxLength": 2},
    {"type": ["integer", "null"]},
    {"type": "null", "minLength": 1, "items": False, "properties": {"a": False}, "required": ["a"]},
    {"type": "boolean", "minimum": 1, "maximum": 0},
    {"type": "integer", "minItems": 2, "minimum": 3},
    {"type": "integer", "minimum": 3},
    {"type": "integer", "minimum": -2, "maximum": -2},
    {"enum": [1, "a"]},
    {"type": "number", "enum": ["a", 1]},
    {"const": None},
    {"anyOf": [{"type": "string", "pattern": "("}, {"type": "null"}]},
    {"type": "array", "items": {"type": "string"}, "minItems": 1},
    {"type": "array", "items": False},
    {"type": "object", "properties": {"a": {"type": "string"}, "b": False}, "required": ["a"]},
    {"type": "object", "required": ["a"], "additionalProperties": {"type": "string"}},
]

DOUBTFUL: list[JsonValue] = [
    False,
    {"not": {}},
    {"type": "string", "minLength": 3, "maxLength": 2},
    {"type": "string", "pattern": "a"},
    {"type": "integer", "minimum": 0.5, "maximum": 0.7},
    {"type": "integer", "minimum": 1, "maximum": 0},
    {"type": "integer", "minimum": 1, "maximum": 0, "minLength": 1},
    {"type": "null", "minLength": 1, "not": {}},
    {"type": "null", "minLength": 1, "enum": ["a"]},
    {"type": "string", "enum": [1]},
    {"type": "integer", "const": 1.0},
    {"type": "null", "enum": []},
    {"anyOf": [False, {"not": {}}]},
    {"type": "array", "items": False, "minItems": 1},
    {"type": "array", "minItems": 2, "uniqueItems": True},
    {"type": "object", "required": ["a"], "additionalProperties": False},
    {"type": "object", "properties": {"a": False}, "required": ["a"]},
    {"$ref": "#"},
    {"type": "strnig", "enum": ["a"]},
    {"allOf": [{"type": "string"}, {"type": "null"}]},
]


@pytest.mark.parametrize("schema", PLAIN)
def test_a_plain_schema_surely_has_a_value(schema: JsonValue) -> None:
    assert surely_has_value(schema)


@pytest.mark.parametrize("schema", DOUBTFUL)
def test_what_may_have_none_is_left_to_the_proof(schema: JsonValue) -> None:
    assert not surely_has_value(schema)


def test_no_schema_of_which_it_is_said_is_proved_to_have_none() -> None:
    parts: list[JsonObject] = [part for part in (*PLAIN, *DOUBTFUL) if isinstance(part, dict) and "$ref" not in part]
    mixed: list[JsonObject] = [{**one, **other} for one, other in itertools.permutations(parts, 2)]
    mixed += [{"type": "object", "properties": {"a": part}, "required": ["a"]} for part in mixed[:200]]
    said = [schema for schema in mixed if surely_has_value(schema)]
    assert len(said) > len(mixed) / 10
    assert [schema for schema in said if Emptiness(schema).is_proved("", schema)] == []


def test_a_contradiction_inside_a_plain_schema_is_found_all_the_same() -> None:
    wrong: JsonObject = {"type": "string", "minLength": 3, "maxLength": 2}
    schema: JsonObject = {"type": "object", "properties": {"a": wrong, "b": {"type": "string"}}}
    assert surely_has_value(schema)
    assert [found.pointer for found in contradictions(schema)] == ["/properties/a"]


def test_a_schema_that_is_nested_without_end_is_left_to_the_proof() -> None:
    schema: JsonValue = {"type": "string"}
    for _ in range(2_000):
        schema = {"type": "array", "items": schema, "minItems": 1}
    assert not surely_has_value(schema)


def test_the_values_of_an_enumeration_are_said_to_fit_only_where_the_validator_accepts_each() -> None:
    values: list[JsonValue] = ["a", 1, 1.0, 0.5, True, None, [], {}]
    types: list[JsonObject] = [{}, *({"type": name} for name in ("string", "integer", "number", "boolean", "null"))]
    types += [{"type": ["array", "object"]}, {"type": ["number", "null"]}]
    others: list[JsonObject] = [{}, {"title": "A"}, {"minLength": 2}, {"not": {}}, {"$ref": "#/$defs/A", "$defs": {}}]
    said = 0
    for stated, other, listed in itertools.product(types, others, itertools.combinations(values, 2)):
        schema = {**stated, **other, "enum": list(listed)}
        if surely_has_values(schema):
            said += 1
            assert all(is_valid(value, schema) for value in listed), schema
    assert said > 50
