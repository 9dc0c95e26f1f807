"""Finds what looks like a secret in a text: its kind and place, never its value."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_SHORTEST = 12
"""No secret that can be told from a word is shorter."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One match: the kind, and where in the text it stands, in characters from 0."""

    kind: str
    start: int
    length: int


def secrets_in(text: str, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[Secret]:
    """Yield what looks like a secret; a place that two patterns match is told once, by the first of them."""
    if len(text) < _SHORTEST:
        return
    taken: list[tuple[int, int]] = []
    for kind, pattern in patterns.items():
        for match in pattern.finditer(text):
            start, end = match.span()
            if not any(first < end and start < last for first, last in taken):
                taken.append((start, end))
                yield Secret(kind, start, end - start)
