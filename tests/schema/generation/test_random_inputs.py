"""Random inputs are valid, and none are made where a number has more digits than a double."""

import pytest

from conformance.documents.values import JsonObject
from conformance.schema.generation.random_inputs import inputs
from conformance.schema.generation.search import find_smallest


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "number", "multipleOf": 5e-324, "minimum": 1e300},
        {"type": "number", "multipleOf": 5e-324, "minimum": 0, "maximum": 1},
        {"type": "number", "exclusiveMinimum": int("9" * 399)},
        {"type": "number", "minimum": int("9" * 399), "multipleOf": 0.1},
    ],
)
def test_numbers_at_the_end_of_what_a_double_holds_end_no_search(schema: JsonObject) -> None:
    for value in find_smallest(inputs(schema), lambda _: True, seed=0, max_examples=5, max_seconds=2.0):
        assert isinstance(value, int | float)


def test_multiples_between_bounds_are_found() -> None:
    schema: JsonObject = {"type": "number", "multipleOf": 0.5, "minimum": 0.75, "maximum": 1.25}
    assert list(find_smallest(inputs(schema), lambda _: True, seed=0, max_examples=5, max_seconds=2.0)) == [1.0]
