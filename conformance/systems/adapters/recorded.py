"""Recorded results, one JSON object per line with an envelope and its receipt: ``recorded:results.jsonl``.

``conformance.systems.records`` says what a line may be. Nothing is executed: a call returns what was recorded for the
same tool and input.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from conformance.display import escape_text
from conformance.documents.lines import Line, read_lines
from conformance.documents.values import JsonObject, JsonValue, as_object, equal
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.records import read_result
from conformance.systems.runtime import Adapter, CallOutcome, Opening, Runtime, SilentRuntime, UnsupportedError


class Recording(Struct, frozen=True):
    """One recorded call; ``arguments`` is ``None`` where the line has no input."""

    tool: str
    arguments: JsonValue
    outcome: CallOutcome


class RecordedRuntime(SilentRuntime):
    """Answers calls from recordings; raises ``UnsupportedError`` for a call that was not recorded."""

    def __init__(self, recordings: Sequence[Recording]) -> None:
        self.recordings = recordings

    def describe(self) -> JsonObject:
        """Raise ``ConformanceError``: nobody can implement the operation for a recording."""
        message = "recorded results do not say which tools exist and how they are called"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, "judge them with `conformance audit FILE`")

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of the recorded tools, in order of first use."""
        return list(dict.fromkeys(recording.tool for recording in self.recordings))

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Return the outcome recorded for the same tool and input."""
        for recording in self.recordings:
            if recording.tool == tool and recording.arguments is not None and equal(recording.arguments, arguments):
                return recording.outcome
        raise UnsupportedError("call")


def read_recordings(path: Path) -> Sequence[Recording]:
    """Return the recordings of a file; raises ``ConformanceError`` for a line that is not a recording."""
    name = escape_text(str(path))
    return tuple(_recording(line, name) for line in read_lines(path))


def _recording(line: Line, name: str) -> Recording:
    position = line.position_in(name)
    if line.document is None:
        raise ConformanceError(ErrorKind.UNREADABLE, line.reason, line.hint, position)
    result = read_result(line.document.value, str(line.number))
    envelope, tool = result.record.envelope, result.tool
    if not isinstance(envelope, Mapping) or tool is None:
        hint = 'write {"envelope": {"tool_name": ...}, "receipt": "..."} on each line'
        message = "the line has no envelope with a `tool_name`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint, position)
    return Recording(
        tool, result.input, CallOutcome(envelope, result.record.receipt, raw=as_object(line.document.value))
    )


def open_recorded(text: str, opening: Opening) -> Runtime:
    """Read the file; raises ``ConformanceError`` when it cannot be read."""
    return RecordedRuntime(read_recordings(opening.base / text))


ADAPTER = Adapter(schemes=("recorded",), open=open_recorded, harmless=True)
