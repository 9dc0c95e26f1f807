"""Stream a log of JSON lines that a crashed writer or a lossy copy may have damaged.

One bad line is one finding with its line number; reading continues with the next line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from conformance.display import escape_text, quote_text
from conformance.documents import reader
from conformance.documents.reader import Document
from conformance.errors import ConformanceError, ErrorKind

# One record with every preview at its limit has under 1 MB; longer lines are skipped without being buffered.
MAX_LINE_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log: 1-based number, byte offset, and its document or the reason why it could not be read."""

    number: int
    offset: int
    document: Document | None
    reason: str = ""
    hint: str = ""


def read_lines(path: Path) -> Iterator[Line]:
    """Yield every line that is not blank; raises ``ConformanceError`` if the file is unreadable or not text."""
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
        reason = f"the log ends with {len(content) - len(content.rstrip(bytes(1)))} NUL bytes at offset {offset}"
        return Line(number, offset, None, reason, "the writer was interrupted; remove the tail")
    try:
        return Line(number, offset, reader.parse(content, name))
    except ConformanceError as error:
        return _unreadable_line(number, offset, content, error, name, torn=not data.endswith(b"\n"))


def _unreadable_line(
    number: int, offset: int, content: bytes, error: ConformanceError, name: str, *, torn: bool
) -> Line:
    if b"\r" in content:
        reason = "lines end with a bare CR, so parsers see a single line"
        return Line(number, offset, None, reason, "convert the line endings to LF")
    what = error.message.removeprefix(f"{name}: ")
    if what.startswith(f"{name}:1:"):
        what = f"column {what.removeprefix(f'{name}:1:')}"
    if torn and "cut off" in error.message:
        reason = f"the last line, at offset {offset}, is incomplete: {what}"
        return Line(number, offset, None, reason, "the writer was interrupted; remove the line or write it again")
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
