"""Findings and the reports of them as JSON values, and back, without loss."""

import json
from collections.abc import Callable, Sequence, Set
from typing import Any

from conformance.commands.report import ExaminedTools, Report, ReportedTool
from conformance.documents.edits import Edit, RenameMember, SetMember
from conformance.documents.location import Location
from conformance.findings import Finding, Level, RelatedPlace


def to_json(finding: Finding) -> list[Any] | None:
    """Return a finding as a JSON value; ``None`` if another finding would be read from it."""
    value = _finding_value(finding)
    return value if _is_same(value, lambda read: from_json(read) == finding) else None


def from_json(value: Any) -> Finding:
    """Return the finding that ``to_json`` wrote."""
    (rule, level, tool, pointer, message, hint, fingerprint, place, evidence, *others) = value
    suppressed, other_names, repeats, edits, related = others
    return Finding(
        rule=rule,
        level=Level(level),
        tool=tool,
        pointer=pointer,
        message=message,
        hint=hint,
        fingerprint=fingerprint,
        location=_place_from_json(place),
        evidence=evidence,
        suppressed=suppressed,
        other_names=tuple(other_names),
        repeats=repeats,
        edits=tuple(_edit_from_json(one) for one in edits),
        related=tuple(RelatedPlace(name, at, _place_from_json(position)) for name, at, position in related),
    )


def report_to_json(report: Report) -> list[Any] | None:
    """Return a report as a JSON value; ``None`` if another report would be read from it.

    That is so for all that ``check`` says of no list: a run that ended early, or what a running system was asked.
    """
    value = [
        report.subject,
        [_finding_value(one) for one in report.findings],
        report.tool_count,
        report.rule_count,
        report.checked_count,
        report.omitted,
        report.omitted_suppressed,
        [*report.built_in],
        report.notes,
        _group_by_tools(report.examined),
    ]
    return value if _is_same(value, lambda read: report_from_json(read) == report) else None


def report_from_json(value: Any, list_tools: Callable[[], Sequence[ReportedTool]] = list) -> Report:
    """Return the report that ``report_to_json`` wrote; what lists its tools is not part of that."""
    subject, findings, tools, rules, checked, omitted, suppressed, built_in, notes, examined = value
    return Report(
        subject,
        [from_json(one) for one in findings],
        tools,
        rules,
        checked,
        {Level(level): number for level, number in omitted.items()},
        suppressed,
        built_in=built_in,
        notes=notes,
        examined=ExaminedTools(examined),
        list_tools=list_tools,
    )


def _group_by_tools(examined: Set[tuple[str, str | None]]) -> list[Any]:
    """Return the checks with their tools: of a long list, many checks have the same thousands of them."""
    tools: dict[str, list[str | None]] = {}
    for check, tool in examined:
        tools.setdefault(check, []).append(tool)
    checks: dict[tuple[str | None, ...], list[str]] = {}
    for check in sorted(tools):  # one check after the other: sorting all pairs takes more memory than the findings
        checks.setdefault(tuple(sorted(tools[check], key=str)), []).append(check)
    return [[same, names] for names, same in checks.items()]


def _is_same(value: Any, is_read_as: Callable[[Any], bool]) -> bool:
    """Say whether what is read of a value is what it was made of."""
    try:
        return is_read_as(json.loads(json.dumps(value)))
    except TypeError:  # evidence that is only nearly JSON, such as a mapping of another type
        return False


def _finding_value(finding: Finding) -> list[Any]:
    return [
        finding.rule,
        finding.level.value,
        finding.tool,
        finding.pointer,
        finding.message,
        finding.hint,
        finding.fingerprint,
        _place_to_json(finding.location),
        finding.evidence,
        finding.suppressed,
        finding.other_names,
        finding.repeats,
        [_edit_to_json(one) for one in finding.edits],
        [[one.tool, one.pointer, _place_to_json(one.location)] for one in finding.related],
    ]


def _place_to_json(place: Location | None) -> list[Any] | None:
    return None if place is None else [place.file, place.line, place.column]


def _place_from_json(value: Any) -> Location | None:
    return None if value is None else Location(*value)


def _edit_to_json(edit: Edit) -> list[Any]:
    if isinstance(edit, RenameMember):
        return ["rename", edit.holder, edit.key, edit.name]
    return ["set", edit.holder, edit.key, edit.value]


def _edit_from_json(value: Any) -> Edit:
    kind, holder, key, new = value
    return RenameMember(holder, key, new) if kind == "rename" else SetMember(holder, key, new)
