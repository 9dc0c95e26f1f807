"""The report for a person: grouped by tool, heaviest first, one closing line; nothing but that line when clean.

Every text that comes from what was checked is shown with its hidden characters escaped.
"""

from collections.abc import Iterator, Sequence

from conformance.commands.reporters import Reporter
from conformance.display import escape_text, quote_text
from conformance.documents.values import compact_json
from conformance.findings import Finding, Level, Report

MAX_FINDINGS = 200
"""More findings than this are counted, not printed."""

MAX_CALL_CHARS = 500
"""A call that is longer than this is shown cut."""

_COLOURS = {Level.ERROR: "31", Level.WARNING: "33", Level.INFO: "36"}


def render(report: Report, colour: bool) -> str:
    """Return the report as lines for a terminal."""
    return "\n".join(_lines(report, _Paint(colour))) + "\n"


class _Paint:
    """Wraps text in terminal colours, or leaves it alone."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._wanted else text


def _lines(report: Report, paint: _Paint) -> Iterator[str]:
    shown = report.active_findings[:MAX_FINDINGS]
    for tool, findings in _group_by_tool(shown):
        yield paint(escape_text(tool) if len(tool) < 80 else quote_text(tool), "1")
        for finding in findings:
            yield from _finding(finding, paint)
        yield ""
    rest = len(report.active_findings) - len(shown) + sum(report.omitted.values())
    if rest:
        yield f"... and {rest} more findings"
        yield ""
    yield closing_line(report)


def _group_by_tool(findings: Sequence[Finding]) -> list[tuple[str, list[Finding]]]:
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.tool or "(the whole)", []).append(finding)
    for group in groups.values():
        group.sort(key=lambda finding: -finding.level.rank)
    return list(groups.items())


def _finding(finding: Finding, paint: _Paint) -> Iterator[str]:
    level = paint(finding.level.value, _COLOURS[finding.level])
    yield f"  {level} {paint(finding.rule, '2')}: {escape_text(finding.message)}"
    yield f"    at {_location_text(finding)}"
    if "call" in finding.evidence:
        yield f"    call: {_truncate(compact_json(finding.evidence['call']))}"
    yield f"    fix: {escape_text(finding.hint)}"


def _truncate(text: str) -> str:
    """Return the beginning of a long text; the whole of it is in the JSON report."""
    return text if len(text) <= MAX_CALL_CHARS else f"{text[:MAX_CALL_CHARS]}… ({len(text)} characters)"


def _location_text(finding: Finding) -> str:
    pointer = escape_text(finding.pointer)[:300] or "the document's root"
    record = finding.evidence.get("record")
    if isinstance(record, str):
        return f"{pointer} of result {escape_text(record)}"
    return f"{escape_text(str(finding.location))} ({pointer})" if finding.location else pointer


def closing_line(report: Report) -> str:
    """Return the one line that says what was checked and how it went."""
    counts = report.summary()
    checked_noun, rule_noun = report.nouns
    records = f", {_count(report.checked_count, checked_noun)}" if report.checked_count else ""
    checked = f"{_count(report.tool_count, 'tool')}{records}, {_count(report.rule_count, rule_noun)}"
    suppressed = f" ({counts['suppressed']} suppressed)" if counts["suppressed"] else ""
    found = ", ".join(_count(counts[level.value], level.value) for level in Level if counts[level.value])
    verdict = found or ("all clean" if report.broke_off is None else "no finding")
    until = "" if report.broke_off is None else ", until it broke off"
    return f"{escape_text(report.subject)}: {checked}: {verdict}{suppressed}{until}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 or noun == 'info' else 's'}"


REPORTER = Reporter(render)
