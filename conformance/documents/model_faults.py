"""What is wrong with a value that a model rejects, in the words of JSON.

pydantic's own texts are about Python ("Input should be a valid tuple"), so none of them is printed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from conformance.display import escape_text

ModelFault: TypeAlias = Mapping[str, Any]
"""One entry of ``ValidationError.errors()``."""

UNKNOWN_KEY = "extra_forbidden"

# Several types of pydantic mean the same to a reader of JSON: a text that is not a number, a number of another kind.
_TEXTS = {
    "missing": "is missing",
    UNKNOWN_KEY: "is not a known field",
    "string_type": "must be a string",
    "string_too_short": "must not be empty",
    "string_too_long": "must have at most {max_length} characters",
    "string_pattern_mismatch": "must match the pattern {pattern}",
    "string_unicode": "must be valid Unicode",
    "path_type": "must be a path (a string)",
    "int_type": "must be an integer",
    "int_parsing": "must be an integer",
    "int_parsing_size": "must be a smaller integer",
    "int_from_float": "must be an integer",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "greater_than": "must be greater than {gt:.0f}",
    "greater_than_equal": "must be at least {ge:.0f}",
    "less_than": "must be less than {lt:.0f}",
    "less_than_equal": "must be at most {le:.0f}",
    "bool_type": "must be `true` or `false`",
    "bool_parsing": "must be `true` or `false`",
    "none_required": "must be null",
    "date_type": "must be a date such as 2031-01-31",
    "date_parsing": "must be a date such as 2031-01-31",
    "date_from_datetime_parsing": "must be a date such as 2031-01-31",
    "date_from_datetime_inexact": "must be a date without a time",
    "tuple_type": "must be an array",
    "list_type": "must be an array",
    "frozen_set_type": "must be an array",
    "too_short": "must not be empty",
    "too_long": "must have at most {max_length} items",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "union_tag_not_found": "has no known `type`",
    "union_tag_invalid": "has no known `type`",
}
_CHOICE_TYPES = ("enum", "literal_error")
# pydantic lists the choices of an enum or literal as 'a', 'b' or 'c'.
_CHOICE = re.compile(r"'([^']*)'")


def fault_text(faults: Sequence[ModelFault], words: Mapping[str, str] | None = None) -> str:
    """Return what is wrong with one value, as a predicate: ``must be a string``.

    ``faults`` are those of the value; of a union there is one for each alternative. ``words`` are texts by type of
    fault that replace those of JSON.
    """
    choices = [choice for fault in faults for choice in choices_of(fault)]
    if choices:
        return f"must be {'one of ' if len(choices) > 1 else ''}{', '.join(f'`{choice}`' for choice in choices)}"
    fault, context = faults[0], faults[0].get("ctx", {})
    if fault["type"] == "value_error":  # raised by a validator of ours, in our words
        return escape_text(str(context["error"]))[:200]
    return {**_TEXTS, **(words or {})}.get(fault["type"], "has a value that is not allowed here").format(**context)


def choices_of(fault: ModelFault) -> list[str]:
    """Return the values that a fault allows, where it is one of a choice."""
    if fault["type"] not in _CHOICE_TYPES:
        return []
    expected = str(fault["ctx"]["expected"])
    return _CHOICE.findall(expected) or [expected]
