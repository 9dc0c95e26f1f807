"""Read bytes as strict JSON, and map JSON Pointers to lines and columns.

Python's parser keeps the last of two equal keys, accepts ``NaN``, turns ``1e999`` into infinity and overflows the stack
on deep nesting. Each of these would let a file mean one thing here and another in the runtime, so each is rejected
with its position.
"""

import bisect
import json
import math
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NoReturn, cast

from conformance.display import escape_text, quote_text
from conformance.documents.location import Location
from conformance.documents.pointers import lineage
from conformance.documents.positions import first_excess_depth, first_fault, offsets
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind

# The largest inventory seen in public has 0.3 MB; 16 MB leaves room and still bounds the memory of a check.
MAX_BYTES = 16 * 1024 * 1024
# Python's parser and ours recurse; 128 levels are far above any tool schema and far below the recursion limit.
MAX_DEPTH = 128
# A double needs at most 17 significant digits, the largest finite one 309; int() is quadratic in the digits.
MAX_DIGITS = 400

# Lexemes that need no second look: strings, literals, and numbers without an exponent.
_PLAIN = re.compile(r"[\"tfn]|-?[0-9]+(?:\.[0-9]+)?\Z")
_CUT_OFF = "the document is cut off"
# The three markers that git writes at the start of a line.
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?:\s|$)", re.MULTILINE)
# First bytes of files that are often passed by mistake.
_MAGIC = {
    b"\x1f\x8b": "gzip data",
    b"PK\x03\x04": "a zip archive",
    b"\xff\xfe": "UTF-16 or UTF-32 text",
    b"\xfe\xff": "UTF-16 text",
    b"\x00\x00\xfe\xff": "UTF-32 text",
}


@dataclass(frozen=True)
class Document:
    """A JSON value with the text that it was read from."""

    name: str
    text: str
    value: JsonValue

    def locate(self, pointers: Iterable[str]) -> dict[str, Location]:
        """Return the location of each pointer; a pointer to nothing gets that of its nearest existing ancestor."""
        lineages = {pointer: lineage(pointer) for pointer in pointers}
        if not lineages:
            return {}
        found = offsets(self.text, {ancestor for lineage in lineages.values() for ancestor in lineage})
        nearest = {
            pointer: next(found[one] for one in lineage if one in found) for pointer, lineage in lineages.items()
        }
        return {pointer: self._location(offset) for pointer, offset in nearest.items()}

    def source_pointer(self, pointer: str) -> str:
        """Return the pointer in the source text for one into ``value``; they differ if the value was converted."""
        return pointer

    def _location(self, offset: int) -> Location:
        line = bisect.bisect_right(self._line_starts, offset)
        return Location(self.name, line, offset - self._line_starts[line - 1] + 1)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


def read(path: Path | str, name: str | None = None) -> Document:
    """Read one JSON file; raises ``ConformanceError`` if it is missing, too large, not UTF-8 or not strict JSON."""
    path = Path(path)
    return parse(read_bytes(path), name or escape_text(str(path)))


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Read a regular file of at most ``limit`` bytes; raises ``ConformanceError`` otherwise."""
    claimed = require_regular_file(path)
    shown = quote_text(str(path), 200)
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise _unreadable_error(shown, error) from error
    if len(data) > limit:
        size = f"{max(claimed, len(data)) / 2**20:.1f} MB"
        message = f"{shown} is {size}; the limit is {limit / 2**20:g} MB"
        raise ConformanceError(ErrorKind.TOO_LARGE, message, "pass the inventory itself, or split it")
    return data


def require_regular_file(path: Path) -> int:
    """Return the size of a regular file in bytes; raises ``ConformanceError`` if it is missing or could block."""
    shown = quote_text(str(path), 200)
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise _unreadable_error(shown, error) from error
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise ConformanceError(ErrorKind.UNREADABLE, f"{shown} is {kind}", "pass a JSON file")
    return status.st_size


def _unreadable_error(shown: str, error: Exception) -> ConformanceError:
    reason = getattr(error, "strerror", None) or str(error)
    return ConformanceError(
        ErrorKind.UNREADABLE, f"cannot read {shown}: {reason}", "check the path and the permissions"
    )


def parse(data: bytes, name: str) -> Document:
    """Parse the bytes of one JSON document; raises ``ConformanceError`` with line and column if they are not JSON."""
    text = decode(data, name)
    if not text.strip():
        raise ConformanceError(ErrorKind.UNREADABLE, f"{name}: the file is empty", "write a JSON document into it")
    _reject_deep_nesting(text, name)
    try:
        value = cast(
            "JsonValue",
            json.loads(
                text, object_pairs_hook=_object, parse_constant=_reject_constant, parse_int=_integer, parse_float=_float
            ),
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(error, text, name) from None
    except _NotStrictError:
        raise _strictness_error(text, name) from None
    return Document(name, text, value)


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8 (a byte order mark is dropped); raises ``ConformanceError`` with the byte offset otherwise."""
    reject_non_utf8(data[:4], name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"{name}:{line}:{column}: byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "save the file as UTF-8") from None


def reject_non_utf8(head: bytes, name: str) -> None:
    """Raise ``ConformanceError`` if the first four bytes belong to a file that is not UTF-8 text."""
    wide = "UTF-16 or UTF-32 text" if b"\x00" in head else None
    kind = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), wide)
    if kind is not None:
        message = f"{name}: this looks like {kind}, not like UTF-8 JSON"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "convert it to UTF-8 JSON first")


class _NotStrictError(ValueError):
    """Internal signal that the text is not strict JSON; a second pass finds the position."""


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotStrictError
    return members


def _reject_constant(_constant: str) -> NoReturn:
    raise _NotStrictError


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _NotStrictError
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number) or len(digits) > MAX_DIGITS:
        raise _NotStrictError
    return number


def _reject_deep_nesting(text: str, name: str) -> None:
    offset = first_excess_depth(text, MAX_DEPTH)
    if offset is not None:
        place = f"{name}:{_line(text, offset)}:{_column(text, offset)}"
        message = f"{place}: nested deeper than {MAX_DEPTH} levels"
        raise ConformanceError(ErrorKind.TOO_LARGE, message, "flatten the document; no tool schema needs such depth")


def _syntax_error(error: json.JSONDecodeError, text: str, name: str) -> ConformanceError:
    conflict = _CONFLICT.search(text)
    if conflict:
        message = f"{name}:{_line(text, conflict.start())}:1: not JSON: there are merge-conflict markers in the file"
        return ConformanceError(ErrorKind.UNREADABLE, message, "resolve the merge conflict")
    found, reason = text[error.pos : error.pos + 1], _reason(error, text)
    got = f", found {quote_text(found)}" if found and not reason.startswith(_CUT_OFF) else ""
    message = f"{name}:{error.lineno}:{error.colno}: not JSON: {reason}{got}"
    return ConformanceError(ErrorKind.UNREADABLE, message, _recovery_hint(error, text))


def _reason(error: json.JSONDecodeError, text: str) -> str:
    if error.msg == "Extra data":
        return "expected the end of the file after the document"
    if error.msg.startswith("Unterminated string"):
        return f"{_CUT_OFF} inside the string that begins here"
    if error.pos >= len(text.rstrip()):
        return _CUT_OFF
    return error.msg[0].lower() + error.msg[1:].removesuffix(" at")  # a few of its messages expect a position to follow


def _recovery_hint(error: json.JSONDecodeError, text: str) -> str:
    rest = text[error.pos :].lstrip()
    before = text[: error.pos].rstrip()
    if error.pos >= len(text.rstrip()):
        return "write the file again; its end is missing"
    if error.msg == "Extra data":
        return "keep one JSON document in the file"
    if rest[:2] in ("//", "/*") or rest[:1] == "#":
        return "remove the comment; JSON does not allow comments"
    if rest[:1] in "]}" and before.endswith(","):
        return "remove the trailing comma"
    return "fix the JSON at this position"


def _strictness_error(text: str, name: str) -> ConformanceError:
    fault = first_fault(text, _is_strict)
    if fault is None:  # pragma: no cover  the parser refused what the scan allows
        return ConformanceError(ErrorKind.UNREADABLE, f"{name}: not strict JSON", "fix the file")
    place = f"{name}:{_line(text, fault.offset)}:{_column(text, fault.offset)}"
    where = quote_text(fault.pointer, 200)
    if fault.first_offset is not None:
        message = f"{place}: duplicate key at {where} (first on line {_line(text, fault.first_offset)})"
        return ConformanceError(
            ErrorKind.UNREADABLE, message, "keep one of the two; parsers disagree on which one wins"
        )
    message = f"{place}: {quote_text(fault.lexeme, 40)} at {where} is not a number that every JSON parser preserves"
    return ConformanceError(ErrorKind.UNREADABLE, message, "write a finite number of reasonable length, or null")


def _is_strict(lexeme: str) -> bool:
    if _PLAIN.match(lexeme) and len(lexeme) <= MAX_DIGITS:
        return True
    try:
        json.loads(lexeme, parse_constant=_reject_constant, parse_int=_integer, parse_float=_float)
    except ValueError:
        return False
    return True


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _column(text: str, offset: int) -> int:
    return offset - text.rfind("\n", 0, offset)
