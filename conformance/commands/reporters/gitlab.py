"""Reports for the widget and the diff of a GitLab merge request, as the JSON of its code quality reports.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.commands.diagnostics import relative_path
from conformance.commands.report import Report
from conformance.commands.reporters import Reporter
from conformance.commands.reporters._places import advice_of, place_of
from conformance.commands.reporters.json import dump_report
from conformance.display import escape_text
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level

if TYPE_CHECKING:
    from conformance.drift.report import DriftReport

_SEVERITIES: Mapping[Level, str] = {Level.ERROR: "major", Level.WARNING: "minor", Level.INFO: "info"}


def render_findings(report: Report, folder: Path) -> str:
    """Return the findings that nobody accepted as a list of issues."""
    return dump_report([*_issues(report, folder)])


def render_drift(report: "DriftReport", folder: Path) -> str:
    """Return the changes that nobody accepted as a list of issues."""
    from conformance.commands.reporters._drift_findings import drift_findings

    return render_findings(drift_findings(report), folder)


def _issues(report: Report, folder: Path) -> Iterator[JsonObject]:
    for finding in report.active_findings:
        place = place_of(finding, report, folder)
        tool = f"{escape_text(finding.tool)}: " if finding.tool else ""
        text = f"{tool}{advice_of(finding)}".replace("\n", "; ")
        yield _issue(
            text, finding.rule, _fingerprint(finding, place.file), _SEVERITIES[finding.level], place.file, place.line
        )
    file = escape_text(relative_path(report.subject, folder))
    for level, number in report.omitted.items():
        text = f"{number:,} further findings of level {level.value} were counted and are not listed"
        yield _issue(text, "not_listed", _digest(file, level.value), _SEVERITIES[level], file, 1)
    for part in (report, *report.parts):
        if fault := part.broke_off or part.unexamined:
            yield _fault_issue(fault, escape_text(relative_path(part.subject, folder)))


def _fault_issue(fault: ConformanceError, file: str) -> JsonObject:
    text = escape_text(f"{fault.message}; {fault.recovery_hint}")
    return _issue(text, "not_examined", _digest(file, fault.kind.value), "blocker", file, 1)


def _issue(text: str, check: str, fingerprint: str, severity: str, path: str, line: int) -> JsonObject:
    return {
        "description": text,
        "check_name": escape_text(check),
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": path.removeprefix("./"), "lines": {"begin": line}},
    }


def _fingerprint(finding: Finding, file: str) -> str:
    # The same tool may be in several files of one report; GitLab shows one issue of each fingerprint.
    return _digest(file, finding.fingerprint)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


REPORTER = Reporter(findings=render_findings, drift=render_drift)
