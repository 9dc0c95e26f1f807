"""Reads versions of a list so that what they have in common is read once, and is one object in both.

Most tools of a list are in its next version too, written in the same way: they are neither parsed nor compared again.
"""

from pathlib import Path

from msgspec.structs import replace

from conformance.display import escape_text
from conformance.documents.reader import Document, parse, read_bytes
from conformance.documents.slices import slices_of
from conformance.documents.strict_json import MAX_DEPTH, TextFault, decode, parse_bytes
from conformance.documents.values import JsonValue

# A member may hold the list, as `tools` does, or be the result that holds it.
_OUTER_LEVELS = 3


class SharedParts:
    """A reader of versions, one after the other, that knows the parts of the last one."""

    def __init__(self) -> None:
        self._known: dict[bytes, JsonValue] = {}

    def read(self, path: Path, name: str | None = None) -> Document:
        """Read one JSON file like ``reader.read``; raises ``ConformanceError`` likewise."""
        return replace(self.parse(read_bytes(path), name or escape_text(str(path))), path=path)

    def parse(self, data: bytes, name: str) -> Document:
        """Parse the bytes of one JSON document like ``reader.parse``; raises ``ConformanceError`` likewise."""
        reading = _Reading(self._known)
        try:
            value = reading.value_of(data.strip(_WHITESPACE))
        except _UnsureError:
            return parse(data, name)
        text = decode(data)
        if isinstance(text, TextFault) or reading.marks != data.count(b'"'):
            return parse(data, name)
        self._known = reading.used
        return Document(name, text, value)


_WHITESPACE = b" \t\r\n"


class _UnsureError(Exception):
    """Internal signal that a text has a fault, or may have one: the reader of whole texts says which."""


class _Reading:
    """One version while it is read; ``used`` are its parts, and ``marks`` the quotation marks that were read."""

    def __init__(self, known: dict[bytes, JsonValue]) -> None:
        self._known = known
        self.used: dict[bytes, JsonValue] = {}
        self.marks = 0

    def value_of(self, text: bytes, level: int = 0) -> JsonValue:
        """Return the value of a text, whose objects are read member by member as far as its lists may be in them."""
        slices = slices_of(text) if level < _OUTER_LEVELS else None
        if slices is None and level == 0:
            raise _UnsureError
        if slices is None:
            return self._part(text, level)
        if isinstance(slices, list):
            return [self._part(item, level + 1) for item in slices]
        # the name of a member that is left out, as another one has it too, is missing in the sum
        self.marks += 2 * len(slices)
        return {name: self.value_of(member, level + 1) for name, member in slices.items()}

    def _part(self, text: bytes, level: int) -> JsonValue:
        self.marks += text.count(b'"')
        # within one version each part is an object of its own
        if text in self._known and text not in self.used:
            self.used[text] = self._known[text]
            return self.used[text]
        parsed = parse_bytes(text, is_exact=True, levels=MAX_DEPTH - level)
        if isinstance(parsed, TextFault):
            raise _UnsureError
        self.used.setdefault(text, parsed.value)
        return parsed.value
