"""What a page shows of a report of drift: changes by tool and part, each break with the instance that proves it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from conformance.commands.diagnostics import evidence_labels, location_text, relative_path, usage_notes
from conformance.commands.report import ReportedTool
from conformance.commands.reporters._markup import Content, element, join
from conformance.commands.reporters._page import Page, PageItem, PagePart, anchors
from conformance.documents.values import JsonValue
from conformance.drift.changes import ChangeSurface
from conformance.drift.kinds import describe_kind
from conformance.drift.policy import Ruling
from conformance.drift.report import ACCEPTED, DriftReport, RuledChange

_LEVELS = (*(ruling.value for ruling in sorted(Ruling, key=lambda one: -one.rank)), ACCEPTED)
_LEGEND = "Changes by the part of the tool that changed; · is unchanged."


def drift_page(report: DriftReport, folder: Path) -> Page:
    """Return the page of a report of drift."""
    # A gate is read from its top: the most severe changes come first, and with them their tools.
    changes = sorted(report.changes, key=lambda one: -one.verdict.rank if one.suppressed is None else 1)
    ids = anchors(one.fingerprint for one in changes)
    items = [_item(one, anchor, folder) for one, anchor in zip(changes, ids, strict=True)]
    used = {one.column for one in items if one.tool is not None}
    columns = [one.value for one in ChangeSurface if one.value in used]
    counts = report.summary()
    old, new = (element("code", relative_path(name, folder)) for name in (report.old, report.new))
    reason = f" (base: {report.reason})" if report.reason else ""
    version = [f"Suggested version: {report.suggested_version}"] if report.suggested_version is not None else []
    part = PagePart(relative_path(report.subject, folder), _tools(changes), items, columns, notes=report.notes)
    return Page(
        _outcome(report),
        report.summary_line[0].upper() + report.summary_line[1:],
        [join([old, " → ", new, reason]), *version],
        {**{level: counts[level] for level in _LEVELS[:-1]}, ACCEPTED: counts["suppressed"]},
        _LEVELS,
        (Ruling.BREAKING.value, Ruling.UNKNOWN.value),
        "change",
        _LEGEND,
        [part],
        {one.rule: (describe_kind(one.rule), "") for one in items},
        [*_calls(report)],
    )


def _outcome(report: DriftReport) -> str:
    if report.fails_on(report.fail_on):
        return "fails"
    return "open" if report.summary()["unknown"] else "passes"


def _tools(changes: Sequence[RuledChange]) -> list[ReportedTool]:
    """Return the tools that changed, in the order of the changes, with both of their definitions."""
    found: dict[str, ReportedTool] = {}
    for one in changes:
        change = one.change
        if change.tool is None or change.tool in found:
            continue
        latest = change.new_tool or change.old_tool
        versions = {"before": change.old_tool, "after": change.new_tool}
        definition: dict[str, JsonValue] = {name: tool.entry for name, tool in versions.items() if tool is not None}
        description = (latest.description if latest else None) or ""
        found[change.tool] = ReportedTool(change.tool, one.pointer, definition or None, description)
    return list(found.values())


def _item(ruled: RuledChange, anchor: str, folder: Path) -> PageItem:
    change = ruled.change
    return PageItem(
        anchor,
        ruled.status,
        change.kind,
        change.surface.value,
        change.tool or None,
        ruled.pointer,
        ruled.message,
        location_text(ruled.location, ruled.pointer, folder),
        usage_notes(ruled),
        ruled.hint,
        ruled.acceptance,
        ruled.accept_condition,
        _values(ruled),
    )


def _values(ruled: RuledChange) -> list[list[tuple[str, JsonValue]]]:
    """Return the witness, and below it what the change replaced: neither where a whole tool came or went."""
    change = ruled.change
    proof = [(label[0].upper() + label[1:], ruled.witness) for label in evidence_labels(ruled.evidence)]
    if change.pointer_in_tool == "/" and change.tool is not None:
        return [proof]
    return [
        proof,
        [(label, one) for label, one in (("Before", change.before), ("After", change.after)) if one is not None],
    ]


def _calls(report: DriftReport) -> Iterator[Content]:
    """Yield a section on recorded calls, where they were given."""
    if report.calls is None:
        return
    counts: Mapping[str, int] = {
        "recorded calls": report.calls.calls,
        "to tools of the old version": report.calls.known,
        "refused before": report.calls.refused_before,
        "undecided": report.calls.undecided,
    }
    rows = [element("li", element("b", f"{number:,}"), " ", element("span", name)) for name, number in counts.items()]
    yield element("section", element("h2", "Recorded calls"), element("ul", *rows, class_="tiles"))
