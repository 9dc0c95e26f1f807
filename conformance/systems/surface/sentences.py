"""The sentences of a line that are about what is so, and not about what may come."""

import re

from conformance.lazy_patterns import LazyPattern

# Between two sentences, or the halves of one.
_END = LazyPattern(r"(?<=[.!]) {1,3}(?=[A-Z#`\"'\[])|(?<=;) {1,3}")
_FUTURE = LazyPattern(r"\b(?:will|would|can|may|might|should)\b", re.IGNORECASE)
# What says more of the sentence before it: "Job 7 failed. It will be retried".
_OF_BEFORE = LazyPattern(r"\b(?:not|but|retr\w+|restart\w*|again|resum\w+|still|yet|however)\b|n't\b", re.IGNORECASE)


def present_part(line: str) -> str:
    """Return a line without the sentences that only say what will or would be, the whole line where it is one."""
    parts = _END.split(line)
    kept = [one for one in parts if not _FUTURE.search(one) or _OF_BEFORE.search(one)]
    return " ".join(kept) if kept else line
