"""Texts that tell of errors: how one is recognised, and whether it says anything that a model can act on."""

import re
from collections.abc import Sequence

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_CONCRETE_DETAIL = re.compile(
    r"[\"'`\u201c\u2018«].{1,300}?[\"'`\u201d\u2019»]|\w[./:\\]\w|\w_\w|\d|https?://|\S=\S", re.DOTALL
)
_MAX_CHARS = 2000


def looks_like_error(text: str, prefix: str, openings: Sequence[re.Pattern[str]]) -> bool:
    """Say whether a text tells of an error: it has the prefix, or begins as errors begin."""
    begun = text.lstrip()[:_MAX_CHARS]
    return text.startswith(prefix.rstrip()) or any(opening.match(begun) for opening in openings)


def is_informative(text: str, prefix: str, generic: frozenset[str], fewest: int) -> bool:
    """Say whether an error names a thing or a number, or has enough words that are not in every error.

    Other scripts get the benefit of the doubt: the list of generic words is English.
    """
    told = text.strip().removeprefix(prefix.strip())[:_MAX_CHARS]
    telling = {word.lower() for word in _WORD.findall(told)} - generic
    if any(not word.isascii() for word in telling):
        return True
    return len(telling) >= fewest or (bool(telling) and _CONCRETE_DETAIL.search(told) is not None)
