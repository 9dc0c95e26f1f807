"""Drift as a report of findings, for formats that know rules, files and lines and nothing of two versions."""

from collections.abc import Mapping

from conformance.commands.report import Report
from conformance.documents.location import Location
from conformance.documents.values import JsonValue
from conformance.drift.report import STALE_ACCEPT, DriftReport, FailOn, RuledChange
from conformance.findings import Finding, Level

_LEVELS: Mapping[FailOn, Level] = {
    FailOn.BREAKING: Level.ERROR,
    FailOn.UNKNOWN: Level.WARNING,
    FailOn.COMPATIBLE: Level.INFO,
    FailOn.ANY: Level.INFO,
}


def drift_findings(report: DriftReport) -> Report:
    """Return the changes as findings in the new file; the rule is the kind of change, the level that of the verdict."""
    findings = [_finding(ruled, report.subject) for ruled in report.changes]
    tools = len({one.tool for one in findings if one.tool is not None})
    kinds = len({one.rule for one in findings})
    return Report(report.subject, findings, tools, kinds, 0, nouns=("result", "kind"), fail_on=_LEVELS[report.fail_on])


def _finding(ruled: RuledChange, new: str) -> Finding:
    place, where = ruled.location, ""
    if place is not None and place.file != new and ruled.change.kind != STALE_ACCEPT:
        # What was removed is in the old version, which no viewer of the new one can open.
        place, where = Location(new, 1, 1), f" (it was at {place})"
    evidence: dict[str, JsonValue] = {**ruled.evidence, "verdict": ruled.verdict.value}
    accept = f"accept with: {ruled.accept_condition}" if ruled.accept_condition else ""
    return Finding(
        rule=ruled.change.kind,
        level=ruled.level,
        tool=ruled.change.tool,
        pointer=ruled.pointer,
        message=f"{ruled.verdict.value}: {ruled.message}{where}",
        hint="; ".join(one for one in (ruled.hint, accept) if one),
        fingerprint=ruled.fingerprint,
        location=place,
        evidence=evidence,
        suppressed=ruled.acceptance,
    )
