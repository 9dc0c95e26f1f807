"""Drift as a pull-request comment and a changelog entry: grouped by tool, breaks first, each with witness and hint."""

import html
import json
from collections.abc import Iterator

from conformance.commands.drift_reporters import DriftReporter, group_by_tool, summary_line
from conformance.commands.drift_reporters.text import witness_label
from conformance.display import escape_text
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange

MAX_CHANGES = 100
"""More changes than this are counted: a comment has to be read."""

_WITNESS_CHARS = 1_500
_TITLES = {
    Ruling.BREAKING: "Breaking",
    Ruling.UNKNOWN: "Undecided",
    Ruling.COMPATIBLE: "Compatible",
    Ruling.COSMETIC: "Cosmetic",
}


def render(report: DriftReport, _colour: bool) -> str:
    """Return the report as Markdown; text that comes from the inventories is escaped."""
    return "\n".join(_lines(report)).rstrip("\n") + "\n"


def _lines(report: DriftReport) -> Iterator[str]:
    yield f"## Tool contract: {summary_line(report)}"
    yield ""
    yield f"`{_escape_code(report.old)}` → `{_escape_code(report.new)}`"
    yield ""
    for tool, changes in group_by_tool(report.active_changes[:MAX_CHANGES]):
        yield f"### {_escape_text(tool) if tool is not None else 'The inventory'}"
        yield ""
        for ruled in changes:
            yield from _change(ruled)
        yield ""
    rest = len(report.active_changes) - MAX_CHANGES
    if rest > 0:
        yield f"… and {rest} more changes."
        yield ""
    yield from _accepted_section([ruled for ruled in report.changes if ruled.suppressed is not None])


def _change(ruled: RuledChange) -> Iterator[str]:
    yield f"- **{_TITLES[ruled.verdict]}** ({ruled.change.surface.value}): {_escape_text(ruled.message)}"
    if ruled.witness is not None:
        yield f"  {witness_label(ruled).capitalize()}:"
        yield "  ```json"
        yield from (f"  {line}" for line in _witness(ruled).splitlines())
        yield "  ```"
    if ruled.hint:
        yield f"  Fix: {_escape_text(ruled.hint)} (`{ruled.fingerprint}`)"


def _accepted_section(changes: list[RuledChange]) -> Iterator[str]:
    if changes:
        yield "### Accepted"
        yield ""
    for ruled in changes[:MAX_CHANGES]:
        who = _escape_text(ruled.change.tool or "The inventory")
        yield f"- {who}: {_escape_text(ruled.message)}: {_escape_text(ruled.suppressed or '')}"


def _witness(ruled: RuledChange) -> str:
    text = escape_text(json.dumps(ruled.witness, indent=2, ensure_ascii=True), keep="\n")
    return text if len(text) <= _WITNESS_CHARS else f"{text[:_WITNESS_CHARS]}\n… ({len(text):,} characters)"


def _escape_text(text: str) -> str:
    escaped = html.escape(escape_text(text), quote=False)
    return "".join(f"\\{char}" if char in "\\`*_[]#|" else char for char in escaped)


def _escape_code(text: str) -> str:
    return escape_text(text).replace("`", "'")


DRIFT_REPORTER = DriftReporter(render)
