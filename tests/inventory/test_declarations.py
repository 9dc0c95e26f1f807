"""What one subschema of an object requires may be declared by any other that applies to the same object."""

import pytest

from conformance.documents.values import JsonObject
from conformance.inventory.declarations import Declarations
from conformance.schema.subschemas import Subschemas
from tests.cases import check_each

A: JsonObject = {"properties": {"a": {}}}


@check_each(
    ("schema", "place"),
    [
        (A, ""),
        ({"allOf": [A]}, ""),
        ({"allOf": [A, {"required": ["a"]}]}, "/allOf/1"),
        ({"anyOf": [A, {"required": ["a"]}]}, "/anyOf/1"),
        ({"$ref": "#/$defs/x", "$defs": {"x": A}}, ""),
        ({"properties": {"b": {"$ref": "#/$defs/x", **A}}, "$defs": {"x": {"required": ["a"]}}}, "/$defs/x"),
        ({"if": {}, "then": {"required": ["a"]}, **A}, "/then"),
        ({"dependentSchemas": {"b": {"required": ["a"]}}, **A}, "/dependentSchemas/b"),
        ({"patternProperties": {"^[a-c]$": {}}}, ""),
        ({"patternProperties": {"(": {}}}, ""),
        ({"additionalProperties": {"type": "string"}}, ""),
        ({"allOf": [{"$ref": "#/x-shared/y"}], "x-shared": {"y": A}}, ""),
    ],
)
def test_a_name_is_declared_by_any_schema_of_its_place(schema: JsonObject, place: str) -> None:
    assert Declarations(Subschemas(schema)).declares(place, "a")


@check_each(
    ("schema", "place"),
    [
        ({}, ""),
        ({"additionalProperties": False}, ""),
        ({"additionalProperties": True}, ""),
        ({"properties": {"b": A}}, ""),
        ({"properties": {"b": {}}, **A}, "/properties/b"),
        ({"items": A}, ""),
        ({"if": A, "then": {"required": ["a"]}}, "/then"),
        ({"not": A}, ""),
        ({"patternProperties": {"^b": {}}}, ""),
        (
            {"properties": {"b": {"$ref": "#/$defs/x"}, "c": {"$ref": "#/$defs/x", **A}}, "$defs": {"x": {}}},
            "/properties/b",
        ),
    ],
)
def test_a_name_of_another_place_is_not_declared_here(schema: JsonObject, place: str) -> None:
    assert not Declarations(Subschemas(schema)).declares(place, "a")


def test_a_cycle_of_references_ends() -> None:
    schema: JsonObject = {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}},
    }
    assert Declarations(Subschemas(schema)).names("") == frozenset()
    assert Declarations(Subschemas(schema)).names("/$defs/b") == frozenset()


@pytest.mark.parametrize("schema", [None, True, False])
def test_a_schema_that_is_no_object_declares_nothing(schema: bool | None) -> None:
    assert not Declarations(Subschemas(schema)).declares("", "a")


def test_more_patterns_than_are_worth_trying_declare_any_name() -> None:
    assert Declarations(Subschemas({"patternProperties": {f"^x{number}$": {} for number in range(200)}})).declares(
        "", "a"
    )
