"""The judging pipeline of every command: find, judge, locate, mask, ignore, count.

Subjects come from scopes over a Surface or from an interview with a running system; only this module turns the
problems of a check into findings.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.callback.masking import texts_and_names, texts_of_message
from conformance.commands.examination import Examiner, Judged, examine
from conformance.commands.masking import Mask, mask_finding, mask_for
from conformance.commands.problem_findings import OTHER_PLACES, to_findings
from conformance.commands.registry import AppliedRule
from conformance.commands.report import ExaminedTools
from conformance.documents.location import Location
from conformance.documents.reader import Document
from conformance.documents.values import JsonValue, texts_in
from conformance.findings import Finding, Problem, distinguish
from conformance.inventory import EMPTY_INVENTORY, Tool
from conformance.inventory.provenance import undeclarable_pointers
from conformance.rules.scopes import Part
from conformance.rules.subjects import LocatedSubject
from conformance.settings.notices import Notice
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface


class RecordOrigin(Struct, frozen=True):
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


class Judgement(Struct, frozen=True):
    """The findings in a Surface, the number of rules that had a subject, and these rules with the tools of it."""

    findings: Sequence[Finding]
    rule_count: int
    examined: Set[tuple[str, str | None]] = frozenset()


def judge_surface(
    surface: Surface,
    profile: Profile,
    rules: Sequence[AppliedRule],
    document: Document | None = None,
    origins: Mapping[str, Origin] | None = None,
    asked: Mapping[str, Collection[str]] | None = None,
    examiner: Examiner = examine,
) -> Judgement:
    """Find the subjects of a Surface, judge them, and locate and mask the findings.

    ``document`` gives the findings of the inventory their location, ``origins`` those of records and messages by name;
    findings of these come in the order of their origins. ``asked`` are the ids of the only rules to ask about some of
    the records. ``examiner`` asks the rules, or knows what they answered before.
    """
    known, only = origins or {}, asked or {}
    asking: dict[str, list[AppliedRule]] = {}
    for applied in rules:
        asking.setdefault(applied.check.scope.name, []).append(applied)
    examination = examiner(surface, profile, asking, only)
    judged = [one for found in examination.found.values() for one in found]
    if document is not None:
        is_undeclarable = undeclarable_pointers(document)
        judged = [one for one in judged if one.record is not None or not is_undeclarable(one.finding.pointer)]
    order = {name: place for place, name in enumerate(known)}
    judged.sort(key=lambda one: order.get(one.record or "", -1))
    located = [one for name, group in groupby(judged, _record_of) for one in _locate_in(known.get(name), list(group))]
    found = locate_findings(located, document) if document else located
    masks = _Masks(surface, profile)
    masked = (
        mask_finding(finding, masks.mask_of(one.record), quotes_nothing=one.rule.quotes_nothing)
        for one, finding in zip(judged, found, strict=True)
    )
    tools = examination.tools
    examined = ExaminedTools(([applied.check.id for applied in same], tools[scope]) for scope, same in asking.items())
    rule_count = sum(bool(tools[applied.check.scope.name]) for applied in rules)
    return Judgement(list(distinguish(masked)), rule_count, examined)


def notice_findings(notice: Notice, profile: Profile, *problems: Problem, tool: Tool | None = None) -> list[Finding]:
    """Return the notice as a finding, or nothing if the levels turn it off."""
    applied = notice.applied_check(profile)
    subject = LocatedSubject(None, tool.pointer if tool else "", tool.name if tool else None)
    return list(to_findings(applied, subject, problems, EMPTY_INVENTORY)) if applied else []


def mask_by_form(findings: Iterable[Finding], profile: Profile) -> Iterator[Finding]:
    """Yield the findings with everything that looks like a secret masked."""
    return (mask_finding(one, mask_for(texts_and_names(one.evidence), profile)) for one in findings)


def locate_findings(findings: Sequence[Finding], document: Document) -> Iterator[Finding]:
    """Yield the findings, those that point into the document with their location there."""
    own = filter(_is_in_inventory, findings)
    pointers = {one.pointer for finding in own for one in (finding, *finding.related)}
    places = document.locate(pointers) if document.has_lines else {}
    for finding in findings:
        if not _is_in_inventory(finding):
            yield finding
            continue
        yield replace(
            finding,
            location=places.get(finding.pointer),
            pointer=document.source_pointer(finding.pointer),
            evidence=_spell_as_written(finding.evidence, document),
            related=tuple(
                replace(one, location=places.get(one.pointer), pointer=document.source_pointer(one.pointer))
                for one in finding.related
            ),
        )


def _is_in_inventory(finding: Finding) -> bool:
    return "record" not in finding.evidence and finding.location is None


def _spell_as_written(evidence: Mapping[str, JsonValue], document: Document) -> Mapping[str, JsonValue]:
    """Return evidence whose pointers into the inventory are spelled as in the file."""
    spelled = {
        key: [document.source_pointer(one) for one in texts_in(value)]
        if isinstance(value, list)
        else document.source_pointer(str(value))
        for key, value in evidence.items()
        if key in OTHER_PLACES
    }
    return evidence if all(evidence[key] == own for key, own in spelled.items()) else {**evidence, **spelled}


def _record_of(judged: Judged) -> str:
    return judged.record or ""


def _locate_in(origin: Origin | None, judged: Sequence[Judged]) -> list[Finding]:
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
