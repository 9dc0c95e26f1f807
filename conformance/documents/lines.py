"""Lines of JSON in a log, one at a time, whatever a crashed writer or a copy through another system did to them.

A log is read as it is: one bad line is one finding with its line number, and the next line counts again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from conformance.display import escape_text, quote_text
from conformance.documents import reader
from conformance.documents.reader import Document
from conformance.errors import ConformanceError, ErrorKind

MAX_LINE_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log: its number from 1, its byte offset, and its document or the reason why it has none."""

    number: int
    offset: int
    document: Document | None
    reason: str = ""
    hint: str = ""


def read_lines(path: Path) -> Iterator[Line]:
    """Yield every line that is not blank; raises ``ConformanceError`` when the file is unreadable or no text log."""
    reader.require_regular_file(path)
    try:
        with path.open("rb") as stream:
            yield from _lines(stream, path)
    except OSError as error:
        message = f"cannot read {quote_text(str(path), 200)}: {error.strerror}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "check the path and the permissions") from error


def _lines(stream: BinaryIO, path: Path) -> Iterator[Line]:
    name = escape_text(str(path))
    _reject_binary(stream, name)
    number, offset = 0, 0
    while data := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        line = _line(number, offset, data, name, stream)
        offset += len(data)
        if line is not None:
            yield line
            if line.document is None and number == 1 and _is_one_document(path):
                return
        if len(data) > MAX_LINE_BYTES:
            offset += _skip_line(stream)


def _reject_binary(stream: BinaryIO, name: str) -> None:
    reader.reject_non_utf8(stream.read(4), name)
    stream.seek(0)


def _line(number: int, offset: int, data: bytes, name: str, stream: BinaryIO) -> Line | None:
    if len(data) > MAX_LINE_BYTES:
        size = f"longer than {MAX_LINE_BYTES // 2**20} MB"
        return Line(number, offset, None, f"the line is {size}", "keep large payloads in artifacts")
    content = data.rstrip(b"\r\n \t")
    if not content:
        return None
    if content.startswith(b"\x00") or content.endswith(b"\x00"):
        reason = (
            f"the log ends in {len(content) - len(content.rstrip(bytes(1)))} NUL bytes at offset {offset}: a torn tail"
        )
        return Line(number, offset, None, reason, "the writer was cut off; drop the tail")
    try:
        return Line(number, offset, reader.parse(content, name))
    except ConformanceError as error:
        return _unreadable_line(number, offset, content, error, name, torn=not data.endswith(b"\n"))


def _unreadable_line(
    number: int, offset: int, content: bytes, error: ConformanceError, name: str, *, torn: bool
) -> Line:
    if b"\r" in content:
        reason = "lines end in a lone CR: a reader sees one line"
        return Line(number, offset, None, reason, "convert the line ends to LF")
    what = error.message.removeprefix(f"{name}: ")
    if what.startswith(f"{name}:1:"):
        what = f"column {what.removeprefix(f'{name}:1:')}"
    if torn and "cut off" in error.message:
        reason = f"the last line, at offset {offset}, is a torn tail: {what}"
        return Line(number, offset, None, reason, "the writer was cut off; drop the tail or write the line again")
    return Line(number, offset, None, f"at offset {offset}: {what}", error.recovery_hint)


def _is_one_document(path: Path) -> bool:
    try:
        reader.read(path)
    except ConformanceError:
        return False
    return True


def _skip_line(stream: BinaryIO) -> int:
    skipped = 0
    while data := stream.readline(MAX_LINE_BYTES):
        skipped += len(data)
        if data.endswith(b"\n"):
            break
    return skipped
