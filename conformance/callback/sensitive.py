"""Finds what looks like a secret in a text, and reports its kind and position, never its value."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping

from msgspec import Struct

from conformance.pattern_literals import fold, may_match

_SHORTEST = 12
"""Anything shorter cannot be distinguished from a word."""


class Secret(Struct, frozen=True):
    """One match: its kind, and its position and length in characters, counted from 0."""

    kind: str
    start: int
    length: int


def secrets_in(text: str, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[Secret]:
    """Yield what looks like a secret; where two patterns overlap, only the first one reports it."""
    if len(text) < _SHORTEST:
        return
    taken: list[tuple[int, int]] = []  # in their order, none of which overlaps another
    folded = fold(text)
    for kind, pattern in patterns.items():
        for match in pattern.finditer(text) if may_match(pattern, folded) else ():
            start, end = match.span()
            at = bisect_left(taken, (end, 0))  # the last one that begins before the end of this
            if not at or taken[at - 1][1] <= start:
                taken.insert(at, (start, end))
                yield Secret(kind, start, end - start)
