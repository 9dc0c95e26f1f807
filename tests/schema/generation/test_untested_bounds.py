"""Bounds that no mutation violates are named once, at the first location that has them."""

import pytest

from conformance.documents.values import JsonObject
from conformance.schema.generation.mutations import Mutation, MutationKind, replacements
from conformance.schema.generation.untested_bounds import UntestedBound, untested_bounds
from conformance.schema.generation.valid import Inputs


def test_a_shared_bound_is_named_at_its_first_location() -> None:
    text: JsonObject = {"$ref": "#/$defs/Text"}
    schema: JsonObject = {
        "properties": {"deep": {"properties": {"in": text}}, "a": text, "many": {"items": {"minimum": 3}}},
        "$defs": {"Text": {"type": "string", "maxLength": 5}},
    }
    found = [(one.pointer, one.keyword, one.bound) for one in untested_bounds(Inputs(schema), ())]
    assert found == [("/deep/in", "maxLength", 5), ("/many/0", "minimum", 3)]


def test_a_bound_that_a_mutation_violates_is_tested() -> None:
    number: JsonObject = {"type": "integer", "minimum": 3, "maximum": 5}
    schema: JsonObject = {"properties": {"a": number, "b": {"items": {"type": "string", "maxLength": 2}}}}
    inputs = Inputs(schema)
    tried = list(replacements(inputs, MutationKind.OUT_OF_BOUND))
    assert list(untested_bounds(inputs, tried)) == []
    low = [one for one in tried if one.keyword == "minimum"]
    assert list(untested_bounds(inputs, low)) == [
        UntestedBound("/a", "maximum", 5),
        UntestedBound("/b/0", "maxLength", 2),
    ]


@pytest.mark.parametrize(
    ("schema", "keywords"),
    [
        ({"type": "string", "minLength": 1, "pattern": "a", "minimum": 2}, ["minLength", "pattern"]),
        ({"type": ["integer", "null"], "multipleOf": 2, "maxItems": 3}, ["multipleOf"]),
        ({"type": "array", "uniqueItems": True, "maxItems": 3}, ["maxItems", "uniqueItems"]),
        ({"minProperties": 1, "exclusiveMaximum": 3}, ["exclusiveMaximum", "minProperties"]),
        ({"type": "object", "propertyNames": {"maxLength": 3}}, ["propertyNames"]),
        ({"type": "array", "contains": {"const": 1}}, ["contains"]),
        ({"type": "string", "not": {"const": "a"}}, ["not"]),
        # what `not` says of an object is a condition, and what need not be contained is none
        ({"type": "object", "not": {"required": ["a"]}}, []),
        ({"type": "array", "contains": {"const": 1}, "minContains": 0}, []),
        # bounds that restrict nothing, and those beside a list of values
        ({"minLength": 0, "minItems": 0, "minProperties": 0, "uniqueItems": False}, []),
        ({"propertyNames": {"type": "string"}}, []),
        ({"maxLength": 0}, ["maxLength"]),
        ({"enum": ["a"], "minLength": 1}, []),
        ({"const": "a", "minLength": 1}, []),
    ],
)
def test_bounds_are_those_that_restrict_a_type_of_the_schema(schema: JsonObject, keywords: list[str]) -> None:
    found = untested_bounds(Inputs({"properties": {"a": schema}}), ())
    assert [(one.keyword, one.bound) for one in found] == [(keyword, schema[keyword]) for keyword in keywords]


def test_members_that_refer_to_each_other_are_walked_once() -> None:
    names = [f"n{number}" for number in range(30)]
    members: JsonObject = {name: {"$ref": f"#/$defs/{name}"} for name in names}
    definitions: JsonObject = {name: {"type": "object", "properties": members, "maxProperties": 9} for name in names}
    inputs = Inputs({"properties": members, "$defs": definitions})
    # Five levels of thirty members have 25 million locations.
    found = list(untested_bounds(inputs, ()))
    assert (found[0].pointer, len(found)) == ("/n0", len(names))


def broken_bounds(schema: JsonObject, *broken: str) -> list[str]:
    """The bounds that are untested after one mutation of ``a``, which violates some of its keywords."""
    inputs = Inputs({"properties": {"a": schema}})
    places = frozenset(f"/properties/a/{keyword}" for keyword in broken)
    tried = Mutation(MutationKind.OUT_OF_BOUND, {}, "/a", broken[0], None, None, {}, broken=places)
    return [one.keyword for one in untested_bounds(inputs, [tried])]


def test_a_bound_is_untested_if_only_others_may_have_been_enforced() -> None:
    code: JsonObject = {"type": "string", "pattern": "^[a-z]+$", "minLength": 3}
    assert broken_bounds(code, "pattern", "minLength") == ["minLength", "pattern"]
    assert broken_bounds(code, "pattern") == ["minLength"]


def test_a_bound_is_tested_with_the_bound_that_implies_it() -> None:
    for pattern in ("^[a-z]{3}$", r"^(aa|bb)\1$"):
        code: JsonObject = {"type": "string", "pattern": pattern, "minLength": 3}
        assert broken_bounds(code, "minLength", "pattern") == ["pattern"]


def test_bounds_of_the_values_of_a_map_are_untested_too() -> None:
    schema: JsonObject = {"properties": {"m": {"additionalProperties": {"type": "integer", "maximum": 5}}}}
    inputs = Inputs(schema, given=({"m": {"x": 1}},))
    assert [(one.pointer, one.keyword) for one in untested_bounds(inputs, ())] == [("/m/x", "maximum")]
