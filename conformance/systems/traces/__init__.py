"""Traces: logs of calls of tools in whatever format they were written, one format per file, read as a stream.

A format is recognised by the content of each line, never by the name of a file. Plugins add formats: modules that
declare a ``TraceFormat`` as ``FORMAT``.
"""

import sys
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from conformance import discovery
from conformance.display import code_text
from conformance.documents.lines import Screen
from conformance.documents.values import JsonObject
from conformance.plugins import cache_members, guard
from conformance.systems.traces._format import CallEvent, Event, Part, ResultEvent, TraceFormat
from conformance.systems.traces._reading import Trace, TraceLine, batches
from conformance.systems.traces._sources import STANDARD_INPUT, TraceSource, file_source, trace_files, trace_sources
from conformance.systems.traces._times import time_of, to_seconds
from conformance.systems.traces._traced import PairCounts, TracedCall, TracedPart

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
    "batches",
    "file_source",
    "open_trace",
    "time_of",
    "to_seconds",
    "trace_files",
    "trace_sources",
]

ENTRY_POINTS = "conformance.traces"
"""The group of entry points with which other packages add formats."""


@cache_members
def all_formats() -> Mapping[str, TraceFormat]:
    """Return every format by its id, in alphabetical order; raises ``ConformanceError`` for a plugin that is wrong."""
    package = sys.modules[__name__]
    found, added = discovery.members(package, "FORMAT", TraceFormat), discovery.plugin_members(package)
    return {name: _guard_format(name, one, added[name].plugin) if name in added else one for name, one, _ in found}


def _guard_format(name: str, form: TraceFormat, plugin: str) -> TraceFormat:
    """Return a format of a plugin so that what it raises names it."""

    def read(value: JsonObject, pointer: str) -> Sequence[Event] | None:
        events = form.read(value, pointer)
        return None if events is None else [*events]  # what a generator raises, it raises here

    return replace(form, read=guard(read, f"trace format {code_text(name)} of {plugin}"))


def open_trace(source: TraceSource, choose: Callable[[int], bool] | None = None, screen: Screen | None = None) -> Trace:
    """Return a source as a trace that can be read once, line by line.

    ``choose`` says by number which lines of a log of records are read, by default all, and ``screen`` passes those that
    need not be judged.
    """
    return Trace(source, tuple(all_formats().values()), choose=choose, screen=screen)
