"""Bounds that a text states: ``at most 100``, ``between 1 and 20``, ``(max 50)``, ``must be greater than 0``.

Only statements about the value itself count: a number directly after the words, and not a recommendation.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from conformance.display import excerpt
from conformance.inventory.prose.quantities import NUMBER, Amount, amount

Side = Literal["lower", "upper"]

# The word directly behind a number, which may be its unit: "20 MB", "50%".
_UNIT = r"(?:\s?(?P<{0}>%|[A-Za-z]{{1,14}}\b))?"
# What may be between "max" and its number: " is ", ": ", " value of ", " = ".
_IS = r"(?: (?:value|number|count|size|length|allowed))?(?:\s+(?:is|of)|\s*[:=])?\s+`?"
# Matches "between 1 and 20", "range: 0.1 - 5", "(1-100)", "in [0, 1]"; not "see pages 1-3 of it", "version 1.2 to 2".
_RANGE = re.compile(
    rf"\b(?:between|range(?:s|d)?(?: is| from|:)?|must be from|from)\s+(?P<low>{NUMBER}){_UNIT.format('low_unit')}"
    rf"\s*(?:and|to|-|\u2013|\.\.)\s*(?P<high>{NUMBER}){_UNIT.format('high_unit')}"
    rf"|(?:\A|\(|[,;:] )(?:range:? |from |must be )?(?P<low2>{NUMBER})\s?(?:-|\u2013|\.\.|to)\s?(?P<high2>{NUMBER})"
    r"(?=\s*[(),;]|\.?\Z)"
    r"|(?:\A|\(|\b(?:range|in|within|interval|between|from|values?):? )"
    rf"\[(?P<low3>{NUMBER})(?:,|\.\.) ?(?P<high3>{NUMBER})\]",
    re.IGNORECASE,
)
# Matches "at most 20", "max: 50", "cannot exceed 1,000", "less than 5"; not "maximum depth", "no less than 5".
_UPPER = re.compile(
    rf"(?:\bmax(?:imum)?\b\.?{_IS}|\bat most\s+|\bup to(?: a maximum of)?\s+|\b(?:no|not) more than\s+"
    rf"|\b(?:not|cannot|can't|never) exceed\s+"
    rf"|(?:\A|: |\bof )one(?: to |-)"
    rf"|\bless than or equal to\s+|<=\s?|\u2264\s?|\b(?:capped|limited) (?:at|to)\s+|\blimit(?: is|:)\s+"
    rf"|(?P<exclusive>(?<!no )(?<!not )\b(?:less than|below)\s+))(?P<number>{NUMBER})`?{_UNIT.format('unit')}",
    re.IGNORECASE,
)
# Matches "20 or fewer", "20 items max"; not "20 or more", "v1.20 or less".
_UPPER_BEHIND = re.compile(
    rf"(?<![\w.-])(?P<number>{NUMBER}){_UNIT.format('unit')}(?: or (?:fewer|less)\b| max(?:imum)?(?=\s*(?:[.,;)]|\Z)))",
    re.IGNORECASE,
)
# Matches "at least 1", "min 5", ">= 0", "greater than 0"; not "no more than 5", "minutes 5".
_LOWER = re.compile(
    rf"(?:\bmin(?:imum)?\b\.?{_IS}|\bat least\s+|\b(?:no|not) (?:less|fewer) than\s+"
    rf"|\bgreater than or equal to\s+|>=\s?|\u2265\s?"
    rf"|(?P<exclusive>(?<!no )(?<!not )\b(?:greater than|more than|above)\s+))"
    rf"(?P<number>{NUMBER})`?{_UNIT.format('unit')}",
    re.IGNORECASE,
)
# Behind a number of parts of the value, which does not bound it. Next is " decimal places", " digits"; not " items".
_PARTS = re.compile(r"\s?(?:decimals?|digits?|significant|fractional)\b", re.IGNORECASE)
# Behind a number that is a rate, and so does not bound the value. Next is " requests per minute", "/s"; not "
# seconds".
_RATE = re.compile(
    r"(?: \w{1,20})?(?: per |\s?/\s?| an? )(?:s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|months?)\b",
    re.IGNORECASE,
)
_WHAT_HAPPENS = re.compile(
    r"[^.;,]{0,30}\b(?:are|is|will be|gets?) (?:rejected|refused|ignored|clamped|capped|truncated|cut"
    r"|not allowed|an error|invalid|reduced|raised|rounded)\b",
    re.IGNORECASE,
)
"""Behind "values above 20": it is the other side that is bounded, and what the runtime does about it."""
# A word between a number and what it is compared with; a conjunction begins another statement.
_WORD = r"(?!(?:and|or|but|no|not|if|is|are|with|when|as|than)\b)[A-Za-z][\w-]{0,20}"
# What a multiple or a share is taken of: "the", "this", a quoted name, or a name with an underscore.
_THING = r"(?:the|its|that|this|those)\b|[`'\"]\w|\w+_\w"
_RELATIVE = re.compile(
    rf"[`\]]?(?:(?:\s?{_WORD})?(?: {_WORD})?(?:"
    r" (?:after|before(?! \w+ing\b)|above|below|beyond|behind|ahead of|away from|prior to) [`'\"]?\w"
    r"| (?:more|less|fewer)(?: \w{1,20})? than\b| (?!other|rather)\w{2,12}er than\b"
    r"| (?:later|earlier|sooner|longer|shorter|wider|narrower|taller|deeper|higher|lower|larger|smaller|apart)"
    r"(?=\s*(?:[.,;:)]|\Z)))"
    rf"|\s?(?:times|x|\u00d7) (?:{_THING})|(?:\s?%| percent) of (?:{_THING}))",
    re.IGNORECASE,
)
"""Behind "10 minutes", as in "after `start_ms`": the distance to something else is bounded, and no value."""
# Before a number that is a difference. Matches "grow by ", "differ "; not "bytes ".
_BY = re.compile(r"\b(?:by|differ\w*)\s*\Z", re.IGNORECASE)
# Matches "1999", "2024"; not "1,999", "3000".
_YEAR = re.compile(r"(?:19|20)\d\d")
# Behind a range of years that bounds a value. Next is " inclusive", ")", "."; not " it was otherwise".
_ENDS = re.compile(r"\s*(?:\(?inclusive\b|[.,;:)]|\Z)", re.IGNORECASE)
# Matches "must be positive", "a positive integer"; not "positive effect".
_POSITIVE = re.compile(r"\bmust be (?:a )?positive\b|\bpositive (?:integer|number|int)\b", re.IGNORECASE)
# Before a number that is advice, an example or one case. Matches "typically ", "e.g. ", "if it is "; not "must be ".
_NO_RULE = re.compile(
    r"(?:\be\.g\.?|\b(?:recommend\w*|typical\w*|usual\w*|generally|ideally|prefer\w*|suggest\w*|examples?|such as"
    r"|about|around|default\w*"
    r"|initial\w*|approx\w*|roughly|if|when|unless|for \w+ (?:files|lists|queries))\b)[^.;]{0,40}\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class StatedBound:
    """One bound: its side, the amount, whether the amount itself is excluded, and the words that say so."""

    side: Side
    amount: Amount
    exclusive: bool
    quote: str


def stated_bounds(passage: str) -> Iterator[StatedBound]:
    """Yield the bounds that one sentence states."""
    for found in _RANGE.finditer(passage):
        if not _is_recommendation(passage, found) and not _is_relative(passage, found, "high", "high2", "high3"):
            yield from _range_bounds(passage, found)
    sides: tuple[tuple[Side, re.Pattern[str]], ...] = (
        ("lower", _LOWER),
        ("upper", _UPPER),
        ("upper", _UPPER_BEHIND),
    )
    for side, pattern in sides:
        for found in pattern.finditer(passage):
            behind = found.end("number")
            unmeant = any(words.match(passage, behind) for words in (_RATE, _WHAT_HAPPENS, _PARTS))
            if not unmeant and not _is_recommendation(passage, found) and not _is_relative(passage, found, "number"):
                stated = amount(found["number"], found["unit"])
                exclusive = found.groupdict().get("exclusive") is not None
                yield StatedBound(side, stated, exclusive, excerpt(passage, *found.span(), 20))
    for found in _POSITIVE.finditer(passage):
        if not _is_recommendation(passage, found):
            yield StatedBound("lower", Amount(0, ""), True, excerpt(passage, *found.span(), 20))


def _range_bounds(passage: str, found: re.Match[str]) -> Iterator[StatedBound]:
    quote = excerpt(passage, *found.span(), 20)
    high_unit = found["high_unit"]
    low, high = (found[side] or found[f"{side}2"] or found[f"{side}3"] for side in ("low", "high"))
    if _YEAR.fullmatch(low) and _YEAR.fullmatch(high) and not _ENDS.match(passage, found.end()):
        return  # "between 2020 and 2024 it was otherwise" tells a story
    lower, upper = amount(low, found["low_unit"] or high_unit), amount(high, high_unit)
    if lower.number < upper.number:
        yield StatedBound("lower", lower, False, quote)
        yield StatedBound("upper", upper, False, quote)


def _is_recommendation(passage: str, found: re.Match[str]) -> bool:
    # Words further away are about something else; the window also bounds the work per number.
    return _NO_RULE.search(passage[max(found.start() - 80, 0) : found.start()]) is not None


def _is_relative(passage: str, found: re.Match[str], *numbers: str) -> bool:
    """Say whether the words behind the number, or a "by" before it, make it relative to something else."""
    # Of the groups of a range one took part; the others end at -1.
    behind = max(found.end(number) for number in numbers)
    return bool(_RELATIVE.match(passage, behind) or _BY.search(passage[max(found.start() - 20, 0) : found.start()]))
