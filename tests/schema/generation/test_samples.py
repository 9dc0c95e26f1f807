"""For each keyword there are valid values at its boundaries, and for what no value satisfies there are none."""

from typing import Any

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.generation import samples
from conformance.schema.generation.samples import Samples
from conformance.schema.validation import conforms
from tests.cases import check_each

TREE = {"$defs": {"tree": {"type": "object", "properties": {"x": {"$ref": "#/$defs/tree"}}}}}
NEST = {"$defs": {"nest": {"type": "array", "items": {"$ref": "#/$defs/nest"}}}}
SOME: list[tuple[Any, list[JsonValue]]] = [
    ({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 3}, [[1, 0], [1, 0, -1]]),
    ({"type": "array", "prefixItems": [{"const": "a"}, {"const": 1}], "items": False}, [[], ["a"], ["a", 1]]),
    ({"type": "array", "prefixItems": [{"const": "a"}], "items": {"const": 1}, "minItems": 3}, [["a", 1, 1]]),
    # elements that must be there, equal ones too, next to those that may be
    ({"type": "array", "contains": {"const": 3}}, [[3]]),
    ({"type": "array", "contains": {"const": 3}, "minContains": 2, "maxContains": 2}, [[3, 3]]),
    ({"type": "array", "contains": {"type": "integer"}, "minContains": 3, "uniqueItems": True}, [[1, 0, -1]]),
    ({"type": "array", "allOf": [{"contains": {"const": 1}}, {"contains": {"const": 2}}]}, [[1, 2]]),
    (
        {
            "type": "array",
            "prefixItems": [{"const": "a"}],
            "items": {"type": "integer"},
            "contains": {"const": 3},
            "minContains": 2,
            "minItems": 4,
        },
        [["a", 3, 3, 3], ["a", 1, 3, 3]],
    ),
    ({"type": "array", "contains": {"const": 3}, "minContains": 0}, [[]]),
    # members of which only the name, the number or a pattern of the name is known
    ({"type": "object", "required": ["k"], "additionalProperties": {"type": "boolean"}}, [{"k": True}, {"k": False}]),
    ({"type": "object", "required": ["x_1"], "patternProperties": {"^x_": {"const": 5}}}, [{"x_1": 5}]),
    (
        {"type": "object", "required": ["b"], "patternProperties": {"^a": {"const": 5}, "^b": {"const": 6}}},
        [{"b": 6}, {"b": 6, "a": 5}],
    ),
    (
        {"required": ["key"], "additionalProperties": {"const": 2}, "properties": {"key": {"const": 1}}},
        [{"key": 1, "name": 2}],
    ),
    ({"type": "object", "patternProperties": {"^a$": {"const": 5}}, "additionalProperties": False}, [{}, {"a": 5}]),
    ({"type": "object", "propertyNames": {"enum": ["p", "q"]}, "minProperties": 2}, [{"p": "text", "q": "text"}]),
    ({"type": "object", "propertyNames": {"minLength": 4}, "minProperties": 1}, [{"text": "text"}]),
    ({"type": "object", "minProperties": 2, "maxProperties": 2}, [{"key": "text", "name": "text"}]),
    ({"type": "object", "maxProperties": 0}, [{}]),
    # what refers to itself, and what only a validator understands
    ({"allOf": [{"$ref": "#/$defs/tree"}, {"required": ["z"]}], **TREE}, [{"z": "text"}]),
    ({"oneOf": [{"$ref": "#/$defs/nest"}, {"type": "array", "maxItems": 1}], **NEST}, [["text"]]),
    ({"type": "array", "items": {"type": "array", "items": {"$ref": "#"}}}, [[], [[]], [[[]]]]),
    ({"not": {"$ref": "#/$defs/tree"}, **TREE}, ["text", 1, None, []]),
    ({"not": {"const": {"a": 1}}}, ["text", 0.5, {}]),
    # scalars
    ({"type": ["string", "integer"]}, ["text", 1, "", 0]),
    ({"type": "string", "minLength": 2, "maxLength": 3}, ["{}", "tex"]),
    ({"type": "string", "pattern": "^b+$", "minLength": 2, "maxLength": 3}, ["bb"]),
    ({"type": "string", "format": "date", "minLength": 1}, ["2024-02-29"]),
    ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, [0.5]),
    ({"type": "number", "multipleOf": 1.5, "minimum": 1}, [1.5, 3]),
    ({"type": "integer", "multipleOf": 3, "minimum": 4, "maximum": 8}, [6]),
    ({"enum": [1, "a", None]}, [1, "a", None]),
]


@check_each(("schema", "expected"), SOME)
def test_the_values_at_the_boundaries_of_a_schema_are_built(schema: Any, expected: list[JsonValue]) -> None:
    valid = [value for value in Samples(schema).inputs() if conforms(value, schema)]
    assert [value for value in expected if value not in valid] == []


NONE: list[Any] = [
    {"type": "array", "contains": {"type": "integer"}, "items": {"type": "string"}},
    {"type": "object", "required": ["a"], "propertyNames": {"const": "b"}},
    {"type": "string", "pattern": "^a$", "not": {"const": "a"}},
    # beyond what an input may be long
    {"type": "array", "contains": {"const": 3}, "minContains": 10**9},
    {"type": "object", "minProperties": 10**9},
    {"type": "string", "minLength": 10**9},
]


@check_each("schema", NONE)
def test_of_what_nothing_satisfies_or_no_input_is_long_enough_for_there_is_none(schema: Any) -> None:
    assert [value for value in Samples(schema).inputs() if conforms(value, schema)] == []


def test_a_schema_without_a_form_is_refused() -> None:
    for broken in ({"$ref": "elsewhere.json"}, {"type": 5}):
        with pytest.raises(ValueError):
            Samples(broken)


def test_an_input_that_is_too_large_is_left_out_and_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = {"type": "string", "enum": ["small", "x" * 50]}
    assert Samples(schema).inputs() == ["small", "x" * 50]
    monkeypatch.setattr("conformance.schema.generation.size_limits.LARGEST_INPUT", 20)
    assert Samples(schema).inputs() == ["small"]


def test_no_more_inputs_are_built_than_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "MOST_INPUTS", 3)
    monkeypatch.setattr(samples, "MOST_VALUES", 2)
    assert len(Samples({"enum": list(range(9))}).inputs()) == 3
    inner = Samples({"type": "object", "required": ["a"], "properties": {"a": {"enum": [1, 2, 3]}}}).inputs()
    assert inner == [{"a": 1}, {"a": 2}]


def test_values_that_the_schema_shows_come_before_others_where_they_are_valid() -> None:
    shown = {
        "type": "object",
        "properties": {"a": {"type": "integer", "minimum": 5, "examples": [4, 77], "default": 6}},
    }
    values = [value["a"] for value in Samples(shown).inputs() if isinstance(value, dict) and "a" in value]
    assert values[:2] == [77, 6]
    assert 4 not in values
    assert values.count(6) == 1


def test_a_recursion_is_followed_a_few_levels_deep() -> None:
    deepest = 0
    for value in Samples({"type": "object", "properties": {"next": {"$ref": "#"}}}).inputs():
        depth = 0
        while isinstance(value, dict) and "next" in value:
            value, depth = value["next"], depth + 1
        deepest = max(deepest, depth)
    assert 2 <= deepest <= 4
