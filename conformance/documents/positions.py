"""Positions in the text of a JSON document: nesting depth, and the offset and pointer of each lexeme.

A parsed value no longer knows its position. These scans run only when a position is needed, and pass over each value
once. They take memory for one value that is passed over, and for the offsets of the members of those containers that a
pointer led into, about as much as their parsed values: a hostile text costs no more than an honest one.
"""

import json
import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import cast

from msgspec import Struct, field

from conformance.documents.pointers import child, is_index, split

# An unterminated string extends to the end of the text; otherwise every later quote would start a new, failing match.
# Possessive quantifiers keep the match linear.
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
_BRACKETS = re.compile(rf"[\[{{\]}}]|{_STRING}", re.DOTALL)
_LEXEME = re.compile(rf'[\s,:]*+({_STRING}|[{{}}\[\]]|[^\s{{}}\[\],:"]++)', re.DOTALL)

# Finds the end of a value in half of the time of a scan for brackets; what it makes of the value is thrown away.
_SKIPPER = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)


class LexicalFault(Struct, frozen=True):
    """A lexeme that strict JSON forbids: pointer, offset, and for a duplicate key the offset of the first one."""

    pointer: str
    offset: int
    lexeme: str
    first_offset: int | None = None


class _Frame(Struct):
    """An open bracket: the pointer tokens are ``key`` of an object and ``index`` of an array."""

    is_object: bool
    index: int = -1
    key: str | None = None
    awaits_value: bool = False
    keys: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def token(self) -> str | int:
        return self.key if self.key is not None else self.index


class Span(Struct, frozen=True):
    """The offsets of a value in a text, from its first character to the one after its last."""

    start: int
    end: int


class MemberSpan(Struct, frozen=True):
    """A member of an object or an element of an array in a text; an element has no ``key``."""

    token: str
    key: Span | None
    value: Span

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return (self.key or self.value).start


def first_excess_depth(text: str, limit: int) -> int | None:
    """Return the offset of the first bracket that nests deeper than ``limit``, or ``None``."""
    if text.count("[") + text.count("{") <= limit:
        return None
    depth = 0
    for match in _BRACKETS.finditer(text):
        mark = text[match.start()]
        if mark in "[{":
            depth += 1
            if depth > limit:
                return match.start()
        elif mark != '"':
            depth -= 1
    return None


def first_fault(text: str, is_strict: Callable[[str], bool]) -> LexicalFault | None:
    """Return the first duplicate key or scalar rejected by ``is_strict``; ``text`` is valid JSON up to there."""
    frames = [_Frame(is_object=False)]
    frame = frames[0]
    for match in _LEXEME.finditer(text):
        lexeme = match[1]
        if lexeme in "]}":
            frames.pop()
            frame = frames[-1]
        elif frame.is_object and not frame.awaits_value:
            first = _enter_key(frame, lexeme, match.start(1))
            if first is not None:
                return LexicalFault(_pointer(frames), match.start(1), lexeme, first)
        else:
            frame.index += 1
            frame.awaits_value = False
            if lexeme in "[{":
                frame = _Frame(lexeme == "{")
                frames.append(frame)
            elif not is_strict(lexeme):
                return LexicalFault(_pointer(frames), match.start(1), lexeme)
    return None


def offsets(text: str, pointers: Iterable[str]) -> dict[str, int]:
    """Return the offset of each pointer's key or element in valid JSON; pointers to nothing are omitted."""
    index = _index_of(text)
    found = {pointer: index.offset_of(pointer) for pointer in pointers}
    return {pointer: offset for pointer, offset in found.items() if offset is not None}


class _Index:
    """The offsets of the members of those containers of a text that a pointer led into: each is scanned once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._objects: dict[int, dict[str, int]] = {}
        self._arrays: dict[int, array[int]] = {}

    def offset_of(self, pointer: str) -> int | None:
        offset = start = _lexeme_at(self._text, 0).start(1)
        for token in split(pointer):
            if self._text[start] == "{":
                member = self._keys(start).get(token)
                if member is None:
                    return None
                offset, start = member, self._value_of(member)
            elif self._text[start] == "[" and is_index(token) and int(token) < len(self._elements(start)):
                offset = start = self._elements(start)[int(token)]
            else:
                return None
        return offset

    def _keys(self, start: int) -> dict[str, int]:
        if start not in self._objects:
            keys = ((self._key_at(offset), offset) for offset in self._members(start, is_object=True))
            self._objects[start] = dict(keys)
        return self._objects[start]

    def _elements(self, start: int) -> "array[int]":
        if start not in self._arrays:
            self._arrays[start] = array("Q", self._members(start, is_object=False))
        return self._arrays[start]

    def _members(self, start: int, *, is_object: bool) -> Iterator[int]:
        at = start + 1
        while True:
            match = _lexeme_at(self._text, at)
            if match.group(1) in "]}":
                return
            yield match.start(1)
            if is_object:
                match = _lexeme_at(self._text, match.end())
            at = _end_of(self._text, match.start(1)) if match.group(1) in "[{" else match.end(1)

    def _key_at(self, offset: int) -> str:
        return cast("str", json.loads(_lexeme_at(self._text, offset).group(1)))

    def _value_of(self, key: int) -> int:
        return _lexeme_at(self._text, _lexeme_at(self._text, key).end()).start(1)


# Successive findings are often in one text, or in the one of the calls and the one of the results.
@lru_cache(maxsize=2)
def _index_of(text: str) -> _Index:
    return _Index(text)


def member_spans(text: str, start: int) -> list[MemberSpan]:
    """Return the members of the object or array at an offset of valid JSON, none for another value."""
    found: list[MemberSpan] = []
    is_object = text[start] == "{"
    at = start + 1
    while text[start] in "[{":
        match = _lexeme_at(text, at)
        if match.group(1) in "]}":
            break
        token, key = str(len(found)), None
        if is_object:
            token, key = cast("str", json.loads(match.group(1))), Span(*match.span(1))
            match = _lexeme_at(text, match.end())
        at = _end_of(text, match.start(1)) if match.group(1) in "[{" else match.end(1)
        found.append(MemberSpan(token, key, Span(match.start(1), at)))
    return found


def space_before_plain_element(text: str) -> str | None:
    """Return the white space before the first array element that is no container, ``None`` without one."""
    last = ""
    for match in _LEXEME.finditer(text):
        if last == "[" and match[1] not in "{[]":
            return text[match.start() : match.start(1)]
        last = match[1]
    return None


def value_span(text: str, pointer: str) -> Span:
    """Return the span of the value at a pointer in valid JSON; raises ``KeyError`` if there is none."""
    root = _lexeme_at(text, 0)
    span = Span(root.start(1), _end_of(text, root.start(1)) if root.group(1) in "[{" else root.end(1))
    for token in split(pointer):
        member = next((one for one in member_spans(text, span.start) if one.token == token), None)
        if member is None:
            raise KeyError(token)
        span = member.value
    return span


def _lexeme_at(text: str, at: int) -> re.Match[str]:
    return cast("re.Match[str]", _LEXEME.match(text, at))


def _end_of(text: str, start: int) -> int:
    """Return the offset after the bracket that closes the one at ``start``; the text is well formed, so one does."""
    return _SKIPPER.raw_decode(text, start)[1]


def _enter_key(frame: _Frame, lexeme: str, offset: int) -> int | None:
    """Record a key; return the offset of its first occurrence if it is a duplicate."""
    frame.key, frame.awaits_value = cast("str", json.loads(lexeme)), True
    first = frame.keys.get(frame.key)
    frame.keys.setdefault(frame.key, offset)
    return first


def _pointer(frames: list[_Frame]) -> str:
    return child("", *(frame.token for frame in frames[1:]))
