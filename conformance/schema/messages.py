"""What is wrong with a value, in the words of JSON: the one place where a breach of a schema becomes a sentence.

The reference validator speaks Python: ``None``, ``True``, and whole values however long they are.
"""

import json
from collections.abc import Sequence
from typing import Any

from conformance.display import quoted, visible
from conformance.documents.values import JsonValue, as_object, texts_in

_MOST_SHOWN = 100
_MORE_ITEMS = "has more items than are allowed"
_WITH_THE_WANTED = {
    "enum": "is not one of",
    "not": "should not be valid under",
    "minimum": "is less than the minimum of",
    "maximum": "is greater than the maximum of",
    "exclusiveMinimum": "is less than or equal to the minimum of",
    "exclusiveMaximum": "is greater than or equal to the maximum of",
}
_BY_ITSELF = {
    "contains": "does not contain items matching the given schema",
    "minLength": "is too short",
    "minItems": "is too short",
    "maxLength": "is too long",
    "maxItems": "is too long",
    "minProperties": "does not have enough properties",
    "maxProperties": "has too many properties",
    "items": _MORE_ITEMS,
    "additionalItems": _MORE_ITEMS,
    "unevaluatedItems": _MORE_ITEMS,
}
_AT_THE_EDGE = {"min": (1, "should be non-empty"), "max": (0, "is expected to be empty")}


def sentence_of(error: Any) -> str:
    """Return what an error of the reference validator says."""
    if error.validator == "const":
        return f"{shown(error.validator_value)} was expected"
    predicate = _predicate(error, str(error.validator), error.validator_value)
    return f"{shown(error.instance)} {predicate}" if predicate else visible(error.message)


def none_of(value: JsonValue, allowed: Sequence[JsonValue]) -> str:
    """Return the sentence for a value that is none of those that are allowed."""
    return f"{shown(value)} {_WITH_THE_WANTED['enum']} {shown(list(allowed))}"


def shown(value: JsonValue) -> str:
    """Return a value as JSON on one line, safe to print and not long."""
    text = visible(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"


def _predicate(error: Any, keyword: str, wanted: JsonValue) -> str | None:
    """What is said of the value; ``None`` where the validator's own sentence names members and no value."""
    if error.validator is None:  # the schema `false`
        return "is not allowed here"
    if keyword == "type":
        return _of_types(texts_in(wanted))
    if keyword in ("anyOf", "oneOf"):
        return _of_union(error)
    if keyword in _BY_ITSELF:
        empty, sentence = _AT_THE_EDGE.get(keyword[:3], (None, ""))
        return sentence if wanted == empty else _BY_ITSELF[keyword]
    strict = f"exclusive{keyword.capitalize()}"  # up to draft 4 it was a flag beside the bound
    if as_object(error.schema).get(strict) is True:
        keyword = strict if strict in _WITH_THE_WANTED else keyword
    return f"{_WITH_THE_WANTED[keyword]} {shown(wanted)}" if keyword in _WITH_THE_WANTED else None


def _of_union(error: Any) -> str:
    if not error.context:
        return "is valid under more than one schema"
    types = [texts_in(inner.validator_value) for inner in error.context if inner.validator == "type" and not inner.path]
    if len(types) == len(error.context):
        return _of_types([name for names in types for name in names])
    return "is not valid under any of the given schemas"


def _of_types(names: Sequence[str]) -> str:
    return f"is not of type {' or '.join(map(quoted, dict.fromkeys(names)))}"
