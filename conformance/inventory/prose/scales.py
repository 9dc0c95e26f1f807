"""Scales whose ends a text explains: ``-1.0 = full left, 1.0 = full right``, ``0 = transparent, 1 = opaque``."""

import re

from conformance.display import excerpt
from conformance.inventory.prose.bounds import StatedBound
from conformance.inventory.prose.quantities import NUMBER, amount
from conformance.lazy_patterns import LazyPattern

# A number and what it means. Matches "-1.0 = full left", "1: opaque"; not "at 1".
_EXPLAINED = LazyPattern(
    rf"(?<![\w.])(?P<number>{NUMBER}) ?(?:[=:]|(?:is|means|for) )\s?(?P<label>[A-Za-z][A-Za-z' -]{{0,30}})"
)
# The last word of what the ends mean; nothing is beyond either of them, as there is beyond slow and fast.
_OPPOSITES = frozenset(
    (
        *(("left", "right"), ("transparent", "opaque"), ("invisible", "visible"), ("silent", "full"), ("dry", "wet")),
        *(("black", "white"), ("never", "always"), ("none", "full"), ("empty", "full"), ("worst", "best")),
        *(("minimum", "maximum"), ("min", "max"), ("lowest", "highest"), ("no", "full"), ("dark", "bright")),
    )
)


def stated_ends(passage: str) -> tuple[StatedBound, ...]:
    """Return the bounds of a scale whose least and greatest number a sentence explains by opposites, else nothing."""
    found = list(_EXPLAINED.finditer(passage))
    numbers = [amount(each["number"], None) for each in found]
    if len(found) < 2 or [one.number for one in numbers] != sorted({one.number for one in numbers}):
        return ()
    ends = [set(re.findall(r"[a-z]+", each["label"].lower())) for each in (found[0], found[-1])]
    if not any(first in ends[0] and last in ends[1] for first, last in _OPPOSITES):
        return ()
    quote = excerpt(passage, found[0].start(), found[-1].end(), 10)
    return StatedBound("lower", numbers[0], False, quote), StatedBound("upper", numbers[-1], False, quote)
