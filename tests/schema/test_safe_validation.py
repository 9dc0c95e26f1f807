"""Judging by a schema that may be anything: violations, or the reason why it cannot be used."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.dialects import DEFAULT, dialect_of, known_uris
from conformance.schema.safe_validation import (
    fast_acceptor,
    is_sound,
    lacking_member,
    part_acceptor,
    surely_rejects,
    validate_instance,
)
from conformance.schema.validation import Violation


def test_what_a_schema_accepts_has_no_violations() -> None:
    assert validate_instance({"a": 1.0}, {"properties": {"a": {"type": "integer"}}}, 5) == []


def test_a_value_for_which_the_search_for_a_pattern_gives_up_is_neither_accepted_nor_refused() -> None:
    schema: JsonObject = {"properties": {"a": {"pattern": r"^(a|aa)+\1$|!$"}}}
    assert validate_instance({"a": "aaa!"}, schema, 1) == []
    found = validate_instance({"a": "a" * 60 + "!"}, schema, 1)
    assert isinstance(found, str)
    assert found.endswith("cannot be evaluated within the step limit")


def test_violations_come_with_their_pointer_and_no_more_than_wanted() -> None:
    found = validate_instance([1, 2, 3], {"items": {"type": "string"}}, 2)
    assert isinstance(found, list)
    assert [violation.pointer for violation in found] == ["/0", "/1"]


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"type": "strnig"}, "'/type'"),
        ({"$ref": "#/$defs/gone"}, "does not resolve to a schema"),
        ({"$ref": "https://example.com/x"}, "points outside this schema"),
        ({"properties": {"a": {"pattern": "("}}}, "invalid pattern '('"),
        ({"patternProperties": {"[": True}}, "'['"),
        ({"$schema": "https://example.com/mine", "minimum": 9}, "'/$schema': `$schema` names the unknown dialect"),
        ({"$defs": {"a": {"$id": "urn:a", "$schema": "urn:mine"}}}, "'/$defs/a/$schema'"),
        ({"$schema": 7}, "'/$schema'"),
        ("a text", "not an object or a boolean"),
    ],
)
def test_an_unusable_schema_is_answered_with_the_reason(schema: JsonValue, reason: str) -> None:
    found = validate_instance({"a": 1}, schema, 5)
    assert isinstance(found, str)
    assert reason in found


@pytest.mark.parametrize("uri", known_uris())
def test_a_reference_to_the_meta_schema_of_a_dialect_is_judged_without_opening_anything(uri: str) -> None:
    schema: JsonObject = {"$schema": uri, "properties": {"schema": {"$ref": uri}}}
    assert validate_instance({"schema": {"minLength": 1}}, schema, 1) == []
    (violation,) = validate_instance({"schema": {"minLength": -1}}, schema, 1)
    assert isinstance(violation, Violation)
    assert violation.pointer == "/schema/minLength"
    part = validate_instance(1, {"$ref": f"{uri.rstrip('#')}#/properties/minLength"}, 1)
    assert isinstance(part, str)
    assert "points outside this schema" in part


def test_a_reference_that_leads_back_to_itself_does_not_end_in_an_exception() -> None:
    schema: JsonValue = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}
    found = validate_instance(1, schema, 5)
    assert isinstance(found, str)
    assert "cycle that consumes no input" in found


def test_a_text_that_cannot_be_encoded_is_judged_all_the_same() -> None:
    for member in ({"type": "string"}, {"minLength": 1}, {"not": {"const": "b"}}):
        assert validate_instance({"a": "\ud800"}, {"properties": {"a": member}}, 5) == []
    found = validate_instance({"a": "\ud800"}, {"properties": {"a": {"enum": ["b"]}}}, 5)
    assert isinstance(found, list)
    assert len(found) == 1


def test_a_part_that_needs_its_root_is_left_to_the_reference_validator() -> None:
    dialect = DEFAULT
    assert part_acceptor({"type": "integer", "default": 3}, dialect)(3)
    # a wrong value, half a character, an unreadable pattern, and parts that refer to elsewhere or have their own base
    assert not part_acceptor({"type": "integer"}, dialect)("3")
    assert not part_acceptor({"type": "string", "maxLength": 1}, dialect)("\ud800")
    assert not part_acceptor({"pattern": "("}, dialect)("a")
    for part in ({"$ref": "#/$defs/a"}, {"items": {"$dynamicRef": "#a"}}, {"$id": "https://example.com/x"}):
        assert not part_acceptor(part, dialect)([])


def test_a_part_is_judged_in_the_dialect_of_its_root() -> None:
    # draft-04 takes 1.0 for no integer, and `const` is a keyword since draft-06
    old = dialect_of({"$schema": "http://json-schema.org/draft-04/schema#"})
    assert old is not None
    assert part_acceptor({"const": 1}, old)(2)
    assert not part_acceptor({"const": 1}, DEFAULT)(2)


@pytest.mark.parametrize(
    ("schema", "value", "rejects"),
    [
        ({"required": ["a"]}, {}, True),
        ({"properties": {"a": {"type": "string"}}}, {"a": None}, True),
        ({"properties": {"b": {}}, "additionalProperties": False}, {"a": 1}, True),
        ({"additionalProperties": False, "patternProperties": {"^b": True}}, {"a": 1}, False),
        ({"properties": {"a": {"type": "integer"}}}, {"a": 1.5}, False),
        ({"required": ["a"]}, {"a": 1}, False),
        ({"required": "a"}, {}, False),
    ],
)
def test_a_rejection_is_sure_only_for_reasons_on_which_validators_agree(
    schema: JsonValue, value: JsonValue, rejects: bool
) -> None:
    assert surely_rejects(value, schema) is rejects


@pytest.mark.parametrize(
    ("schema", "lacking"),
    [
        ({"required": ["a"]}, "a"),
        ({"if": {}, "then": {"required": ["a"]}}, "a"),
        ({"required": ["b", "a"]}, "b"),
        ({"required": ["given"]}, ""),
        ({"properties": {"given": {"required": ["a"]}}}, None),
        ({"required": ["a"], "properties": {"given": {"type": "string"}}}, "a"),
        ({"properties": {"given": {"type": "string"}}}, None),
        ({"type": "strnig"}, None),
    ],
)
def test_the_member_that_an_object_lacks_is_named_where_nothing_else_comes_first(
    schema: JsonValue, lacking: str | None
) -> None:
    assert lacking_member({"given": {}}, schema) == lacking


def test_a_value_of_more_levels_than_the_stack_has_is_answered_with_the_reason() -> None:
    value: JsonValue = 1
    for _ in range(5_000):
        value = [value]
    found = validate_instance(value, {"type": "array", "items": {"$ref": "#"}}, 5)
    assert found == "a reference refers back to itself, or the value is nested too deeply"


def test_a_native_validator_is_only_made_for_a_schema_that_can_be_used() -> None:
    accepts = fast_acceptor({"type": "integer"})
    assert accepts is not None
    assert accepts(1)
    assert not accepts("text")
    assert fast_acceptor({"type": "strnig"}) is None
    assert fast_acceptor("a text") is None
    assert is_sound(True)
    assert is_sound({"type": "integer"})
    assert not is_sound({"type": "strnig"})
    assert not is_sound([])


def test_a_schema_that_the_native_validator_cannot_read_is_left_to_the_reference_validator() -> None:
    schema: JsonValue = {"pattern": "^(?=a)a", "minLength": 2}
    assert validate_instance("ab", schema, 5) == []
    assert len(validate_instance("a", schema, 5)) == 1


def test_a_text_that_cannot_be_encoded_is_not_surely_rejected() -> None:
    assert surely_rejects({"a": "b"}, {"properties": {"a": {"type": "integer"}}})
    assert not surely_rejects({"a": "\ud800"}, {"properties": {"a": {"type": "integer"}}})
