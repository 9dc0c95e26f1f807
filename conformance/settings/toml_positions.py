"""Positions of the keys in a TOML file, for messages about the configuration.

``tomllib`` decides what a file says but not where. This scan reads a text that ``tomllib`` has accepted, or the part
before its first error, so it may skip over values without checking them. It runs only when a message needs a position.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias, cast

from msgspec import Struct

from conformance.documents.location import Location, short_path
from conformance.settings import PROJECT_FILE

PROJECT_TABLE = "tool.conformance."
"""What precedes every key of ours in ``pyproject.toml``."""

KeyPath: TypeAlias = tuple[str | int, ...]

# Possessive quantifiers keep each match linear: no part of a token can be matched in two ways. Before 3.11.5 Python
# loses its place where such a repetition holds one that can give back, so the two of `_SCALAR` that do are plain.
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*+")
# A part of a key is bare, or quoted either way; a dot between parts may have blanks around it.
_KEY_PART = re.compile(r'"(?:[^"\\]|\\.)*+"|\'[^\']*+\'|[A-Za-z0-9_-]++')
_DOT = re.compile(r"[ \t]*+\.[ \t]*+")
# Multi-line strings come first, since their delimiter begins like an empty string. One or two quotes directly before
# the closing three belong to the content. Any other value extends to the next delimiter: a date may contain a blank.
# Anything else that begins with a quote is a string that nothing closes, or not on its line.
_SCALAR = re.compile(
    r'"""(?:[^"\\]|\\.|""?(?!"))*"{3,5}'
    r"|'''(?:[^']|''?(?!'))*'{3,5}"
    r'|"(?!"")(?:[^"\\\n]|\\.)*+"'
    r"|'(?!'')[^'\n]*+'"
    r"|[^,\]}#\r\n\"'][^,\]}#\r\n]*+",
    re.DOTALL,
)
# Three quotes before one: an empty string is two of them without a third.
_QUOTES = re.compile(r"\"\"\"|'''|\"|'")


def locate_key(file: Path, key: str) -> Location:
    """Return the position of a dotted key of ours in a configuration file or profile, relative to the working folder.

    An element of an array is named by its index: ``ignore.0`` is the first ``[[ignore]]``. For a key that is missing
    it is the position of the table that should hold it, at least the beginning of the file.
    """
    name = str(short_path(file))
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return Location(name, 1, 1)
    known = key_offsets(text)
    wanted = PROJECT_TABLE + key if file.name == PROJECT_FILE else key
    while wanted and wanted not in known:
        wanted = wanted.rpartition(".")[0]
    offset = known.get(wanted, 0)
    line_start = text.rfind("\n", 0, offset) + 1
    return Location(name, text.count("\n", 0, offset) + 1, offset - line_start + 1)


def key_offsets(text: str) -> Mapping[str, int]:
    """Return the offset of every key, table header and array element of a valid TOML text, by its dotted path."""
    return {".".join(map(str, path)): offset for path, offset in _Scan(text).paths().items()}


class Reached(Struct, frozen=True):
    """How far a text can be read: the dotted key that was read last, without indexes, and what is open there."""

    key: str
    opening: str
    """The bracket or quote that nothing closes, empty without one."""
    offset: int
    """The offset of ``opening``."""


def read_prefix(text: str) -> Reached:
    """Return how far a text, such as what precedes a syntax error, can be read as TOML."""
    scan = _Scan(text)
    with suppress(IndexError, ValueError):
        scan.paths()
    opening, offset = scan.open[-1] if scan.open else ("", 0)
    return Reached(".".join(part for part in scan.path if isinstance(part, str)), opening, offset)


class _UnreadableError(ValueError):
    """The scan cannot go on: ``tomllib`` has not accepted the text."""


class _Scan:
    """One pass over a text; ``_at`` is the offset of what is read next."""

    def __init__(self, text: str) -> None:
        self.path: KeyPath = ()
        """The key or header that was read last."""
        self.open: list[tuple[str, int]] = []
        """The brackets and quotes that are open, each with its offset."""
        self._text = text
        self._at = 0
        self._found: dict[KeyPath, int] = {}
        self._last_element: dict[KeyPath, int] = {}
        """The index of the last ``[[table]]`` of each array, which later headers extend."""

    def paths(self) -> Mapping[KeyPath, int]:
        """Return the first offset of every path."""
        table: KeyPath = ()
        self._take(_BLANK)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._take(_BLANK)
        return self._found

    def _header(self) -> KeyPath:
        """Read ``[table]`` or ``[[array]]`` and return the table that it opens."""
        begin = self._at
        is_array = self._text.startswith("[[", begin)
        self._at += 2 if is_array else 1
        table: KeyPath = ()
        for name, _ in self._key():
            # a header below an array of tables continues the array's last table
            table = self._enter_last(table)
            table = (*table, name)
            self._found.setdefault(table, begin)
            self.path = table
        if is_array:
            self._last_element[table] = self._last_element.get(table, -1) + 1
            table = self._enter_last(table)
            self._found[table] = begin
        self._take(_BLANK)
        self._at += 2 if is_array else 1
        return table

    def _enter_last(self, table: KeyPath) -> KeyPath:
        return (*table, self._last_element[table]) if table in self._last_element else table

    def _pair(self, table: KeyPath) -> None:
        """Read ``key = value``."""
        path = table
        for name, offset in self._key():
            path = (*path, name)
            self._found.setdefault(path, offset)
            self.path = path
        self._take(_BLANK)
        self._at += 1  # the equals sign
        self._take(_BLANK)
        self._value(path)

    def _key(self) -> Iterator[tuple[str, int]]:
        """Yield the parts of a dotted key, each with its offset."""
        self._take(_BLANK)
        while True:
            offset = self._at
            yield _unquote(self._take(_KEY_PART)), offset
            if not self._take(_DOT):
                return

    def _value(self, path: KeyPath) -> None:
        opening = self._text[self._at]
        if opening == "{":
            self._members("}", lambda _index: self._pair(path))
        elif opening == "[":
            self._members("]", lambda index: self._element((*path, index)))
        else:
            self._scalar()
        self.path = path

    def _scalar(self) -> None:
        """Read a string, number, boolean or date."""
        if not self._take(_SCALAR) and (quotes := _QUOTES.match(self._text, self._at)):
            self.open.append((quotes[0], self._at))
            raise _UnreadableError

    def _element(self, path: KeyPath) -> None:
        self._found[path] = self._at
        self._value(path)

    def _members(self, closing: str, read: Callable[[int], None]) -> None:
        """Read what an array or inline table holds, with its brackets; the last comma may have nothing after it."""
        self.open.append((self._text[self._at], self._at))
        self._at += 1
        index = 0
        self._take(_BLANK)
        while self._text[self._at] != closing:
            begin = self._at
            read(index)
            index += 1
            self._take(_BLANK)
            if self._text[self._at] == ",":
                self._at += 1
                self._take(_BLANK)
            if self._at == begin:
                raise _UnreadableError
        self.open.pop()
        self._at += 1

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Return what the pattern matches next, and read on after it."""
        match = pattern.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return match[0] if match else ""


def _unquote(part: str) -> str:
    if part.startswith('"'):
        return cast("str", tomllib.loads(f"key = {part}")["key"])
    return part.removeprefix("'").removesuffix("'")
