"""A pattern is searched in bounded time, or said to be unreadable."""

from conformance.json_schema.patterns import matches


def test_a_pattern_is_a_search() -> None:
    assert matches("b", "abc") is True
    assert matches("^b", "abc") is False


def test_a_pattern_that_explodes_elsewhere_is_answered_at_once() -> None:
    assert matches("^(a+)+$", "a" * 200 + "!") is False


def test_a_pattern_that_cannot_be_read_is_no_answer() -> None:
    assert matches("(", "a") is None
