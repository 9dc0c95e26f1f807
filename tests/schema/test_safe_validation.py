"""Judging by a schema that may be anything: violations, or the reason why it cannot be used."""

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.safe_validation import validate_instance


def test_what_a_schema_accepts_has_no_violations() -> None:
    assert validate_instance({"a": 1.0}, {"properties": {"a": {"type": "integer"}}}, 5) == []


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
        ("a text", "not an object or a boolean"),
    ],
)
def test_an_unusable_schema_is_answered_with_the_reason(schema: JsonValue, reason: str) -> None:
    found = validate_instance({"a": 1}, schema, 5)
    assert isinstance(found, str)
    assert reason in found


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
