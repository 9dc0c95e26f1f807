"""Error texts: how to recognise one, and whether it says anything that a model can act on."""

import re
from collections.abc import Sequence

from conformance.lazy_patterns import LazyPattern

# A word of letters in any script, with an apostrophe inside: "can't".
_WORD = LazyPattern(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
# Something specific: a quoted text, a path or dotted name, a snake_case name, a digit, a URL, "key=value".
_CONCRETE_DETAIL = LazyPattern(
    r"[\"'`\u201c\u2018«].{1,300}?[\"'`\u201d\u2019»]|\w[./:\\]\w|\w_\w|\d|https?://|\S=\S", re.DOTALL
)
# The beginning decides; a long stack trace is not searched.
_MAX_CHARS = 2000


def looks_like_error(text: str, prefix: str, openings: Sequence[re.Pattern[str]]) -> bool:
    """Whether a text reports an error: it has the prefix or matches one of the usual openings."""
    begun = text.lstrip()[:_MAX_CHARS]
    return text.startswith(prefix.rstrip()) or any(opening.match(begun) for opening in openings)


def is_informative(text: str, prefix: str, generic: frozenset[str], fewest: int) -> bool:
    """Whether an error names something specific, or has at least ``fewest`` words that are not in ``generic``.

    Text in other scripts counts as informative, because the list of generic words is English.
    """
    details = text.strip().removeprefix(prefix.strip())[:_MAX_CHARS]
    words = {word.lower() for word in _WORD.findall(details)} - generic
    if any(not word.isascii() for word in words):
        return True
    return len(words) >= fewest or (bool(words) and _CONCRETE_DETAIL.search(details) is not None)
