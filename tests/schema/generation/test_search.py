"""The search is deterministic, bounded, and ends with the smallest value that still shows what was wanted."""

from hypothesis import strategies as st

from conformance.documents.values import JsonValue
from conformance.schema.generation.patterns import shortest_match
from conformance.schema.generation.search import find_smallest, generate_values


def _is_big(value: JsonValue) -> bool:
    return isinstance(value, int) and value >= 1000


def test_the_found_value_is_shrunk_to_the_smallest() -> None:
    assert find_smallest(st.integers(), _is_big, seed=1, max_examples=200) == [1000]


def test_nothing_found_is_an_empty_list() -> None:
    assert find_smallest(st.integers(0, 5), _is_big, seed=1, max_examples=50) == []
    assert find_smallest(st.nothing(), _is_big, seed=1, max_examples=50) == []


def test_a_found_null_is_told_from_nothing() -> None:
    assert find_smallest(st.none(), lambda value: value is None, seed=1, max_examples=5) == [None]


def test_no_more_values_are_asked_for_when_the_time_is_over() -> None:
    asked: list[JsonValue] = []

    def ask(value: JsonValue) -> bool:
        asked.append(value)
        return False

    find_smallest(st.integers(), ask, seed=1, max_examples=100, max_seconds=0)
    assert asked == []


def test_some_values_are_distinct_and_the_same_for_the_same_seed() -> None:
    first = generate_values(st.integers(), seed=3, count=20)
    assert first == generate_values(st.integers(), seed=3, count=20)
    assert len(set(map(str, first))) == len(first) <= 20


def test_a_pattern_is_matched_by_a_short_string() -> None:
    assert shortest_match(("^[A-Z]{3}-[0-9]+$",), 0, None) == ["AAA-0"]
    assert shortest_match(("(",), 0, None) == ()
