"""Reports as JSON, for programs; published in ``schemas/report.schema.json`` and ``schemas/drift.schema.json``.

Text is ASCII with escapes: hidden characters of an inventory do not reach a terminal or a log unescaped.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from conformance import __version__
from conformance.commands.report import CensusRow, ContractCoverage, Report, ToolCoverage
from conformance.commands.reporters import Reporter
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from conformance.findings import Finding, RelatedPlace, group_alike

if TYPE_CHECKING:
    from conformance.drift.report import DriftHistory, DriftReport

FORMAT_VERSION = 1


def render_findings(report: Report, _folder: Path) -> str:
    """Return a report of findings as one JSON document."""
    return dump_report(report_value(report))


def render_drift(report: "DriftReport", _folder: Path) -> str:
    """Return a report of drift as one JSON document."""
    from conformance.drift.report import report_value as drift_value

    return dump_report(drift_value(report))


def render_history(history: "DriftHistory", _folder: Path) -> str:
    """Return the history of an inventory as one JSON document."""
    from conformance.drift.report import history_value

    return dump_report(history_value(history))


def dump_report(value: JsonValue) -> str:
    """Return a JSON document as printable ASCII, whatever is in it."""
    # DEL is ASCII, so ``json`` writes it as it is, although a terminal acts on it.
    return json.dumps(value, indent=2, ensure_ascii=True).replace("\x7f", "\\u007f") + "\n"


def report_value(report: Report) -> JsonObject:
    """Return the report as a JSON value."""
    return {
        "version": FORMAT_VERSION,
        "harness": {"name": "tool-conformance", "version": __version__},
        "subject": report.subject,
        "findings": [_finding(group) for group in group_alike(report.findings)],
        "summary": report.summary(),
        "checked": {"tools": report.tool_count, "rules": report.rule_count, "records": report.checked_count},
        **({"built_in": [*report.built_in]} if report.built_in else {}),
        **({"left_out": [*report.left_out]} if report.left_out else {}),
        **({"coverage": [_coverage_value(one) for one in report.coverage]} if report.coverage else {}),
        **({"contract": [_contract_value(one) for one in report.contract]} if report.contract else {}),
        **({"census": [_census_value(one) for one in report.census]} if report.census else {}),
        **({"notes": [*report.notes]} if report.notes else {}),
        **({"broke_off": _error_value(fault)} if (fault := report.broke_off or report.unexamined) else {}),
        **({"parts": [_part(part) for part in report.parts]} if report.parts else {}),
    }


def _part(part: Report) -> JsonObject:
    return {
        "subject": part.subject,
        "summary": part.summary(),
        "checked": {"tools": part.tool_count, "rules": part.rule_count, "records": part.checked_count},
        **({"built_in": [*part.built_in]} if part.built_in else {}),
        **({"broke_off": _error_value(part.broke_off)} if part.broke_off else {}),
    }


def _coverage_value(one: ToolCoverage) -> JsonObject:
    numbers: JsonObject = {"tested": one.tested, "skipped": one.skipped, "undetermined": one.undetermined}
    return {"tool": one.tool, **numbers}


def _contract_value(one: ContractCoverage) -> JsonObject:
    numbers: JsonObject = {"calls": one.calls, "seen": one.seen, "total": one.total}
    return {"tool": one.tool, **numbers, "never": [*one.never], "error_kinds": one.error_kinds}


def _census_value(one: CensusRow) -> JsonObject:
    counts: JsonObject = {"calls": one.calls, "statuses": {**one.statuses}, "error_kinds": {**one.kinds}}
    return {"tool": one.tool, **counts, "truncated": one.truncated, "size": one.size, "largest": one.largest}


def _error_value(error: ConformanceError) -> JsonObject:
    return {"kind": error.kind.value, "message": str(error), "recovery_hint": error.recovery_hint}


def _finding(group: Sequence[Finding]) -> JsonObject:
    """Return the first of the findings that say the same, with the places of all where these are several."""
    finding = group[0]
    return {
        "rule": finding.rule,
        "level": finding.level.value,
        "tool": finding.tool,
        "pointer": finding.pointer,
        "message": finding.message,
        "hint": finding.hint,
        "fingerprint": finding.fingerprint,
        "location": finding.location.to_value() if finding.location else None,
        "evidence": finding.evidence,
        "suppressed": finding.suppressed,
        **({"places": [_place(one) for one in group]} if len(group) > 1 else {}),
        **({"related": [_other_place(one) for one in finding.related]} if finding.related else {}),
    }


def _other_place(one: RelatedPlace) -> JsonObject:
    location = one.location.to_value() if one.location else None
    return {"tool": one.tool, "pointer": one.pointer, "location": location}


def _place(finding: Finding) -> JsonObject:
    return {
        "tool": finding.tool,
        "pointer": finding.pointer,
        "fingerprint": finding.fingerprint,
        "location": finding.location.to_value() if finding.location else None,
        "evidence": finding.evidence,
    }


REPORTER = Reporter(findings=render_findings, drift=render_drift, history=render_history)
