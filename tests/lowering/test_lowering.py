"""What a lowering changes, and that it says what it loses."""

import pytest

from conformance.json_values import JsonObject
from conformance.lowering import LossKind, lower
from conformance.lowering.measures import measures_of
from conformance.lowering.objections import of_keywords, of_property_names, of_root, of_strictness
from conformance.profiles import load_profile
from conformance.profiles.provider import Dialect, Provider


def _provider(name: str) -> Provider:
    provider = load_profile(name).provider
    assert provider is not None
    return provider


def _dialect(name: str) -> Dialect:
    return _provider(name).dialect


def _closed(properties: JsonObject, *required: str, **more: object) -> dict[str, object]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(required),
        **more,
    }


def _losses(schema: object, target: str) -> list[tuple[str, str]]:
    return [(loss.kind.value, loss.pointer) for loss in lower(schema, _dialect(target)).losses]  # type: ignore[arg-type]


def test_an_optional_field_becomes_required_and_nullable_in_strict_mode() -> None:
    lowered = lower(_closed({"a": {"type": "string"}, "b": {"enum": ["x"]}}, "a"), _dialect("openai_strict"))
    assert lowered.schema == _closed(
        {"a": {"type": "string"}, "b": {"anyOf": [{"enum": ["x"]}, {"type": "null"}]}}, "a", "b"
    )
    assert [(loss.kind, loss.pointer) for loss in lowered.losses] == [(LossKind.NULL, "/properties/b")]


def test_what_was_nullable_already_loses_nothing() -> None:
    schema = _closed({"a": {"type": ["string", "null"]}, "b": {"anyOf": [{"$ref": "#/$defs/x"}, {"type": "null"}]}})
    schema["$defs"] = {"x": {"type": "string"}}
    assert lower(schema, _dialect("openai_strict")).losses == ()


def test_a_lost_condition_names_what_it_required() -> None:
    rule = {"if": {"required": ["a"]}, "then": {"required": ["b"]}}
    schema = _closed({"a": {"type": "string"}, "b": {"type": "string"}}, allOf=[rule])
    (loss,) = lower(schema, _dialect("anthropic")).losses
    assert (loss.kind, loss.pointer) == (LossKind.REQUIREMENT, "/allOf")
    assert loss.said == "allOf (requires a, b)"


def test_plain_parts_of_an_intersection_are_folded_in_and_lose_nothing() -> None:
    schema = _closed(
        {"a": {"type": "string"}}, "a", allOf=[{"properties": {"b": {"type": "integer"}}, "required": ["b"]}]
    )
    lowered = lower(schema, _dialect("openai"))
    assert lowered.schema == _closed({"a": {"type": "string"}, "b": {"type": "integer"}}, "a", "b")
    assert lowered.losses == ()


@pytest.mark.parametrize(
    ("schema", "lowered"),
    [
        ({"type": ["string", "null"], "minLength": 1}, {"type": "string", "minLength": 1, "nullable": True}),
        ({"type": ["string", "null"], "enum": ["a", None]}, {"type": "string", "enum": ["a"], "nullable": True}),
        ({"const": "a"}, {"enum": ["a"], "type": "string"}),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string", "nullable": True}),
        ({"type": ["string", "integer"]}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        ({"type": "integer", "$comment": "x", "examples": [1]}, {"type": "integer"}),
    ],
)
def test_gemini_is_given_its_own_words_for_the_same(schema: JsonObject, lowered: JsonObject) -> None:
    sent = lower({"type": "object", "properties": {"a": schema}}, _dialect("gemini"))
    assert sent.schema == {"type": "object", "properties": {"a": lowered}}
    assert sent.losses == ()


def test_references_are_inlined_where_a_provider_knows_none() -> None:
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "string"}}}
    assert lower(schema, _dialect("gemini")).schema == {"type": "object", "properties": {"a": {"type": "string"}}}


def test_a_tool_without_arguments_is_sent_without_a_schema_where_an_empty_one_is_refused() -> None:
    assert lower(_closed({}), _dialect("gemini")).schema is None


_ANY_NAMES: JsonObject = {"type": "object", "additionalProperties": {"type": "string"}}


@pytest.mark.parametrize(
    ("field", "target", "losses"),
    [
        ({"type": "integer", "minimum": 1}, "anthropic_strict", [("constraint", "/properties/a/minimum")]),
        (_ANY_NAMES, "openai_strict", [("dictionary", "/properties/a")]),
        ({"type": "string"}, "gemini", [("openness", "/additionalProperties")]),
        ({"enum": [1]}, "gemini", [("openness", "/additionalProperties"), ("constraint", "/properties/a/enum")]),
        ({"not": {"const": "x"}}, "openai_strict", [("requirement", "/properties/a/not")]),
    ],
)
def test_every_loss_has_its_kind_and_place(field: JsonObject, target: str, losses: list[tuple[str, str]]) -> None:
    assert _losses(_closed({"a": field}, "a"), target) == losses


_KIND_A: JsonObject = {"type": "object", "properties": {"kind": {"const": "a"}}, "required": ["kind"]}
_KIND_B: JsonObject = {"type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"]}


@pytest.mark.parametrize("target", ["openai_strict", "anthropic_strict", "gemini", "portable"])
@pytest.mark.parametrize(
    ("branches", "is_told"),
    [
        ([{"type": "integer"}, {"type": "number", "minimum": 0}], True),
        ([{"type": "object", "required": ["x"]}, {"type": "object", "required": ["y"]}], True),
        ([{"type": "string"}, {"type": "integer"}], False),
        ([{"const": "x"}, {"enum": ["y", "z"]}], False),
        ([{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], False),
        ([{"$ref": "#/$defs/a"}, {"$ref": "#"}], True),
    ],
)
def test_a_choice_of_exactly_one_is_lost_unless_its_branches_are_proved_to_exclude_each_other(
    branches: list[JsonObject], is_told: bool, target: str
) -> None:
    schema = _closed({"a": {"oneOf": branches}}, "a")
    schema["$defs"] = {"a": _KIND_A, "b": _KIND_B}
    assert (("requirement", "/properties/a/oneOf") in _losses(schema, target)) == is_told


@pytest.mark.parametrize("target", ["openai", "openai_strict", "anthropic", "anthropic_strict", "gemini", "portable"])
def test_lowering_twice_changes_and_loses_nothing_more(target: str) -> None:
    schema = _closed(
        {
            "a": {"type": ["string", "null"], "minLength": 1},
            "b": {"type": "object", "additionalProperties": False, "properties": {"c": {"const": "x"}}},
            "d": {"oneOf": [{"type": "string"}, {"type": "integer", "exclusiveMinimum": 0}]},
        },
        "a",
        anyOf=[{"required": ["a"]}, {"required": ["b"]}],
    )
    once = lower(schema, _dialect(target)).schema  # type: ignore[arg-type]
    again = lower(once, _dialect(target))
    assert again.schema == once
    assert again.losses == ()


@pytest.mark.parametrize("target", ["openai_strict", "anthropic_strict", "gemini"])
def test_recursion_is_kept_or_refused_and_never_followed_for_ever(target: str) -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "x": {"type": "string"}}}
    schema: JsonObject = {"type": "object", "properties": {"first": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}
    lowered = lower(schema, _dialect(target))
    assert lowered.schema is not None
    assert any(of_keywords(schema, _dialect(target))) == (target != "openai_strict")


def test_a_broken_schema_is_lowered_without_a_fault() -> None:
    for schema in (True, None, {"type": 3, "properties": [], "required": "a", "enum": {}, "anyOf": 1, "$ref": 5}):
        for target in ("openai_strict", "anthropic_strict", "gemini"):
            lower(schema, _dialect(target))


class TestObjections:
    def test_openai_needs_properties_at_the_root(self) -> None:
        assert [one.what for one in of_root({"type": "object"}, _dialect("openai"))] == ["no 'properties' at the root"]

    def test_anthropic_refuses_unions_at_the_root_and_nowhere_else(self) -> None:
        union: JsonObject = {"anyOf": [{"type": "string"}]}
        assert any(of_root({"type": "object", **union}, _dialect("anthropic")))
        assert not any(of_keywords({"type": "object", "properties": {"a": union}}, _dialect("anthropic")))

    def test_anthropic_names_are_asked_for_at_the_root_only(self) -> None:
        inner: JsonObject = {"type": "object", "properties": {"a b": {}}}
        schema: JsonObject = {"type": "object", "properties": {"ok": inner, "x" * 65: {}}}
        assert [one.what for one in of_property_names(schema, _provider("anthropic"))] == ["x" * 65]

    def test_gemini_refuses_dashes_and_empty_objects_inside(self) -> None:
        schema: JsonObject = {"type": "object", "properties": {"page-size": {"type": "object"}}}
        assert [one.what for one in of_property_names(schema, _provider("gemini"))] == ["page-size"]
        assert [one.what for one in of_keywords(schema, _dialect("gemini"))] == ["an object without properties"]

    def test_an_array_without_items_fails_a_request_to_openai(self) -> None:
        schema: JsonObject = {"type": "object", "properties": {"a": {"type": "array"}}}
        assert [one.pointer for one in of_keywords(schema, _dialect("openai"))] == ["/properties/a"]

    def test_strictness_asks_for_closed_objects_at_every_depth(self) -> None:
        schema = _closed({"a": {"type": "object", "properties": {}}}, "a")
        assert [one.pointer for one in of_strictness(schema, _dialect("openai_strict"))] == ["/properties/a"]  # type: ignore[arg-type]


class TestMeasures:
    def test_depth_counts_objects_and_arrays_and_enters_recursion_once(self) -> None:
        list_of_objects: JsonObject = {
            "type": "array",
            "items": {"type": "object", "properties": {"b": {"type": "string"}}},
        }
        assert measures_of({"type": "object", "properties": {"a": list_of_objects}}).depth == 3
        node: JsonObject = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}
        assert measures_of({"$ref": "#/$defs/node", "$defs": {"node": node}}).depth <= 3

    def test_optional_and_union_fields_are_counted(self) -> None:
        size = measures_of(_closed({"a": {"type": ["string", "null"]}, "b": {"type": "string"}}, "b"))  # type: ignore[arg-type]
        assert (size.properties, size.optional_fields, size.union_fields) == (2, 1, 1)

    def test_enums_are_counted_by_values_and_by_characters(self) -> None:
        size = measures_of({"type": "object", "properties": {"ab": {"enum": ["xyz", "uv"]}}})
        assert (size.enum_values, size.characters, size.large_enums) == (2, 7, ((2, 5),))
