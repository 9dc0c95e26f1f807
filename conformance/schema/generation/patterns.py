"""Regular expressions of JSON Schema: what they match, and the shortest text that they do.

Python reads most of the ECMA dialect; a pattern that it can't read matches nothing here, and so is never relied on.
"""

import functools
import re
from collections.abc import Sequence

from conformance.documents.values import JsonValue


def matches(pattern: str, text: str) -> bool:
    """Say whether a pattern is found in the text; one that can't be read is found nowhere."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return False


@functools.lru_cache(maxsize=1024)
def shortest_match(patterns: tuple[str, ...], low: int, high: int | None) -> Sequence[str]:
    """Return a short string that all patterns match and that has the right length, if one is found."""

    def fits(value: JsonValue) -> bool:
        text = str(value)
        long_enough = low <= len(text) and (high is None or len(text) <= high)
        return long_enough and all(matches(pattern, text) for pattern in patterns)

    from hypothesis import strategies as st

    from conformance.schema.generation.search import find_smallest

    try:
        strategy = st.from_regex(patterns[0])
        strategy.validate()
    except Exception:  # noqa: BLE001  Python can't read every ECMA pattern, and says so in many ways
        return ()
    found = find_smallest(strategy, fits, seed=0, max_examples=500, max_seconds=2.0)
    return [str(value) for value in found]
