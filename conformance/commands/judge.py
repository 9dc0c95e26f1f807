"""The judging pipeline of every command: find, judge, locate, mask, ignore, count.

Subjects come from scopes over a Surface or from an interview with a running system; only this module turns the
problems of a check into findings.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Protocol, cast

from conformance.callback.masking import texts_and_names, texts_of_message
from conformance.commands.masking import Mask, mask_finding, mask_for
from conformance.commands.registry import AppliedRule
from conformance.documents.edits import edit_below
from conformance.documents.location import Location
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, texts_in
from conformance.findings import Finding, Level, Problem, RelatedPlace, distinguish, fingerprint
from conformance.inventory import EMPTY_INVENTORY, Inventory, Tool
from conformance.inventory.provenance import undeclarable_pointers
from conformance.rules.scopes import AnyRule, LocatedSubject, Part, Rule
from conformance.rules.selection import first_name, other_names
from conformance.settings.checks import AppliedCheck, Check
from conformance.settings.notices import Notice
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface

OTHER_PLACES = ("twin", "places")
"""The members of a finding's evidence that hold pointers into the inventory."""


@dataclass(frozen=True, slots=True)
class RecordOrigin:
    """The position of a record or message, to which its findings point.

    ``line`` is its line in a log, 0 if the document itself has lines; ``column`` is where an unreadable line is wrong.
    ``pointer`` is its start in the document, ``parts`` the pointers of its parts. ``record`` is its name in the
    evidence.
    """

    file: str
    line: int
    document: Document | None
    record: JsonValue
    pointer: str = ""
    parts: Mapping[Part, str] = field(default_factory=dict[Part, str])
    column: int = 1

    def locate(self, found: Sequence[tuple[Finding, Part]]) -> list[Finding]:
        """Return the findings with their pointers into the record, and their locations in the file."""
        pointers = [self._pointer(finding, part) for finding, part in found]
        places = self._locations(pointers)
        return [
            replace(
                finding,
                pointer=pointer,
                location=places[pointer],
                evidence={**finding.evidence, "record": self.record},
            )
            for (finding, _), pointer in zip(found, pointers, strict=True)
        ]

    def _pointer(self, finding: Finding, part: Part) -> str:
        # a receipt has no pointers: a finding with a pointer blames the envelope
        about: Part = "envelope" if part == "receipt" and finding.pointer else part
        return self.parts.get(about, "") + finding.pointer

    def _locations(self, pointers: Sequence[str]) -> dict[str, Location]:
        if self.document is None:
            return dict.fromkeys(pointers, Location(self.file, self.line, self.column))
        # One pass over the text finds all positions.
        found = self.document.locate({self.pointer + pointer for pointer in pointers})
        places = {pointer: found[self.pointer + pointer] for pointer in pointers}
        return {
            pointer: Location(self.file, self.line or place.line, place.column) for pointer, place in places.items()
        }


class Origin(Protocol):
    """Where a record or message is."""

    def locate(self, found: Sequence[tuple[Finding, Part]]) -> list[Finding]:
        """Return the findings in one record, each with the part that it is about, with their locations in the file."""
        ...


@dataclass(frozen=True, slots=True)
class Judgement:
    """The findings in a Surface, the number of rules that had a subject, and these rules with the tools of it."""

    findings: Sequence[Finding]
    rule_count: int
    examined: Collection[tuple[str, str | None]] = ()


def judge_surface(
    surface: Surface,
    profile: Profile,
    rules: Sequence[AppliedRule],
    document: Document | None = None,
    origins: Mapping[str, Origin] | None = None,
    asked: Mapping[str, Collection[str]] | None = None,
) -> Judgement:
    """Find the subjects of a Surface, judge them, and locate and mask the findings.

    ``document`` gives the findings of the inventory their location, ``origins`` those of records and messages by name;
    findings of these come in the order of their origins. ``asked`` are the ids of the only rules to ask about some of
    the records.
    """
    known, only = origins or {}, asked or {}
    asking: dict[str, list[AppliedRule]] = {}
    for applied in rules:
        asking.setdefault(applied.check.scope.name, []).append(applied)
    subjects = {name: _subjects(surface, judging, only) for name, judging in asking.items()}
    judged = list(_judge(surface.inventory, profile, asking, subjects, only))
    if document is not None:
        is_undeclarable = undeclarable_pointers(document)
        judged = [one for one in judged if one.record is not None or not is_undeclarable(one.finding.pointer)]
    order = {name: place for place, name in enumerate(known)}
    judged.sort(key=lambda one: order.get(one.record or "", -1))
    located = [one for name, group in groupby(judged, _record_of) for one in _locate_in(known.get(name), list(group))]
    found = locate_findings(located, document) if document else located
    masks = _Masks(surface, profile)
    masked = [
        mask_finding(finding, masks.mask_of(one.record), quotes_nothing=one.rule.quotes_nothing)
        for one, finding in zip(judged, found, strict=True)
    ]
    rule_count = sum(bool(subjects[applied.check.scope.name]) for applied in rules)
    return Judgement(list(distinguish(masked)), rule_count, _examined_pairs(surface.inventory, rules, subjects))


def _subjects(
    surface: Surface, rules: Sequence[AppliedRule], only: Mapping[str, Collection[str]]
) -> list[LocatedSubject[Any]]:
    """Return the subjects of rules of one scope, in the records about which one of these is asked."""
    ids = {applied.check.id for applied in rules}
    records = [one for one in surface.records if one.name not in only or not ids.isdisjoint(only[one.name])]
    is_all = len(records) == len(surface.records)
    return list(rules[0].check.scope.find(surface if is_all else replace(surface, records=records)))


def _examined_pairs(
    inventory: Inventory, rules: Sequence[AppliedRule], subjects: Mapping[str, Sequence[LocatedSubject[Any]]]
) -> set[tuple[str, str | None]]:
    """Return which rules had a subject in which tool."""
    tools = {
        name: {one.tool or _tool_at(one.pointer, inventory) for one in located} for name, located in subjects.items()
    }
    return {(applied.check.id, tool) for applied in rules for tool in tools[applied.check.scope.name]}


def to_findings(
    applied: AppliedCheck[Any], subject: LocatedSubject[Any], problems: Iterable[Problem], inventory: Inventory
) -> Iterator[Finding]:
    """Yield a check's problems with a subject as findings with absolute pointers, at the profile's level."""
    for problem in problems:
        pointer = subject.pointer + problem.pointer
        tool = subject.tool or _tool_at(pointer, inventory)
        level = applied.level_of(problem)
        if level is None:
            continue
        place = problem.location or subject.location
        oldest, others = _names(applied.check, problem.kind)
        kind: JsonObject = {"kind": problem.kind} if problem.kind else {}
        record: JsonObject = {"record": subject.record} if subject.record is not None else {}
        detail = problem.detail or subject.record or ""
        if place is not None and subject.record is None:  # a file beside the inventory has no tools and no pointers
            detail = f"{place.file}\0{detail}"
        yield Finding(
            rule=applied.check.id,
            level=level,
            tool=tool,
            pointer=pointer,
            message=problem.message,
            hint=problem.hint,
            fingerprint=_fingerprint(oldest, tool, pointer, detail, problem.tools),
            location=place,
            evidence={**kind, **problem.evidence, **record},
            other_names=others,
            edits=[edit_below(edit, _tool_pointer(subject.pointer)) for edit in problem.edits],
            related=_related_places(problem, pointer, inventory) if subject.record is None else (),
        )


def _related_places(problem: Problem, pointer: str, inventory: Inventory) -> list[RelatedPlace]:
    """Return the other tools that a problem is about: those that its evidence points into, else those that it names."""
    pointed = [text for key in OTHER_PLACES for text in texts_in(problem.evidence.get(key))]
    pointed += [tool.pointer for tool in map(inventory.tool, problem.tools) if tool is not None]
    first: dict[str, str] = {}
    for one in pointed:
        first.setdefault(_tool_pointer(one), one)
    # one of two tools with the same name is another tool, so tools are distinguished by their position
    others = ((_tool_at(one, inventory), one) for at, one in first.items() if at not in ("", _tool_pointer(pointer)))
    return [RelatedPlace(name, one) for name, one in others if name is not None]


def _fingerprint(rule: str, tool: str | None, pointer: str, detail: str, tools: Sequence[str]) -> str:
    if tools:
        return fingerprint(rule, None, "", "\0".join((detail, *sorted(set(tools)))))
    return fingerprint(rule, tool, _pointer_in_tool(pointer, tool), detail)


def notice_findings(notice: Notice, profile: Profile, *problems: Problem, tool: Tool | None = None) -> list[Finding]:
    """Return the notice as a finding, or nothing if the levels turn it off."""
    applied = notice.applied_check(profile)
    subject = LocatedSubject(None, tool.pointer if tool else "", tool.name if tool else None)
    return list(to_findings(applied, subject, problems, EMPTY_INVENTORY)) if applied else []


def mask_by_form(findings: Iterable[Finding], profile: Profile) -> Iterator[Finding]:
    """Yield the findings with everything that looks like a secret masked."""
    return (mask_finding(one, mask_for(texts_and_names(one.evidence), profile)) for one in findings)


def locate_findings(findings: Sequence[Finding], document: Document) -> list[Finding]:
    """Add the location in the document to every finding that points into it."""
    own = [finding for finding in findings if "record" not in finding.evidence and finding.location is None]
    pointers = {one.pointer for finding in own for one in (finding, *finding.related)}
    places = document.locate(pointers) if document.has_lines else {}
    placed = {
        id(finding): replace(
            finding,
            location=places.get(finding.pointer),
            pointer=document.source_pointer(finding.pointer),
            evidence=_spell_as_written(finding.evidence, document),
            related=[
                replace(one, location=places.get(one.pointer), pointer=document.source_pointer(one.pointer))
                for one in finding.related
            ],
        )
        for finding in own
    }
    return [placed.get(id(finding), finding) for finding in findings]


def _spell_as_written(evidence: Mapping[str, JsonValue], document: Document) -> Mapping[str, JsonValue]:
    """Return evidence whose pointers into the inventory are spelled as in the file."""
    spelled = {
        key: [document.source_pointer(one) for one in texts_in(value)]
        if isinstance(value, list)
        else document.source_pointer(str(value))
        for key, value in evidence.items()
        if key in OTHER_PLACES
    }
    return {**evidence, **spelled} if spelled else evidence


MAX_KEPT_IN_RECORD = 25
"""Of one rule and level so many findings in one record are kept; one more states the number of the others."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """A finding with its rule and record."""

    rule: AnyRule
    record: str | None
    finding: Finding


def _judge(
    inventory: Inventory,
    profile: Profile,
    asking: Mapping[str, Sequence[AppliedRule]],
    subjects: Mapping[str, Sequence[LocatedSubject[Any]]],
    only: Mapping[str, Collection[str]],
) -> Iterator[_Judged]:
    for name, found in subjects.items():
        for record, grouped in groupby(found, lambda one: one.record):
            ids = only.get(record) if record is not None else None
            judging = [one for one in asking[name] if ids is None or one.check.id in ids]
            limits = [_RecordLimit(applied) for applied in judging] if record is not None else []
            last: LocatedSubject[Any] | None = None
            for last in grouped:
                for number, applied in enumerate(judging):
                    problems = applied.check.judge(last.subject, profile)
                    kept = limits[number].keep(problems) if limits else problems
                    for finding in to_findings(applied, last, kept, inventory):
                        yield _Judged(applied.check, record, finding)
            for limit in limits if last is not None else ():
                whole = replace(cast("LocatedSubject[Any]", last), pointer="")
                for finding in to_findings(limit.applied, whole, limit.rest(), inventory):
                    yield _Judged(limit.applied.check, record, finding)


class _RecordLimit:
    """The problems of one rule in one record: the first of each level are kept, the rest are counted."""

    def __init__(self, applied: AppliedRule) -> None:
        self.applied = applied
        self._counts: Counter[Level] = Counter()
        self._first_left_out: dict[Level, Problem] = {}

    def keep(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield the problems that are kept."""
        for problem in problems:
            level = self.applied.level_of(problem)
            if level is None:
                continue
            self._counts[level] += 1
            if self._counts[level] <= MAX_KEPT_IN_RECORD:
                yield problem
            else:
                self._first_left_out.setdefault(level, problem)

    def rest(self) -> Iterator[Problem]:
        """Yield one problem for those of each level that were left out."""
        for level, problem in self._first_left_out.items():
            count = self._counts[level] - MAX_KEPT_IN_RECORD
            message = f"{count:,} more {'problem' if count == 1 else 'problems'} of this kind in the same record"
            yield Problem(message, problem.hint, evidence={"count": count}, max_level=level, kind=problem.kind)


def _record_of(judged: _Judged) -> str:
    return judged.record or ""


def _locate_in(origin: Origin | None, judged: Sequence[_Judged]) -> list[Finding]:
    """Return the findings in one record with their locations."""
    if origin is None:
        return [one.finding for one in judged]
    return origin.locate([(one.finding, one.rule.scope.part) for one in judged])


class _Masks:
    """The secret masks per record or message, created when a finding first needs them."""

    def __init__(self, surface: Surface, profile: Profile) -> None:
        self._surface = surface
        self._profile = profile
        self._masks: dict[str | None, Mask] = {}

    def mask_of(self, record: str | None) -> Mask:
        """Return the mask for a record, or that of the inventory without one."""
        if record not in self._masks:
            self._masks[record] = mask_for(self._texts_of(record), self._profile)
        return self._masks[record]

    def _texts_of(self, name: str | None) -> Iterator[str]:
        if name is None:
            yield from texts_and_names(self._surface.inventory.raw)
        for record in self._surface.records:
            if record.name == name:
                yield from texts_and_names([record.envelope, record.receipt, record.log_entry])
        for message in self._surface.messages:
            if message.name == name:
                yield from texts_of_message(message)


def _names(check: Check, kind: str) -> tuple[str, tuple[str, ...]]:
    """Return the oldest id of a finding, and the other names that an ignore may use for it."""
    if isinstance(check, Rule):
        rule = cast("AnyRule", check)
        return first_name(rule, kind), other_names(rule, kind)
    return check.id, ()


def _tool_at(pointer: str, inventory: Inventory) -> str | None:
    tokens = pointer.split("/")
    if len(tokens) > 2 and tokens[1] == "tools" and tokens[2].isdigit() and int(tokens[2]) < len(inventory.tools):
        return inventory.tools[int(tokens[2])].name
    return None


def _tool_pointer(pointer: str) -> str:
    """Return the pointer of the tool that a pointer leads into, else the empty one."""
    return "/".join(pointer.split("/")[:3]) if pointer.startswith("/tools/") else ""


def _pointer_in_tool(pointer: str, tool: str | None) -> str:
    return "/" + "/".join(pointer.split("/")[3:]) if tool is not None and pointer.startswith("/tools/") else pointer
