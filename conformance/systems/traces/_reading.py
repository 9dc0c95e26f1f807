"""Reads a trace as a stream: each line with the envelope or the calls that it holds.

What a file is decides its first lines: among messages and spans a line without a call is skipped, anywhere else it is
taken as an envelope, so that the rules say what is wrong with it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct, field

from conformance.documents.lines import Line, Screen, read_stream
from conformance.documents.values import JsonValue
from conformance.inventory.formats import is_recorded_result
from conformance.systems.traces._conversation import is_conversation
from conformance.systems.traces._format import TraceFormat
from conformance.systems.traces._sources import TraceSource
from conformance.systems.traces._traced import PairCounts, TracedCall

if TYPE_CHECKING:  # a list of tools has no calls, so what finds and pairs them is imported when a log is read
    from conformance.systems.traces._pairing import Pairing
    from conformance.systems.traces._walk import Sighting

# Lines that are looked at before a file with an envelope in them is taken as one of envelopes, and the characters in
# which any other file shows what it is: a program logs its start before its first call.
_FIRST_LINES, _FIRST_CHARS = 200, 4_000_000
# What calls took while they waited is many times as much when they are parsed, so they are not all parsed at once.
_GROUP_BYTES = 1024 * 1024
# Lines that are judged together, and the bytes after which they are: parsed they take up to 25 times as much.
_BATCH, _BATCH_BYTES = 256, 2 * 1024 * 1024


class TraceLine(Struct, frozen=True):
    """One line of a trace. ``calls`` are those that it completes; of large ones more follow without a line.

    The last ones, without a line as well, have the unanswered calls.

    ``is_record`` says that the line has to be an envelope or a record of one.
    """

    line: Line | None
    calls: Sequence[TracedCall] = ()
    is_record: bool = False

    @property
    def size(self) -> int:
        """About how many bytes of the log it holds."""
        return (self.line.size if self.line is not None else 0) + sum(call.size for call in self.calls)


def _new_pairing() -> "Pairing":
    from conformance.systems.traces._pairing import Pairing

    return Pairing()


def _sightings(value: JsonValue, formats: Sequence[TraceFormat]) -> "Sequence[Sighting]":
    from conformance.systems.traces._walk import pair_in_line, sightings

    return pair_in_line(sightings(value, formats))


class Trace(Struct):
    """A trace while it is read: what was counted up to here."""

    source: TraceSource
    formats: Sequence[TraceFormat]
    pairing: "Pairing" = field(default_factory=_new_pairing)
    line_count: int = 0
    skipped_count: int = 0
    """Lines of messages or spans that have no call or result."""
    has_messages: bool = False
    """Whether it is a log of messages or spans."""
    choose: Callable[[int], bool] | None = None
    """Which lines of a log of records to read, by number; of messages all are read, as calls span lines."""
    screen: Screen | None = None
    """Passes the lines of a log of records that need not be judged."""
    left_out: int = 0
    """Lines that were not chosen."""
    position: Callable[[], int] = lambda: 0
    """How many bytes of the file were read."""
    _is_classified: bool = False

    @property
    def counts(self) -> PairCounts:
        """What was paired, and what was not."""
        return self.pairing.counts

    def lines(self) -> Iterator[TraceLine]:
        """Yield every line that is not blank; raises ``ConformanceError`` if the source cannot be read."""
        with self.source.stream_with_position() as (stream, self.position):
            part = self.source.part
            number = part.first_line if part else 1
            rest = read_stream(stream, self.source.name, self._is_document, self.screen, number, self._is_chosen)
            # A range of a file that is not its beginning is one of a log of records.
            first = list(_first_lines(rest, self._is_message)) if number == 1 else []
            self.has_messages = any(self._is_message(line) for line in first) or _is_chat(first)
            self._is_classified = True
            for line in chain((line for line in first if self._is_chosen(line.number)), rest):
                self.line_count += 1
                yield from self._read(line)
        yield from _groups(None, self.pairing.close())

    def _is_chosen(self, number: int) -> bool:
        """Say whether to read a line; before it is known what the file is, all are read."""
        if not self._is_classified or self.has_messages or self.choose is None:
            return True
        is_chosen = self.choose(number)
        self.left_out += not is_chosen
        return is_chosen

    def _read(self, line: Line) -> Iterator[TraceLine]:
        document = line.document
        if line.clean is not None or document is None or is_recorded_result(document.value):
            yield TraceLine(line, is_record=document is not None)
            return
        found = _sightings(document.value, self.formats)
        if not found and not self.has_messages:
            yield TraceLine(line, is_record=True)
            return
        self.skipped_count += not any(one.has_call for one in found)
        yield from _groups(line, (call for one in found for call in self.pairing.add(one, line.number, document)))

    def _is_message(self, line: Line) -> bool:
        value = line.document.value if line.document is not None else None
        return not is_recorded_result(value) and bool(_sightings(value, self.formats))

    def _is_document(self, value: JsonValue) -> bool:
        """Say whether a value is, or is made of, messages or spans."""
        if is_recorded_result(value):
            return False
        return bool(_sightings(value, self.formats)) or is_conversation(value)


def batches(lines: Iterable[TraceLine]) -> Iterator[list[TraceLine]]:
    """Yield lines in groups to be judged together, of large ones fewer."""
    batch, size = list[TraceLine](), 0
    for line in lines:
        batch.append(line)
        size += line.size
        if len(batch) == _BATCH or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _groups(line: Line | None, calls: Iterable[TracedCall]) -> Iterator[TraceLine]:
    """Yield a line with its calls, the later ones of many large ones without it."""
    group, size = list[TracedCall](), 0
    for call in calls:
        group.append(call)
        size += call.size
        if size >= _GROUP_BYTES:
            yield TraceLine(line, group)
            line, group, size = None, [], 0
    if group or line is not None:
        yield TraceLine(line, group)


def _first_lines(lines: Iterator[Line], is_message: Callable[[Line], bool]) -> Iterator[Line]:
    number, chars, is_known = 0, 0, False
    for line in lines:
        yield line
        number, chars = number + 1, chars + (len(line.document.text) if line.document else 0)
        is_known = is_known or _is_record(line) or (number > _FIRST_LINES and is_message(line))
        if chars >= _FIRST_CHARS or (is_known and number >= _FIRST_LINES):
            return


def _is_chat(lines: Sequence[Line]) -> bool:
    """Say whether lines without a call are messages; beside an envelope, one may be a broken envelope."""
    is_any = any(line.document is not None and is_conversation(line.document.value) for line in lines)
    return is_any and not any(map(_is_record, lines))


def _is_record(line: Line) -> bool:
    return line.clean is not None or (line.document is not None and is_recorded_result(line.document.value))
