"""Values just outside of a bound: next to it, and of the kind that the bound is about."""

from typing import Any

from conformance.documents.values import JsonValue
from conformance.schema.generation.candidates import MutationTarget
from conformance.schema.generation.elements import Parts
from conformance.schema.generation.out_of_bounds import bound_violations
from conformance.schema.generation.valid import Inputs
from conformance.schema.validation import is_valid, violations
from tests.cases import check_each

ANY_STRANGE: list[JsonValue] = ["", " ", "!", "conformance no match", "0"]
HUGE = 2**54


def tried(schema: Any, value: JsonValue) -> list[JsonValue]:
    inputs = Inputs(schema)
    return bound_violations(MutationTarget(value, inputs.subschemas.schemas_at(""), Parts(inputs, value, "")))


NUMBERS: list[tuple[Any, JsonValue, list[JsonValue]]] = [
    ({"minimum": 3}, 5, [2, 2]),
    ({"maximum": 3}, 1, [4, 4]),
    ({"exclusiveMinimum": 3}, 5, [3, 2, 2]),
    ({"exclusiveMaximum": 3}, 1, [3, 4, 4]),
    # the nearest integer, which a reader of integers understands, and the nearest value with the same fraction
    ({"minimum": 1.5}, 2, [1, 0.5]),
    ({"maximum": 1.5}, 1, [2, 2.5]),
    # the next value on the grid of a step, and one beside the grid
    ({"minimum": 10, "multipleOf": 5}, 15, [5, 9, 16, 14, 17.5, 12.5]),
    ({"multipleOf": 0.5}, 2, [3, 1, 2.25, 1.75]),
    # no double holds the half of a step of more digits
    ({"multipleOf": HUGE}, HUGE, [HUGE + 1, HUGE - 1, HUGE + HUGE // 2, HUGE // 2]),
    # a truth value is no number, a bound of another type none, and null has no size
    ({"minimum": 3}, True, []),
    ({"minimum": True}, 5, []),
    ({"minimum": 3, "minLength": 2}, None, []),
]
OTHERS: list[tuple[Any, JsonValue, list[JsonValue]]] = [
    ({"minLength": 3}, "abcd", ["ab"]),
    ({"minLength": 1}, "", [""]),
    ({"maxLength": 3}, "ab", ["abbb"]),
    ({"maxLength": 2}, "", ["ttt"]),
    ({"maxLength": 99_999}, "a", ["a" * 100_000]),
    ({"maxLength": 100_000}, "a", []),
    ({"pattern": "^a"}, "ab", [*ANY_STRANGE, "ab\n!", "!ab"]),
    ({"minItems": 2}, [1, 2, 3], [[1]]),
    ({"minItems": 0}, [1], []),
    ({"maxItems": 2_000}, [1], []),
    ({"maxItems": 1, "items": {"enum": [1, 2]}}, [1], [[1, 1], [1, 2]]),
    # what a set drops as repeated leaves a set that is small enough
    ({"maxItems": 1, "items": {"enum": [1, 2]}, "uniqueItems": True}, [1], [[1, 2], [1, 1], [1, 1]]),
    ({"uniqueItems": True, "minItems": 3}, [1, 2, 3], [[1, 2], [1, 2, 3, 1], [1, 2, 3, 1]]),
    ({"uniqueItems": True, "items": {"enum": ["a", "b"]}}, [], [["a", "a"], ["a", "a"]]),
    ({"uniqueItems": False}, [1], []),
    ({"items": False}, [], [["text"]]),
    ({"prefixItems": [{"const": 1}, {"const": 2}], "items": False}, [1, 2], [[1, 2, 2]]),
    ({"prefixItems": [{"const": 1}], "unevaluatedItems": False}, [1], [[1, 1]]),
    ({"minProperties": 2}, {"a": 1, "b": 2, "c": 3}, [{"a": 1}, {}]),
    ({"maxProperties": 1, "additionalProperties": {"const": 7}}, {"a": 7}, [{"a": 7, "key": 7}]),
    ({"maxProperties": 2_000}, {"a": 7}, []),
    ({"not": {"const": 3}}, 5, [3]),
    ({"not": {"enum": list(range(20))}}, 50, list(range(12))),
    # objects are left to the mutations of conditions, and what cannot be read describes nothing
    ({"not": {"required": ["a"]}}, {"b": 1}, []),
    ({"not": {"pattern": "("}}, "x", []),
]


@check_each(("schema", "value", "expected"), NUMBERS + OTHERS)
def test_the_values_beyond_a_bound_are_the_nearest_ones(schema: Any, value: JsonValue, expected: Any) -> None:
    assert tried(schema, value) == expected


def test_a_name_that_is_not_allowed_is_added_with_a_usual_value() -> None:
    schema = {"type": "object", "propertyNames": {"maxLength": 3, "pattern": "^[a-z]+$"}}
    names = [list(value)[-1] for value in tried(schema, {"ab": 7}) if isinstance(value, dict)]
    assert {"abbb", "A", "!", "conformance_not_a_member"} <= set(names)
    for value in tried(schema, {"ab": 7}):
        assert isinstance(value, dict)
        assert value["ab"] == 7
        assert list(value.values()) == [7, 7]
    assert "ab" not in names
    assert {"": "text"} in tried({"propertyNames": {"enum": ["a"]}}, {})


def test_an_array_has_too_few_or_too_many_elements_that_match() -> None:
    schema = {"type": "array", "items": {"type": "integer"}, "contains": {"const": 1}, "maxContains": 2, "minItems": 2}
    found = [value for value in tried(schema, [1, 2]) if not is_valid(value, schema)]
    assert [1, 1, 1] in found
    without = [value for value in found if isinstance(value, list) and len(value) >= 2 and 1 not in value]
    assert without  # long enough, so that only `contains` objects
    assert {error.keyword for value in without for error in violations(value, schema)} == {"contains"}


@check_each(("schema", "value", "expected"), [case for case in NUMBERS + OTHERS if case[2]])
def test_a_bound_is_broken_by_one_of_them(schema: Any, value: JsonValue, expected: Any) -> None:
    assert is_valid(value, schema) or value in ("", [], {})
    assert not all(is_valid(one, schema) for one in expected)
