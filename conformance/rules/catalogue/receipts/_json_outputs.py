"""Whether a receipt shows a JSON output of its result, or another document in its place."""

import json
from collections.abc import Mapping, Sequence

from conformance.documents.values import JsonValue

# A reader in JavaScript rounds larger numbers.
_MOST_EXACT = 2**53


def shows_other_document(lines: Sequence[str], text: str) -> bool:
    """Say whether lines begin with a JSON document that has other values than the document of an output.

    The order of members, null members, blanks, and whether a text of JSON is shown as text or as JSON may differ. Lines
    that begin with no document may show the same in another form.
    """
    shown = "\n".join(line for line in lines if not line.strip().startswith("```")).lstrip()
    if not shown.startswith(("{", "[")):
        return False
    try:
        document, _ = json.JSONDecoder().raw_decode(shown)
        return _comparable(document) != _comparable(json.loads(text))
    except (ValueError, OverflowError, RecursionError):
        return False


def _comparable(value: JsonValue) -> str:
    """Return a text that is the same for two documents with the same values."""
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: JsonValue) -> JsonValue:
    if isinstance(value, Mapping):
        return {key: _plain(member) for key, member in value.items() if member is not None}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        try:
            return _plain(json.loads(value))
        except ValueError:
            return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        is_exact = isinstance(value, int) and abs(value) <= _MOST_EXACT
        return value if is_exact else _whole(float(value))
    return value


def _whole(number: float) -> float | int:
    is_whole = number.is_integer() and abs(number) <= _MOST_EXACT
    return int(number) if is_whole else number
