"""What a lowering changes, and that it says what it loses."""

import pytest

from conformance.documents.values import JsonObject
from conformance.inventory.lowering import LossKind, lower
from conformance.inventory.lowering.measures import measures_of
from conformance.inventory.lowering.objections import (
    keyword_objections,
    property_name_objections,
    root_objections,
    strictness_objections,
)
from conformance.settings.profiles import load_profile
from conformance.settings.profiles.provider import Provider, ProviderDialect
from tests.cases import check_each


def _provider(name: str) -> Provider:
    provider = load_profile(name).provider
    assert provider is not None
    return provider


def _dialect(name: str) -> ProviderDialect:
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
        {"a": {"type": "string"}, "b": {"type": ["string", "null"], "enum": ["x", None]}}, "a", "b"
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
    assert loss.description == "allOf (requires a, b)"


def test_plain_parts_of_an_intersection_are_folded_in_and_lose_nothing() -> None:
    part: JsonObject = {"properties": {"b": {"type": "integer"}}, "required": ["b"]}
    whole: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    lowered = lower({**whole, "allOf": [part]}, _dialect("openai"))
    assert lowered.schema == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    }
    assert lowered.losses == ()


def test_a_closed_object_refuses_what_an_intersection_adds_and_its_folded_form_does_not() -> None:
    part: JsonObject = {"properties": {"b": {"type": "integer"}}}
    schema = _closed({"a": {"type": "string"}}, "a", allOf=[part])
    assert _losses(schema, "openai") == [("requirement", "/allOf/0")]


def test_an_intersection_whose_parts_judge_each_other_is_not_folded() -> None:
    part: JsonObject = {"additionalProperties": {"type": "integer"}}
    schema: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}, "allOf": [part]}
    lowered = lower(schema, _dialect("openai"))
    assert lowered.schema == {"type": "object", "properties": {"a": {"type": "string"}}}
    assert [(loss.kind, loss.pointer) for loss in lowered.losses] == [(LossKind.REQUIREMENT, "/allOf")]


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


@check_each("target", ["openai_strict", "anthropic_strict", "gemini", "portable"])
@check_each(
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


def test_a_definition_that_nothing_refers_to_loses_nothing() -> None:
    schema = _closed({"a": {"$ref": "#/$defs/used"}}, "a")
    schema["$defs"] = {"used": {"$ref": "#/$defs/inner"}, "inner": {"not": {}}, "idle": {"not": {}}}
    assert _losses(schema, "openai_strict") == [("requirement", "/$defs/inner/not")]


_TEXT: JsonObject = {"type": "string"}
_PATTERNS: JsonObject = {"type": "object", "patternProperties": {"^x_": _TEXT}, "additionalProperties": False}


@check_each(
    ("target", "field", "sent"),
    [
        ("gemini", {"type": ["string", "null"], "enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
        ("portable", {"type": ["string", "null"], "enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
        ("gemini", {"enum": [None]}, {"type": "null"}),
        ("portable", {"const": None}, {"type": "null"}),
        ("gemini", {"type": "string", "anyOf": [_TEXT, {"type": "null"}]}, {"type": "string", "anyOf": [_TEXT]}),
        ("anthropic_strict", {"type": "integer", "enum": ["a", 1, 2]}, {"enum": [1, 2]}),
        ("anthropic_strict", {"type": "integer", "enum": ["a"]}, {"type": "integer", "enum": ["a"]}),
        ("gemini", True, {}),
        ("gemini", {"type": "array", "items": True}, {"type": "array", "items": {}}),
        ("gemini", {"type": "string", "properties": {"x": _TEXT}}, _TEXT),
        ("openai_strict", {"type": "array", "items": False}, {"type": "array", "maxItems": 0}),
        (
            "openai_strict",
            {"type": "array", "prefixItems": [_TEXT, _TEXT], "items": False, "minItems": 2},
            {"type": "array", "minItems": 2, "maxItems": 2, "items": _TEXT},
        ),
        ("openai", {"type": "array", "items": [_TEXT, _TEXT]}, {"type": "array", "items": {}}),
        (
            "openai",
            {"type": "array", "items": [_TEXT, _TEXT], "additionalItems": False},
            {"type": "array", "items": _TEXT, "maxItems": 2},
        ),
        ("anthropic", {"type": "array", "items": []}, {"type": "array", "items": {}}),
    ],
)
def test_what_is_sent_admits_what_the_contract_does(target: str, field: JsonObject, sent: JsonObject) -> None:
    lowered = lower(_closed({"a": field}, "a"), _dialect(target)).schema
    assert lowered["properties"] == {"a": sent}  # type: ignore[index,call-overload]


@pytest.mark.parametrize("target", ["openai_strict", "anthropic_strict", "gemini", "portable"])
def test_a_property_that_is_never_allowed_is_not_sent(target: str) -> None:
    lowered = lower(_closed({"a": False, "b": _TEXT}, "b"), _dialect(target)).schema
    assert lowered["properties"] == {"b": _TEXT}  # type: ignore[index,call-overload]


@pytest.mark.parametrize("target", ["openai_strict", "anthropic_strict", "gemini", "portable"])
def test_a_required_field_that_is_not_declared_is_lost_as_a_requirement(target: str) -> None:
    schema: JsonObject = {"type": "object", "properties": {"a": _TEXT}, "required": ["a", "z"]}
    lowered = lower(schema, _dialect(target))
    assert lowered.schema["required"] == ["a"]  # type: ignore[index,call-overload]
    assert (LossKind.REQUIREMENT, "/required") in [(loss.kind, loss.pointer) for loss in lowered.losses]


@pytest.mark.parametrize("target", ["openai_strict", "anthropic_strict", "gemini", "portable"])
def test_names_by_pattern_are_lost_as_a_dictionary(target: str) -> None:
    assert ("dictionary", "/properties/a/patternProperties") in _losses(_closed({"a": _PATTERNS}, "a"), target)


@pytest.mark.parametrize(
    "field",
    [
        {"type": "object", "properties": {"x": _TEXT}, "required": ["x"], "unevaluatedProperties": False},
        {"type": "string", "nullable": True},
        {"type": "array", "items": _TEXT, "uniqueItems": False},
        {"type": "string", "contentEncoding": "base64"},
        {"type": "object", "properties": {"x": _TEXT}, "required": ["x"], "propertyNames": {"type": "string"}},
    ],
)
def test_what_asserts_nothing_more_is_no_loss(field: JsonObject) -> None:
    assert _losses(_closed({"a": field}, "a"), "openai_strict") == []


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
    assert any(keyword_objections(schema, _dialect(target))) == (target != "openai_strict")


def test_a_broken_schema_is_lowered_without_a_fault() -> None:
    for schema in (True, None, {"type": 3, "properties": [], "required": "a", "enum": {}, "anyOf": 1, "$ref": 5}):
        for target in ("openai_strict", "anthropic_strict", "gemini"):
            lower(schema, _dialect(target))


class TestObjections:
    def test_openai_needs_properties_at_the_root(self) -> None:
        assert [one.what for one in root_objections({"type": "object"}, _dialect("openai"))] == [
            "`properties` at the root"
        ]

    def test_anthropic_refuses_unions_at_the_root_and_nowhere_else(self) -> None:
        union: JsonObject = {"anyOf": [{"type": "string"}]}
        assert any(root_objections({"type": "object", **union}, _dialect("anthropic")))
        assert not any(keyword_objections({"type": "object", "properties": {"a": union}}, _dialect("anthropic")))

    def test_anthropic_names_are_asked_for_at_the_root_only(self) -> None:
        inner: JsonObject = {"type": "object", "properties": {"a b": {}}}
        schema: JsonObject = {"type": "object", "properties": {"ok": inner, "x" * 65: {}}}
        assert [one.what for one in property_name_objections(schema, _provider("anthropic"))] == ["x" * 65]

    def test_gemini_refuses_dashes_and_empty_objects_inside(self) -> None:
        schema: JsonObject = {"type": "object", "properties": {"page-size": {"type": "object"}}}
        assert [one.what for one in property_name_objections(schema, _provider("gemini"))] == ["page-size"]
        assert [one.what for one in keyword_objections(schema, _dialect("gemini"))] == [
            "an object without `properties`"
        ]

    def test_an_array_without_items_fails_a_request_to_openai(self) -> None:
        schema: JsonObject = {"type": "object", "properties": {"a": {"type": "array"}}}
        assert [one.pointer for one in keyword_objections(schema, _dialect("openai"))] == ["/properties/a"]

    def test_strictness_asks_for_closed_objects_at_every_depth(self) -> None:
        schema = _closed({"a": {"type": "object", "properties": {}}}, "a")
        assert [one.pointer for one in strictness_objections(schema, _dialect("openai_strict"))] == ["/properties/a"]  # type: ignore[arg-type]

    @check_each("target", ["openai_strict", "anthropic_strict", "gemini", "portable"])
    @check_each("field", [True, False, {"type": "array", "items": True}])
    def test_true_and_false_are_no_schemas_to_those_who_know_none(self, target: str, field: JsonObject) -> None:
        found = [
            one.what for one in keyword_objections({"type": "object", "properties": {"a": field}}, _dialect(target))
        ]
        assert any(what.endswith("as a schema") for what in found)

    @pytest.mark.parametrize("target", ["gemini", "portable"])
    def test_properties_beside_another_type_fail_a_request_to_gemini(self, target: str) -> None:
        field: JsonObject = {"type": "string", "properties": {"x": {"type": "string"}}}
        (found,) = keyword_objections({"type": "object", "properties": {"a": field}}, _dialect(target))
        assert (found.pointer, found.what) == ("/properties/a/properties", '`properties` next to `"type": "string"`')

    @pytest.mark.parametrize("root", [{"type": "object"}, {"type": "object", "properties": {}}])
    def test_a_root_without_properties_fails_a_request_to_gemini(self, root: JsonObject) -> None:
        what = "an object whose `properties` are empty" if "properties" in root else "an object without `properties`"
        assert [one.what for one in root_objections(root, _dialect("gemini"))] == [what]
        assert len(list(root_objections(root, _dialect("portable")))) == 1

    def test_what_is_missing_is_needed_and_what_stands_there_is_not_taken(self) -> None:
        (missing,) = root_objections({"type": "object"}, _dialect("openai"))
        (there,) = root_objections({"type": "object", "properties": {}, "not": {}}, _dialect("openai"))
        assert missing.message_for("OpenAI") == "OpenAI requires `properties` at the root"
        assert there.message_for("OpenAI") == "OpenAI rejects `not` at the root"


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


def test_of_unions_in_unions_only_so_many_are_compared_as_can_be() -> None:
    def nested(levels: int) -> JsonObject:
        union: JsonObject = {"type": "string"}
        for level in range(levels):
            union = {"oneOf": [_closed({f"a{level}": union}, f"a{level}"), {"type": "array", "items": union}]}
        return union

    few, many = (
        [loss.kind for loss in lower(_closed({"a": nested(n)}), _dialect("openai_strict")).losses] for n in (4, 12)
    )
    assert LossKind.REQUIREMENT not in few
    # What was not compared is a loss: two of the branches may be valid at once.
    assert LossKind.REQUIREMENT in many


@check_each(
    ("values", "written"),
    [
        ({"enum": ["p", "q"]}, {"type": "string", "enum": ["p", "q"]}),
        ({"const": 1}, {"type": "integer", "const": 1}),
        ({"enum": ["a", 1, None]}, {"type": ["string", "integer", "null"], "enum": ["a", 1, None]}),
        ({"type": "string", "enum": ["p"]}, {"type": "string", "enum": ["p"]}),
    ],
)
def test_values_without_a_type_are_rejected_by_openai_in_strict_mode_and_are_given_theirs(
    values: JsonObject, written: JsonObject
) -> None:
    dialect, schema = _dialect("openai_strict"), _closed({"a": values}, "a")
    assert [one.topic for one in keyword_objections(schema, dialect)] == ["typed_values"] * ("type" not in values)
    assert lower(schema, dialect).schema == _closed({"a": written}, "a")


@check_each("target", ["openai_strict", "anthropic_strict"])
@check_each(
    ("schema", "losses"),
    [
        ({"type": "object", "properties": {}}, []),
        ({"type": "object"}, []),
        ({"type": "object", "additionalProperties": True}, ["dictionary"]),
        ({"type": "object", "properties": {"a": {"type": "object"}}, "required": ["a"]}, ["dictionary"]),
    ],
)
def test_a_tool_without_arguments_is_not_a_free_form_object(target: str, schema: JsonObject, losses: list[str]) -> None:
    assert [kind for kind, _ in _losses(schema, target)] == losses


@check_each(("values", "written"), [(["", "b"], {"type": "string", "enum": ["b"]}), ([""], {"type": "string"})])
def test_gemini_rejects_an_empty_string_in_an_enum_which_is_left_out_and_reported(
    values: list[str], written: JsonObject
) -> None:
    schema: JsonObject = {"type": "object", "properties": {"a": {"type": "string", "enum": values}}}
    assert [one.topic for one in keyword_objections(schema, _dialect("gemini"))] == ["empty_enums"]
    lowered = lower(schema, _dialect("gemini"))
    assert lowered.schema == {"type": "object", "properties": {"a": written}}
    assert [loss.pointer for loss in lowered.losses] == ["/properties/a/enum"]
