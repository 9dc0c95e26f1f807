"""Whether a receipt shows a JSON output of its result, or another document in its place."""

import html
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence

from conformance.documents.pointers import child
from conformance.documents.values import JsonValue
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._changed_texts import OTHER_FORM
from conformance.rules.catalogue.receipts._stated_numbers import agrees_in_json

# What a renderer says below a list of which it shows the first items: "(1 more)", "+1".
_SAYS_MORE = LazyPattern(r"\+ ?\d|\b(?:more|others?|remaining|rest|further|hidden|not shown)\b", re.IGNORECASE)


def shows_other_document(lines: Sequence[str], text: str) -> bool:
    """Say whether lines begin with a JSON document that has other values than the document of an output.

    The order of members, empty members, blanks, notations of a text or a number, and whether a text of JSON is shown as
    text or as JSON may differ. Lines that begin with no document may show the same in another form.
    """
    shown = "\n".join(line for line in lines if not line.strip().startswith("```")).lstrip()
    if not shown.startswith(("{", "[")):
        return False
    try:
        document, end = json.JSONDecoder().raw_decode(shown)
        return not _SAYS_MORE.search(shown, end) and not _agrees(document, json.loads(text), "")
    except (ValueError, OverflowError, RecursionError):
        return False


def _agrees(shown: JsonValue, actual: JsonValue, pointer: str) -> bool:
    ours, theirs = _read(shown), _read(actual)
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        return all(_agrees(ours.get(key), theirs.get(key), child(pointer, key)) for key in ours.keys() | theirs.keys())
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(_agrees(one, other, pointer) for one, other in pairs)
    if isinstance(ours, int | float) and isinstance(theirs, int | float) and bool not in (type(ours), type(theirs)):
        return agrees_in_json(ours, pointer, theirs)
    if isinstance(ours, str) and OTHER_FORM.search(ours):
        return True
    return (_is_empty(ours) and _is_empty(theirs)) or _spelling(ours) == _spelling(theirs)


def _read(value: JsonValue) -> JsonValue:
    """Return a text of JSON as what it is."""
    if isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _is_empty(value: JsonValue) -> bool:
    members = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else None
    return value in (None, "") if members is None else all(map(_is_empty, members))


def _spelling(value: JsonValue) -> str:
    return unicodedata.normalize("NFC", html.unescape(str(value))).strip().casefold()
