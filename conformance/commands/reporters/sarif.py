"""Reports as SARIF 2.1.0, which code hosts and editors show at the line of each finding.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from conformance import __version__
from conformance.commands.report import Report
from conformance.commands.reporters import Reporter
from conformance.commands.reporters._places import advice_of, place_of, uri_of
from conformance.commands.reporters.json import dump_report
from conformance.display import code_text, escape_text
from conformance.documents.location import Location
from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Finding, Level
from conformance.names import pascal_case

if TYPE_CHECKING:
    from conformance.drift.report import DriftReport

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS: Mapping[Level, str] = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
# A message with `{0}` would have an argument in its place (3.11.5), one with `[text](url)` a link (3.11.6).
_PLACEHOLDER, _LINK = re.compile(r"\{(\d+)\}"), "]("


class _Descriptor(Struct, frozen=True):
    """A rule, probe, notice or kind of change, as SARIF lists it."""

    id: str
    level: Level
    summary: str
    why: str = ""
    source: str = ""
    has_page: bool = False


def render_findings(report: Report, folder: Path) -> str:
    """Return a report of findings as a SARIF log of one run."""
    return dump_report(_log(report, folder, _checks(), "findings"))


def render_drift(report: "DriftReport", folder: Path) -> str:
    """Return a report of drift as a SARIF log of one run; the rules are the kinds of changes."""
    from conformance.commands.reporters._drift_findings import drift_findings

    return dump_report(_log(drift_findings(report), folder, _kinds(), "drift"))


def _checks() -> Iterator[_Descriptor]:
    # The registry imports every rule, which a command that only lists formats need not do.
    from conformance.commands.registry import all_probes, all_rules
    from conformance.settings.notices import NOTICES

    for check in (*all_rules().values(), *all_probes().values(), *NOTICES.values()):
        yield _Descriptor(check.id, check.level, check.summary, check.why, check.source, has_page=True)


def _kinds() -> Iterator[_Descriptor]:
    from conformance.drift.kinds import change_kinds, describe_kind
    from conformance.drift.report import STALE_ACCEPT

    yield _Descriptor(
        STALE_ACCEPT, Level.ERROR, "Every `accept` entry matches a breaking change, and none has expired."
    )
    yield from (_Descriptor(kind, Level.ERROR, describe_kind(kind)) for kind in change_kinds())


def _log(report: Report, folder: Path, known: Iterable[_Descriptor], category: str) -> JsonObject:
    rules = {one.id: one for one in known}
    for found in report.findings:  # a kind of an open list, or a rule that is not registered
        rules.setdefault(found.rule, _Descriptor(found.rule, found.level, f"The rule `{escape_text(found.rule)}`."))
    order = {rule_id: index for index, rule_id in enumerate(sorted(rules))}
    run: JsonObject = {
        "tool": {
            "driver": {
                "name": "tool-conformance",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(rules[rule_id]) for rule_id in order],
            }
        },
        "automationDetails": {"id": f"tool-conformance/{category}/"},
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder in which the command was run."}}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": [_result(one, report, folder, order[one.rule]) for one in report.findings],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(one: _Descriptor) -> JsonObject:
    from conformance.commands.rule_pages import page_url  # needs every rule, as `_checks` does

    text = "\n\n".join(part for part in (one.summary, one.why) if part)
    return {
        "id": one.id,
        "name": pascal_case(one.id),
        "shortDescription": {"text": _plain(one.summary)},
        "fullDescription": {"text": _plain(text)},
        "help": {"text": _plain(f"{text}\n\nMore: conformance explain {one.id}"), "markdown": text},
        "defaultConfiguration": {"level": _LEVELS[one.level]},
        **({"helpUri": address} if (address := page_url(one.id)) and one.has_page else {}),
        **({"properties": {"source": one.source}} if one.source else {}),
    }


def _result(finding: Finding, report: Report, folder: Path, index: int) -> JsonObject:
    reason = finding.suppressed
    accepted: JsonObject = {"kind": "external", "status": "accepted", "justification": _plain(reason or "")}
    return {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.level],
        "message": {"text": _plain(advice_of(finding))},
        "locations": [_location(place_of(finding, report, folder), finding.tool, finding.pointer)],
        **({"relatedLocations": _other_locations(finding, report, folder)} if finding.related else {}),
        "partialFingerprints": {"conformance/v1": finding.fingerprint},
        # Of a run that knows suppressions, a result without one has an empty list (3.27.23).
        "suppressions": [] if reason is None else [accepted],
        "properties": {"evidence": finding.evidence},
    }


def _other_locations(finding: Finding, report: Report, folder: Path) -> list[JsonValue]:
    """Return the other tools of a finding, numbered, each with its name as the message of a link to it."""
    return [
        {
            "id": number,
            **_location(place_of(one, report, folder), one.tool, one.pointer),
            "message": {"text": _plain(f"also about {code_text(one.tool)}")},
        }
        for number, one in enumerate(finding.related, start=1)
    ]


def _location(place: Location, tool: str | None, pointer: str) -> JsonObject:
    uri = uri_of(place.file)
    artifact: JsonObject = {"uri": uri} if place.file.startswith("/") else {"uri": uri, "uriBaseId": _ROOT}
    region: JsonObject = {"startLine": place.line, "startColumn": place.column}
    logical = [part for part in (tool, pointer) if part]
    named: JsonObject = {"fullyQualifiedName": escape_text("#".join(logical)), "kind": "object"}
    return {
        "physicalLocation": {"artifactLocation": artifact, "region": region},
        **({"logicalLocations": [named]} if logical else {}),
    }


def _invocation(report: Report) -> JsonObject:
    faults = [one.broke_off or one.unexamined for one in (report, *report.parts)]
    notes = [("error", f"{fault.message}; {fault.recovery_hint}") for fault in faults if fault is not None]
    notes += [("warning", f"not asked: {line}") for line in report.left_out]
    notes += [("note", line) for line in report.notes]
    if omitted := sum(report.omitted.values()):
        notes.append(("warning", f"{omitted:,} further findings were counted and are not listed"))
    listed = [{"level": level, "message": {"text": _plain(escape_text(text))}} for level, text in notes]
    return {"executionSuccessful": not any(faults), **({"toolExecutionNotifications": [*listed]} if listed else {})}


def _plain(text: str) -> str:
    """Return a text in which nothing is a placeholder or a link."""
    return _PLACEHOLDER.sub(r"{{\1}}", escape_text(text, keep="\n")).replace(_LINK, "] (")


REPORTER = Reporter(findings=render_findings, drift=render_drift)
