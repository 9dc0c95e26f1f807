"""Drift for a person: grouped by tool, the gravest first, each break with the input or result that breaks."""

from collections.abc import Iterator

from conformance.commands.drift_reporters import DriftReporter, group_by_tool, summary_line
from conformance.display import escape_text
from conformance.documents.values import compact_json
from conformance.drift.changes import Direction
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange

MAX_CHANGES = 200
"""More changes than this are counted, not printed."""

_WITNESS_CHARS = 600
_COLOURS = {Ruling.BREAKING: "31", Ruling.UNKNOWN: "33", Ruling.COMPATIBLE: "32", Ruling.COSMETIC: "2"}


def render(report: DriftReport, colour: bool) -> str:
    """Return the report as lines for a terminal."""
    return "\n".join(_lines(report, colour)) + "\n"


def _lines(report: DriftReport, colour: bool) -> Iterator[str]:
    shown = report.changes[:MAX_CHANGES]
    for tool, changes in group_by_tool(shown):
        yield _paint(escape_text(tool)[:80] if tool is not None else "(the inventory)", "1", colour)
        for ruled in changes:
            yield from _change(ruled, colour)
        yield ""
    if len(report.changes) > len(shown):
        yield f"... and {len(report.changes) - len(shown)} more changes"
        yield ""
    yield f"{escape_text(report.old)} -> {escape_text(report.new)}: {summary_line(report)}"


def _change(ruled: RuledChange, colour: bool) -> Iterator[str]:
    change = ruled.change
    verdict = _paint(ruled.verdict.value, _COLOURS[ruled.verdict], colour)
    yield f"  {verdict} {change.surface.value} {change.kind}: {escape_text(ruled.message)}"
    if ruled.suppressed is not None:
        yield f"    accepted: {escape_text(ruled.suppressed)}"
    if ruled.verdict in (Ruling.BREAKING, Ruling.UNKNOWN):
        yield f"    at {escape_text(ruled.pointer)[:300]} [{ruled.fingerprint}]"
    if ruled.witness is not None:
        yield f"    {witness_label(ruled)}: {witness_text(ruled)}"
    if ruled.hint:
        yield f"    fix: {escape_text(ruled.hint)}"


def witness_label(ruled: RuledChange) -> str:
    """Return what the witness shows."""
    if ruled.change.direction is Direction.OUTPUT:
        return "new result that was not promised"
    return "was legal, is refused now"


def witness_text(ruled: RuledChange) -> str:
    """Return the witness as JSON on one line, cut where it is very long."""
    text = escape_text(compact_json(ruled.witness))
    return text if len(text) <= _WITNESS_CHARS else f"{text[:_WITNESS_CHARS]}… ({len(text):,} characters)"


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


DRIFT_REPORTER = DriftReporter(render)
