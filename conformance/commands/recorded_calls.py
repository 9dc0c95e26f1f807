"""The calls of traces as drift and coverage count them, whatever their format."""

from collections.abc import Container, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.commands.unread_calls import calls_named_in
from conformance.documents.lines import Line
from conformance.documents.location import Location
from conformance.documents.values import JsonValue, as_object
from conformance.drift.usage import RecordedUse
from conformance.errors import ConformanceError, ErrorKind
from conformance.settings.profiles import Profile
from conformance.settings.profiles.probing import ProbeTables
from conformance.systems.records import RecordedResult, read_call, read_result
from conformance.systems.surface.envelopes import SUCCESS, is_success
from conformance.systems.traces import TracedCall, TraceSource, open_trace, time_of


class CallLog(Struct):
    """Traces to count, those calls that were recorded at ``since`` or later, in seconds since 1970."""

    sources: Sequence[TraceSource]
    since: float | None = None
    profile: Profile | None = None
    """Says which statuses are those of a success, and which texts report a failure; by default the usual ones."""
    read_count: int = 0
    timeless_count: int = 0
    """Calls without a time, which a ``since`` leaves out."""
    unread_count: int = 0
    """Lines that are not JSON, which may have held a call."""
    inputless_count: int = 0
    """Calls whose input was not kept, in pieces of a stream or at all, or is a text that is not JSON."""

    def uses(self, tools: Container[str] = ()) -> Iterator[RecordedUse]:
        """Yield every call of a tool; raises ``ConformanceError`` if there is none.

        Of ``tools`` those calls are counted too of which the log only says that they were made.
        """
        begun, whole = set[str](), set[str]()
        for source in self.sources:
            for line in open_trace(source).lines():
                if line.is_record and line.line is not None and line.line.document is not None:
                    yield from self._since(
                        _use_of_record(line.line, line.line.document.value, source.name, self.profile)
                    )
                elif line.line is not None and line.line.document is not None:
                    begun |= calls_named_in(line.line.document.value, tools)
                self.unread_count += line.line is not None and line.line.document is None
                whole |= {call.id for call in line.calls if call.id is not None and call.tool is not None}
                for call in line.calls:
                    yield from self._since(_use_of_call(call, source.name, self.profile))
        self.inputless_count += len(begun - whole)
        if not self.read_count:
            names = self.sources[0].name if len(self.sources) == 1 else f"{len(self.sources)} traces"
            message = f"nothing was counted: {names} contains no call of a tool that can be read"
            raise ConformanceError(ErrorKind.UNREADABLE, message, "pass a log of recorded results or of calls of tools")

    def notes(self) -> list[str]:
        """Return what was left out, one line each."""
        timeless, unread, inputless = self.timeless_count, self.unread_count, self.inputless_count
        have, lines = "call has" if timeless == 1 else "calls have", "line" if unread == 1 else "lines"
        left = f"{timeless:,} recorded {have} no time, and `--since` leaves them out"
        lost = f"{unread:,} {lines} of the recorded calls cannot be read, so that no break is proved to be unused"
        calls = "call has" if inputless == 1 else "calls have"
        blank = f"{inputless:,} recorded {calls} no input that can be read, so no break of an input is proved unused"
        return [text for number, text in ((timeless, left), (unread, lost), (inputless, blank)) if number]

    def _since(self, use: RecordedUse | None) -> Iterator[RecordedUse]:
        if use is None:
            return
        self.read_count += 1
        if self.since is None or (use.time is not None and use.time >= self.since):
            self.inputless_count += not use.has_input
            yield use
        elif use.time is None:
            self.timeless_count += 1


def _use_of_record(line: Line, value: JsonValue, name: str, profile: Profile | None) -> RecordedUse | None:
    result = read_result(value, str(line.number))
    time = time_of(as_object(value))
    location, has_input = Location(name, line.number, 1), result.input is not None
    return _use(result, location, time, profile, has_input=has_input)


def _use_of_call(call: TracedCall, name: str, profile: Profile | None) -> RecordedUse | None:
    given = call.input or call.name
    _, location = given.locate(name, "")
    tables = profile.probing if profile is not None else ProbeTables()
    return _use(read_call(call, "", tables), location, call.time, profile, has_input=call.input is not None)


def _use(
    result: RecordedResult, location: Location, time: float | None, profile: Profile | None, *, has_input: bool
) -> RecordedUse | None:
    if result.tool is None:
        return None
    envelope = as_object(result.record.envelope)
    payload = envelope.get("result")
    # A text beside the protocol is what a model reads, and no schema describes it.
    status = envelope.get("status")
    succeeded = status == SUCCESS if profile is None else is_success(status, profile)
    has_result = succeeded and isinstance(payload, Mapping | list | tuple)
    # Arguments that were cut off, or are not an object, were not refused by the schema.
    is_read = has_input and isinstance(result.input, Mapping)
    return RecordedUse(result.tool, location, result.input, is_read, payload, has_result, time)
