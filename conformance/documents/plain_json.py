"""Reads a line of plain JSON at native speed: one of which it is sure that ``strict_json`` reads the same value.

A line with a duplicate name, a number that is too long or too large, or a rare escape is not read here.
"""

from typing import cast

from pydantic_core import from_json, to_json

from conformance.documents.values import JsonObject, JsonValue

UNSURE = r"\\u(?i:00[0-9]|013[01]|017f|212a|d[89a-f])|[\u0130\u0131\u017f\u212a]"
"""A pattern of the lines whose value must not be used: escapes of ASCII and halves of pairs, and letters that are ASCII
letters in another case."""
LARGE_NUMBER = r"[0-9][eE]\+?[0-9]{3}"
"""A pattern of the other lines whose value must not be used: those with a number that a double may not hold."""
MANY_DIGITS, SAMPLED_DIGITS, SAMPLE = "[0-9]{100}", "[0-9]{3}", 33
"""A pattern likewise, and one that such a line matches if only each character in so many is read, which is faster."""


def read_object(line: bytes) -> JsonObject | None:
    """Return the object that a line holds, ``None`` if it holds none, or surely no more than one could be read.

    The values of a line with more than ``strict_json.MAX_DEPTH`` levels are returned too.
    """
    try:
        value = cast("JsonValue", from_json(line, allow_inf_nan=False, cache_strings="keys"))
    except ValueError:
        return None
    # Of two members with one name only the last is read: then the text has more quotation marks than the value.
    if not isinstance(value, dict):
        return None
    written = to_json(value)
    is_whole = line.startswith(written) or written.count(b'"') == line.count(b'"')
    return cast("JsonObject", value) if is_whole else None
