"""Bounds by what happens beyond them, as signs, or as ends of a scale: ``above 9 is rejected``, ``2+``, ``0 = silent``.

A number that is lowered to a cap is accepted all the same, so that the bound is soft.
"""

import re
from collections.abc import Collection, Iterator

from conformance.display import excerpt
from conformance.inventory.prose.bounds import Side, StatedBound, is_recommendation
from conformance.inventory.prose.quantities import NUMBER, amount
from conformance.lazy_patterns import LazyPattern

# What is done with a number beyond a bound.
_REFUSED = r"(?:rejected|refused|invalid|errors?|an error|not (?:allowed|supported|accepted|permitted)|disallowed)"
# Matches "values above 100 are rejected", "anything below 2 is invalid"; not "values above 100 are slow".
_BEYOND = LazyPattern(
    rf"\b(?:values?|numbers?|anything|limits?|sizes?) (?:"
    r"(?P<above>above|over|(?:greater|more|larger|higher) than|exceeding)"
    rf"|(?:below|under|(?:less|lower|smaller) than)) (?P<number>{NUMBER}) (?:\w+ )?(?:is|are|will be) {_REFUSED}\b",
    re.IGNORECASE,
)
# Matches "capped at 500", "the server caps at 9", "clamped to 100", "values above 100 are clamped"; not "capped at 500
# in free plans".
_CAPPED = LazyPattern(
    rf"\b(?:caps? at|(?:capped|clamped|truncated|reduced|lowered) (?:at|to)) (?P<number>{NUMBER})"
    r"(?=\s*(?:[,;)]|\.(?!\.)|\Z|server|by|results|items))"
    rf"|\b(?:values?|numbers?) (?:above|over|greater than) (?P<number2>{NUMBER}) (?:is|are|will be) "
    r"(?:capped|clamped|reduced)\b",
    re.IGNORECASE,
)
# Matches "clamped to 1-100", "capped between 1 and 9", "clamped to 1..9 and"; not "capped at 9 to 12 months".
_CLAMPED = LazyPattern(
    rf"\b(?:capped|clamped|limited|restricted) (?:to|between) (?P<low>{NUMBER})\s?(?:-|\u2013|\.\.|to|and)\s?"
    rf"(?P<high>{NUMBER})(?=\s*(?:[.,;)]|\Z)| (?:and|or|if)\b)",
    re.IGNORECASE,
)
# Matches "2 or more", "(2+)", "rows, 2 or greater"; not "2 or more of them are".
_OR_MORE = LazyPattern(
    r"(?:\A\W{0,3}|\(|, |: )(?P<number>\d{1,6}) ?(?:\+|or (?:more|greater|higher|above|larger))(?=\s*(?:[.,;)]|\Z))",
    re.IGNORECASE,
)
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


def worded_bounds(passage: str, about: Collection[str] = ()) -> Iterator[StatedBound]:
    """Yield the bounds that one sentence states by what lies beyond them; ``about`` are the names of the value."""
    for found in _BEYOND.finditer(passage):
        side: Side = "upper" if found["above"] else "lower"
        yield StatedBound(side, amount(found["number"], None), False, excerpt(passage, *found.span(), 20), True)
    for found in _CAPPED.finditer(passage):
        if not is_recommendation(passage, found, about):
            number = found["number"] or found["number2"]
            quote = excerpt(passage, *found.span(), 20)
            yield StatedBound("upper", amount(number, None), False, quote, True, is_soft=True)
    for found in _CLAMPED.finditer(passage):
        if not is_recommendation(passage, found, about):
            quote = excerpt(passage, *found.span(), 20)
            yield StatedBound("lower", amount(found["low"], None), False, quote, True, is_soft=True)
            yield StatedBound("upper", amount(found["high"], None), False, quote, True, is_soft=True)
    for found in _OR_MORE.finditer(passage):
        if not is_recommendation(passage, found, about):
            yield StatedBound("lower", amount(found["number"], None), False, excerpt(passage, *found.span(), 20), True)


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
