"""What breaks a schema is said in the words of JSON, safely and shortly."""

from collections.abc import Iterator

from conformance.documents.values import JsonValue
from conformance.schema.messages import format_value
from conformance.schema.validation import violations
from tests.cases import check_each


@check_each(
    ("instance", "schema", "sentence"),
    [
        (None, {"type": "object"}, "null is not of type 'object'"),
        ("0", {"type": ["integer", "null"]}, "\"0\" is not of type 'integer' or 'null'"),
        (False, {"const": True}, "true was expected"),
        (None, {"enum": [True, "a"]}, 'null is not one of [true, "a"]'),
        ([True, None], {"maxItems": 1}, "[true, null] is too long"),
        ("", {"minLength": 1}, '"" should be non-empty'),
        ([1], {"maxItems": 0}, "[1] is expected to be empty"),
        ({}, {"minProperties": 2}, "{} does not have enough properties"),
        (0, {"minimum": 1}, "0 is less than the minimum of 1"),
        (1, {"exclusiveMinimum": 1}, "1 is less than or equal to the minimum of 1"),
        (
            5,
            {"$schema": "http://json-schema.org/draft-04/schema#", "maximum": 5, "exclusiveMaximum": True},
            "5 is greater than or equal to the maximum of 5",
        ),
        ("c", {"enum": ["a" * 200, "b"]}, f'"c" is not one of ["{"a" * 97}…'),
        (None, {"not": {"const": None}}, 'null should not be valid under {"const": null}'),
        ([None], {"contains": {"type": "string"}}, "[null] does not contain items matching the given schema"),
        ([1, None], {"prefixItems": [True], "items": False}, "[1, null] has more items than are allowed"),
        ([None], {"unevaluatedItems": False}, "[null] has more items than are allowed"),
        ({"a": None}, {"properties": {"a": False}}, "null is not allowed here"),
        (None, {"anyOf": [{"type": "string"}, {"type": "array"}]}, "null is not of type 'string' or 'array'"),
        (1, {"anyOf": [{"type": "string"}, {"minimum": 2}]}, "1 is less than the minimum of 2"),
        ("c", {"anyOf": [{"const": "a"}, {"const": "b"}]}, '"c" is not valid under any of the given schemas'),
        (None, {"oneOf": [True, {"type": "null"}]}, "null is valid under more than one schema"),
        ({}, {"required": ["a"]}, "'a' is a required property"),
        ({"a": 1}, {"dependentRequired": {"a": ["b"]}}, "'b' is a dependency of 'a'"),
    ],
)
def test_a_breach_is_said_as_json(instance: JsonValue, schema: JsonValue, sentence: str) -> None:
    assert [one.message for one in violations(instance, schema)] == [sentence]


def test_a_long_or_hidden_value_is_shortened_and_escaped() -> None:
    (found,) = violations("\u202e\x1b\ud800" + "x" * 5_000, {"type": "integer"})
    assert found.message.isprintable()
    assert len(found.message) < 150


def test_a_value_that_is_cut_between_two_elements_is_marked_as_cut() -> None:
    assert format_value(["x" * 96]) == f'["{"x" * 96}"]'
    assert format_value(["x" * 97, 1]) == f'["{"x" * 97}…'


def test_of_a_long_list_only_the_beginning_is_read() -> None:
    read: list[int] = []

    class Long(list[JsonValue]):
        def __iter__(self) -> Iterator[JsonValue]:
            for index in range(1_000_000):
                read.append(index)
                yield index

    assert format_value(Long([0])).startswith("[0, 1, 2")
    assert len(read) < 100
