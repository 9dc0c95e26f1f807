"""What a page shows of a report of findings: by tool and category, with coverage where it was measured."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from conformance.commands.diagnostics import evidence_notes, layout_error, location_text, relative_path
from conformance.commands.registry import all_probes, all_rules
from conformance.commands.report import ContractCoverage, Report, ToolCoverage
from conformance.commands.reporters._markup import Content, element, join
from conformance.commands.reporters._page import ACCEPTED, Page, PageItem, PagePart, anchors
from conformance.commands.reporters._trend import trend_section
from conformance.display import count_of
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level, group_alike
from conformance.settings.notices import NOTICES

_LEVELS = (*(level.value for level in Level), ACCEPTED)
_LEGEND = "Findings by category, each at every tool that has it; ✓ is judged and clean, · has nothing to judge."
_PROBES, _RUN = "probes", "run"
"""The columns of checks that are not rules: questions to a running system, and notices of the harness."""
MAX_NEVER = 12
"""So many parts of a contract that no call has shown are named; the JSON report has all."""


def findings_page(report: Report, folder: Path) -> Page:
    """Return the page of a report of findings."""
    parts = report.parts or [report]
    ids = iter(_places(one for part in parts for one in part.findings))
    checks = _known_checks()
    return Page(
        _outcome(report),
        _verdict(report),
        [element("code", relative_path(report.subject, folder))],
        _counts(report),
        _LEVELS,
        (Level.ERROR.value, Level.WARNING.value),
        "finding",
        _LEGEND,
        [_part(part, folder, ids, checks) for part in parts],
        {name: (one.summary, one.why) for name, one in checks.items()},
        [*trend_section(report.trend, _LEVELS, "finding")],
    )


class _KnownCheck(Struct, frozen=True):
    """The column, the purpose and the reason of a rule, probe or notice."""

    column: str
    summary: str
    why: str


def _known_checks() -> Mapping[str, _KnownCheck]:
    return {
        **{one.id: _KnownCheck(_RUN, one.summary, one.why) for one in NOTICES.values()},
        **{one.id: _KnownCheck(_PROBES, one.summary, one.why) for one in all_probes().values()},
        **{one.id: _KnownCheck(one.category, one.summary, one.why) for one in all_rules().values()},
    }


def _outcome(report: Report) -> str:
    if report.fails_on(report.fail_on):
        return "fails"
    return "open" if _fault(report) or report.undetermined_count else "passes"


def _fault(report: Report) -> str:
    """Return what kept the run from examining everything, empty where nothing did."""
    unread = sum(part.broke_off is not None for part in report.parts)
    if report.broke_off is not None:
        return "Aborted"
    if report.unexamined is not None:
        return "Nothing was examined"
    if report.tested_nothing:
        return "Nothing was tested"
    return f"{unread} of {len(report.parts)} could not be checked" if unread else ""


def _verdict(report: Report) -> str:
    counts = report.summary()
    named = [count_of(counts[level.value], level.value) for level in Level if counts[level.value]]
    if report.undetermined_count:
        named.append(f"{report.undetermined_count:,} undetermined")
    found = ", ".join(named)
    if fault := _fault(report):
        return f"{fault}: {found}" if found else fault
    if report.fails_on(report.fail_on):
        return f"Fails: {found}"
    return f"Passes with {found}" if found else "All clean"


def _counts(report: Report) -> Mapping[str, int]:
    counts, (checked_noun, rule_noun) = report.summary(), report.nouns
    return {
        "errors": counts["error"],
        "warnings": counts["warning"],
        "infos": counts["info"],
        ACCEPTED: counts["suppressed"],
        "tools": report.tool_count,
        **({f"{checked_noun}s": report.checked_count} if report.checked_count else {}),
        f"{rule_noun}s": report.rule_count,
    }


def _places(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    """Return the id of each finding, and that of the first one that says the same of another tool, empty for itself."""
    listed = list(findings)
    ids = anchors(one.fingerprint for one in listed)
    # by identity: two findings may be equal
    by_finding = {id(one): anchor for one, anchor in zip(listed, ids, strict=True)}
    first = {id(one): by_finding[id(group[0])] for group in group_alike(listed) for one in group[1:]}
    return [(anchor, first.get(id(one), "")) for one, anchor in zip(listed, ids, strict=True)]


def _part(report: Report, folder: Path, ids: Iterator[tuple[str, str]], checks: Mapping[str, _KnownCheck]) -> PagePart:
    unknown = _KnownCheck(_RUN, "", "")
    items = [_item(one, next(ids), folder, checks.get(one.rule, unknown).column) for one in report.findings]
    untested = {(rule, one.tool) for one in report.coverage for rule in one.untested}
    tested = (one for one in report.examined if one not in untested)
    examined = {(tool, checks.get(rule, unknown).column) for rule, tool in tested if tool is not None}
    used = {item.column for item in items if item.tool is not None} | {column for _, column in examined}
    last = (_PROBES, _RUN)
    columns = [*sorted(used.difference(last)), *(one for one in last if one in used)]
    return PagePart(
        relative_path(report.subject, folder),
        report.list_tools(),
        items,
        columns,
        examined,
        _measures(report),
        [_error_box(fault, folder) for fault in (report.broke_off, report.unexamined) if fault is not None],
        [*_notes(report)],
    )


def _item(finding: Finding, place: tuple[str, str], folder: Path, column: str) -> PageItem:
    is_accepted = finding.suppressed is not None
    anchor, first_anchor = place
    return PageItem(
        anchor,
        ACCEPTED if is_accepted else finding.level.value,
        finding.rule,
        column,
        finding.tool,
        finding.pointer,
        finding.message,
        location_text(finding.location, finding.pointer, folder, finding.evidence.get("record")),
        evidence_notes(finding.evidence),
        finding.hint,
        f"accepted: {finding.suppressed}" if is_accepted else None,
        "" if is_accepted else f"conformance check --add-ignore {finding.fingerprint} --reason TEXT",
        repeats=finding.repeats,
        also={one.tool: one.pointer for one in finding.related if one.tool != finding.tool},
        first_anchor=first_anchor,
    )


def _error_box(fault: ConformanceError, folder: Path) -> Content:
    return join(element("p", line.strip()) for line in layout_error(fault, folder))


def _notes(report: Report) -> Iterator[str]:
    yield from (f"Not asked: {line}" for line in report.left_out)
    yield from report.notes
    if omitted := sum(report.omitted.values()):
        yield f"{omitted:,} further findings were counted and are not listed."
    if report.built_in:
        yield f"{len(report.built_in)} built-in tools of the provider have nothing to judge."


def _measures(report: Report) -> Mapping[str, Sequence[Content]]:
    """Return lines on what of a tool was tested, and what of its contract calls have shown."""
    found: dict[str, list[Content]] = {}
    for one in report.coverage:
        if one.tool is not None:
            found.setdefault(one.tool, []).append(_questions(one))
    for contract in report.contract:
        found.setdefault(contract.tool, []).append(_contract(contract))
    return found


def _questions(one: ToolCoverage) -> Content:
    counts = {"tested": one.tested, "skipped": one.skipped, "undetermined": one.undetermined}
    return "Questions: " + (
        ", ".join(f"{number} {state}" for state, number in counts.items() if number) or "none apply"
    )


def _contract(one: ContractCoverage) -> Content:
    label = f"{one.seen} of {count_of(one.total, 'part')} of the contract seen in {count_of(one.calls, 'call')} "
    bar = element("meter", min="0", max=str(max(one.total, 1)), value=str(one.seen), aria_label=label.strip())
    rest = len(one.never) - MAX_NEVER
    never = [element("code", pointer) for pointer in one.never[:MAX_NEVER]]
    more = f" and {rest:,} more" if rest > 0 else ""
    return join([label, bar, *((" Never: ", join(never, ", "), more) if never else ())])
