"""What a schema says of one place is found through references, unions and conditionals."""

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
