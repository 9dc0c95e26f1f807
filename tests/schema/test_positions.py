"""Every subschema is found with its role, and data is never taken for a schema."""

from conformance.documents.values import JsonValue
from conformance.schema.positions import SubschemaRole, asserted_positions, children, positions


def test_subschemas_are_found_by_the_keyword_that_holds_them() -> None:
    schema: JsonValue = {
        "properties": {"properties": {}},
        "items": [{}, True],
        "dependencies": {"a": ["b"], "c": {}},
        "allOf": [{}],
        "not": {},
        "$defs": {"D": {}},
        "default": {"properties": {"x": {}}},
        "enum": [{"items": {}}],
        "x-other": {"items": {}},
    }
    found = {position.pointer: position.role for position in positions(schema)}
    assert found == {
        "": SubschemaRole.ROOT,
        "/properties/properties": SubschemaRole.PROPERTY,
        "/items/0": SubschemaRole.ITEM,
        "/items/1": SubschemaRole.ITEM,
        "/dependencies/c": SubschemaRole.INPLACE,
        "/allOf/0": SubschemaRole.INPLACE,
        "/not": SubschemaRole.CONDITION,
        "/$defs/D": SubschemaRole.DEFINITION,
    }


def test_a_keyword_with_a_value_of_another_shape_holds_nothing() -> None:
    assert list(children({"properties": [], "allOf": {}, "$defs": None})) == []


def test_what_a_condition_holds_is_not_asserted() -> None:
    schema: JsonValue = {"if": {"properties": {"a": {}}}, "then": {"items": {}}, "not": {"items": {}}}
    assert [position.pointer for position in asserted_positions(schema)] == ["", "/then", "/then/items"]


def test_outer_subschemas_come_first_in_the_order_of_the_text() -> None:
    schema: JsonValue = {"properties": {"b": {"items": {}}, "a": {}}}
    assert [one.pointer for one in positions(schema)] == ["", "/properties/b", "/properties/b/items", "/properties/a"]
