"""Generates texts for regular expressions of JSON Schema: whether they match, and a shortest match.

A pattern that cannot be read or answered in time matches nothing here, so generated values never rely on it.
"""

import functools
import itertools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from conformance.documents.values import JsonValue
from conformance.lazy_patterns import LazyPattern
from conformance.schema.patterns import matching
from conformance.schema.patterns.automata import Languages, Term
from conformance.schema.patterns.character_sets import ALL
from conformance.schema.patterns.faults import fault_of
from conformance.schema.patterns.languages import language_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


# Hypothesis matches what it made with Python's engine: this many choices backtrack for ever on a text of their length.
_MOST_QUANTIFIERS = 30
# Hypothesis writes a range down character by character: a million take four seconds and 400 MB.
_MOST_CHARACTERS = 100_000
# Steps of a search for texts: 20,000 take a tenth of a second.
_MOST_STEPS = 20_000
# So many texts of one kind are tried.
_MOST_TEXTS = 3
_RANGE = LazyPattern("(.)-(.)", re.DOTALL)


@functools.cache
def any_character() -> "SearchStrategy[str]":
    """Return a strategy for all characters that UTF-8 can write, the same ones as by default.

    The default names the codec, with which hypothesis then tries 1.1 million characters: more than a second in each
    process, since its storage is off.
    """
    from hypothesis import strategies as st

    return st.characters(exclude_categories=("Cs",))


def matches(pattern: str, text: str) -> bool:
    """Say whether a pattern is surely found in the text."""
    return matching.matches(pattern, text) is True


def strategy_for(pattern: str) -> "SearchStrategy[str] | None":
    """Return a strategy for texts of a pattern, or ``None`` if hypothesis cannot read it, or may never end with it."""
    from hypothesis import strategies as st

    # A backtracking engine may take years for one text: no limit of seconds ends that.
    if fault_of(pattern) is not None or sum(map(pattern.count, "?*+{")) > _MOST_QUANTIFIERS:
        return None
    if sum(ord(one[2]) - ord(one[1]) for one in _RANGE.finditer(pattern)) > _MOST_CHARACTERS:
        return None
    try:
        # A digit and a letter are ASCII in ECMA 262: of Python's, hardly any text of five digits would pass the filter.
        made = st.from_regex(re.compile(pattern, re.ASCII), alphabet=any_character())
        made.validate()
    except Exception:  # noqa: BLE001  Python can't read every ECMA pattern, and says so in many ways
        return None
    return made


@functools.lru_cache(maxsize=1024)
def shortest_match(patterns: tuple[str, ...], low: int, high: int | None) -> Sequence[str]:
    """Return a list with a short text of ``low`` to ``high`` characters that all patterns match, or an empty one."""

    def fits(value: JsonValue) -> bool:
        text = str(value)
        long_enough = low <= len(text) and (high is None or len(text) <= high)
        return long_enough and all(matches(pattern, text) for pattern in patterns)

    if any(fault_of(pattern) is not None for pattern in patterns):
        return ()
    from conformance.schema.generation.search import find_smallest, suspend_storage

    with suspend_storage():
        strategy = strategy_for(patterns[0])
    if strategy is None:
        return ()
    found = find_smallest(strategy, fits, seed=0, max_examples=500, max_seconds=2.0)
    return [str(value) for value in found]


class TextDemands(Struct, frozen=True):
    """What is demanded of a text: patterns that it matches, patterns that it does not match, and its length."""

    matched: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None


@functools.lru_cache(maxsize=1024)
def fitting_texts(demands: TextDemands) -> Sequence[str] | None:
    """Return a few short texts that meet the demands: an empty list if there are surely none, else ``None``."""
    if demands.most is not None and demands.most < demands.least:
        return ()
    steps = itertools.count()

    def spend() -> None:
        if next(steps) > _MOST_STEPS:
            raise OverflowError

    try:
        languages = Languages(spend)
        wanted, exact = _language(demands, languages)
        found = tuple(itertools.islice(languages.words(wanted, 1), _MOST_TEXTS))
    except (OverflowError, RecursionError):
        return None
    # A language that is not exact contains more texts than the pattern does, and its complement fewer.
    return found if found or exact else None


def _language(demands: TextDemands, languages: Languages) -> tuple[Term, bool]:
    matched = [language_of(pattern, languages) for pattern in demands.matched]
    unmatched = [language_of(pattern, languages) for pattern in demands.unmatched]
    any_character = languages.characters(ALL)
    length = languages.repeat(any_character, demands.least, demands.most)
    wanted = (length, *(one.term for one in matched), *(languages.complement(one.term) for one in unmatched))
    return languages.intersection(wanted), all(one.exact for one in unmatched)
