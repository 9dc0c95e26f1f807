"""Generates texts for regular expressions of JSON Schema: whether they match, and a shortest match.

A pattern that cannot be read or answered in time matches nothing here, so generated values never rely on it.
"""

import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from conformance.documents.values import JsonValue
from conformance.lazy_patterns import LazyPattern
from conformance.schema.patterns import matching
from conformance.schema.patterns.faults import fault_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


# Hypothesis matches what it made with Python's engine: this many choices backtrack for ever on a text of their length.
_MOST_QUANTIFIERS = 30
# Hypothesis writes a range down character by character: a million take four seconds and 400 MB.
_MOST_CHARACTERS = 100_000
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
        made = st.from_regex(pattern, alphabet=any_character())
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
