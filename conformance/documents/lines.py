"""Stream a log of JSON lines that a crashed writer or a lossy copy may have damaged.

One bad line is one fault at its line and column; reading continues with the next line. One JSON document over several
lines is a single fault of the whole file, and a file of another kind, such as YAML, is rejected.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text, escape_text, quote_word
from conformance.documents import reader
from conformance.documents.foreign_files import kind_of_text
from conformance.documents.reader import Document
from conformance.documents.strict_json import TextFault, encoding_fault, first_document, parse_bytes
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind

# One record with every preview at its limit has under 1 MB; longer lines are skipped without being buffered.
MAX_LINE_BYTES = 8 * 1024 * 1024
MOST_BLANK_LINES = 1_000_000
"""A file of nothing else is small when compressed, and takes minutes to read."""


class Screened(Struct, frozen=True):
    """The object of a line, and the ids of the only rules that may find something in it: none for a clean one."""

    value: JsonObject
    asked: frozenset[str] = frozenset()


Screen = Callable[[bytes], Screened | None]
"""Returns what surely need not be asked of a line, ``None`` for one of which nothing is known."""


class Line(Struct, frozen=True):
    """One line of a log: 1-based number, and its document or the reason and column of what makes it unreadable.

    ``clean`` is the object of a line that a screen passed, which has neither. ``asked`` are the only rules that may
    find something in it, ``None`` if that is not known. ``size`` is its length in bytes, and ``begins_json`` says of an
    unreadable line that it begins like an object or array.
    """

    number: int
    document: Document | None
    reason: str = ""
    hint: str = ""
    column: int = 1
    clean: JsonObject | None = None
    asked: frozenset[str] | None = None
    size: int = 0
    begins_json: bool = False

    def position_in(self, file: str) -> str:
        """Return the position of the fault, or of the line, as ``file:line:column``."""
        return f"{file}:{self.number}:{self.column}"


def read_lines(path: Path) -> Iterator[Line]:
    """Yield every line of a file that is not blank, as ``read_stream`` does.

    Raises ``ConformanceError`` if the file cannot be read, or is of another kind; the latter may be raised after the
    last line.
    """
    reader.require_regular_file(path)
    try:
        with path.open("rb") as stream:
            yield from read_stream(stream, escape_text(str(path)))
    except OSError as error:
        message = f"cannot read {code_text(str(path), 200)}: {error.strerror}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "check the path and the permissions") from error


def read_stream(
    stream: BinaryIO,
    name: str,
    is_document: Callable[[JsonValue], bool] = lambda _value: False,
    screen: Screen | None = None,
    first_number: int = 1,
    is_chosen: Callable[[int], bool] = lambda _number: True,
) -> Iterator[Line]:
    """Yield every line of a stream that is not blank; ``name`` is what messages call it.

    A file that is one JSON document instead of one per line is one unreadable line; one that ``is_document`` accepts is
    one line with the number 0, as the document itself has lines. Lines that ``screen`` passes are not parsed, nor are
    those whose number is not chosen. A ``first_number`` above 1 says that the stream is a later part of a log.

    Raises ``ConformanceError`` for a file of another kind, maybe after the last line.
    """
    head = stream.read(reader.MAX_BYTES) if first_number == 1 else b""
    whole = _whole_document(head, name, is_document) if first_number == 1 else None
    if whole is not None:
        yield whole
        return
    rewound, number, is_log, blank = _Rewound(head, stream), first_number - 1, first_number > 1, 0
    while data := rewound.readline(MAX_LINE_BYTES + 1):
        number += 1
        blank = blank + 1 if data.isspace() else 0
        if blank > MOST_BLANK_LINES:
            message = f"there are more than {MOST_BLANK_LINES:,} blank lines in a row"
            hint = "remove them: a log has a record on each line"
            raise ConformanceError(ErrorKind.TOO_LARGE, message, hint, f"{name}:{number}")
        # a line of blanks that is too long is no blank line: nobody knows what follows
        if (not data.isspace() or len(data) > MAX_LINE_BYTES) and is_chosen(number):
            known = screen(data) if screen is not None else None
            line = _line(number, data, name) if known is None else _screened_line(number, data, name, known)
            is_log = is_log or line.clean is not None or line.document is not None
            yield line
        if len(data) > MAX_LINE_BYTES:
            _skip_line(rewound)
    if number and not is_log:
        _reject_foreign_file(head, name)


class _Rewound:
    """A stream whose beginning was read, from that beginning on."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = BytesIO(head)
        self._rest = rest

    def readline(self, limit: int) -> bytes:
        """Return the next line with its end, or ``limit`` bytes of it."""
        data = self._head.readline(limit)
        if data.endswith(b"\n") or len(data) == limit:
            return data
        return data + self._rest.readline(limit - len(data))


def _whole_document(head: bytes, name: str, is_document: Callable[[JsonValue], bool]) -> Line | None:
    """Return a file that is JSON but not one value per line as one line, else ``None``.

    Raises ``ConformanceError`` for another encoding.
    """
    fault = encoding_fault(head[:4])
    if fault is not None:
        raise fault.to_error(name)
    first = parse_bytes(head[: head.find(b"\n", 0, MAX_LINE_BYTES) + 1] or head[:MAX_LINE_BYTES])
    # A first line that is an object begins a log; the rest of a long one need not be read twice.
    if not isinstance(first, TextFault) and not isinstance(first.value, list):
        return None
    fault_of_file = _document_fault(_decode(head), name)
    if fault_of_file is None:
        return None
    parsed = parse_bytes(head)
    if not isinstance(parsed, TextFault) and is_document(parsed.value):
        return Line(0, Document(name, parsed.text, parsed.value))
    return fault_of_file


def _decode(head: bytes) -> str:
    return head.decode("utf-8-sig", "replace")


def _document_fault(start: str, name: str) -> Line | None:
    """Return the fault of JSON documents that span lines, or of a file that is nothing but one array, else ``None``."""
    found = first_document(start)
    if found is None:
        return None
    value, end = found
    is_spread, is_all = "\n" in start[:end].strip(), not start[end:].strip()
    if not is_spread and not (is_all and isinstance(value, list)):
        return None
    one = "one JSON array" if isinstance(value, list) else "one JSON document"
    what = f"{one}{' over several lines' if is_spread else ''}" if is_all else "JSON documents that span several lines"
    program = "'.[]'" if isinstance(value, list) else "."
    # The shell empties the target before anything is read, so it is never the file itself.
    target = quote_word(f"{Path(name).stem}_lines.jsonl")
    hint = f"write one object on each line: jq -c {program} {quote_word(name)} > {target}"
    return Line(1, None, f"the file is {what}, not JSON lines", hint, begins_json=True)


def _reject_foreign_file(head: bytes, name: str) -> None:
    foreign = kind_of_text(_decode(head))
    if foreign is not None:
        what, hint = foreign
        raise ConformanceError(ErrorKind.UNREADABLE, f"this looks like {what}, not like JSON lines", hint, name)


def _screened_line(number: int, data: bytes, name: str, known: Screened) -> Line:
    if not known.asked:
        return Line(number, None, clean=known.value, size=len(data))
    document = Document(name, data.rstrip(b"\r\n \t").decode(), known.value)
    return Line(number, document, asked=known.asked, size=len(data))


def _line(number: int, data: bytes, name: str) -> Line:
    """Return a line that is parsed here."""
    line = _parsed_line(number, data, name)
    is_begun = line.document is None and data.lstrip().startswith((b"{", b"["))
    return replace(line, size=len(data), begins_json=is_begun)


def _parsed_line(number: int, data: bytes, name: str) -> Line:
    if len(data) > MAX_LINE_BYTES:
        size = f"longer than {MAX_LINE_BYTES // 2**20} MB"
        return Line(number, None, f"the line is {size}", "keep large payloads in artifacts")
    content = data.rstrip(b"\r\n \t")
    if content.startswith(b"\x00") or content.endswith(b"\x00"):
        text = content.rstrip(b"\x00")
        count = len(content) - len(text) or len(content) - len(content.lstrip(b"\x00"))
        where, column = ("ends", len(text) + 1) if text != content else ("begins", 1)
        # What was written when the power failed has no end of line.
        what = "line" if where == "begins" or data.endswith(b"\n") else "log"
        reason = f"the {what} {where} with {count} NUL {'byte' if count == 1 else 'bytes'}"
        return Line(number, None, reason, "the writer was interrupted; remove them", column)
    parsed = parse_bytes(content)
    if isinstance(parsed, TextFault):
        return _unreadable_line(number, content, parsed, is_torn=not data.endswith(b"\n"))
    return Line(number, Document(name, parsed.text, parsed.value))


def _unreadable_line(number: int, content: bytes, fault: TextFault, *, is_torn: bool) -> Line:
    if b"\r" in content:
        reason = "lines end with a bare CR, so parsers see a single line"
        return Line(number, None, reason, "convert the line endings to LF")
    if fault.is_cut_off or (is_torn and _is_torn_word(content, fault)):
        what = fault.reason if fault.is_cut_off else "the document is cut off"
        reason = f"the last line is incomplete: {what}" if is_torn else what
        hint = "the writer was interrupted; remove the line or write it again"
        return Line(number, None, reason, hint, fault.column)
    return Line(number, None, fault.reason, fault.hint, fault.column)


def _is_torn_word(content: bytes, fault: TextFault) -> bool:
    """Say whether a line ends inside `true`, `false` or `null`."""
    rest = content.decode("utf-8", "replace")[fault.column - 1 :]
    return rest != "" and any(word.startswith(rest) for word in ("true", "false", "null"))


def _skip_line(stream: _Rewound) -> None:
    while data := stream.readline(MAX_LINE_BYTES):
        if data.endswith(b"\n"):
            break
