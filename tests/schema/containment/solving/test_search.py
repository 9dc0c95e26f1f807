"""Instances are built or proved not to exist; what was left out is a doubt."""

from itertools import islice
from typing import Any

import pytest

from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.solving.search import Search
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import DEFAULT
from conformance.schema.validation import is_valid
from tests.cases import check_each


def search_of(schema: Any, width: int = 1) -> tuple[list[Any], list[str]]:
    """Some instances of a schema, and the doubts of the search."""
    algebra = Algebra(lambda: None)
    search = Search(algebra)
    found = list(islice(search.instances(SchemaTranslation(algebra, "any", schema, DEFAULT).root(), width), 30))
    return found, list(search.doubts)


EMPTY = {
    "no integer in between": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "no multiple in a window": {"type": "number", "multipleOf": 7, "minimum": 8, "maximum": 13},
    "every integer is a half": {"type": "integer", "not": {"multipleOf": 0.5}},
    "two grids that fill a third": {"type": "integer", "multipleOf": 2, "not": {"multipleOf": 2}},
    "a pattern too long": {"type": "string", "pattern": "^.{5}$", "maxLength": 3},
    "all words of a language excluded": {"type": "string", "pattern": "^[ab]$", "not": {"enum": ["a", "b"]}},
    "three different booleans": {"type": "array", "items": {"type": "boolean"}, "minItems": 3, "uniqueItems": True},
    "two equal ones among one": {"type": "array", "maxItems": 1, "not": {"uniqueItems": True}},
    "more matches than elements": {"type": "array", "maxItems": 1, "contains": {"type": "null"}, "minContains": 2},
    "an element of both kinds": {
        "type": "array",
        "maxItems": 1,
        "allOf": [{"contains": {"type": "null"}}, {"contains": {"type": "string"}}],
    },
    "a required forbidden member": {"type": "object", "required": ["a"], "properties": {"a": False}},
    "a required member of a closed object": {"type": "object", "required": ["a"], "additionalProperties": False},
    "more members than names": {
        "type": "object",
        "propertyNames": {"pattern": "^[ab]$"},
        "minProperties": 3,
    },
    "a recursion without an end": {"type": "object", "required": ["k"], "properties": {"k": {"$ref": "#"}}},
    "two recursions without an end": {
        "$defs": {
            "A": {"type": "object", "required": ["b"], "properties": {"b": {"$ref": "#/$defs/B"}}},
            "B": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/A"}},
        },
        "$ref": "#/$defs/A",
    },
    "equal branches of oneOf": {"oneOf": [{"type": "string"}, {"type": "string"}]},
}


@check_each("name", EMPTY)
def test_that_nothing_fits_is_proved(name: str) -> None:
    assert search_of(EMPTY[name]) == ([], [])


FILLED = {
    "a fraction": {"type": "number", "exclusiveMinimum": 0.1, "exclusiveMaximum": 0.2},
    "off a grid": {"type": "number", "not": {"multipleOf": 1}, "minimum": 3, "maximum": 4},
    "a large integer": {"type": "integer", "minimum": 2**63, "multipleOf": 7},
    "a word that ends a pattern": {"type": "string", "pattern": "a+b{2}$", "minLength": 9},
    "unique integers": {"type": "array", "items": {"type": "integer"}, "minItems": 5, "uniqueItems": True},
    "unique objects": {"type": "array", "items": {"type": "object"}, "minItems": 3, "uniqueItems": True},
    "a repeated element": {"type": "array", "not": {"uniqueItems": True}, "items": {"type": "string"}},
    "few matches": {"type": "array", "contains": {"type": "null"}, "maxContains": 1, "minItems": 3},
    "a name of a pattern": {"type": "object", "patternProperties": {"^x_": {"type": "null"}}, "minProperties": 2},
    "a dependency": {"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}},
    "a list of lists": {"type": "array", "items": {"$ref": "#"}, "minItems": 1, "maxItems": 1} | {"minItems": 0},
    "a look-behind": {"type": "string", "pattern": "(?<=x)y"},
}


@check_each("width", [1, 3])
@check_each("name", FILLED)
def test_what_is_built_is_valid(name: str, width: int) -> None:
    found, _ = search_of(FILLED[name], width)
    assert found
    assert [value for value in found if not is_valid(value, FILLED[name])] == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "minLength": 10**9},
        {"type": "array", "minItems": 10**8},
        {"type": "object", "minProperties": 10**6},
        {"type": "string", "pattern": r"^(a+)b\1b\1$", "maxLength": 4},
    ],
)
def test_what_was_not_tried_is_a_doubt(schema: Any) -> None:
    found, doubts = search_of(schema)
    assert found == []
    assert doubts
