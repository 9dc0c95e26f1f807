"""Bytes to JSON value, safely, and JSON Pointer to line and column.

Python's parser keeps the last of two equal keys, takes ``NaN``, turns ``1e999`` into infinity and falls over deep
nesting. Each of these would let a file say one thing to us and another to the runtime: each is refused with its place.
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

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 128
MAX_DIGITS = 400

_PLAIN = re.compile(r"[\"tfn]|-?[0-9]+(?:\.[0-9]+)?\Z")
_CUT_OFF = "the document is cut off"
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?:\s|$)", re.MULTILINE)
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
        """Return line and column for each pointer; one that names nothing gets the place of its nearest ancestor."""
        lineages = {pointer: lineage(pointer) for pointer in pointers}
        if not lineages:
            return {}
        found = offsets(self.text, {ancestor for lineage in lineages.values() for ancestor in lineage})
        nearest = {
            pointer: next(found[one] for one in lineage if one in found) for pointer, lineage in lineages.items()
        }
        return {pointer: self._location(offset) for pointer, offset in nearest.items()}

    def source_pointer(self, pointer: str) -> str:
        """Return a pointer into ``value`` as the text has it: the same, unless the value was translated."""
        return pointer

    def _location(self, offset: int) -> Location:
        line = bisect.bisect_right(self._line_starts, offset)
        return Location(self.name, line, offset - self._line_starts[line - 1] + 1)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


def read(path: Path | str, name: str | None = None) -> Document:
    """Read one JSON file; raises ``ConformanceError`` when it is missing, too large, not UTF-8 or not strict JSON."""
    path = Path(path)
    return parse(read_bytes(path), name or escape_text(str(path)))


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Read a regular file of at most ``limit`` bytes; raises ``ConformanceError`` else."""
    claimed = require_regular_file(path)
    shown = quote_text(str(path), 200)
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise _unreadable_error(shown, error) from error
    if len(data) > limit:
        size = f"{max(claimed, len(data)) / 2**20:.1f} MB"
        message = f"{shown} is {size} large; the limit is {limit / 2**20:g} MB"
        raise ConformanceError(ErrorKind.TOO_LARGE, message, "name the inventory itself, or split it")
    return data


def require_regular_file(path: Path) -> int:
    """Return the size of a regular file in bytes; raises ``ConformanceError`` for what is missing or would block."""
    shown = quote_text(str(path), 200)
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise _unreadable_error(shown, error) from error
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise ConformanceError(ErrorKind.UNREADABLE, f"{shown} is {kind}", "name a JSON file")
    return status.st_size


def _unreadable_error(shown: str, error: Exception) -> ConformanceError:
    reason = getattr(error, "strerror", None) or str(error)
    return ConformanceError(
        ErrorKind.UNREADABLE, f"cannot read {shown}: {reason}", "check the path and the permissions"
    )


def parse(data: bytes, name: str) -> Document:
    """Parse the bytes of one JSON document; raises ``ConformanceError`` with line and column when they are none."""
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
    """Decode UTF-8 (a byte order mark is dropped); raises ``ConformanceError`` with the byte offset else."""
    reject_non_utf8(data[:4], name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"{name}:{line}:{column}: byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "save the file as UTF-8") from None


def reject_non_utf8(head: bytes, name: str) -> None:
    """Raise ``ConformanceError`` when the first four bytes are those of another kind of file than UTF-8 text."""
    wide = "UTF-16 or UTF-32 text" if b"\x00" in head else None
    kind = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), wide)
    if kind is not None:
        message = f"{name}: this looks like {kind}, not like UTF-8 JSON"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "convert it to UTF-8 JSON first")


class _NotStrictError(ValueError):
    """Internal signal: the parser met something that JSON does not allow or that we refuse; a second pass names it."""


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
    return error.msg[0].lower() + error.msg[1:]


def _recovery_hint(error: json.JSONDecodeError, text: str) -> str:
    rest = text[error.pos :].lstrip()
    before = text[: error.pos].rstrip()
    if error.pos >= len(text.rstrip()):
        return "write the file again as a whole; its end is missing"
    if error.msg == "Extra data":
        return "keep one JSON document in the file"
    if rest[:2] in ("//", "/*") or rest[:1] == "#":
        return "remove the comment; JSON has none"
    if rest[:1] in "]}" and before.endswith(","):
        return "remove the trailing comma"
    return "mend the JSON at that place"


def _strictness_error(text: str, name: str) -> ConformanceError:
    fault = first_fault(text, _is_strict)
    if fault is None:  # pragma: no cover  the parser refused what the scan allows
        return ConformanceError(ErrorKind.UNREADABLE, f"{name}: not strict JSON", "mend the file")
    place = f"{name}:{_line(text, fault.offset)}:{_column(text, fault.offset)}"
    where = quote_text(fault.pointer, 200)
    if fault.first_offset is not None:
        message = f"{place}: duplicate key at {where} (first on line {_line(text, fault.first_offset)})"
        return ConformanceError(ErrorKind.UNREADABLE, message, "keep one of the two; readers disagree on which counts")
    message = f"{place}: {quote_text(fault.lexeme, 40)} at {where} is not a number that survives reading"
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
