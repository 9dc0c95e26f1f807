"""Recognises a file that is something else than a command judges, such as a list of tools passed as a log."""

from pathlib import Path

from msgspec import Struct

from conformance.display import escape_text
from conformance.documents import reader
from conformance.documents.lines import read_lines
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats import CALLBACK_MESSAGE, RECORDED_RESULT, DocumentKind, kind_of


class ExpectedKind(Struct, frozen=True):
    """The kind of document that a command judges, and what to pass to it."""

    kind: DocumentKind
    help: str

    def error_of_value(self, value: JsonValue, name: str) -> ConformanceError | None:
        """Return the error for a file whose first JSON value is known to be of another kind, else ``None``."""
        kind = kind_of(value)
        if kind is None or kind is self.kind:
            return None
        message = f"{name} begins with {kind.noun}, where {self.kind.noun} is expected"
        return ConformanceError(ErrorKind.UNREADABLE, message, kind.help if kind.is_judged else self.help)

    def error_of_file(self, path: Path) -> ConformanceError | None:
        """Return the same for a file, by its first line where it is not one document; ``None`` for unreadable ones."""
        try:
            value = _first_value(path)
        except ConformanceError:
            return None
        return self.error_of_value(value, escape_text(str(path)))


def _first_value(path: Path) -> JsonValue:
    try:
        return reader.read(path).value
    except ConformanceError:
        first = next(read_lines(path), None)
        return first.document.value if first is not None and first.document is not None else None


RESULTS = ExpectedKind(RECORDED_RESULT, "pass a log of recorded results")
MESSAGES = ExpectedKind(CALLBACK_MESSAGE, "pass a log of callback messages")
