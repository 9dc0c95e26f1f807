"""Inputs end at a size, and what a schema demands beyond it is said."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.generation import size_limits
from conformance.schema.generation.size_limits import integer_bound, is_small, oversized_demands


def test_each_demand_beyond_the_limits_is_named_with_its_place() -> None:
    schema: JsonObject = {
        "minProperties": 2_001,
        "properties": {"a": {"minLength": 100_001}, "b": {"items": {"minItems": 3_000.0}}},
    }
    assert list(oversized_demands(schema)) == [
        "it requires `minProperties` 2001, but generated inputs stop at 2000",
        "`/properties/a` requires `minLength` 100001, but generated inputs stop at 100000",
        "`/properties/b/items` requires `minItems` 3000, but generated inputs stop at 2000",
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {"minProperties": 2_000, "minItems": 2_000, "minLength": 100_000},
        {"maxProperties": 9_000, "maxItems": 9_000, "maxLength": 900_000, "minimum": 10**9},
        {"minItems": "9000"},
        True,
    ],
)
def test_a_demand_within_the_limits_is_none_to_speak_of(schema: JsonValue) -> None:
    assert list(oversized_demands(schema)) == []


def test_a_value_is_small_up_to_as_many_values_and_characters_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size_limits, "LARGEST_INPUT", 10)
    for largest in ("x" * 10, [None] * 9, {"a": ["x" * 8]}, {"a": "123", "b": [5, "6789"]}):
        assert is_small(largest)
    for larger in ("x" * 11, [None] * 10, {"a": ["x" * 9]}, [[[[[[[[[[[]]]]]]]]]]]):
        assert not is_small(larger)


@pytest.mark.parametrize(
    ("bound", "read"), [(0, 0), (3, 3), (3.0, 3), (None, None), (True, None), (False, None), ("3", None), ([], None)]
)
def test_a_bound_is_read_where_it_is_a_number(bound: JsonValue, read: int | None) -> None:
    assert integer_bound({"minItems": bound}, "minItems") == read
    assert integer_bound({"maxItems": bound}, "minItems") is None
