"""The object levels of an input: where they are found, what opens them, and that sharing costs nothing."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from conformance.inventory.input_schema import object_levels_of
from tests.cases import check_each
from tests.inventory.tools import tool_of

CLOSED: JsonObject = {"additionalProperties": False}
DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def opened(schema: JsonObject) -> list[str]:
    """The pointers that open a level, below the input schema."""
    levels = object_levels_of(tool_of(schema))
    return [level.opening_pointer.removeprefix("/input_schema") for level in levels if not level.is_closed]


def found(schema: JsonObject) -> list[str]:
    """The pointers of all levels, below the input schema."""
    return [level.pointer.removeprefix("/input_schema") for level in object_levels_of(tool_of(schema))]


def closed(**members: JsonValue) -> JsonObject:
    return {"type": "object", **CLOSED, **members}


@check_each(
    ("schema", "pointers"),
    [
        ({"type": "object"}, [""]),
        ({"properties": {"a": {"type": "string"}}}, [""]),
        ({"type": "object", "additionalProperties": True}, ["/additionalProperties"]),
        ({"type": "object", "additionalProperties": {}}, ["/additionalProperties"]),
        ({"type": "object", "additionalProperties": {"description": "any"}}, ["/additionalProperties"]),
        (closed(), []),
        (closed(patternProperties={"^x-": {"type": "string"}}), []),
        (closed(patternProperties={".*": {}}), ["/patternProperties/.*"]),
        ({"type": "object", "patternProperties": {"^x-": {"type": "string"}}}, [""]),
        ({"type": "object", "unevaluatedProperties": False}, []),
        ({"type": "object", "unevaluatedProperties": True}, ["/unevaluatedProperties"]),
        (
            {"type": "object", "unevaluatedProperties": False, "allOf": [{"additionalProperties": True}]},
            ["/allOf/0/additionalProperties"],
        ),
        ({"$schema": DRAFT_07, "type": "object", "unevaluatedProperties": False}, [""]),
        ({"type": "object", "maxProperties": 0}, []),
        ({"type": "object", "propertyNames": {"enum": ["a"]}}, []),
        ({"type": "object", "propertyNames": {"$ref": "#/$defs/N"}, "$defs": {"N": {"enum": ["a"]}}}, []),
        ({"type": "object", "propertyNames": {"pattern": "^a"}}, [""]),
        ({"type": "object", "enum": [{"a": 1}]}, []),
        (closed(properties={"a": {"type": ["object", "null"]}}), ["/properties/a"]),
        (closed(properties={"a": {"type": "array", "items": {"type": "object"}}}), ["/properties/a/items"]),
        (
            closed(properties={"a": {"type": "array", "prefixItems": [{}, {"type": "object"}]}}),
            ["/properties/a/prefixItems/1"],
        ),
        (closed(properties={"a": {"type": "array", "contains": {"type": "object"}}}), ["/properties/a/contains"]),
        (closed(properties={"a": {"type": "array", "items": closed(), "contains": {"type": "object"}}}), []),
        (closed(properties={"a": {"anyOf": [{"type": "null"}, {"type": "object"}]}}), ["/properties/a/anyOf/1"]),
        (
            closed(properties={"a": {"type": "object", "additionalProperties": {"type": "object"}}}),
            ["/properties/a/additionalProperties"],
        ),
    ],
)
def test_a_level_is_opened_by_the_keyword_or_by_the_schema_that_lacks_it(
    schema: JsonObject, pointers: list[str]
) -> None:
    assert opened(schema) == pointers


def test_a_dictionary_is_a_level_that_is_not_open() -> None:
    (level,) = object_levels_of(tool_of({"type": "object", "additionalProperties": {"type": "string"}}))
    assert level.is_closed
    assert level.is_dictionary


def test_a_dictionary_with_named_members_is_open() -> None:
    schema: JsonObject = {"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "string"}}
    assert opened(schema) == ["/additionalProperties"]


@pytest.mark.parametrize("applicator", ["if", "then", "else", "not"])
def test_an_applicator_is_no_level(applicator: str) -> None:
    schema = closed(properties={"a": {}}, **{"if": {}, applicator: {"properties": {"a": {"const": 1}}}})
    assert found(schema) == [""]


def test_what_an_applicator_says_of_a_member_is_a_level_of_that_member() -> None:
    member: JsonObject = {"type": "object", "properties": {"x": {}}}
    schema = closed(properties={"a": {}}, **{"if": {}, "then": {"properties": {"a": member}}})
    assert opened(schema) == ["/then/properties/a"]
    shut = closed(properties={"a": closed(properties={"x": {}})}, **{"if": {}, "then": {"properties": {"a": member}}})
    assert opened(shut) == []


def test_a_union_that_closes_every_branch_closes_what_stands_beside_it() -> None:
    first, second = (closed(properties={name: {}}) for name in ("x", "y"))
    schema: JsonObject = {"type": "object", "oneOf": [first, second]}
    assert opened(schema) == []
    nested = closed(
        properties={"a": {"type": "object"}},
        oneOf=[{"properties": {"a": first}}, {"properties": {"a": second}}],
    )
    assert opened(nested) == []


def test_only_the_open_branch_of_a_union_is_named() -> None:
    schema: JsonObject = {"oneOf": [closed(properties={"x": {}}), {"type": "object", "properties": {"y": {}}}]}
    assert opened(schema) == ["/oneOf/1"]


def test_a_base_with_a_branch_that_is_no_object_is_named_itself() -> None:
    assert opened({"type": "object", "anyOf": [closed(), {"required": ["a"]}]}) == [""]


def test_a_shared_definition_is_found_once_and_recursion_ends() -> None:
    node: JsonObject = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    fields: JsonObject = {name: {"$ref": "#/$defs/Node"} for name in "abc"}
    assert opened({**closed(properties=fields), "$defs": {"Node": node}}) == ["/$defs/Node"]


def test_recursion_through_a_union_ends() -> None:
    lists: JsonObject = {"type": "array", "items": {"$ref": "#"}}
    either: JsonObject = {"anyOf": [lists, closed(properties={"x": {"$ref": "#"}}), {"$ref": "#/$defs/Open"}]}
    inner: JsonObject = {"type": "object", "properties": {"x": {"anyOf": [{"$ref": "#"}, either]}}}
    assert opened({**closed(properties={"w": either}), "$defs": {"Open": inner}}) == ["/$defs/Open"]


def test_a_definition_is_open_although_another_place_closes_it() -> None:
    shared: JsonObject = {"type": "object", "properties": {"x": {}}}
    fields: JsonObject = {
        "a": {"$ref": "#/$defs/S", "unevaluatedProperties": False},
        "b": {"$ref": "#/$defs/S"},
    }
    assert opened({**closed(properties=fields), "$defs": {"S": shared}}) == ["/$defs/S"]


def test_beside_a_reference_nothing_counts_in_draft_07() -> None:
    definitions: JsonObject = {"A": {"type": "object"}}
    field: JsonObject = {"$ref": "#/definitions/A", **CLOSED}
    assert opened({"$schema": DRAFT_07, **closed(properties={"a": field}), "definitions": definitions}) == [
        "/definitions/A"
    ]
    assert opened({**closed(properties={"a": field}), "definitions": definitions}) == []


def test_several_schemas_that_name_fields_need_another_keyword_to_be_closed() -> None:
    parts: list[JsonValue] = [{"properties": {"a": {}}}, {"properties": {"b": {}}}]
    (level,) = object_levels_of(tool_of({"type": "object", "allOf": parts}))
    assert level.is_composed


def test_thirty_definitions_that_each_use_the_next_twice_are_walked_once() -> None:
    definitions: dict[str, JsonValue] = {"d30": closed()}
    for number in range(30):
        below: JsonObject = {"$ref": f"#/$defs/d{number + 1}"}
        definitions[f"d{number}"] = {"type": "object", "properties": {"l": below, "r": below}}
    assert len(opened({"$ref": "#/$defs/d0", "$defs": definitions})) == 30


def test_three_thousand_fields_are_all_walked() -> None:
    assert opened(closed(properties={f"p{number}": {"type": "object"} for number in range(3000)}))
    assert len(opened(closed(properties={f"p{number}": {"type": "object"} for number in range(3000)}))) == 3000


def test_circles_of_different_length_that_hold_together_are_refused() -> None:
    definitions: dict[str, JsonValue] = {
        f"c{length}_{step}": {"properties": {"n": {"$ref": f"#/$defs/c{length}_{(step + 1) % length}"}}}
        for length in (2, 3, 5, 7, 11, 13, 17)
        for step in range(length)
    }
    starts: list[JsonValue] = [{"$ref": f"#/$defs/c{length}_0"} for length in (2, 3, 5, 7, 11, 13, 17)]
    with pytest.raises(ConformanceError, match="lead to more than"):
        list(object_levels_of(tool_of({"allOf": starts, "$defs": definitions})))
