"""Reports: all that one command found in one subject, and how much it looked at."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level, group_alike


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
