"""Reads a trace that a test wrote, and returns its calls as plain tuples."""

import json
from pathlib import Path
from typing import Any

from conformance.systems.traces import Trace, TracedCall, file_source, open_trace


def read(file: Path) -> tuple[Trace, list[TracedCall]]:
    """Return a file as a trace that was read, and its calls."""
    trace = open_trace(file_source(file))
    return trace, [call for line in trace.lines() for call in line.calls]


def write(folder: Path, *lines: Any) -> Path:
    """Write values as JSON lines."""
    file = folder / "trace.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def shown(call: TracedCall) -> tuple[Any, ...]:
    """Return tool, input, result and flag of a call."""
    given = call.input.part.value if call.input else None
    result = call.result.part.value if call.result else None
    return (call.tool, given, result, call.is_error)
