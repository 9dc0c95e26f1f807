"""Bytes to JSON value, safely, and JSON Pointer to line and column.

Python's parser keeps the last of two equal keys, takes ``NaN``, turns ``1e999`` into infinity and falls over deep
nesting. Each of these would let a file say one thing to us and another to the runtime: each is refused with its place.
"""

import bisect
import json
import math
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NoReturn, cast

from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Location
from conformance.json_values import JsonValue
from conformance.pointers import child, parent
from conformance.words import quoted, visible

MAX_BYTES = 32 * 1024 * 1024
MAX_DEPTH = 128
MAX_DIGITS = 400

_STRING = r'"(?:[^"\\]|\\.)*"'
_BRACKETS = re.compile(rf"{_STRING}|[\[{{\]}}]", re.DOTALL)
_LEXEME = re.compile(rf'[ \t\n\r]*({_STRING}|[{{}}\[\],:]|[^\s{{}}\[\],:"]+)', re.DOTALL)
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
        wanted = set(pointers)
        offsets = _offsets(self.text, {ancestor for pointer in wanted for ancestor in _lineage(pointer)})
        return {pointer: self._location(_nearest_offset(offsets, pointer)) for pointer in wanted}

    def _location(self, offset: int) -> Location:
        line = bisect.bisect_right(self._line_starts, offset)
        return Location(self.name, line, offset - self._line_starts[line - 1] + 1)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


def read(path: Path | str, name: str | None = None) -> Document:
    """Read one JSON file; raises ``ConformanceError`` when it is missing, too large, not UTF-8 or not strict JSON."""
    path = Path(path)
    return parse(read_bytes(path), name or visible(str(path)))


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Read a regular file of at most ``limit`` bytes; raises ``ConformanceError`` else."""
    shown = quoted(str(path), 200)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
            raise ConformanceError(ErrorKind.UNREADABLE, f"{shown} is {kind}", "name a JSON file")
        if status.st_size > limit:
            size = f"{status.st_size / 2**20:.1f} MB"
            message = f"{shown} is {size} large; the limit is {limit // 2**20} MB"
            raise ConformanceError(ErrorKind.TOO_LARGE, message, "name the inventory itself, or split it")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConformanceError(
            ErrorKind.UNREADABLE, f"cannot read {shown}: {reason}", "check the path and the permissions"
        ) from error


def parse(data: bytes, name: str) -> Document:
    """Parse the bytes of one JSON document; raises ``ConformanceError`` with line and column when they are none."""
    text = decode(data, name)
    if not text.strip():
        raise ConformanceError(ErrorKind.UNREADABLE, f"{name}: the file is empty", "write a JSON document into it")
    _refuse_depth(text, name)
    try:
        value = cast(
            "JsonValue",
            json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_integer, parse_float=_float),
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(error, text, name) from None
    except RecursionError:
        raise _too_deep(name, 1, 1) from None
    except _NotStrictError:
        raise _strictness_error(text, name) from None
    return Document(name, text, value)


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8 (a byte order mark is dropped); raises ``ConformanceError`` with the byte offset else."""
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            message = f"{name}: this looks like {kind}, not like UTF-8 JSON"
            raise ConformanceError(ErrorKind.UNREADABLE, message, "convert it to UTF-8 JSON first")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"{name}:{line}:{column}: byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "save the file as UTF-8") from None


class _NotStrictError(ValueError):
    """Internal signal: the parser met something that JSON does not allow or that we refuse; a second pass names it."""


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotStrictError
    return members


def _refuse(_constant: str) -> NoReturn:
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


def _refuse_depth(text: str, name: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for match in _BRACKETS.finditer(text):
        mark = match.group()[0]
        depth += 1 if mark in "[{" else -1 if mark in "]}" else 0
        if depth > MAX_DEPTH:
            raise _too_deep(name, *_line_column(text, match.start()))


def _too_deep(name: str, line: int, column: int) -> ConformanceError:
    message = f"{name}:{line}:{column}: nested deeper than {MAX_DEPTH} levels"
    return ConformanceError(ErrorKind.TOO_LARGE, message, "flatten the document; no tool schema needs such depth")


def _syntax_error(error: json.JSONDecodeError, text: str, name: str) -> ConformanceError:
    conflict = _CONFLICT.search(text)
    if conflict:
        line, column = _line_column(text, conflict.start())
        message = f"{name}:{line}:{column}: not JSON: there are merge-conflict markers in the file"
        return ConformanceError(ErrorKind.UNREADABLE, message, "resolve the merge conflict")
    found = text[error.pos : error.pos + 1]
    got = f", found {quoted(found)}" if found else ", but the file ends there"
    message = f"{name}:{error.lineno}:{error.colno}: not JSON: {_reason(error, text)}{got}"
    return ConformanceError(ErrorKind.UNREADABLE, message, _cure(error, text))


def _reason(error: json.JSONDecodeError, text: str) -> str:
    if error.msg == "Extra data":
        return "expected the end of the file after the document"
    if error.pos >= len(text.rstrip()):
        return "the document is cut off"
    return error.msg[0].lower() + error.msg[1:]


def _cure(error: json.JSONDecodeError, text: str) -> str:
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
    seen: dict[str, int] = {}
    for pointer, key_offset, value_offset, lexeme in _walk(text):
        if key_offset is not None and pointer in seen:
            first = _line_column(text, seen[pointer])[0]
            place = _place(text, name, key_offset)
            message = f"{place}: duplicate key at {quoted(pointer, 200)} (first on line {first})"
            return ConformanceError(
                ErrorKind.UNREADABLE, message, "keep one of the two; readers disagree on which counts"
            )
        if key_offset is not None:
            seen[pointer] = key_offset
        if not _is_strict(lexeme):
            place = _place(text, name, value_offset)
            message = f"{place}: {quoted(lexeme, 40)} at {quoted(pointer, 200)} is not a number that survives reading"
            return ConformanceError(
                ErrorKind.UNREADABLE, message, "write a finite number of reasonable length, or null"
            )
    return ConformanceError(ErrorKind.UNREADABLE, f"{name}: not strict JSON", "mend the file")  # pragma: no cover


def _is_strict(lexeme: str) -> bool:
    if lexeme[0] not in "-0123456789NI":
        return True
    try:
        json.loads(lexeme, parse_constant=_refuse, parse_int=_integer, parse_float=_float)
    except ValueError:
        return False
    return True


def _place(text: str, name: str, offset: int) -> str:
    line, column = _line_column(text, offset)
    return f"{name}:{line}:{column}"


def _line_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _walk(text: str) -> Iterator[tuple[str, int | None, int, str]]:
    """Yield pointer, offset of the key (members only), offset of the value and its first lexeme, in text order."""
    containers: list[tuple[str, bool]] = []
    keys: list[str | int] = []
    key: tuple[str, int] | None = None
    for match in _LEXEME.finditer(text):
        lexeme, offset = match.group(1), match.start(1)
        if lexeme == ":":
            continue
        if lexeme in "]}":
            containers.pop()
            keys.pop()
            continue
        if lexeme == ",":
            last = keys[-1]
            keys[-1] = last + 1 if isinstance(last, int) else last
            continue
        in_object = bool(containers) and containers[-1][1]
        if in_object and key is None:
            key = (cast("str", json.loads(lexeme)), offset)
            continue
        base = containers[-1][0] if containers else None
        pointer = "" if base is None else child(base, key[0] if key else keys[-1])
        yield pointer, key[1] if key else None, offset, lexeme
        key = None
        if lexeme in "[{":
            containers.append((pointer, lexeme == "{"))
            keys.append(0)


def _offsets(text: str, wanted: set[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for pointer, key_offset, value_offset, _token in _walk(text):
        if pointer in wanted:
            found[pointer] = value_offset if key_offset is None else key_offset
            if len(found) == len(wanted):
                break
    return found


def _lineage(pointer: str) -> list[str]:
    chain = [pointer]
    while chain[-1]:
        chain.append(parent(chain[-1]))
    return chain


def _nearest_offset(offsets: dict[str, int], pointer: str) -> int:
    return next((offsets[ancestor] for ancestor in _lineage(pointer) if ancestor in offsets), 0)
