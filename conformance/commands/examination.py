"""Asking the rules about a Surface: one scope after the other, each rule about each subject."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.problem_findings import to_findings, tool_at
from conformance.commands.registry import AppliedRule
from conformance.findings import Finding, Level, Problem
from conformance.inventory import Inventory
from conformance.rules import scopes
from conformance.rules.scopes import AnyRule, LocatedSubject
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.surface.context import Surroundings

MAX_KEPT_IN_RECORD = 25
"""Of one rule and level so many findings in one record are kept; one more states the number of the others."""

OF_ONE_TOOL = (scopes.TOOL, scopes.FIELD, scopes.DESCRIBED_FIELD, scopes.OBJECT_LEVEL, scopes.SCHEMA_POSITION)
"""Their subjects show a rule nothing but one tool, unless something beside the list mentions the tool."""
_MOST_AT_ONCE = 1000

Asking: TypeAlias = Mapping[str, Sequence[AppliedRule]]
"""The rules of a run by the name of their scope."""
Only: TypeAlias = Mapping[str, Collection[str]]
"""The ids of the only rules to ask about some of the records, by the name of the record."""


class Judged(Struct, frozen=True):
    """A finding with its rule and record."""

    rule: AnyRule
    record: str | None
    finding: Finding


class Examination(Struct, frozen=True):
    """What the rules of each scope found, and the tools of its subjects; a scope without tools had no subject."""

    found: Mapping[str, Sequence[Judged]]
    tools: Mapping[str, Collection[str | None]]


Examiner: TypeAlias = Callable[[Surface, Profile, Asking, Only], Examination]


def examine(surface: Surface, profile: Profile, asking: Asking, only: Only) -> Examination:
    """Find the subjects of a Surface, and ask the rules about them."""
    found: dict[str, list[Judged]] = {name: [] for name in asking}
    tools: dict[str, set[str | None]] = {name: set() for name in asking}
    for part, names in _parts(surface, asking):
        for name in names:
            # of a long list there are far more subjects than fit into memory beside it: none is kept
            subjects = _SubjectStream(surface.inventory, _subjects(part, asking[name], only))
            found[name] += _judge(surface.inventory, profile, asking[name], subjects, only)
            tools[name] |= subjects.tools
        if part is not surface:
            for tool in part.inventory.tools:
                tool.forget()
    return Examination(found, tools)


def _parts(surface: Surface, asking: Asking) -> Iterator[tuple[Surface, Sequence[str]]]:
    """Yield what is examined together, with the names of the scopes: of a long list a few tools after the other.

    What was computed of a tool takes ten times as much memory as the tool, and is needed only while it is examined.
    """
    inventory = surface.inventory
    alone = [name for name, rules in asking.items() if rules[0].check.scope in OF_ONE_TOOL]
    if len(inventory.tools) <= _MOST_AT_ONCE or surface.surroundings != Surroundings():
        alone = []
    for start in range(0, len(inventory.tools), _MOST_AT_ONCE) if alone else ():
        some = inventory.tools[start : start + _MOST_AT_ONCE]
        yield replace(surface, inventory=replace(inventory, tools=some)), alone
    yield surface, [name for name in asking if name not in alone]


class _SubjectStream:
    """Subjects one after the other; ``tools`` are those of the subjects so far."""

    def __init__(self, inventory: Inventory, subjects: Iterator[LocatedSubject[Any]]) -> None:
        self.tools: set[str | None] = set()
        self._inventory = inventory
        self._subjects = subjects

    def __iter__(self) -> Iterator[LocatedSubject[Any]]:
        for one in self._subjects:
            self.tools.add(one.tool or tool_at(one.pointer, self._inventory))
            yield one


def _subjects(surface: Surface, rules: Sequence[AppliedRule], only: Only) -> Iterator[LocatedSubject[Any]]:
    """Find the subjects of rules of one scope, in the records about which one of these is asked."""
    ids = {applied.check.id for applied in rules}
    records = [one for one in surface.records if one.name not in only or not ids.isdisjoint(only[one.name])]
    is_all = len(records) == len(surface.records)
    return rules[0].check.scope.find(surface if is_all else replace(surface, records=records))


def _judge(
    inventory: Inventory,
    profile: Profile,
    rules: Sequence[AppliedRule],
    subjects: Iterable[LocatedSubject[Any]],
    only: Only,
) -> Iterator[Judged]:
    for record, grouped in groupby(subjects, lambda one: one.record):
        ids = only.get(record) if record is not None else None
        judging = [one for one in rules if ids is None or one.check.id in ids]
        limits = [_RecordLimit(applied) for applied in judging] if record is not None else []
        last: LocatedSubject[Any] | None = None
        for last in grouped:
            for number, applied in enumerate(judging):
                problems = applied.check.judge(last.subject, profile)
                kept = limits[number].keep(problems) if limits else problems
                for finding in to_findings(applied, last, kept, inventory):
                    yield Judged(applied.check, record, finding)
        for limit in limits if last is not None else ():
            whole = replace(cast("LocatedSubject[Any]", last), pointer="")
            for finding in to_findings(limit.applied, whole, limit.rest(), inventory):
                yield Judged(limit.applied.check, record, finding)


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
