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


def test_a_declared_name_leads_to_its_first_declaration() -> None:
    assert Subschemas(SCHEMA).properties_at("/item") == {
        "name": "/$defs/Item/properties/name",
        "size": "/$defs/Item/properties/size",
    }
    twice = {"properties": {"a": {}}, "allOf": [{"properties": {"a": {}, "b": {}}}]}
    assert Subschemas(twice).properties_at("") == {"a": "/properties/a", "b": "/allOf/0/properties/b"}


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


PLACES = {
    "properties": {
        "pair": {"prefixItems": [{"type": "string"}, {"type": "null"}], "items": {"type": "integer"}},
        "old": {"$ref": "#/$defs/old"},
        "map": {
            "properties": {"x_1": {"title": "declared"}},
            "patternProperties": {"^x_": {"title": "by pattern"}, "(": {}},
            "additionalProperties": {"title": "any other"},
        },
    },
    "$defs": {"old": {"title": "target"}, "unused": {"title": "unused"}},
}


@pytest.mark.parametrize(
    ("location", "pointers"),
    [
        ("/pair/0", ["/properties/pair/prefixItems/0"]),
        ("/pair/1", ["/properties/pair/prefixItems/1"]),
        ("/pair/2", ["/properties/pair/items"]),
        ("/map/x_1", ["/properties/map/patternProperties/^x_", "/properties/map/properties/x_1"]),
        ("/map/x_2", ["/properties/map/patternProperties/^x_"]),
        ("/map/y", ["/properties/map/additionalProperties"]),
        ("/old", ["/properties/old", "/$defs/old"]),
        ("/none", []),
    ],
)
def test_an_element_or_member_is_described_by_what_index_or_name_selects(location: str, pointers: list[str]) -> None:
    assert Subschemas(PLACES).pointers_at(location) == pointers


def test_a_list_of_items_leaves_the_other_elements_to_additional_items_before_2020() -> None:
    draft = {"$schema": "http://json-schema.org/draft-07/schema#"}
    places = Subschemas({**draft, "items": [{"title": "first"}], "additionalItems": {"title": "rest"}})
    assert places.pointers_at("/0") == ["/items/0"]
    assert places.pointers_at("/1") == ["/additionalItems"]


def test_where_nothing_describes_a_place_the_nearest_place_around_it_speaks() -> None:
    places = Subschemas(PLACES)
    assert places.nearest_pointer("/old/deep/er") == "/properties/old"
    assert places.nearest_pointer("/old") == "/properties/old"
    assert places.nearest_pointer("/none/deep") == ""


CONDITIONAL = {
    "title": "whole",
    "allOf": [{"$ref": "#/$defs/part"}],
    "anyOf": [{"title": "branch"}],
    "if": {"title": "question"},
    "then": {"title": "consequence"},
    "dependentSchemas": {"a": {"title": "dependent"}},
    "$defs": {"part": {"title": "part"}, "unused": {"title": "unused"}},
}


def test_what_holds_together_is_told_from_what_holds_under_a_condition() -> None:
    places = Subschemas(CONDITIONAL)
    assert [part.get("title") for part in places.conjunction("")] == ["whole", None, "part", "branch"]
    assert list(places.conditions_of(["", "/$defs/part"])) == ["/then", "/dependentSchemas/a"]
    assert places.conjuncts_of("") == ["/allOf/0"]
    assert places.conjuncts_of("/allOf/0") == ["/$defs/part"]


def test_an_unused_definition_is_a_position_that_nothing_can_reach() -> None:
    places = Subschemas(CONDITIONAL)
    every = {position.pointer for position in places.positions()}
    assert every - {position.pointer for position in places.reachable_positions()} == {"/$defs/unused"}


@pytest.mark.parametrize(
    ("schema", "is_open"),
    [
        ({"type": "string"}, False),
        ({"allOf": [{"not": {"const": 1}}]}, True),
        ({"anyOf": [{"if": True}]}, True),
        ({"then": {"not": {}}}, False),
        ({"$ref": "#/$defs/a", "$defs": {"a": {}}}, False),
        ({"$ref": "#/$defs/missing"}, True),
        ({"$dynamicRef": "#/$defs/a", "$defs": {"a": {}}}, True),
    ],
)
def test_a_place_is_left_open_by_what_only_an_instance_can_decide(schema: dict[str, object], is_open: bool) -> None:
    places = Subschemas(schema)  # type: ignore[arg-type]
    for _ in range(2):  # the second answer is the first one, which is kept
        assert places.leaves_open("") is is_open


def test_types_are_those_of_all_branches_each_once() -> None:
    places = Subschemas(
        {"anyOf": [{"type": ["string", "null"]}, {"allOf": [{"type": "null"}, {"type": "integer"}]}, {"const": 1}]}
    )
    for _ in range(2):
        assert places.types_of("") == ["string", "null"]


def test_an_answer_that_was_given_once_is_kept() -> None:
    places = Subschemas(LISTED)
    assert places.values_of("/properties/either") is places.values_of("/properties/either")
    assert places.types_of("/properties/nested") is places.types_of("/properties/nested")


def test_the_branches_of_a_union_are_listed_once_however_many_ask_for_them() -> None:
    places = Subschemas({"oneOf": [{"properties": {f"a{number}": {}}} for number in range(3)]})
    listed = places.members_of("", "oneOf")
    assert listed == ["/oneOf/0", "/oneOf/1", "/oneOf/2"]
    assert all(branches is listed for branches in places.unions_of(["", ""]))
    assert places.members_of("/oneOf/0", "anyOf") == ()
