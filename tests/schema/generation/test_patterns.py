"""Texts for patterns: a short match of each, and nothing where finding one could take for ever."""

from conformance.schema.generation.patterns import shortest_match


def test_a_short_text_that_all_patterns_match_is_found() -> None:
    assert shortest_match(("^a+b$",), 0, None) == ["ab"]
    assert shortest_match(("^a+$", "a{3}"), 0, 5) == ["aaa"]


def test_no_match_is_looked_for_where_a_backtracking_engine_might_never_end() -> None:
    for patterns in (("^(?=(a+)+$)b",), ("^(a+)+$",), ("^a", "(a|a)*c")):
        assert shortest_match(patterns, 0, None) == ()
