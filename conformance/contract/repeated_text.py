"""Repetition between texts: a large payload belongs in one place of a result only."""

from bisect import bisect_left

REPEATED_CHARS = 500
"""Characters from which a text that occurs elsewhere in the result counts as a repetition."""


def shared_chars(text: str, other: str) -> int:
    """Return the length of the shorter text if the longer one contains it, otherwise of their common prefix."""
    shorter, longer = sorted((text, other), key=len)
    if shorter in longer:
        return len(shorter)
    return bisect_left(range(len(shorter)), True, key=lambda size: text[: size + 1] != other[: size + 1])


def is_repeated(text: str | None, others: "tuple[str | None, ...]") -> bool:
    """Return whether another text contains a large part of this one."""
    return any(text and other and shared_chars(text, other) >= REPEATED_CHARS for other in others)
