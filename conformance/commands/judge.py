"""The judging pipeline of every command: find, judge, locate, mask, ignore, count.

Whoever finds the subjects, scopes in a Surface or an interview in a running system, the problems of a check become
findings here, and nowhere else.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from conformance.callback.masking import texts_and_names, texts_of_message
from conformance.commands.masking import Mask, mask_finding, mask_for
from conformance.commands.registry import AppliedRule
from conformance.documents.location import Location
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Finding, Level, Problem, Report, fingerprint
from conformance.inventory import EMPTY_INVENTORY, Inventory, Tool
from conformance.rules.scopes import AnyRule, LocatedSubject, Part, Rule
from conformance.rules.selection import first_name, other_names
from conformance.settings.checks import AppliedCheck, Check
from conformance.settings.ignores import Ignores
from conformance.settings.notices import Notice
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record or a message was read: its findings point there.

    ``line`` is its line in a log, 0 where the document itself has the lines. ``pointer`` is where in the document it
    begins, ``parts`` where in it its parts begin. ``record`` is its name in the evidence.
    """

    file: str
    line: int
    document: Document | None
    record: JsonValue
    pointer: str = ""
    parts: Mapping[Part, str] = field(default_factory=dict[Part, str])

    def locate(self, finding: Finding, part: Part) -> Finding:
        """Return the finding with its pointer into the record, and its location in the file."""
        # what is wrong with a receipt has no pointer of its own; one with a pointer blames the envelope
        about: Part = "envelope" if part == "receipt" and finding.pointer else part
        pointer = self.parts.get(about, "") + finding.pointer
        evidence = {**finding.evidence, "record": self.record}
        return replace(finding, pointer=pointer, location=self._location(pointer), evidence=evidence)

    def _location(self, pointer: str) -> Location:
        if self.document is None:
            return Location(self.file, self.line, 1)
        whole = self.pointer + pointer
        place = self.document.locate([whole])[whole]
        return Location(self.file, self.line or place.line, place.column)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules found in a Surface, and how many of them found something to judge."""

    findings: Sequence[Finding]
    rule_count: int


def judge_surface(
    surface: Surface,
    profile: Profile,
    rules: Sequence[AppliedRule],
    document: Document | None = None,
    origins: Mapping[str, Origin] | None = None,
) -> Judgement:
    """Find the subjects of a Surface, judge them, and locate and mask what is found.

    ``document`` gives the findings of the inventory their location, ``origins`` those of records and messages by name;
    findings of these come in the order of their origins.
    """
    known = origins or {}
    scopes = {applied.check.scope.name: applied.check.scope for applied in rules}
    subjects = {name: list(scope.find(surface)) for name, scope in scopes.items()}
    judged = list(_judge(surface.inventory, profile, rules, subjects))
    order = {name: place for place, name in enumerate(known)}
    judged.sort(key=lambda one: order.get(one.record or "", -1))
    located = [_locate_record(one, known) for one in judged]
    found = locate_findings(located, document) if document else located
    masks = _Masks(surface, profile)
    masked = [
        mask_finding(finding, masks.mask_of(one.record), quotes_nothing=one.rule.quotes_nothing)
        for one, finding in zip(judged, found, strict=True)
    ]
    return Judgement(masked, sum(bool(subjects[applied.check.scope.name]) for applied in rules))


def to_findings(
    applied: AppliedCheck[Any], subject: LocatedSubject[Any], problems: Iterable[Problem], inventory: Inventory
) -> Iterator[Finding]:
    """Yield the problems that a check has with a subject as findings: absolute, at the level of the profile."""
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
        detail = problem.detail or subject.record or (f"{place.file}\0{problem.message}" if place else "")
        yield Finding(
            rule=applied.check.id,
            level=level,
            tool=tool,
            pointer=pointer,
            message=problem.message,
            hint=problem.hint,
            fingerprint=fingerprint(oldest, tool, _pointer_in_tool(pointer, tool), detail),
            location=place,
            evidence={**kind, **problem.evidence, **record},
            other_names=others,
        )


def notice_findings(notice: Notice, profile: Profile, *problems: Problem, tool: Tool | None = None) -> list[Finding]:
    """Return what the harness reports of its own work, nothing where the levels turn the notice off."""
    applied = notice.applied(profile)
    subject = LocatedSubject(None, tool.pointer if tool else "", tool.name if tool else None)
    return list(to_findings(applied, subject, problems, EMPTY_INVENTORY)) if applied else []


def mask_by_form(findings: Iterable[Finding], profile: Profile) -> Iterator[Finding]:
    """Yield the findings without what has the form of a secret, in them or in their own evidence."""
    return (mask_finding(one, mask_for(texts_and_names(one.evidence), profile)) for one in findings)


def locate_findings(findings: Sequence[Finding], document: Document) -> list[Finding]:
    """Give every finding that points into the document its location there."""
    own = [finding for finding in findings if "record" not in finding.evidence and finding.location is None]
    places = document.locate({finding.pointer for finding in own})
    placed = {
        id(finding): replace(
            finding, location=places[finding.pointer], pointer=document.source_pointer(finding.pointer)
        )
        for finding in own
    }
    return [placed.get(id(finding), finding) for finding in findings]


class Tally:
    """The last two steps: passes each finding by the ignores, keeps the first ``most``, and counts the rest."""

    def __init__(self, ignores: Ignores | None = None, most: int | None = None) -> None:
        self._ignores = ignores
        self._most = most
        self._kept: list[Finding] = []
        self._kept_by_state: Counter[bool] = Counter()
        self._omitted: Counter[Level] = Counter()
        self._omitted_suppressed = 0

    def add(self, findings: Iterable[Finding]) -> None:
        """Take findings; accepted ones displace no other."""
        for found in findings:
            finding = self._ignores.suppress(found) if self._ignores else found
            accepted = finding.suppressed is not None
            if self._most is None or self._kept_by_state[accepted] < self._most:
                self._kept.append(finding)
                self._kept_by_state[accepted] += 1
            elif accepted:
                self._omitted_suppressed += 1
            else:
                self._omitted[finding.level] += 1

    @property
    def findings(self) -> list[Finding]:
        """What was kept so far."""
        return self._kept

    def report(self, subject: str, *, tool_count: int, rule_count: int, checked_count: int) -> Report:
        """Return the report on all that was taken, with the ignores that are stale."""
        stale = self._ignores.stale_findings() if self._ignores else ()
        found = [*self._kept, *stale]
        omitted, accepted = dict(self._omitted), self._omitted_suppressed
        return Report(subject, found, tool_count, rule_count, checked_count, omitted, accepted)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A finding with the rule and the record that it comes from."""

    rule: AnyRule
    record: str | None
    finding: Finding


def _judge(
    inventory: Inventory,
    profile: Profile,
    rules: Sequence[AppliedRule],
    subjects: Mapping[str, Sequence[LocatedSubject[Any]]],
) -> Iterator[_Judged]:
    for name, found in subjects.items():
        judging = [applied for applied in rules if applied.check.scope.name == name]
        for subject in found:
            for applied in judging:
                problems = applied.check.judge(subject.subject, profile)
                for finding in to_findings(applied, subject, problems, inventory):
                    yield _Judged(applied.check, subject.record, finding)


def _locate_record(judged: _Judged, origins: Mapping[str, Origin]) -> Finding:
    origin = origins.get(judged.record or "")
    return judged.finding if origin is None else origin.locate(judged.finding, judged.rule.scope.part)


class _Masks:
    """For each record or message the mask of its own secrets, made when the first finding needs it."""

    def __init__(self, surface: Surface, profile: Profile) -> None:
        self._surface = surface
        self._profile = profile
        self._masks: dict[str | None, Mask] = {}

    def mask_of(self, record: str | None) -> Mask:
        """Return the mask for what quotes a record, or the inventory where there is none."""
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
    """The oldest id of a finding, and what else an ignore may call it: only rules have kinds, older ids, categories."""
    if isinstance(check, Rule):
        rule = cast("AnyRule", check)
        return first_name(rule, kind), other_names(rule, kind)
    return check.id, ()


def _tool_at(pointer: str, inventory: Inventory) -> str | None:
    tokens = pointer.split("/")
    if len(tokens) > 2 and tokens[1] == "tools" and tokens[2].isdigit() and int(tokens[2]) < len(inventory.tools):
        return inventory.tools[int(tokens[2])].name
    return None


def _pointer_in_tool(pointer: str, tool: str | None) -> str:
    return "/" + "/".join(pointer.split("/")[3:]) if tool is not None and pointer.startswith("/tools/") else pointer
