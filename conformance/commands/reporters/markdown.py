"""Reports as a pull-request comment and a changelog entry: the most severe first, each with evidence and hint."""

import html
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.commands.diagnostics import (
    MAX_LOCATIONS,
    DiagnosticBlock,
    diagnostics_of,
    evidence_labels,
    layout_error,
    location_text,
    quoted_members,
    relative_path,
    select_blocks,
    usage_notes,
)
from conformance.commands.report import Report
from conformance.commands.reporters import Reporter
from conformance.commands.reporters.text import closing_line, coverage_lines
from conformance.display import escape_text

if TYPE_CHECKING:
    from conformance.drift.report import DriftHistory, DriftReport, RuledChange

MAX_CHANGES = 100
"""More changes than this are counted: a comment has to be read."""

_WITNESS_CHARS = 1_500
# GitHub refuses a comment of more than 65,536 characters; the rest of the text needs a few of them.
_MAX_CHARS = 60_000
# Messages mark names and values as Markdown does. Nothing between two backticks is markup; every other one is escaped.
_CODE = re.compile(r"(`[^`]+`)")
# Code hosts turn addresses into links and names into mentions wherever they are; as code they are only text.
_ADDRESS = re.compile(r"(\S*(?:@|://|www\.)\S*)")
_TITLES = {
    "breaking": "Breaking",
    "unknown": "Undecided",
    "compatible": "Compatible",
    "cosmetic": "Cosmetic",
}


def render_findings(report: Report, folder: Path) -> str:
    """Return a report of findings as Markdown; text that comes from what was checked is escaped."""
    parts = report.parts or [report]
    share = _MAX_CHARS // len(parts)
    return "\n".join(line for part in parts for line in _finding_lines(part, folder, share)).rstrip("\n") + "\n"


def _finding_lines(report: Report, folder: Path, most: int) -> Iterator[str]:
    yield f"## {_escape_text(closing_line(report, folder))}"
    yield ""
    for error in (report.broke_off, report.unexamined):
        if error is not None:
            yield from (f"> {_escape_text(line)}" for line in layout_error(error, folder))
            yield ""
    selection = select_blocks(diagnostics_of(report.listed_findings, report.subject, folder), MAX_CHANGES)
    rest, size = selection.omitted + sum(report.omitted.values()), 0
    for block in selection.blocks:
        lines = [*_block(block)]
        size += sum(len(line) + 1 for line in lines)
        if size > most:
            rest += block.count
        else:
            yield from lines
    if rest:
        yield from ("", f"… and {rest:,} more.")
    left_out = [f"not asked: {line}" for line in report.left_out]
    for line in (*left_out, *report.notes, *coverage_lines(report)):
        yield from ("", _escape_text(line.strip()))
    yield ""


def _block(block: DiagnosticBlock) -> Iterator[str]:
    """Yield one list item: what is wrong, in which tools, where, the evidence of the first place, and what to write."""
    first, rest = block.members[0], block.count - min(len(block.members), MAX_LOCATIONS)
    tools = ", ".join(f"`{_escape_code(name)}`" for name in block.tools[:MAX_LOCATIONS])
    yield f"- **{_escape_text(first.label)}** {tools + ': ' if tools else ''}{_escape_text(first.message)}"
    yield from (f"  - at `{_escape_code(one.location)}`" for one in block.members[:MAX_LOCATIONS])
    if rest > 0:
        yield f"  - and {rest:,} more"
    yield from (f"  - `{_escape_code(note)}`" for one in quoted_members(block) for note in one.notes)
    if first.accepted is not None:
        yield f"  - {_escape_text(first.accepted)}"
    if first.help:
        yield f"  - help: {_escape_text(first.help)}"


def render_drift(report: "DriftReport", folder: Path) -> str:
    """Return a report of drift as Markdown; text that comes from the inventories is escaped."""
    return "\n".join(_lines(report, folder)).rstrip("\n") + "\n"


def _lines(report: "DriftReport", folder: Path) -> Iterator[str]:
    yield f"## Tool contract: {report.summary_line}"
    yield ""
    names = [f"`{_escape_code(relative_path(name, folder))}`" for name in (report.old, report.new)]
    yield " → ".join(names) + (f" (base: {_escape_text(report.reason)})" if report.reason else "")
    if report.suggested_version is not None:
        yield ""
        yield f"Suggested version: `{_escape_code(report.suggested_version)}`"
    yield ""
    for tool, changes in _group_by_tool(report.active_changes[:MAX_CHANGES]):
        yield f"### {_escape_text(tool) if tool is not None else 'The inventory'}"
        yield ""
        for ruled in changes:
            yield from _change(ruled, folder)
        yield ""
    rest = len(report.active_changes) - MAX_CHANGES
    if rest > 0:
        yield f"… and {rest} more changes."
        yield ""
    yield from _accepted_section([ruled for ruled in report.changes if ruled.suppressed is not None])


def _group_by_tool(changes: "Sequence[RuledChange]") -> "list[tuple[str | None, list[RuledChange]]]":
    """Group changes by tool, the most severe first, among tools and within each: a comment is read from its top."""
    groups: dict[str | None, list[RuledChange]] = {}
    for ruled in sorted(changes, key=lambda ruled: -ruled.verdict.rank):
        groups.setdefault(ruled.change.tool, []).append(ruled)
    return list(groups.items())


def _change(ruled: "RuledChange", folder: Path) -> Iterator[str]:
    yield f"- **{_TITLES[ruled.verdict.value]}** ({ruled.change.surface.value}): {_escape_text(ruled.message)}"
    if ruled.can_fail:
        yield f"  At `{_escape_code(location_text(ruled.location, ruled.pointer, folder))}`"
    for label in evidence_labels(ruled.evidence):
        yield f"  {label.capitalize()}:"
        yield "  ```json"
        yield from (f"  {line}" for line in _witness(ruled).splitlines())
        yield "  ```"
    yield from (f"  {_escape_text(note[0].upper() + note[1:])}" for note in usage_notes(ruled))
    if ruled.hint:
        yield f"  Help: {_escape_text(ruled.hint)}"
    if ruled.accept_condition:
        yield f"  Accept with: `{ruled.accept_condition}`"


def _accepted_section(changes: "list[RuledChange]") -> Iterator[str]:
    if changes:
        yield "### Accepted"
        yield ""
    for ruled in changes[:MAX_CHANGES]:
        who = _escape_text(ruled.change.tool or "The inventory")
        yield f"- {who}: {_escape_text(ruled.message)} ({_escape_text(ruled.acceptance or '')})"


def _witness(ruled: "RuledChange") -> str:
    text = escape_text(json.dumps(ruled.witness, indent=2, ensure_ascii=True), keep="\n")
    return text if len(text) <= _WITNESS_CHARS else f"{text[:_WITNESS_CHARS]}\n… ({len(text):,} characters)"


def _escape_text(text: str) -> str:
    # every second part is code
    parts = enumerate(_CODE.split(escape_text(text)))
    return "".join(part if number % 2 else _escape_prose(part) for number, part in parts)


def _escape_prose(text: str) -> str:
    # every second part is an address
    parts = enumerate(_ADDRESS.split(text))
    return "".join(f"`{_escape_code(part)}`" if number % 2 else _escape_markup(part) for number, part in parts)


def _escape_markup(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_[]#|" else char for char in html.escape(text, quote=False))


def _escape_code(text: str) -> str:
    return escape_text(text).replace("`", "'")


def render_history(history: "DriftHistory", folder: Path) -> str:
    """Return a history as a Markdown list, the latest version first."""
    lines = [f"## History of {_escape_text(relative_path(history.file, folder))}", ""]
    for one in reversed(history.entries):
        lines.append(f"- {one.day} `{one.short_commit}` {_escape_text(one.outcome)}: {_escape_text(one.subject)}")
        lines += [f"  - {_escape_text(line)}" for line in one.notable_lines()]
    return "\n".join(lines) + "\n"


REPORTER = Reporter(findings=render_findings, drift=render_drift, history=render_history)
