"""Texts for patterns: a short match of each, and nothing where finding one could take for ever."""

from conformance.schema.generation.patterns import matches, shortest_match, strategy_for
from conformance.schema.generation.search import generate_values


def test_a_short_text_that_all_patterns_match_is_found() -> None:
    assert shortest_match(("^a+b$",), 0, None) == ["ab"]
    assert shortest_match(("^a+$", "a{3}"), 0, 5) == ["aaa"]


def test_no_match_is_looked_for_where_a_backtracking_engine_might_never_end() -> None:
    for patterns in (("^(?=(a+)+$)b",), ("^(a+)+$",), ("^a", "(a|a)*c"), (r"^\p{L}+$",)):
        assert shortest_match(patterns, 0, None) == ()


def test_whether_a_long_text_matches_is_answered_without_backtracking() -> None:
    assert not matches("^(([a-z])+.)+[A-Z]([a-z])+$", "text" * 20_000)
    assert matches("^(a+)+$", "a" * 80_000)
    assert not matches("(", "(")


def test_no_texts_are_made_of_a_pattern_with_more_choices_than_backtracking_can_try() -> None:
    assert strategy_for("^" + "a?" * 20 + "a" * 20 + "$") is not None
    assert strategy_for("^" + "a?" * 100 + "a" * 100 + "$") is None
    assert strategy_for(r"^\p{L}+$") is None


def test_no_texts_are_made_of_ranges_with_more_characters_than_can_be_written_down() -> None:
    assert strategy_for("^[a-z一-鿿]+$") is not None
    assert strategy_for("^[\U00010000-\U0010ffff]+$") is None


def test_a_text_of_several_patterns_is_within_the_bounds_of_its_length() -> None:
    assert shortest_match(("^a*$",), 0, None) == [""]
    assert shortest_match(("^a*$",), 2, None) == ["aa"]
    assert shortest_match(("^a*b$", "^.{2,4}$"), 0, 3) == ["ab"]
    assert shortest_match(("^a*$", "b"), 0, None) == []
    assert shortest_match(("^a{5}$",), 0, 5) == ["aaaaa"]
    assert shortest_match(("^a{5}$",), 0, 4) == []


def test_digits_and_letters_are_those_that_the_pattern_allows_so_hardly_a_text_is_made_in_vain() -> None:
    for pattern in (r"^\d{5}$", r"^\w{8}$"):
        strategy = strategy_for(pattern)
        assert strategy is not None
        texts = [str(text).removesuffix("\n") for text in generate_values(strategy, seed=0, count=30)]
        assert [text for text in texts if not matches(pattern, text)] == []
