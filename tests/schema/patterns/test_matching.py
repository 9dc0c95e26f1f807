"""A pattern is searched in bounded time, or said to be unreadable."""

import pytest

from conformance.schema.patterns.matching import is_plain_pattern, is_readable, matches, portable_pattern
from tests.cases import check_each


def test_a_pattern_is_a_search() -> None:
    assert matches("b", "abc") is True
    assert matches("^b", "abc") is False


def test_a_pattern_that_explodes_elsewhere_is_answered_at_once() -> None:
    assert matches("^(a+)+$", "a" * 200 + "!") is False


def test_a_pattern_that_cannot_be_read_is_no_answer() -> None:
    assert matches("(", "a") is None


@check_each(
    ("pattern", "text", "found"),
    [
        ("^abc$", "abc\n", False),
        (r"^\d$", "٣", False),
        (r"^\w$", "é", False),
        (r"\bé", "aé", True),
        (r"^\s$", "﻿", True),
        (r"^\s$", " ", True),
        (".", "\u2028", False),
        ("^.$", "😀", True),
        (r"^😀$", "😀", True),
        ("^[a&&b]$", "&", True),
        ("^[[]$", "[", True),
        ("^[^]$", "\n", True),
        ("[]", "a", False),
        ("(?<=a+)b", "aab", True),
        (r"(a)(b)\2", "abb", True),
        (r"^(a)(b)(?:\2|x)(?:\1)$", "abba", True),
        (r"^(a)(b)(?:\2|x)(?:\1)$", "abaa", False),
        (r"(?<x>a)\k<x>", "aa", True),
        (r"^(?<x>a|b)(?<y>c)\1\2$", "bcbc", True),
        (r"^(?<x>a|b)(?<y>c)\1\2$", "bcac", False),
        (r"^((a|b)c)\2$", "bcb", True),
        (r"^((a|b)c)\2$", "bca", False),
        (r"^\p{Lu}+$", "ÀB", True),
        (r"^[\w-.]+$", "a-.", True),
        ("^a{$", "a{", True),
        (r"\p{Script=Greek}", "λ", True),
    ],
)
def test_a_pattern_means_what_ecma_262_means_by_it(pattern: str, text: str, found: bool) -> None:
    assert matches(pattern, text) is found


@pytest.mark.parametrize("pattern", ["^(?=a)(a+)+$", r"^(a*)*\1b$", "^(.*a){12}$(?=b)"])
def test_what_needs_to_try_ways_is_given_up_in_time(pattern: str) -> None:
    assert matches(pattern, "a" * 3000 + "!") in (False, None)


def test_no_match_is_claimed_of_a_text_for_which_the_engine_gave_up() -> None:
    pattern = r"^(a|aa)+\1$|!$"
    assert matches(pattern, "a" * 9 + "!") is True
    assert matches(pattern, "a" * 60 + "!") is None


@pytest.mark.parametrize("pattern", [r"^[a-z]+\.\d{2,}$", "(a)|[^b]*?", "[]", r"\bx\B", "(?<n>a)(?!b)"])
def test_a_portable_pattern_finds_the_same(pattern: str) -> None:
    written = portable_pattern(pattern)
    assert written is not None
    for text in ("ab.12", "a", "b", "", "x y", "[z]"):
        assert matches(written, text) == matches(pattern, text)


def test_what_cannot_be_read_has_no_portable_form() -> None:
    assert portable_pattern("(") is None
    assert portable_pattern(r"\p{Script=Greek}") is None
    assert is_readable(r"\p{Script=Greek}")
    assert not is_readable("(")


def test_a_text_that_is_half_a_character_is_no_crash() -> None:
    assert matches("^a", "\ud800") is False
    assert matches("^.$", "\ud800") is True
    assert not is_readable("(")


@pytest.mark.parametrize(
    ("written", "text", "found"),
    [
        (r"^\ud83d\ude00$", "\U0001f600", True),
        (r"^\u{1F600}$", "\U0001f600", True),
        (r"^\t\n\v\f\r$", "\t\n\x0b\x0c\r", True),
        (r"^[\ud83d\u0041]$", "A", True),
        (r"^[\ud83d\ud83d\ude00]$", "\U0001f600", True),
        (r"^\cJ$", "\n", True),
        (r"^\cj$", "\n", True),
        (r"^\0$", "\0", True),
        (r"^\x41\u0042$", "AB", True),
        (r"^\p{LC}+$", "aAǅ", True),
        (r"^\p{LC}$", "1", False),
        (r"^\p{Letter}\P{Letter}$", "a1", True),
        (r"^\p{ASCII}$", "~", True),
        (r"^\p{ASCII}$", "é", False),
        (r"^\p{Any}$", "\U0001f600", True),
        (r"^\p{L}$", "é", True),
        (r"^\p{N}$", "é", False),
    ],
)
def test_an_escape_is_the_character_that_ecma_262_says(written: str, text: str, found: bool) -> None:
    assert matches(written, text) is found


def test_what_is_well_formed_and_no_engine_knows_is_no_answer() -> None:
    assert matches(r"\p{Script=Nowhere}", "a") is None
    assert not is_readable(r"\p{Script=Nowhere}")


@check_each(
    ("pattern", "is_plain"),
    [
        ("^a(b|c)*[d-f]{2}$", True),
        ("(?=a)b", False),
        (r"(a)\1", False),
        (r"\ba", False),
        ("(?<!a)b", False),
        ("(", True),
    ],
)
def test_a_plain_pattern_neither_looks_around_nor_back_nor_for_the_edge_of_a_word(pattern: str, is_plain: bool) -> None:
    assert is_plain_pattern(pattern) is is_plain
