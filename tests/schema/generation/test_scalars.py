"""Boundary values of texts and numbers are allowed, and the nearest ones to each bound are among them."""

from typing import Any

from conformance.documents.values import JsonValue
from conformance.schema.canonical import canonicalize
from conformance.schema.generation.scalars import numbers, texts
from tests.cases import check_each

TEXTS: list[tuple[Any, list[str]]] = [
    ({"format": "unknown"}, ["text", "", "naïve 😀", "true", "5", "null", "{}", "t"]),
    ({"minLength": 5}, ["naïve 😀", "textt", "textte"]),
    ({"maxLength": 3}, ["", "5", "{}", "t", "te", "tex"]),
    ({"minLength": 2, "maxLength": 2}, ["{}", "te"]),
    ({"minLength": 100_001}, []),
    ({"not": {"enum": ["text", "5"]}, "maxLength": 4}, ["", "true", "null", "{}", "t", "tex"]),
    ({"not": {"pattern": "^.$"}, "maxLength": 2}, ["", "{}", "te"]),
    ({"pattern": "^b+$", "maxLength": 2}, ["b"]),
    ({"pattern": "b"}, ["b", "bnaïve 😀"]),
    ({"pattern": "(?=x)(?=y)"}, []),
    ({"format": "ipv4"}, ["127.0.0.1"]),
    # no sample of the format is short enough, and no other text conforms
    ({"format": "ipv4", "maxLength": 8}, []),
]


@check_each(("keywords", "expected"), TEXTS)
def test_texts_are_typical_ones_and_those_at_the_bounds(keywords: Any, expected: list[str]) -> None:
    found = texts(canonicalize({"type": "string", **keywords}, formats=True).view())
    assert list(dict.fromkeys(found)) == expected


NUMBERS: list[tuple[Any, set[JsonValue]]] = [
    ({"type": "integer", "minimum": 10}, {10, 11, 12}),
    ({"type": "integer", "maximum": -10}, {-10, -11}),
    ({"type": "integer", "minimum": 10, "maximum": 14}, {10, 11, 12, 13, 14}),
    ({"type": "integer", "minimum": 10, "multipleOf": 7}, {14, 21}),
    ({"type": "number", "minimum": 0.25, "maximum": 0.75}, {0.25, 0.75, 0.5}),
    ({"type": "number", "minimum": 0.3, "multipleOf": 0.1}, {0.3, 0.4, 0.5}),
]


@check_each(("schema", "expected"), NUMBERS)
def test_numbers_are_those_at_a_bound_one_step_away_and_in_between(schema: Any, expected: set[JsonValue]) -> None:
    found = numbers(canonicalize(schema, formats=True).view(), integral=schema["type"] == "integer")
    assert expected <= set(found)  # type: ignore[arg-type]
    if schema["type"] == "integer":
        assert all(value == int(value) for value in found)  # type: ignore[arg-type,call-overload]
