"""Every match of a pattern contains one of its literals; a pattern that is not surely understood has none."""

import re
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.callback.sensitive import secrets_in
from conformance.pattern_literals import fold, may_match, required_literals
from conformance.settings.profiles import load_profile

TABLES = load_profile("holon").message_tables
PATTERNS = {**TABLES.secrets, **TABLES.stack_traces}
PIECES = ("ghp_" + "0" * 36, "AKIA" + "Z" * 16, "task-1", " ", "pass\u017fword=", "a1b2c3" * 4)


def _literals(source: str) -> set[str] | None:
    found = required_literals(re.compile(source))
    return None if found is None else set(found)


def test_the_longest_text_that_every_match_contains_is_found() -> None:
    assert _literals(r"\d+ of Token-[a-z]+") == {" of token-"}
    assert _literals(r"gh[po]_[a-z]{3}") == {"ghp_", "gho_"}
    assert _literals(r"(?<!a)secret_?(?:access_?)?key") == {
        "secretkey",
        "secret_key",
        "secretaccesskey",
        "secret_accesskey",
        "secretaccess_key",
        "secret_access_key",
    }
    assert _literals(r"first|second(?=x)") == {"first", "second"}
    assert _literals(r"a{0,3}b+c*\.log") == {".log"}
    assert _literals(r"(?:ab)+") == {"ab"}


def test_what_may_match_without_a_literal_has_none() -> None:
    for source in (r"\w+", "a?", "first|", "[abc]*", "(?:one)?", "", r"x|\d", r"[^a]{3}"):
        assert _literals(source) is None, source
    assert required_literals(re.compile("a b", re.VERBOSE)) is None
    assert _literals(r"(a)(?(1)b|c)") is None
    assert _literals("[]a]b") == {"b"}


def test_letters_of_other_scripts_that_a_pattern_takes_for_ascii_are_folded() -> None:
    pattern = re.compile("(?i:disk_k)")
    for text in ("DISK_K", "di\u017fk_k", "dis\u212a_k", "D\u0130SK_K", "d\u0131sk_k"):
        assert (pattern.search(text) is None) or may_match(pattern, fold(text)), text


def test_a_character_that_is_written_by_its_number_is_a_literal() -> None:
    assert _literals(r"\u4e00+\x41\x62") == {"ab"}
    assert _literals(r"(a|b)c\1") is None
    assert _literals(r"\u4e00\N{BULLET}") is None


def test_a_letter_with_more_than_two_forms_is_no_literal() -> None:
    for letter in "\u03c3\u0441\u00b5\u0131\u00e1\u043ci":  # with and without a third form
        pattern = re.compile(f"{letter}?x{letter}yy", re.IGNORECASE)
        for form in filter(re.compile(letter, re.IGNORECASE).match, map(chr, range(sys.maxunicode + 1))):
            assert may_match(pattern, fold(f"x{form}yy")), (letter, form)


def test_of_many_alternatives_only_the_first_letters_count() -> None:
    found = _literals("|".join(f"word{first}{second}" for first in "abcdefgh" for second in "abcdefgh"))
    assert found == {"word"}
    assert _literals("default|default value|the default") == {"default"}


def test_every_pattern_of_the_tables_has_literals() -> None:
    assert [name for name, pattern in PATTERNS.items() if not required_literals(pattern)] == []


@pytest.mark.parametrize("name", PATTERNS)
def test_every_match_of_a_pattern_of_the_tables_contains_one_of_its_literals(name: str) -> None:
    pattern = PATTERNS[name]

    unfiltered = [HealthCheck.filter_too_much, HealthCheck.too_slow]

    @settings(max_examples=30, derandomize=True, deadline=None, database=None, suppress_health_check=unfiltered)
    @given(st.from_regex(pattern), st.booleans())
    def holds(text: str, is_upper: bool) -> None:
        text = text.upper() if is_upper else text
        assert pattern.search(text) is None or may_match(pattern, fold(text))

    holds()


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(
    st.lists(st.sampled_from(["ghp_" + "0" * 36, "AKIA" + "Z" * 16, "task-1", " ", "pass\u017fword=", "a1b2c3" * 4]))
)
def test_the_literals_change_nothing_of_what_is_found(parts: list[str]) -> None:
    text = "".join(parts)
    everything = {kind: re.compile(f"(?:{one.pattern})|(?!)", one.flags) for kind, one in TABLES.secrets.items()}
    assert all(required_literals(one) is None for one in everything.values())
    assert list(secrets_in(text, TABLES.secrets)) == list(secrets_in(text, everything))
