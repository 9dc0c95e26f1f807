"""Traces: logs of calls of tools in whatever format they were written, one format per file, read as a stream.

A format is recognised by the content of each line, never by the name of a file. Plugins add formats: modules that
declare a ``TraceFormat`` as ``FORMAT``.
"""

import sys
from collections.abc import Callable, Mapping

from conformance import discovery
from conformance.documents.lines import Screen
from conformance.plugins import cache_members
from conformance.systems.traces._format import CallEvent, Event, Part, ResultEvent, TraceFormat
from conformance.systems.traces._pairing import PairCounts, TracedCall, TracedPart
from conformance.systems.traces._reading import Trace, TraceLine
from conformance.systems.traces._sources import STANDARD_INPUT, TraceSource, file_source, trace_sources
from conformance.systems.traces._times import time_of, to_seconds

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
    "time_of",
    "to_seconds",
    "trace_sources",
]

ENTRY_POINTS = "conformance.traces"
"""The group of entry points with which other packages add formats."""


@cache_members
def all_formats() -> Mapping[str, TraceFormat]:
    """Return every format by its id, in alphabetical order; raises ``ConformanceError`` for a plugin that is wrong."""
    return {name: one for name, one, _ in discovery.members(sys.modules[__name__], "FORMAT", TraceFormat)}


def open_trace(source: TraceSource, choose: Callable[[int], bool] | None = None, screen: Screen | None = None) -> Trace:
    """Return a source as a trace that can be read once, line by line.

    ``choose`` says by number which lines of a log of records are read, by default all, and ``screen`` passes those that
    need not be judged.
    """
    return Trace(source, tuple(all_formats().values()), choose=choose, screen=screen)
