"""Reports as JUnit XML, which every CI shows as tests: one case per tool and rule.

A finding below the level that fails the run is the output of a passing case, so that the tests agree with the exit
status.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec.structs import replace

from conformance.commands.diagnostics import evidence_notes, relative_path
from conformance.commands.report import Report
from conformance.commands.reporters import Reporter
from conformance.commands.reporters._places import advice_of, place_of
from conformance.display import escape_text
from conformance.findings import Finding

if TYPE_CHECKING:
    from conformance.drift.report import DriftReport

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'


def render_findings(report: Report, folder: Path) -> str:
    """Return a report of findings as test suites, one per subject."""
    root = Element("testsuites", name="tool-conformance")
    for one in report.parts or [report]:
        root.append(_suite(replace(one, subject=relative_path(one.subject, folder)), folder))
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    indent(root)
    return f"{_DECLARATION}\n{tostring(root, encoding='unicode')}\n"


def render_drift(report: "DriftReport", folder: Path) -> str:
    """Return a report of drift as one test suite, with a case per tool and kind of change."""
    from conformance.commands.reporters._drift_findings import drift_findings

    return render_findings(drift_findings(report), folder)


def _suite(report: Report, folder: Path) -> Element:
    suite = Element("testsuite", name=escape_text(report.subject))
    suite.extend(_cases(report, folder))
    if not len(suite):  # a suite without a test looks like a run that did not happen
        suite.append(_case(report.subject, "clean"))
    suite.set("tests", str(len(suite)))
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(sum(case.find(tag) is not None for case in suite)))
    return suite


def _cases(report: Report, folder: Path) -> Iterator[Element]:
    found: dict[tuple[str, str], list[Finding]] = {}
    for rule, tool in sorted(report.examined, key=lambda pair: (pair[1] or "", pair[0])):
        found[tool or report.subject, rule] = []
    for finding in report.findings:
        for tool in finding.tools or [report.subject]:
            found.setdefault((tool, finding.rule), []).append(finding)
    untested = {
        (one.tool or report.subject, rule): why for one in report.coverage for rule, why in one.untested.items()
    }
    for (tool, rule), findings in found.items():
        if findings or (tool, rule) not in untested:
            yield _judged_case(_case(tool, rule), findings, report, folder)
    for (tool, rule), why in untested.items():
        if not found.get((tool, rule)):
            yield _skipped_case(tool, rule, why or "does not apply to the tool")
    for one in report.coverage:
        if one.skipped + one.undetermined > sum(map(bool, one.untested.values())):
            counts = f"{one.undetermined} undetermined, {one.skipped} skipped"
            yield _skipped_case(one.tool or report.subject, "not tested", counts)
    yield from _closing_cases(report)


def _closing_cases(report: Report) -> Iterator[Element]:
    for level, number in report.omitted.items():
        case = _case(report.subject, f"further findings of level {level.value}")
        if level.rank >= report.fail_on.rank:
            SubElement(case, "failure", message=f"{number:,} more", type=level.value)
        yield case
    if fault := report.broke_off or report.unexamined:
        case = _case(report.subject, "run")
        SubElement(case, "error", message=escape_text(fault.message), type=fault.kind.value).text = escape_text(
            fault.recovery_hint
        )
        yield case


def _case(tool: str, rule: str) -> Element:
    return Element("testcase", classname=escape_text(tool), name=escape_text(rule), time="0")


def _skipped_case(tool: str, rule: str, why: str) -> Element:
    case = _case(tool, rule)
    SubElement(case, "skipped", message=escape_text(why))
    return case


def _judged_case(case: Element, findings: Sequence[Finding], report: Report, folder: Path) -> Element:
    failing = [one for one in findings if one.suppressed is None and one.level.rank >= report.fail_on.rank]
    if failing:
        place = place_of(failing[0], report, folder)
        case.set("file", place.file)
        case.set("line", str(place.line))
        message = escape_text(failing[0].message) + (f" (and {len(failing) - 1} more)" if len(failing) > 1 else "")
        kind = max(failing, key=lambda one: one.level.rank).level.value
        SubElement(case, "failure", message=message, type=kind).text = _texts(failing, report, folder)
    if rest := [one for one in findings if one not in failing]:
        SubElement(case, "system-out").text = _texts(rest, report, folder)
    return case


def _texts(findings: Iterable[Finding], report: Report, folder: Path) -> str:
    return "\n\n".join(_text(one, report, folder) for one in findings)


def _text(finding: Finding, report: Report, folder: Path) -> str:
    notes = [f"note: {escape_text(note)}" for note in evidence_notes(finding.evidence)]
    accepted = [] if finding.suppressed is None else [f"accepted: {escape_text(finding.suppressed)}"]
    repeats = [f"(and {finding.repeats} more)"] if finding.repeats else []
    where = f"{place_of(finding, report, folder)}  {escape_text(finding.pointer)}".rstrip()
    return "\n".join([f"{finding.level.value}: {advice_of(finding)}", where, *notes, *accepted, *repeats])


REPORTER = Reporter(findings=render_findings, drift=render_drift)
