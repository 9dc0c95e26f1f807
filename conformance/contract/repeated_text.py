"""How much of a text is told by another one already: a large payload stands in one place of a result."""

from bisect import bisect_left

REPEATED_CHARS = 500
"""From this length on a text that stands elsewhere in the result too is told twice."""


def shared_chars(text: str, other: str) -> int:
    """Return the length of the shorter text where the longer one holds it, else of their common beginning."""
    shorter, longer = sorted((text, other), key=len)
    if shorter in longer:
        return len(shorter)
    return bisect_left(range(len(shorter)), True, key=lambda size: text[: size + 1] != other[: size + 1])


def is_repeated(text: str | None, others: "tuple[str | None, ...]") -> bool:
    """Say whether one of the other texts tells a large part of this one."""
    return any(text and other and shared_chars(text, other) >= REPEATED_CHARS for other in others)
