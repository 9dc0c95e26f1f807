"""Lists that only look like all values of a field: ways to write one, and some of them."""

import re
from collections.abc import Sequence

from conformance.inventory.fields import Field
from conformance.inventory.prose.defaults import stated_defaults
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# How a text may be written, and never what it says.
_CASES = frozenset(("uppercase", "lowercase", "upper", "lower", "mixed", "capitalized", "titlecase"))
# What holds a program, of which a text lists names that it may use.
_PROGRAMS = frozenset(("code", "script", "source_code", "program"))
# Matches "Javascript code", "a Python script"; not "code of the country".
_OF_PROGRAM = LazyPattern(r"\b(?:(?:Java|Type)script|Python|Lua|SQL|shell|bash)\b", re.IGNORECASE)
# How a standard calls the forms of its codes.
_FORMS_OF_CODES = frozenset(("alpha2", "alpha3", "numeric"))
# A value that names a year, so that the next year has another one. Matches "CY2023", "2024-Q1"; not "v2", "20240".
_YEAR = LazyPattern(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# What stands for all values, as the default: "(default: all)", which may be given as well.
_OF_ALL = frozenset(("all", "any", "both", "every"))
# Matches "(default: all)", "defaults to any"; not "default: all rows", "all".
_ALL_STATED = LazyPattern(r"\bdefaults?(?:\s*[:=]| is| to)? ?[`'\"]?(?:all|any|both|every)\b(?! \w)", re.IGNORECASE)
# What announces all values. Matches "one of", "must be either"; not "a".
_ANNOUNCED = LazyPattern(r"\b(?:one of|must be|(?:allowed|valid|accepted) (?:values|options))\b", re.IGNORECASE)
# Values that a sentence shows as examples. Matches "(e.g., 'a', 'b')", "such as a"; not "'a', 'b'".
_SHOWN = LazyPattern(r"\b(?:e\.g\.?|such as|for example|for instance)[,:]?\s*(?P<items>[^.;()]{1,200})", re.IGNORECASE)


def are_ways_to_write(field: Field, values: Sequence[str]) -> bool:
    """Say whether a list is of ways to write a text, or of years, to which the next one adds another."""
    words = {value.lower().replace("-", "").replace(" ", "") for value in values}
    if field.name.lower() in _PROGRAMS and _OF_PROGRAM.search(field.description):
        return True
    if any(map(_ANNOUNCED.search, passages(field))):
        return False
    if (words <= _CASES and "case" not in words_of(field.name)) or words <= _FORMS_OF_CODES:
        return True
    return _are_of_years(values)


def _are_of_years(values: Sequence[str]) -> bool:
    return 2 * sum(_YEAR.search(value) is not None for value in values) >= len(values)


def may_be_more(field: Field, values: Sequence[str]) -> bool:
    """Say whether a list is one of years, lacks the default that the text names, or is shown as examples."""
    if _are_of_years(values):
        return True
    texts = passages(field)
    quoted = {stated.text for text in texts for stated in stated_defaults(text) if stated.text}
    if not quoted <= {*values} or (_OF_ALL.isdisjoint(map(str.lower, values)) and any(map(_ALL_STATED.search, texts))):
        return True
    shown = " ".join(found["items"] for found in _SHOWN.finditer(field.description))
    return bool(shown) and all(re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", shown) for value in values)
