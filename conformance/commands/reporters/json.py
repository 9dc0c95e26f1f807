"""The report as JSON, for programs; published in ``schemas/report.schema.json``.

Text is ASCII with escapes, so that a hostile name in an inventory reaches no terminal and no log as itself.
"""

import json

from conformance import __version__
from conformance.commands.reporters import Reporter
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.findings import Finding, Report

FORMAT_VERSION = 1


def render(report: Report, _colour: bool) -> str:
    """Return the report as one JSON document."""
    return json.dumps(report_value(report), indent=2, ensure_ascii=True).replace("\x7f", "\\u007f") + "\n"


def report_value(report: Report) -> JsonObject:
    """Return the report as a JSON value."""
    return {
        "version": FORMAT_VERSION,
        "harness": {"name": "tool-conformance", "version": __version__},
        "subject": report.subject,
        "findings": [_finding(finding) for finding in report.findings],
        "summary": report.summary(),
        "checked": {"tools": report.tool_count, "rules": report.rule_count, "records": report.checked_count},
        **({"broke_off": _error_value(report.broke_off)} if report.broke_off else {}),
    }


def _error_value(error: ConformanceError) -> JsonObject:
    return {"kind": error.kind.value, "message": error.message, "recovery_hint": error.recovery_hint}


def _finding(finding: Finding) -> JsonObject:
    place = finding.location
    return {
        "rule": finding.rule,
        "level": finding.level.value,
        "tool": finding.tool,
        "pointer": finding.pointer,
        "message": finding.message,
        "hint": finding.hint,
        "fingerprint": finding.fingerprint,
        "location": {"file": place.file, "line": place.line, "column": place.column} if place else None,
        "evidence": finding.evidence,
        "suppressed": finding.suppressed,
    }


REPORTER = Reporter(render)
