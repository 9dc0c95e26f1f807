"""What a number is measured in or on, so that it may have fractions, and how texts write one that has none."""

import re
from collections.abc import Sequence

from conformance.lazy_patterns import LazyPattern

# Matches "fractional", "up to 9 decimals", "e.g. 0.5"; not "whole", "number of decimals", "1.0".
FRACTIONS = LazyPattern(
    r"fraction|\baverage|\bmean\b|\bmedian\b|(?<!number of )decimal|(?<![\d.])\d+\.\d*[1-9](?![\d.])"
    # of a range of two whole numbers only its ends would be left
    r"|(?<![\d.-])0(?:\.0)? ?(?:-|\u2013|\.\.|to|and) ?1(?:\.0)?(?![\d.:-]\d|[\w=:-]| ?[=:])",
    re.IGNORECASE,
)
# What a limit or an offset is measured in, so that it counts nothing. Matches "price in USD", "degrees", "per second",
# "$100", "percentage"; not "results per page".
MEASURED_IN = LazyPattern(
    r"\b(?:usd|eur|gbp|dollars?|euros?|prices?|costs?|money|currency|spend\w*|degrees?|radians?|percent\w*|ratio"
    r"|scores?|rate|speed|temperature|voltage|metres?|meters?|kilomet\w+|km|miles|kg|grams?|hours?|minutes|seconds"
    r"|m?sec|ms|db|hz|[mc]m|ft|feet|inch\w*|lit(?:er|re)s?|em|rem|[kmg]b|megabytes|gigabytes)\b"
    r"|[%$\u20ac\u00b0\u00a3]|\bper (?:second|minute|hour|day)\b",
    re.IGNORECASE,
)
# A number of one of several. Matches "Which thought this branches from"; not "Which percentage".
_WHICH_ONE = LazyPattern(
    r"\A\W{0,3}which (?!percent|price|amount|value|rate|ratio|share|threshold|angle|temperature|speed|level|size|scale"
    r"|score|factor|weight)[a-z]+ ",
    re.IGNORECASE,
)
# One of a few from 1 on. Matches "quality (1-100)", "between 1 (again) and 4 (easy)"; not "from 0 to 1".
_FROM_ONE_ON = LazyPattern(
    r"(?<![\d.$\u20ac-])\b1 ?(?:-|\u2013|to|through) ?\d{1,3}(?![\d.%:/-]| ?x)"
    r"|\bbetween 1(?: \([a-z ]+\))? and \d{1,3}(?![\d.%])",
    re.IGNORECASE,
)
# What has such a number by custom. Of a magnitude, a grade or a pH from 1 on there are fractions.
_LEVELS = frozenset(("quality", "ease", "priority", "likelihood", "rank", "step", "tier", "day", "month", "weekday"))
# How pictures are packed. Matches "JPEG quality (0-100)".
_PACKED = LazyPattern(r"\b(?:quality|jpe?g|webp)\b.{0,30}(?<![\d.-])0 ?(?:-|\u2013|to) ?100\b", re.IGNORECASE)


def is_one_of_several(words: Sequence[str], text: str) -> bool:
    """Say whether a text calls a number one of several things, or one of a few levels from 1 on; by its name too."""
    if MEASURED_IN.search(text):
        return False
    is_level = not _LEVELS.isdisjoint(words[-1:]) and _FROM_ONE_ON.search(text) is not None
    is_packing = words[-1:] == ["quality"] and _PACKED.search(text) is not None
    return is_level or is_packing or _WHICH_ONE.search(text) is not None
