"""Traces: logs of calls of tools in whatever format they were written, one format per file, read as a stream.

A format is recognised by the content of each line, never by the name of a file. Packages add formats with entry points
in the group ``conformance.traces``, each a ``TraceFormat``.
"""

import functools
import sys
from collections.abc import Mapping
from importlib import metadata

from conformance import discovery
from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.traces._format import CallEvent, Event, Part, ResultEvent, TraceFormat
from conformance.systems.traces._pairing import PairCounts, TracedCall, TracedPart
from conformance.systems.traces._reading import Trace, TraceLine
from conformance.systems.traces._sources import STANDARD_INPUT, TraceSource, file_source, trace_sources
from conformance.systems.traces._times import to_seconds, to_text

__all__ = [
    "ENTRY_POINTS",
    "STANDARD_INPUT",
    "CallEvent",
    "Event",
    "PairCounts",
    "Part",
    "ResultEvent",
    "Trace",
    "TraceFormat",
    "TraceLine",
    "TraceSource",
    "TracedCall",
    "TracedPart",
    "all_formats",
    "file_source",
    "open_trace",
    "to_seconds",
    "to_text",
    "trace_sources",
]

ENTRY_POINTS = "conformance.traces"
"""The group of entry points that add formats."""


@functools.cache
def all_formats() -> Mapping[str, TraceFormat]:
    """Return every format by its id, those of other packages last; raises ``ConformanceError`` for a wrong one."""
    own = {name: one for name, one, _ in discovery.members(sys.modules[__name__], "FORMAT", TraceFormat)}
    return own | {entry.name: _load(entry) for entry in metadata.entry_points(group=ENTRY_POINTS)}


def open_trace(source: TraceSource) -> Trace:
    """Return a source as a trace that can be read once, line by line."""
    return Trace(source, tuple(all_formats().values()))


def _load(entry: metadata.EntryPoint) -> TraceFormat:
    found: object = entry.load()
    if isinstance(found, TraceFormat):
        return found
    message = f"entry point {code_text(entry.value, 200)} of the group `{ENTRY_POINTS}` is not a `TraceFormat`"
    raise ConformanceError(ErrorKind.CONFIGURATION, message, "correct or uninstall the package that declares it")
