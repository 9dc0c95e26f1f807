"""Drift for a person: grouped by tool, the gravest first, each break with the input or result that breaks."""

from collections.abc import Iterator

from conformance.commands.drift_reporters import DriftReporter, by_tool, counted
from conformance.display import visible
from conformance.documents.values import compact
from conformance.drift.changes import Direction
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange

MOST_SHOWN = 200
"""More changes than this are counted, not printed."""

_WITNESS_CHARS = 600
_COLOURS = {Ruling.BREAKING: "31", Ruling.UNKNOWN: "33", Ruling.COMPATIBLE: "32", Ruling.COSMETIC: "2"}


def render(report: DriftReport, colour: bool) -> str:
    """Return the report as lines for a terminal."""
    return "\n".join(_lines(report, colour)) + "\n"


def _lines(report: DriftReport, colour: bool) -> Iterator[str]:
    shown = report.changes[:MOST_SHOWN]
    for tool, changes in by_tool(shown):
        yield _painted(visible(tool)[:80] if tool is not None else "(the inventory)", "1", colour)
        for ruled in changes:
            yield from _change(ruled, colour)
        yield ""
    if len(report.changes) > len(shown):
        yield f"... and {len(report.changes) - len(shown)} more changes"
        yield ""
    yield f"{visible(report.old)} -> {visible(report.new)}: {counted(report)}"


def _change(ruled: RuledChange, colour: bool) -> Iterator[str]:
    change = ruled.change
    verdict = _painted(ruled.verdict.value, _COLOURS[ruled.verdict], colour)
    yield f"  {verdict} {change.surface.value} {change.kind}: {visible(ruled.message)}"
    if ruled.suppressed is not None:
        yield f"    accepted: {visible(ruled.suppressed)}"
    if ruled.verdict in (Ruling.BREAKING, Ruling.UNKNOWN):
        yield f"    at {visible(change.pointer)[:300]} [{ruled.fingerprint}]"
    if ruled.witness is not None:
        yield f"    {witness_label(ruled)}: {witness_text(ruled)}"
    if ruled.hint:
        yield f"    fix: {visible(ruled.hint)}"


def witness_label(ruled: RuledChange) -> str:
    """Return what the witness shows."""
    if ruled.change.direction is Direction.OUTPUT:
        return "new result that was not promised"
    return "was legal, is refused now"


def witness_text(ruled: RuledChange) -> str:
    """Return the witness as JSON on one line, cut where it is very long."""
    text = visible(compact(ruled.witness))
    return text if len(text) <= _WITNESS_CHARS else f"{text[:_WITNESS_CHARS]}… ({len(text):,} characters)"


def _painted(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


DRIFT_REPORTER = DriftReporter(render)
