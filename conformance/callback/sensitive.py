"""Finds what looks like a secret in a text, and reports its kind and position, never its value."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_SHORTEST = 12
"""Anything shorter cannot be distinguished from a word."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One match: its kind, and its position and length in characters, counted from 0."""

    kind: str
    start: int
    length: int


def secrets_in(text: str, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[Secret]:
    """Yield what looks like a secret; where two patterns overlap, only the first one reports it."""
    if len(text) < _SHORTEST:
        return
    taken: list[tuple[int, int]] = []
    for kind, pattern in patterns.items():
        for match in pattern.finditer(text):
            start, end = match.span()
            if not any(first < end and start < last for first, last in taken):
                taken.append((start, end))
                yield Secret(kind, start, end - start)
