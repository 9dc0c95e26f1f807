"""Generates texts for regular expressions of JSON Schema: whether they match, and a shortest match.

Python reads most ECMA-262 patterns; one that it cannot read matches nothing here, so generated values never rely on it.
"""

import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from conformance.documents.values import JsonValue
from conformance.schema.patterns.faults import fault_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@functools.cache
def any_character() -> "SearchStrategy[str]":
    """Return a strategy for all characters that UTF-8 can write, the same ones as by default.

    The default names the codec, with which hypothesis then tries 1.1 million characters: more than a second in each
    process, since its storage is off.
    """
    from hypothesis import strategies as st

    return st.characters(exclude_categories=("Cs",))


def matches(pattern: str, text: str) -> bool:
    """Say whether a pattern is found in the text; a pattern that Python cannot read is never found."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return False


@functools.lru_cache(maxsize=1024)
def shortest_match(patterns: tuple[str, ...], low: int, high: int | None) -> Sequence[str]:
    """Return a list with a short text of ``low`` to ``high`` characters that all patterns match, or an empty one."""

    def fits(value: JsonValue) -> bool:
        text = str(value)
        long_enough = low <= len(text) and (high is None or len(text) <= high)
        return long_enough and all(matches(pattern, text) for pattern in patterns)

    # a backtracking engine, which hypothesis uses too, may take years for one text: no limit of seconds ends that
    if any(fault_of(pattern) is not None for pattern in patterns):
        return ()
    from hypothesis import strategies as st

    from conformance.schema.generation.search import find_smallest, suspend_storage

    try:
        with suspend_storage():
            strategy = st.from_regex(patterns[0], alphabet=any_character())
            strategy.validate()
    except Exception:  # noqa: BLE001  Python can't read every ECMA pattern, and says so in many ways
        return ()
    found = find_smallest(strategy, fits, seed=0, max_examples=500, max_seconds=2.0)
    return [str(value) for value in found]
