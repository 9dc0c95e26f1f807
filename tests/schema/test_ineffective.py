"""What has no effect is found, innermost and once; what may have one is not."""

from collections.abc import Callable, Iterator

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.schema.faults import SchemaFault
from conformance.schema.ineffective import Effects
from conformance.schema.subschemas import Subschemas
from tests.cases import check_each

Find = Callable[[Effects], Iterator[SchemaFault]]

A_OR_B: JsonValue = [{"pattern": "^a+$"}, {"pattern": "^b+$"}]
NULL: JsonObject = {"type": "null"}
TEXT: JsonObject = {"type": "string"}
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def found(find: Find, schema: JsonValue) -> list[str]:
    return [fault.pointer for fault in find(Effects(Subschemas(schema)))]


@check_each(
    ("find", "schema", "pointers"),
    [
        (Effects.repeated_values, {"enum": ["a", "b", "a", "a"]}, ["/enum/2", "/enum/3"]),
        (Effects.repeated_values, {"enum": [1, 1.0]}, ["/enum/1"]),
        (Effects.repeated_values, {"enum": [1, True, "1", [1], {"a": 1}]}, []),
        (Effects.repeated_values, {"not": {"enum": ["a", "a"]}}, []),
        (Effects.impossible_values, {"type": "string", "enum": ["a", None]}, ["/enum/1"]),
        (Effects.impossible_values, {"$ref": "#/$defs/T", "enum": ["a", 1], "$defs": {"T": TEXT}}, ["/enum/1"]),
        (Effects.impossible_values, {"items": {"enum": [5, 50], "maximum": 10}}, ["/items/enum/1"]),
        (Effects.impossible_values, {"enum": ["a", 1], "not": TEXT}, ["/enum/0"]),
        # as a whole it is a contradiction
        (Effects.impossible_values, {"type": "string", "enum": [1, 2]}, []),
        # draft-07 ignores what is next to a reference
        (
            Effects.impossible_values,
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {"a": {"$ref": "#/definitions/T", "enum": ["a", 1]}},
                "definitions": {"T": TEXT},
            },
            [],
        ),
        (Effects.foreign_keywords, {"type": "integer", "min": 1, "max": 10}, ["/min", "/max"]),
        (Effects.foreign_keywords, {"type": ["string", "null"], "min": 1, "regex": "^a"}, ["/min", "/regex"]),
        (Effects.foreign_keywords, {"type": "string", "choices": ["a"], "options": ["b"]}, ["/choices", "/options"]),
        (Effects.foreign_keywords, {"type": "string", "length": 5, "allowed": ["a"]}, ["/length", "/allowed"]),
        (Effects.foreign_keywords, {"type": "string", "minimum_length": 3}, ["/minimum_length"]),
        (Effects.foreign_keywords, {"type": "number", "range": [1, 2]}, ["/range"]),
        (Effects.foreign_keywords, {"type": "number", "length": 5, "allowed": True}, []),
        (
            Effects.foreign_keywords,
            {"properties": {"a": {"mandatory": True}, "b": {"optional": True}}, "required": ["b"]},
            ["/properties/a/mandatory", "/properties/b/optional"],
        ),
        (
            Effects.foreign_keywords,
            {"properties": {"a": {"mandatory": True}, "b": {"optional": True}}, "required": ["a"]},
            [],
        ),
        (Effects.foreign_keywords, {"enum": ["a"], "options": ["A"], "values": [{"const": 1}], "min": 1}, []),
        (Effects.foreign_keywords, {"type": "integer", "minimum": 1, "min": 1, "max": "x"}, []),
        (Effects.foreign_keywords, {"type": ["string", "integer"], "min": 1}, []),
        (Effects.example_keywords, {"type": "string", "example": "a"}, ["/example"]),
        (Effects.example_keywords, {"type": "string", "example": "a", "examples": ["a"]}, []),
        (Effects.example_keywords, {"type": "object", "properties": {"example": {"type": "string"}}}, []),
        *((Effects.foreign_keywords, {"format": one}, ["/format"]) for one in ("datetime", "guid", "IPv4")),
        *((Effects.foreign_keywords, {"format": one}, []) for one in ("date-time", "cron", "日付")),
        (Effects.idle_keywords, {"type": "integer", "format": "date"}, ["/format"]),
        (Effects.idle_keywords, {"type": "integer", "format": "int64"}, []),
        # not a list of names, which is another fault
        (Effects.idle_keywords, {"type": "integer", "required": True, "minLength": 1}, ["/minLength"]),
        (
            Effects.idle_keywords,
            {"type": "integer", "required": ["a"], "uniqueItems": True},
            ["/required", "/uniqueItems"],
        ),
        (Effects.idle_keywords, {"type": ["integer", "string"], "format": "date"}, []),
        (Effects.impossible_types, {"type": ["string", "null"], "enum": ["a"]}, ["/type/1"]),
        (Effects.impossible_types, {"type": ["string", "null"], "enum": ["a", None]}, []),
        # no type is left, which is a contradiction as a whole
        (Effects.impossible_types, {"type": ["string", "null"], "enum": [1, 2]}, []),
        (Effects.impossible_types, {"type": ["string", "null"], "minLength": 3, "maxLength": 2}, ["/type/0"]),
        (Effects.impossible_types, {"type": ["string", "null"], "allOf": A_OR_B}, ["/type/0"]),
        (Effects.impossible_types, {"allOf": A_OR_B}, [""]),
        (Effects.impossible_types, {"allOf": [{"pattern": "^a"}, {"pattern": "b$"}]}, []),
        # reported as a contradiction: where it is, or around it
        (Effects.impossible_types, {"type": "string", "allOf": A_OR_B}, []),
        (Effects.impossible_types, {"type": "string", "anyOf": [{"allOf": A_OR_B}, {"maxLength": 1}]}, []),
        # what a closed object requires and does not declare is a fault of its own
        (
            Effects.impossible_types,
            {"type": ["object", "null"], "required": ["a"], "additionalProperties": False, "properties": {}},
            [],
        ),
        (
            Effects.impossible_types,
            {
                "type": ["object", "null"],
                "required": ["a"],
                "properties": {"a": {"type": "integer", "minimum": 2, "maximum": 1}},
            },
            [],
        ),
        (Effects.impossible_branches, {"type": "string", "anyOf": [TEXT, NULL]}, ["/anyOf/1"]),
        (Effects.impossible_branches, {"type": "string", "oneOf": [{"maxLength": 3}, {"$ref": "#/$defs/N"}]}, []),
        (
            Effects.impossible_branches,
            {"type": "string", "oneOf": [{"maxLength": 3}, {"$ref": "#/$defs/N"}], "$defs": {"N": NULL}},
            ["/oneOf/1"],
        ),
        (Effects.impossible_branches, {"description": "either", "anyOf": [TEXT, NULL]}, []),
        (Effects.impossible_branches, {"type": "string", "anyOf": [TEXT, False]}, []),
        (Effects.impossible_branches, {"type": "string", "anyOf": [NULL, {"type": "integer"}]}, []),
        (Effects.idle_keywords, {"type": "string", "minimum": 1, "items": {}}, ["/minimum", "/items"]),
        (Effects.idle_keywords, {"type": ["integer", "null"], "minimum": 1}, []),
        (Effects.idle_keywords, {"type": "number", "format": "float", "multipleOf": 0.5}, []),
        (Effects.idle_keywords, {"minimum": 1, "minLength": 1}, []),
        (Effects.idle_keywords, {"enum": ["a", "b"], "maximum": 5}, ["/maximum"]),
        (Effects.idle_keywords, {"const": 3, "minLength": 1}, ["/minLength"]),
        (Effects.idle_keywords, {"enum": ["a", 3], "maximum": 5}, []),
        (Effects.lonely_keywords, {"then": {"required": ["b"]}, "else": False}, ["/then", "/else"]),
        (Effects.lonely_keywords, {"if": {"required": ["b"]}}, ["/if"]),
        (Effects.lonely_keywords, {"if": {"required": ["b"]}, "else": {"required": ["a"]}}, []),
        (Effects.lonely_keywords, {"if": {"properties": {"a": {}}}, "unevaluatedProperties": False}, []),
        (
            Effects.lonely_keywords,
            {"items": {"minContains": 2, "maxContains": 3}},
            ["/items/minContains", "/items/maxContains"],
        ),
        (Effects.lonely_keywords, {"contains": {}, "minContains": 2}, []),
        (Effects.lonely_keywords, {"properties": {"then": {}, "minContains": {}}}, []),
        (Effects.lonely_keywords, {"$schema": DRAFT_07, "items": {}, "additionalItems": False}, ["/additionalItems"]),
        (Effects.lonely_keywords, {"$schema": DRAFT_07, "items": [{}], "additionalItems": False}, []),
        (
            Effects.lonely_keywords,
            {"additionalProperties": True, "unevaluatedProperties": False},
            ["/unevaluatedProperties"],
        ),
        (Effects.lonely_keywords, {"additionalProperties": False, "unevaluatedProperties": False}, []),
        (Effects.lonely_keywords, {"additionalProperties": TEXT, "unevaluatedProperties": True}, []),
        (Effects.lonely_keywords, {"allOf": [{"properties": {}}], "unevaluatedProperties": False}, []),
        (Effects.lonely_keywords, {"items": TEXT, "unevaluatedItems": False}, ["/unevaluatedItems"]),
        (
            Effects.lonely_keywords,
            {"prefixItems": [TEXT], "items": {}, "unevaluatedItems": False},
            ["/unevaluatedItems"],
        ),
        (Effects.lonely_keywords, {"allOf": [{"items": TEXT}], "unevaluatedItems": False}, ["/unevaluatedItems"]),
        (Effects.lonely_keywords, {"anyOf": [{"items": TEXT}, NULL], "unevaluatedItems": False}, []),
        (Effects.lonely_keywords, {"prefixItems": [TEXT], "unevaluatedItems": False}, []),
        (Effects.lonely_keywords, {"$schema": DRAFT_2019, "items": [TEXT], "unevaluatedItems": False}, []),
        (
            Effects.lonely_keywords,
            {"$schema": DRAFT_2019, "items": [TEXT], "additionalItems": TEXT, "unevaluatedItems": False},
            ["/unevaluatedItems"],
        ),
        (Effects.lonely_keywords, {"$schema": DRAFT_07, "items": TEXT, "unevaluatedItems": False}, []),
        (Effects.nullable_keywords, {"type": "string", "nullable": True}, ["/nullable"]),
        (Effects.nullable_keywords, {"anyOf": [TEXT, {"type": "integer"}], "nullable": True}, ["/nullable"]),
        (Effects.nullable_keywords, {"type": ["string", "null"], "nullable": True}, []),
        (Effects.nullable_keywords, {"type": "string", "nullable": False}, []),
        (Effects.nullable_keywords, {"properties": {"nullable": {"type": "boolean"}}}, []),
        # no schema, and no sound one
        (Effects.impossible_types, None, []),
        (Effects.impossible_values, {"type": "string", "pattern": "(", "enum": [1, "a"]}, []),
    ],
)
def test_a_part_without_effect_is_found_where_it_is(find: Find, schema: JsonValue, pointers: list[str]) -> None:
    assert found(find, schema) == pointers


def test_the_values_of_a_huge_enumeration_are_not_all_judged() -> None:
    values: list[JsonValue] = [*map(str, range(200_001)), 1]
    assert found(Effects.impossible_values, {"type": "string", "enum": values}) == []


@pytest.mark.parametrize(
    "error", [RecursionError(), ConformanceError(ErrorKind.UNSUPPORTED, "too costly", "simplify it")]
)
def test_a_value_that_cannot_be_judged_is_not_called_impossible(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("conformance.schema.ineffective.violations_at", fails)
    assert found(Effects.impossible_values, {"type": "string", "minLength": 1, "enum": ["", "a"]}) == []


def _object(*names: str, **more: JsonValue) -> JsonObject:
    return {"type": "object", "properties": dict.fromkeys(names, TEXT), "required": [*names], **more}


@check_each(
    ("branches", "pointers"),
    [
        ([{"type": "number"}, {"type": "integer"}], ["/oneOf/1"]),
        ([TEXT, {"type": "string", "enum": ["a"]}], ["/oneOf/1"]),
        ([TEXT, TEXT, {"type": "null"}], ["/oneOf/0", "/oneOf/1"]),
        ([{}, TEXT], ["/oneOf/1"]),
        ([_object("a"), _object("a", "b")], ["/oneOf/1"]),
        ([_object("a", additionalProperties=False), _object("a", "b", additionalProperties=False)], []),
        ([{"required": ["a"]}, {"required": ["b"]}], []),
        ([{"type": "integer", "minimum": 2}, {"type": "integer", "maximum": 3}], []),
        # where no branch is possible, the whole is a contradiction
        ([TEXT, TEXT], []),
        ([TEXT, False], []),
        ([{"type": "integer", "minimum": 0, "maximum": most} for most in range(13)], []),
    ],
)
def test_a_branch_whose_values_another_branch_takes_as_well_is_found(
    branches: list[JsonValue], pointers: list[str]
) -> None:
    assert found(Effects.impossible_branches, {"oneOf": branches}) == pointers
