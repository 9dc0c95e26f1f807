"""Bounds by what happens beyond them, or as signs behind a number: ``capped at 500``, ``above 9 is rejected``, ``2+``.

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
# Matches "capped at 500", "clamped to 100", "values above 100 are clamped"; not "capped at 500 in free plans".
_CAPPED = LazyPattern(
    rf"\b(?:capped|clamped|truncated|reduced|lowered) (?:at|to) (?P<number>{NUMBER})"
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
