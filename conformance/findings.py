"""Findings: what is wrong, where, and what to write instead.

A ``Problem`` is relative: a rule says it of its subject. A ``Finding`` is absolute: it names the rule, the tool, the
JSON Pointer and the place in the file. A ``Report`` is all that one command found.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.documents.edits import Edit
from conformance.documents.location import Location
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError


class Level(StrEnum):
    """Severity: an error breaks the contract, a warning bends it, an info is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """Severity as a number: 3 for error, 2 for warning, 1 for info."""
        return {"error": 3, "warning": 2, "info": 1}[self.value]


class Problem(Struct, frozen=True):
    """What a check says of its subject; ``pointer`` is relative to the subject, ``max_level`` lowers the check's level.

    ``detail`` tells problems of one check at one location apart by what they are about, such as a name or a value; it
    is part of the fingerprint, so it never holds the words of the message.
    """

    message: str
    hint: str
    pointer: str = ""
    evidence: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    max_level: Level = Level.ERROR
    location: Location | None = None
    """The place, where it is in no checked document but in a file beside it."""
    kind: str = ""
    """Which of the kinds of its rule it is, where the rule has several."""
    detail: str = ""
    tools: Sequence[str] = ()
    """The tools that it is about, where it is about several: the fingerprint has these and the evidence's ``places``,
    in any order, and not the first one, so that a tool that moves changes nothing, and one that is added does."""
    edits: Sequence[Edit] = ()
    """What fixes it, all of them together, none where a person has to decide; relative to the tool of the subject, or
    to the inventory where it has none."""


class RelatedPlace(Struct, frozen=True):
    """Another tool that a finding is about: its name, the pointer into it, and the position in the file."""

    tool: str
    pointer: str
    location: Location | None = None


class Finding(Struct, frozen=True):
    """One problem with its absolute place; ``pointer`` is a JSON Pointer into the checked document."""

    rule: str
    level: Level
    tool: str | None
    pointer: str
    message: str
    hint: str
    fingerprint: str
    location: Location | None = None
    evidence: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    suppressed: str | None = None
    other_names: tuple[str, ...] = ()
    """What an ignore may call it instead of ``rule``: one kind of the rule, an older id, the category."""
    repeats: int = 0
    """How many further findings differ in nothing but their location, and were counted and not kept."""
    edits: Sequence[Edit] = ()
    """What fixes it, as edits of the inventory that a checked list was read as."""
    related: Sequence[RelatedPlace] = ()
    """The other tools that it is about, each once."""

    @property
    def tools(self) -> list[str]:
        """The names of all tools that it is about, its own first, each once; empty if it is about no single one."""
        return list(dict.fromkeys(one for one in (self.tool, *(place.tool for place in self.related)) if one))


class ToolCoverage(Struct, frozen=True):
    """How many questions to one tool were tested, skipped (it may not be called) or undetermined.

    ``tool`` is ``None`` for questions to the system as a whole. What does not apply to a tool is not counted.
    """

    tool: str | None
    tested: int = 0
    skipped: int = 0
    undetermined: int = 0
    causes: Mapping[str, int] = field(default_factory=dict[str, int])
    """Why questions were not tested, each with their number: ``undetermined, as each call fails with '...'``."""
    untested: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why a question was not tested, by its probe; empty for one that does not apply to the tool."""

    def plus(self, other: "ToolCoverage") -> "ToolCoverage":
        """Return the coverage of the same tool with that of more questions."""
        numbers = (self.tested + other.tested, self.skipped + other.skipped, self.undetermined + other.undetermined)
        causes, untested = Counter(self.causes) + Counter(other.causes), {**self.untested, **other.untested}
        return ToolCoverage(self.tool, *numbers, causes, untested)

    @property
    def state(self) -> str:
        """``tested`` if any question was, else ``undetermined`` or ``skipped``."""
        return "tested" if self.tested else "undetermined" if self.undetermined or not self.skipped else "skipped"


class ContractCoverage(Struct, frozen=True):
    """How much of the contract of one tool recorded calls have shown, and the pointers of what they never did."""

    tool: str
    calls: int
    seen: int
    total: int
    never: Sequence[str] = ()
    error_kinds: Mapping[str, int] = field(default_factory=dict[str, int])

    def plus(self, other: "ContractCoverage") -> "ContractCoverage":
        """Return the coverage of the same contract with what more calls have shown of it."""
        unseen = set(other.never)
        never = [one for one in self.never if one in unseen]
        kinds = dict(sorted((Counter(self.error_kinds) + Counter(other.error_kinds)).items()))
        return ContractCoverage(self.tool, self.calls + other.calls, self.total - len(never), self.total, never, kinds)


class ReportedField(Struct, frozen=True):
    """One property of a tool for a page: its name with those above it, as in ``items[].id``, and what it may be.

    ``pointer`` is its place in the file, as findings have it.
    """

    name: str
    pointer: str
    type: str
    is_required: bool
    description: str
    limits: Sequence[str] = ()
    """Its values, bounds, format and default, one phrase each."""
    is_result: bool = False


class ReportedReceipt(Struct, frozen=True):
    """One result for a page: the text that the model sees, and the canonical result that it is rendered from."""

    name: str
    text: str
    canonical: JsonValue


class ReportedTool(Struct, frozen=True):
    """One tool for a page, with secrets masked; ``note`` says where its receipts come from."""

    name: str
    pointer: str
    definition: JsonValue
    description: str = ""
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    fields: Sequence[ReportedField] = ()
    receipts: Sequence[ReportedReceipt] = ()
    note: str = ""


class CensusRow(Struct, frozen=True):
    """What the log holds of one tool: calls by status, errors by kind, results that say that they are truncated.

    ``size`` is that of all its records in bytes, ``largest`` that of the largest one.
    """

    tool: str
    calls: int
    statuses: Mapping[str, int]
    kinds: Mapping[str, int]
    truncated: int
    size: int
    largest: int


class TrendPoint(Struct, frozen=True):
    """One run or version of a trend: its name, how much of each level it had, and what came and went since the last."""

    label: str
    counts: Mapping[str, int]
    added: int | None = None
    """What the one before did not have, ``None`` where that is not known."""
    gone: int | None = None
    note: str = ""


class ExaminedTools(Set[tuple[str, str | None]]):
    """Pairs of a check and a tool, given as checks that have the same tools; each check is in one of the groups.

    All pairs of a long list would take more memory than its findings.
    """

    def __init__(self, groups: Iterable[tuple[Collection[str], Collection[str | None]]]) -> None:
        sets = ((checks, frozenset(tools)) for checks, tools in groups)
        self._tools = {check: tools for checks, tools in sets for check in checks}

    def __contains__(self, pair: object) -> bool:
        check, tool = cast("tuple[str, str | None]", pair)
        return tool in self._tools.get(check, ())

    def __iter__(self) -> Iterator[tuple[str, str | None]]:
        return ((check, tool) for check, tools in self._tools.items() for tool in tools)

    def __len__(self) -> int:
        return sum(map(len, self._tools.values()))


class Report(Struct, frozen=True, eq=False):
    """What one command found in one subject, and how much it looked at."""

    subject: str
    findings: Sequence[Finding]
    tool_count: int
    rule_count: int
    """The rules that found something to judge: a rule on receipts has nothing to say where none were recorded."""
    checked_count: int
    omitted: Mapping[Level, int] = field(default_factory=dict[Level, int])
    """How many further findings of each level were counted and not kept, those in ``Finding.repeats`` included."""
    omitted_suppressed: int = 0
    """How many further findings were accepted by an ignore and not kept."""
    nouns: tuple[str, str] = ("result", "rule")
    """What ``checked_count`` and ``rule_count`` count, in the singular."""
    left_out: Sequence[str] = ()
    """What an option of this run left out, one line each."""
    broke_off: ConformanceError | None = None
    """Why the system could not be asked to the end; the findings are those of before."""
    unexamined: ConformanceError | None = None
    """Why there was nothing to examine: such a report is never clean, whatever it found."""
    parts: "Sequence[Report]" = ()
    """The reports that this one joins, one per subject, where it has several."""
    coverage: Sequence[ToolCoverage] = ()
    """What a running system was asked, per tool; empty for what is not asked anything."""
    contract: Sequence[ContractCoverage] = ()
    """Which parts of the contract recorded calls have shown, where it was asked for."""
    census: Sequence[CensusRow] = ()
    """What a log holds, per tool, where it was asked for."""
    built_in: Sequence[str] = ()
    """The provider's own tools in what was checked, which no rule can judge."""
    notes: Sequence[str] = ()
    """What a reader of the report should know, one line each."""
    lists_accepted: bool = False
    """Whether a text lists accepted findings too, each with the reason."""
    examined: Set[tuple[str, str | None]] = frozenset()
    """The checks that had something to judge, each with the tool, ``None`` for what concerns no single tool."""
    fail_on: Level = Level.ERROR
    """The lowest level that fails the run."""
    trend: Sequence[TrendPoint] = ()
    """Earlier reports on the same and this one, the oldest first, where they were given."""
    list_tools: Callable[[], Sequence[ReportedTool]] = list
    """Returns what a page shows of the tools, which is work that other formats need not wait for."""

    def __eq__(self, other: object) -> bool:
        """Compare what was found; a function that lists the tools is another one in each report."""
        return isinstance(other, Report) and all(
            getattr(self, name) == getattr(other, name) for name in self.__struct_fields__ if name != "list_tools"
        )

    @property
    def tested_nothing(self) -> bool:
        """Say whether a running system was to be asked, and no question to any of its tools was tested.

        Where no question applied to a tool, those to the system as a whole count.
        """
        of_tools = [
            one for one in self.coverage if one.tool is not None and one.tested + one.skipped + one.undetermined
        ]
        asked = of_tools or self.coverage
        return bool(asked) and not any(one.tested for one in asked)

    @property
    def undetermined_count(self) -> int:
        """The number of questions that got no answer that proves something."""
        return sum(one.undetermined for one in self.coverage)

    @property
    def listed_findings(self) -> Sequence[Finding]:
        """The findings that a text lists."""
        return self.findings if self.lists_accepted else self.active_findings

    @property
    def active_findings(self) -> list[Finding]:
        """The findings that nobody accepted, in the order in which they were found."""
        return [finding for finding in self.findings if finding.suppressed is None]

    def summary(self) -> dict[str, int]:
        """Count the findings per level, and the suppressed ones apart; what is found in several places counts once."""
        groups = group_alike(self.findings)
        counts = Counter(group[0].level.value for group in groups if group[0].suppressed is None)
        counts.update({level.value: number for level, number in self.omitted.items()})
        return {
            **{level.value: counts[level.value] for level in Level},
            "suppressed": sum(group[0].suppressed is not None for group in groups) + self.omitted_suppressed,
        }

    def place_counts(self) -> dict[str, int]:
        """Count the places of the active findings per level, each of which an ignore may accept for itself."""
        counts = Counter(finding.level.value for finding in self.active_findings)
        counts.update({level.value: number for level, number in self.omitted.items()})
        return {level.value: counts[level.value] for level in Level}

    def fails_on(self, level: Level) -> bool:
        """Say whether an active finding is at or above ``level``."""
        levels = {finding.level for finding in self.active_findings} | {
            kept for kept, number in self.omitted.items() if number
        }
        return any(found.rank >= level.rank for found in levels)


def group_alike(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group the findings that say the same of several tools in one file, in the order of the first of each group.

    A finding on a record, or on a line of a log, is a group of its own: it is about that one.
    """
    groups: dict[object, list[Finding]] = {}
    for number, one in enumerate(findings):
        file = one.location.file if one.location else ""
        alike = (one.rule, one.level, one.message, one.hint, one.suppressed, file)
        is_alone = "record" in one.evidence or one.tool is None
        groups.setdefault(number if is_alone else alike, []).append(one)
    return list(groups.values())


def join_reports(parts: Sequence[Report]) -> Report:
    """Return one report on several subjects, with the findings of all; ``rule_count`` is the most of any subject."""
    omitted: Counter[Level] = Counter()
    for part in parts:
        omitted.update(part.omitted)
    return Report(
        f"{len(parts)} inputs",
        [finding for part in parts for finding in part.findings],
        sum(part.tool_count for part in parts),
        max((part.rule_count for part in parts), default=0),
        sum(part.checked_count for part in parts),
        omitted,
        sum(part.omitted_suppressed for part in parts),
        parts=parts,
        examined={pair for part in parts for pair in part.examined},
    )


def fail_from(report: Report, level: Level) -> Report:
    """Return the report of a run that fails on findings at or above a level."""
    return replace(report, fail_on=level, parts=[fail_from(part, level) for part in report.parts])


def show_accepted(report: Report) -> Report:
    """Return the report as one whose text lists accepted findings too."""
    return replace(report, lists_accepted=True, parts=[show_accepted(part) for part in report.parts])


class FindingSet(Struct, frozen=True):
    """Findings, what ended the asking before its end, and the checks that were answered, each with its tool."""

    findings: Sequence[Finding]
    broke_off: ConformanceError | None = None
    answered: Sequence[tuple[str, str | None]] = ()
    coverage: Sequence[ToolCoverage] = ()

    def coverage_with(self, results_only: "FindingSet") -> list[ToolCoverage]:
        """Return the coverage with that of the questions on results of each tool."""
        more = {one.tool: one for one in results_only.coverage}
        return [one.plus(more[one.tool]) if one.tool in more else one for one in self.coverage]


def fingerprint(rule: str, tool: str | None, pointer: str, detail: str = "") -> str:
    """Return a short stable name for a finding.

    It survives reordering of tools and another wording of the message, but not a change of place or rule.
    """
    return _digest("\0".join((rule, tool or "", pointer, detail)))


def distinguish(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings with a fingerprint of its own for each that has that of an earlier one."""
    seen: Counter[str] = Counter()
    for finding in findings:
        number = seen[finding.fingerprint]
        seen[finding.fingerprint] += 1
        yield replace(finding, fingerprint=_digest(f"{finding.fingerprint}\0{number}")) if number else finding


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
