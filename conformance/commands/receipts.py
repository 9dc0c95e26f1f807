"""``receipts``: read what a file holds of results: one JSON document, or a log with one result a line.

``conformance.systems.records`` says what a line may be, here as in ``audit``.
"""

from collections.abc import Iterator
from pathlib import Path

from conformance.contract.envelope import Envelope, from_json
from conformance.display import escape_text
from conformance.documents import lines as json_lines
from conformance.documents import reader
from conformance.documents.values import JsonValue, as_array
from conformance.errors import ConformanceError
from conformance.systems.records import read_result


def read_envelopes(path: Path) -> Iterator[tuple[str, Envelope]]:
    """Yield a name and an envelope for each that a file holds: an object, an array of them, or one a line.

    Raises ``ConformanceError`` that names the file, and the line or element, where one is unreadable or no envelope.
    """
    shown = escape_text(str(path))
    try:
        value = reader.read(path).value
    except ConformanceError as error:
        yield from _lines(path, shown, error)
        return
    if isinstance(value, list):
        for index, item in enumerate(as_array(value)):
            yield f"{shown}[{index}]", _envelope(item, f"{shown}[{index}]")
    else:
        yield shown, _envelope(value, shown)


def _lines(path: Path, shown: str, whole: ConformanceError) -> Iterator[tuple[str, Envelope]]:
    lines = json_lines.read_lines(path)
    first = next(lines, None)
    if first is None or first.document is None:
        raise whole
    yield f"{shown}:{first.number}", _envelope(first.document.value, f"{shown}:{first.number}")
    for line in lines:
        name = f"{shown}:{line.number}"
        if line.document is None:
            raise ConformanceError(whole.kind, line.reason, line.hint, line.position_in(shown))
        yield name, _envelope(line.document.value, name)


def _envelope(value: JsonValue, name: str) -> Envelope:
    try:
        return from_json(read_result(value, name).record.envelope)
    except ConformanceError as error:
        raise ConformanceError(error.kind, error.message, error.recovery_hint, name) from error
