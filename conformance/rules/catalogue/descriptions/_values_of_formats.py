"""Fields that hold several values of a format in one text, or values that may be invalid."""

import re

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# Several values in one text. Matches "Comma-separated dates", "separated by commas"; not "one of several".
SEVERAL = LazyPattern(
    r"\b(?:comma|space|semicolon|newline|pipe)[- ](?:separated|delimited)\b"
    r"|\bseparated (?:by|with) (?:an? )?(?:commas?|spaces?|semicolons?|pipes?)\b",
    re.IGNORECASE,
)
# What a tool does that is given values which may be invalid.
_JUDGING = frozenset(("validate", "valid", "validity", "lint"))


def is_to_be_judged(field: Field) -> bool:
    """Say whether a tool exists to say of its input whether it is valid: it has to accept one that is not."""
    return field.tool.once(_judges)


def _judges(tool: Tool) -> bool:
    actions = {word for field in fields_of(tool) for value in field.text_values for word in words_of(value)}
    return not _JUDGING.isdisjoint((*words_of(tool.name), *actions))


def problem_of_several(field: Field, text: str, found: re.Match[str]) -> Problem:
    """Return an info for values in one text, of which a format holds for each and not for the text."""
    return Problem(
        f"{field.label} holds several values in one text, whose format only its description states",
        "take an array of strings, and state the format of its items",
        evidence={"quote": excerpt(text, *found.span(), 20)},
        max_level=Level.INFO,
    )
