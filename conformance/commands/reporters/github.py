"""Reports as annotations of a GitHub workflow, with the rest in the summary of the step and counts in its outputs.

https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.commands.report import Report
from conformance.commands.reporters import Reporter, markdown
from conformance.commands.reporters._places import advice_of, place_of
from conformance.display import count_of, escape_text
from conformance.findings import Finding, Level

if TYPE_CHECKING:
    from conformance.drift.report import DriftReport

MAX_OF_A_LEVEL = 10
"""GitHub shows so many annotations of each level of one step, and drops the others silently."""

_COMMANDS: Mapping[Level, str] = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def render_findings(report: Report, folder: Path) -> str:
    """Return one workflow command per annotation, and a line that counts the findings."""
    return "\n".join([*_lines(report, folder)]) + "\n"


def render_drift(report: "DriftReport", folder: Path) -> str:
    """Return one workflow command per annotation, and a line that counts the changes."""
    from conformance.commands.reporters._drift_findings import drift_findings

    return render_findings(drift_findings(report), folder)


def _lines(report: Report, folder: Path) -> Iterator[str]:
    total = 0
    for level in Level:
        found = [one for one in report.active_findings if one.level is level]
        total += len(found) + report.omitted.get(level, 0)
        yield from (_annotation(one, report, folder) for one in found[:MAX_OF_A_LEVEL])
        if rest := max(len(found) - MAX_OF_A_LEVEL, 0) + report.omitted.get(level, 0):
            more = f"{rest:,} more of level {level.value}; the summary of the step and the other reports list findings"
            yield f"::notice title=conformance::{_escape_data(more)}"
    for part in (report, *report.parts):
        if fault := part.broke_off or part.unexamined:
            yield f"::error title={fault.kind.value}::{_escape_data(escape_text(fault.message))}"
    yield f"conformance: {count_of(total, 'finding')}"


def _annotation(finding: Finding, report: Report, folder: Path) -> str:
    place = place_of(finding, report, folder)
    title = f"{finding.rule} ({finding.tool})" if finding.tool else finding.rule
    properties = {
        "file": place.file.removeprefix("./"),
        "line": str(place.line),
        "col": str(place.column),
        "title": escape_text(title),
    }
    listed = ",".join(f"{key}={_escape_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[finding.level]} {listed}::{_escape_data(advice_of(finding))}"


def _escape_data(text: str) -> str:
    """Return a text as the message of a workflow command, which ends at the end of the line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _summary(report: "Report | DriftReport", folder: Path) -> str:
    """Return the report in Markdown for the summary of the step."""
    if isinstance(report, Report):
        return markdown.render_findings(report, folder)
    return markdown.render_drift(report, folder)


def _outputs(report: "Report | DriftReport", _folder: Path) -> str:
    """Return the counts as outputs of the step: per level, or per verdict."""
    return "".join(f"{name}={number}\n" for name, number in report.summary().items())


REPORTER = Reporter(
    findings=render_findings,
    drift=render_drift,
    appended={"GITHUB_STEP_SUMMARY": _summary, "GITHUB_OUTPUT": _outputs},
    is_document=False,
)
