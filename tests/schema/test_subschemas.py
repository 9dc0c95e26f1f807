"""What a schema says of one place is found through references, unions and conditionals."""

import pytest

from conformance.schema.subschemas import Subschemas

SCHEMA = {
    "type": "object",
    "properties": {
        "item": {"$ref": "#/$defs/Item"},
        "items": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Item"}, {"type": "null"}]}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "free": {"type": "object"},
    },
    "allOf": [{"if": {"required": ["item"]}, "then": {"properties": {"reason": {"default": "none"}}}}],
    "$defs": {"Item": {"type": "object", "properties": {"name": {"examples": ["a"], "default": "b"}, "size": {}}}},
}


def test_the_names_of_a_place_are_found_through_a_reference_and_a_union() -> None:
    places = Subschemas(SCHEMA)
    assert places.names_at("/item") == ["name", "size"]
    assert places.names_at("/items/3") == ["name", "size"]
    assert places.names_at("") == ["item", "items", "labels", "free", "reason"]


def test_examples_are_shown_before_defaults() -> None:
    assert Subschemas(SCHEMA).hints_at("/items/0/name") == ["a", "b"]


def test_a_dictionary_on_purpose_is_told_from_an_object_with_members() -> None:
    places = Subschemas(SCHEMA)
    assert places.is_map("/labels")
    assert places.is_map("/free")
    assert not places.is_map("/item")
    assert not places.is_map("")


def test_a_reference_in_a_circle_comes_to_an_end() -> None:
    places = Subschemas({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"})
    assert places.names_at("") == []


LISTED = {
    "properties": {
        "plain": {"enum": ["a", 1]},
        "constant": {"const": None},
        "either": {"anyOf": [{"const": "a"}, {"$ref": "#/$defs/few"}, {"type": "null"}]},
        "open": {"anyOf": [{"const": "a"}, {"type": "string"}]},
        "null": {"type": "null"},
        "nested": {"allOf": [{"enum": ["x"]}], "anyOf": [{"type": "string"}, {"type": "integer"}]},
        "endless": {"$ref": "#/$defs/loop"},
    },
    "$defs": {"few": {"enum": ["b", "c"]}, "loop": {"anyOf": [{"$ref": "#/$defs/loop"}, {"const": 7}]}},
}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("plain", ["a", 1]),
        ("constant", [None]),
        ("either", ["a", "b", "c"]),
        ("open", None),
        ("null", None),
        ("nested", ["x"]),
        ("endless", [7]),
    ],
)
def test_listed_values_are_those_of_every_branch_unless_one_allows_others(
    name: str, values: list[object] | None
) -> None:
    assert Subschemas(LISTED).values_of(f"/properties/{name}") == values


def test_what_applies_a_subschema_is_found_through_references() -> None:
    places = Subschemas(
        {
            "anyOf": [{"allOf": [{"$ref": "#/$defs/a"}]}],
            "properties": {"p": {"$ref": "#/$defs/a"}},
            "$defs": {"a": {"allOf": [{"type": "string"}]}, "loop": {"$ref": "#/$defs/loop"}},
        }
    )
    assert places.appliers_of("/$defs/a/allOf/0") == ["/$defs/a"]
    assert set(places.appliers_of("/$defs/a")) == {"/anyOf/0/allOf/0", "/properties/p"}
    assert places.appliers_of("") == ()
    assert places.outermost("/$defs/a/allOf/0") == {"", "/properties/p"}
    assert places.outermost("/$defs/loop") == {"/$defs/loop"}
    assert places.enclosing("/anyOf/0/allOf/0") == ""
    assert places.enclosing("/$defs/a/allOf/0") == "/$defs/a"
