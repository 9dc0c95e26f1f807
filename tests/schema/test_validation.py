"""The reference validator judges as JSON Schema means it, offline and in bounded time."""

import pytest

from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.schema.validation import is_valid, schema_violations, violations, violations_at
from tests.cases import check_each

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
# An element is checked against the outer schema, which `$recursiveRef` leads to, and not against the tree alone.
EXTENDED_TREE: JsonValue = {
    "$schema": DRAFT_2019,
    "$id": "https://example.com/extended",
    "$recursiveAnchor": True,
    "$ref": "tree",
    "properties": {"b": {}},
    "$defs": {
        "tree": {
            "$id": "tree",
            "$recursiveAnchor": True,
            "properties": {"branch": {"$recursiveRef": "#", "unevaluatedProperties": False}},
        }
    },
}


@check_each(
    ("instance", "schema", "valid"),
    [
        (0.7, {"multipleOf": 0.1}, True),
        (0.75, {"multipleOf": 0.1}, False),
        (10**300, {"multipleOf": 0.5}, True),
        (True, {"type": "integer"}, False),
        (1.0, {"type": "integer"}, True),
        ([1, True], {"uniqueItems": True}, True),
        ([1, 1.0], {"uniqueItems": True}, False),
        ([{"a": 1}, {"a": True}], {"uniqueItems": True}, True),
        ("abc\n", {"pattern": "^abc$"}, False),
        ("b", {"pattern": "(?<=a+)b|^b"}, True),
        ({"x1": 1}, {"patternProperties": {r"^x\d$": {"type": "string"}}}, False),
        ({"x1": 1}, {"patternProperties": {r"^x\d$": {}}, "additionalProperties": False}, True),
        ({"y": 1}, {"patternProperties": {r"^x\d$": {}}, "additionalProperties": False}, False),
        ({"y": 1}, {"properties": {"x": {}}, "additionalProperties": {"type": "string"}}, False),
        ({"a": 1}, {"allOf": [{"patternProperties": {"^a": {}}}], "unevaluatedProperties": False}, True),
        ({"b": 1}, {"allOf": [{"patternProperties": {"^a": {}}}], "unevaluatedProperties": False}, False),
        ({"b": 1}, {"anyOf": [{"properties": {"b": {}}}, {}], "unevaluatedProperties": False}, True),
        ({"b": 1}, {"not": {"properties": {"b": {"const": 2}}}, "unevaluatedProperties": False}, False),
        (
            {"b": 1},
            {"$ref": "#/$defs/B", "$defs": {"B": {"properties": {"b": {}}}}, "unevaluatedProperties": False},
            True,
        ),
        ({"b": 1}, {"if": {"properties": {"b": {}}}, "then": {}, "unevaluatedProperties": False}, True),
        ({"b": 1}, {"dependentSchemas": {"b": {"properties": {"b": {}}}}, "unevaluatedProperties": False}, True),
        ({"b": 1}, {"allOf": [{"additionalProperties": True}], "unevaluatedProperties": False}, True),
        ({"b": 1}, {"unevaluatedProperties": {"type": "string"}}, False),
        ({"b": 1}, {"$schema": DRAFT_2019, "properties": {"b": {}}, "unevaluatedProperties": False}, True),
        ({"b": 1}, {"$schema": DRAFT_07, "unevaluatedProperties": False}, True),
        # The outer schema extends the tree, so that its members are evaluated on each level.
        ({"branch": {"b": 1}}, EXTENDED_TREE, True),
        ({"branch": {"c": 1}}, EXTENDED_TREE, False),
    ],
)
def test_an_instance_is_judged_as_the_specification_says(instance: JsonValue, schema: JsonValue, valid: bool) -> None:
    assert is_valid(instance, schema) is valid


def test_a_pattern_that_explodes_is_answered_also_below_a_schema_with_a_name_of_its_own() -> None:
    inner: JsonValue = {"$schema": DRAFT_07, "$id": "urn:x", "properties": {"a": {"pattern": "^(a+)+$"}}}
    assert not is_valid({"p": {"a": "a" * 60 + "!"}}, {"properties": {"p": inner}})


def test_a_pattern_that_no_engine_can_use_is_an_error_of_its_own() -> None:
    with pytest.raises(ConformanceError, match="is not an ECMA-262 regular expression"):
        is_valid("a", {"pattern": "("})


def test_a_reference_that_leads_nowhere_is_an_error_of_its_own() -> None:
    with pytest.raises(ConformanceError, match="reference '/nowhere'"):
        list(violations(1, {"$ref": "#/nowhere"}))
    with pytest.raises(ConformanceError, match="does not resolve within the schema"):
        list(violations_at("/items", 1, {"items": {"$ref": "https://example.com/x"}}))


def test_ten_thousand_objects_are_told_apart_in_one_pass() -> None:
    assert is_valid([{"a": number} for number in range(10_000)], {"uniqueItems": True})


def test_a_violation_names_instance_schema_and_keyword() -> None:
    (found,) = violations({"a": [1]}, {"properties": {"a": {"items": {"type": "string"}}}})
    assert (found.pointer, found.schema_pointer, found.keyword) == ("/a/0", "/properties/a/items/type", "type")


def test_unexpected_names_are_shown_safely() -> None:
    (found,) = violations({"\x1b[2J": 1}, {"additionalProperties": False})
    assert "\x1b" not in found.message


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}},
        {
            "$id": "https://example.com/s",
            "properties": {"a": {"$ref": "/s#/$defs/A"}},
            "$defs": {"A": {"type": "string"}},
        },
        {
            "$schema": DRAFT_07,
            "properties": {"a": {"$ref": "#/definitions/A"}},
            "definitions": {"A": {"type": "string"}},
        },
        {"$id": "s.json", "properties": {"a": {"$ref": "s.json#/$defs/A"}}, "$defs": {"A": {"type": "string"}}},
        {"properties": {"a": {"$id": "urn:n", "$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}}},
    ],
)
def test_a_part_of_a_schema_is_judged_in_the_whole(schema: JsonValue) -> None:
    assert [one.keyword for one in violations_at("/properties/a", 1, schema)] == ["type"]
    assert list(violations_at("/properties/a", "x", schema)) == []


@pytest.mark.parametrize(
    ("schema", "pointers"),
    [
        ({"type": "object", "properties": {"a": {"minLength": 1.0}}}, []),
        (
            {"properties": {"a": {"type": "strnig"}, "b": {"required": ["x", "x"]}}},
            ["/properties/a/type", "/properties/b/required"],
        ),
        ({"items": [{}]}, ["/items"]),
        ({"$schema": DRAFT_07, "items": [{}]}, []),
        ({"properties": {"a": {"$ref": 7}}}, ["/properties/a/$ref"]),
        ({"\ud800": {}, "type": "x"}, ["/type"]),
        ({"pattern": "(", "format": 5}, ["/format"]),
        ({"properties": {"": {"type": "x"}}}, ["/properties//type"]),
    ],
)
def test_a_schema_is_held_to_the_meta_schema_of_its_dialect(schema: JsonValue, pointers: list[str]) -> None:
    assert sorted(one.pointer for one in schema_violations(schema)) == pointers


def test_a_subschema_under_half_of_a_character_is_judged_like_any_other() -> None:
    schema: JsonValue = {"properties": {"\ud800": {"type": "integer"}, "b": {"$ref": "#/properties/\ud800"}}}
    (found,) = violations_at("/properties/\ud800", "x", schema)
    assert (found.keyword, found.pointer) == ("type", "")
    assert list(violations_at("/properties/\ud800", 1, schema)) == []
