"""A schema is read into a formula whose parts can be exchanged without reading the rest again."""

from typing import Any

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import UndecidableError
from conformance.schema.containment.evaluation import Evaluation
from conformance.schema.containment.formulas import NULL
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import DEFAULT
from tests.cases import check_each

SHARED: dict[str, Any] = {
    "properties": {
        "a": {"$ref": "#/$defs/Short"},
        "b": {"items": {"$ref": "#/$defs/Short"}},
        "c": {"type": "string"},
    },
    "$defs": {"Short": {"type": "string", "maxLength": 1}},
}
TREE: dict[str, Any] = {"properties": {"leaf": {"type": "string"}, "next": {"$ref": "#"}}}
"""Its second member is a whole tree again."""


def _with_null_at(pointer: str, schema: JsonValue) -> tuple[SchemaTranslation, SchemaTranslation]:
    """The translation of a schema, and one in which the subschema at a pointer allows only null."""
    algebra = Algebra(lambda: None)
    whole = SchemaTranslation(algebra, "whole", schema, DEFAULT)
    whole.root()
    return whole, whole.variant("changed", {pointer: lambda _: algebra.atoms.type_atom(NULL)})


ANSWERS: list[tuple[Any, str, Any, bool]] = [
    (SHARED, "/$defs/Short", {"a": None, "b": [None], "c": "long"}, True),
    (SHARED, "/$defs/Short", {"a": "x"}, False),
    (SHARED, "/$defs/Short", {"b": [None, "x"]}, False),
    (SHARED, "/$defs/Short", {"c": None}, False),
    (SHARED, "/properties/a", {"a": None, "b": ["x"]}, True),
    (SHARED, "/properties/a", {"b": [None]}, False),
    (TREE, "/properties/leaf", {"leaf": None, "next": {"leaf": None}}, True),
    (TREE, "/properties/leaf", {"next": {"next": {"leaf": "x"}}}, False),
]


@check_each(("schema", "at", "value", "expected"), ANSWERS)
def test_a_formula_in_place_of_a_subschema_holds_wherever_that_is_used(
    schema: JsonValue, at: str, value: JsonValue, expected: bool
) -> None:
    _, changed = _with_null_at(at, schema)
    assert Evaluation(changed.algebra.languages, lambda: None).holds(changed.root(), value) is expected


def test_what_does_not_contain_an_exchanged_part_is_not_read_again() -> None:
    whole, changed = _with_null_at("/properties/a", SHARED)
    for pointer, schema in (("/properties/b", SHARED["properties"]["b"]), ("/$defs/Short", SHARED["$defs"]["Short"])):
        assert changed.formula_at(pointer, schema) is whole.formula_at(pointer, schema)
    assert changed.root() is not whole.root()


def test_a_bound_that_is_no_number_has_no_meaning() -> None:
    with pytest.raises(UndecidableError, match="a bound is a string, not a number"):
        SchemaTranslation(Algebra(lambda: None), "any", {"minLength": "3"}, DEFAULT).root()
