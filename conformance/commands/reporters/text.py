"""Reports for a person: diagnostics by tool and severity, one closing line; nothing but that line when clean.

Every text that comes from what was checked is printed with its hidden characters escaped.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.commands.diagnostics import (
    Diagnostic,
    DiagnosticSelection,
    count_places,
    diagnostics_of,
    evidence_notes,
    layout_error,
    layout_sections,
    location_text,
    relative_path,
    select_blocks,
    usage_notes,
)
from conformance.commands.report import CensusRow, ContractCoverage, Report, ToolCoverage
from conformance.commands.reporters import Reporter
from conformance.display import code_text, count_of, cut_middle, escape_text, list_codes
from conformance.findings import Finding, Level

if TYPE_CHECKING:
    from conformance.drift.report import DriftHistory, DriftReport, RuledChange, TimelineEntry
    from conformance.drift.usage import UsageTotals

MAX_BLOCKS = 200
"""More blocks than this are counted, not printed: the least severe, and of those the last."""

# Tools of a census that a text lists, and characters of a status or kind; the JSON report has all of them.
_MAX_CENSUS_ROWS, _MAX_NAME_CHARS, _MAX_POINTER_CHARS = 50, 80, 200

# Of a cause of what was not tested, so much is shown, and so many of its tools; the findings have all of it.
_MAX_CAUSE, _MAX_COUNTED = 200, 8

_STYLES = {
    r"(?m)^\S.*(?=\n  [a-z]+\[)": "bold",  # a heading: the line above the first block of a section
    r"(?m)^== .* ==$": "bold",
    r"(?m)^  (?:error|breaking)\[\w+\]": "bold red",
    r"(?m)^  (?:warning|unknown)\[\w+\]": "bold yellow",
    r"(?m)^  (?:info|cosmetic|accepted)\[\w+\]": "bold cyan",
    r"(?m)^  compatible\[\w+\]": "bold green",
    r"(?m)^    (?:-->|note:)": "blue",
    r"(?m)^    (?:help|accept with):": "green",
}
"""No text of what was checked begins a line: hidden characters are escaped, and with them line feeds."""


def render_findings(report: Report, folder: Path) -> str:
    """Return a report of findings as lines for a terminal; one on several subjects has a heading for each."""
    if report.parts:
        return "\n".join([*_part_lines(report.parts, folder), closing_line(report, folder)]) + "\n"
    selection = select_blocks(diagnostics_of(report.listed_findings, report.subject, folder), MAX_BLOCKS)
    omitted = sum(report.omitted.values()) - sum(finding.repeats for finding in report.active_findings)
    body = _body(selection, relative_path(report.subject, folder), omitted, "finding")
    left_out = [f"not asked: {line}" for line in report.left_out]
    notes = [f"note: {escape_text(line)}" for line in report.notes]
    return (
        "\n".join(
            [
                *body,
                *left_out,
                *notes,
                *coverage_lines(report),
                *contract_lines(report.contract),
                *_census_lines(report.census),
                closing_line(report, folder),
            ]
        )
        + "\n"
    )


def coverage_lines(report: Report) -> Iterator[str]:
    """Yield what was tested, skipped and undetermined in all, then each tool by cause; nothing if all was tested."""
    tools = [one for one in report.coverage if one.tool is not None]
    # a run that was aborted says nothing of the tools after the one with which it ended
    not_reached = max(report.tool_count - len(tools), 0) if tools and report.broke_off is not None else 0
    if not (not_reached or any(one.skipped or one.undetermined for one in tools)):
        return
    states = Counter(one.state for one in tools) + Counter({"not reached": not_reached})
    named = ("tested", "skipped", "undetermined", "not reached")
    counted = ", ".join(f"{states[state]} {state}" for state in named if states[state])
    yield f"coverage: {count_of(len(tools) + not_reached, 'tool')}: {counted}; questions: {_question_counts(tools)}"
    groups: dict[str, dict[str, int]] = {}
    for state in ("tested", "undetermined", "skipped"):
        for one in tools:
            for cause, number in _question_causes(one, state):
                groups.setdefault(cause, {})[str(one.tool)] = number
    yield from (f"  {escape_text(cut_middle(cause, _MAX_CAUSE))}: {_tool_counts(one)}" for cause, one in groups.items())


def _question_causes(one: ToolCoverage, state: str) -> Iterator[tuple[str, int]]:
    """Yield why questions to a tool are in a state, with their number; those without a reason last."""
    stated = [(cause, number) for cause, number in one.causes.items() if cause.startswith(state)]
    yield from stated
    rest = {"tested": one.tested, "undetermined": one.undetermined, "skipped": one.skipped}[state]
    if (number := rest - sum(number for _, number in stated)) > 0:
        yield state, number


def _tool_counts(numbers: Mapping[str, int]) -> str:
    shown = [f"{code_text(name)} ({number})" for name, number in islice(numbers.items(), _MAX_COUNTED)]
    rest = len(numbers) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def _census_lines(census: Sequence[CensusRow]) -> Iterator[str]:
    """Yield what the log holds, per tool, the most called ones first."""
    rows = sorted(census, key=lambda one: (-one.calls, one.tool))
    if rows:
        yield f"census: {count_of(len(rows), 'tool')}, {sum(one.calls for one in rows):,} calls"
    for one in rows[:_MAX_CENSUS_ROWS]:
        kinds = f"; errors: {_numbers(one.kinds)}" if one.kinds else ""
        cut = f"; {one.truncated:,} truncated" if one.truncated else ""
        sizes = f"; {one.size / one.calls:,.0f} bytes on average, {one.largest:,} at most" if one.size else ""
        yield f"  {code_text(one.tool)}: {one.calls:,} ({_numbers(one.statuses)}){kinds}{cut}{sizes}"
    if len(rows) > _MAX_CENSUS_ROWS:
        yield f"  ... and {count_of(len(rows) - _MAX_CENSUS_ROWS, 'more tool')}"


def _numbers(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {escape_text(name[:_MAX_NAME_CHARS])}" for name, number in counts.items())


def contract_lines(contract: Sequence[ContractCoverage]) -> Iterator[str]:
    """Yield how much of the contract was recorded in all, then per tool with the first parts that never were."""
    if not contract:
        return
    yield f"contract: {_share(sum(one.seen for one in contract), sum(one.total for one in contract))} recorded"
    for one in contract:
        never = f"; never: {list_codes(one.never, longest=_MAX_POINTER_CHARS)}" if one.never else ""
        kinds = f"; errors: {list_codes(one.error_kinds)}" if one.error_kinds else ""
        yield f"  {code_text(one.tool)}: {count_of(one.calls, 'call')}, {_share(one.seen, one.total)}{kinds}{never}"


def _share(seen: int, total: int) -> str:
    return f"{seen} of {count_of(total, 'part')} ({100 * seen / total:.0f} %)" if total else "no parts"


def _question_counts(coverage: Sequence[ToolCoverage]) -> str:
    numbers = {
        "tested": sum(one.tested for one in coverage),
        "skipped": sum(one.skipped for one in coverage),
        "undetermined": sum(one.undetermined for one in coverage),
    }
    return ", ".join(f"{number} {state}" for state, number in numbers.items() if number)


def _part_lines(parts: Sequence[Report], folder: Path) -> Iterator[str]:
    for part in parts:
        yield f"== {escape_text(relative_path(part.subject, folder))} =="
        if part.broke_off is None:
            yield from render_findings(part, folder).splitlines()
        else:
            first, *rest = layout_error(part.broke_off, folder)
            yield from (f"  error: {first}", *(f"  {line}" for line in rest))
        yield ""


def render_sections(findings: Sequence[Finding], subject: str, folder: Path) -> str:
    """Return findings as lines for a terminal, without a closing line; nothing where there are none."""
    selection = select_blocks(diagnostics_of(findings, subject, folder), MAX_BLOCKS)
    return "\n".join(_body(selection, relative_path(subject, folder), 0, "finding"))


def render_drift(report: "DriftReport", folder: Path) -> str:
    """Return a report of drift as lines for a terminal."""
    selection = select_blocks([_change_diagnostic(ruled, folder) for ruled in report.changes], MAX_BLOCKS)
    old, new = relative_path(report.old, folder), relative_path(report.new, folder)
    reason = f" (base: {escape_text(report.reason)})" if report.reason else ""
    closing = [f"{escape_text(old)} -> {escape_text(new)}: {report.summary_line}{reason}"]
    if report.calls is not None:
        closing[:0] = [*(f"note: {escape_text(line)}" for line in report.notes), _calls_line(report.calls)]
    if report.suggested_version is not None:
        closing.append(f"suggested version: {escape_text(report.suggested_version)}")
    whole = relative_path(report.subject, folder)
    return "\n".join([*_body(selection, whole, 0, "change", severe_first=True), *closing]) + "\n"


def _body(
    selection: DiagnosticSelection, whole: str, uncounted: int, noun: str, *, severe_first: bool = False
) -> Iterator[str]:
    yield from layout_sections(selection.blocks, whole, severe_first=severe_first)
    if rest := selection.omitted + uncounted:
        yield f"... and {count_of(rest, f'more {noun}')}"
        yield ""


def _change_diagnostic(ruled: "RuledChange", folder: Path) -> Diagnostic:
    is_active = ruled.suppressed is None
    return Diagnostic(
        # Accepted changes come last, next to the line that counts them.
        rank=ruled.verdict.rank if is_active else 0,
        label=f"{ruled.status}[{ruled.change.kind}]",
        message=ruled.message,
        help=ruled.hint if is_active else "",
        tool=ruled.change.tool or None,
        location=location_text(ruled.location, ruled.pointer, folder),
        notes=[*evidence_notes(ruled.evidence), *usage_notes(ruled)],
        accepted=ruled.acceptance,
        accept=ruled.accept_condition,
    )


def _calls_line(calls: "UsageTotals") -> str:
    """Return how many recorded calls were counted, and what of them says nothing of the changes."""
    rest = {"to unknown tools": calls.calls - calls.known, "refused before": calls.refused_before}
    left = [f"{number:,} {text}" for text, number in {**rest, "undecided": calls.undecided}.items() if number]
    return ": ".join([f"calls: {count_of(calls.calls, 'recorded call')}", *([", ".join(left)] if left else [])])


def closing_line(report: Report, folder: Path) -> str:
    """Return the one line that says what was checked and how it went."""
    counts = report.summary()
    checked_noun, rule_noun = report.nouns
    records = f", {count_of(report.checked_count, checked_noun)}" if report.checked_count else ""
    built_in = f", {len(report.built_in)} built-in ({list_codes(report.built_in)})" if report.built_in else ""
    checked = f"{count_of(report.tool_count, 'tool')}{built_in}{records}, {count_of(report.rule_count, rule_noun)}"
    accepted = f" ({counts['suppressed']} accepted)" if counts["suppressed"] else ""
    places = report.place_counts()
    found = ", ".join(
        count_places(counts[level.value], places[level.value], level.value) for level in Level if counts[level.value]
    )
    is_whole = all(one.broke_off is None and one.unexamined is None for one in (report, *report.parts))
    clean = "nothing was tested" if report.tested_nothing else "all clean" if is_whole else "no finding"
    until = "" if report.broke_off is None else ", then aborted"
    unread = sum(part.broke_off is not None for part in report.parts)
    until = f", {unread} could not be checked" if unread else until
    return f"{escape_text(relative_path(report.subject, folder))}: {checked}: {found or clean}{accepted}{until}"


def render_history(history: "DriftHistory", _folder: Path) -> str:
    """Return a history as one line for each version, and below it its breaks and the tools that came."""
    return "".join(f"{line}\n" for one in history.entries for line in _version_lines(one))


def _version_lines(entry: "TimelineEntry") -> Iterator[str]:
    yield f"{entry.day} {entry.short_commit} {escape_text(entry.outcome)}: {escape_text(entry.subject)[:100]}"
    yield from (f"    {escape_text(line)}" for line in entry.notable_lines())


REPORTER = Reporter(
    findings=render_findings, drift=render_drift, history=render_history, styles=_STYLES, is_document=False
)
