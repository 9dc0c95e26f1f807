"""Readable formatting of JSON that occurs in an output.

Numbers keep their digits. A string that is JSON is printed as that JSON, a string of several lines as lines between
triple quotes, and a string that contains JSON without escapes: a reader never has to undo quoting. Anything that is
not strict JSON stays unchanged.
"""

import json
import re
from typing import Any, cast

from conformance.documents.values import JsonValue

# Strings that are JSON are parsed again, level by level; a receipt shows far less of a longer text.
_LONGEST = 200_000
# What encloses a string of several lines.
_FENCE = '"""'
# A line end of Windows; "\r\r\n" is left for the escaping to show.
_CRLF = re.compile(r"(?<!\r)\r\n")
# JSON inside a JSON string, after quoting: a bracket, comma or colon before an escaped quote.
_ESCAPED_JSON = re.compile(r'[\[{,:]\s*\\"')


class _Digits(str):
    """A number in its original spelling."""

    __slots__ = ()


def format_json_text(text: str, room: int) -> str:
    """Return JSON text indented if that fits into ``room`` characters, otherwise on one line; other text unchanged.

    JSON with multi-line strings is always indented, because only then can they be printed as lines.
    """
    value = _parse_container(text)
    if value is None:
        return text
    try:
        indented = _write(value, "\n")
        return indented if len(indented) <= room or _FENCE in indented else _write(value, None)
    except RecursionError:
        return text


def format_json_value(value: JsonValue, room: int) -> str:
    """Return the readable form of a JSON value; a string is returned unchanged."""
    return (
        value
        if isinstance(value, str)
        else format_json_text(json.dumps(value, ensure_ascii=False, sort_keys=True), room)
    )


def _parse_container(text: str) -> Any:
    """Return the array or object that the text encodes, or ``None``."""
    inner = text.strip()
    if inner[:1] not in ("{", "[") or len(inner) > _LONGEST:
        return None
    try:
        return json.loads(
            inner, object_pairs_hook=_members, parse_int=_Digits, parse_float=_Digits, parse_constant=_Digits
        )
    except (ValueError, RecursionError):
        return None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key twice: showing one of the two would hide the other")
    return members


def _write(value: Any, margin: str | None) -> str:
    """Write a value; ``margin`` is a newline plus the indentation so far, or ``None`` for a single line."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        inner = None if margin is None else margin + "  "
        return _enclose("{}", [f"{_string(key)}: {_write(member, inner)}" for key, member in members.items()], margin)
    if isinstance(value, list):
        inner = None if margin is None else margin + "  "
        return _enclose("[]", [_write(item, inner) for item in cast("list[Any]", value)], margin)
    if isinstance(value, _Digits):
        return str(value)
    if isinstance(value, str):
        nested = _parse_container(value)
        if nested is not None:
            return _write(nested, margin)
        is_block = margin is not None and "\n" in value.strip("\r\n") and _FENCE not in value
        return _lines(value, margin) if margin is not None and is_block else _string(value)
    return json.dumps(value)


def _enclose(brackets: str, items: list[str], margin: str | None) -> str:
    if not items:
        return brackets
    if margin is None:
        return f"{brackets[0]}{', '.join(items)}{brackets[1]}"
    return f"{brackets[0]}{margin}  {f',{margin}  '.join(items)}{margin}{brackets[1]}"


def _lines(text: str, margin: str) -> str:
    lines = _CRLF.sub("\n", text).removesuffix("\n").split("\n")
    return "".join((_FENCE, *(margin + line if line else "\n" for line in lines), margin, _FENCE))


def _string(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return f"'{text}'" if _ESCAPED_JSON.search(quoted) and _FENCE not in text else quoted
