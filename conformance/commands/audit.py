"""``audit``: judge recorded results and calls, line by line, as a stream in bounded memory.

``conformance.systems.records`` says what a line may be, ``conformance.systems.traces`` in which formats calls are read.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

from conformance.commands.expected_kind import RESULTS
from conformance.commands.judge import FindingTally, Origin, RecordOrigin, judge_surface, notice_findings
from conformance.commands.known_receipts import KnownReceipts
from conformance.commands.next_version_calls import refused_calls
from conformance.commands.registry import AppliedRule, rule_ids_on, rules_on
from conformance.commands.reported_tools import report_tools
from conformance.commands.traced_origin import TracedOrigin
from conformance.documents.lines import Line
from conformance.documents.location import Location
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import ContractCoverage, Finding, Problem, Report
from conformance.inventory import EMPTY_INVENTORY, Inventory
from conformance.rules.scopes import Part
from conformance.settings.ignores import Ignores
from conformance.settings.notices import ACCEPTED_BY_NEXT, RECORD_READABLE
from conformance.settings.profiles import Profile
from conformance.systems.contract_coverage import ContractParts
from conformance.systems.records import RecordedResult, read_call, read_result
from conformance.systems.stored_artifacts import attach_stored
from conformance.systems.surface import Record, Surface
from conformance.systems.surface.history import History
from conformance.systems.traces import Trace, TracedCall, TraceLine, TraceSource, file_source, open_trace

MAX_KEPT_FINDINGS = 200
"""Findings beyond this number are counted but not kept."""

_BATCH = 256
NO_INVENTORY = (
    "no inventory was given, so names of tools, inputs and results were not checked against one; "
    "pass that of these tools with `--inventory`, or configure `inventory`"
)


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A line of a log, or one of several calls on it: its number, and the result, ``None`` where it cannot be read.

    ``record`` is how findings name it.
    """

    number: int
    result: RecordedResult | None
    record: JsonValue = None


@dataclass(frozen=True, slots=True)
class JudgedBatch:
    """Successive lines of a log, and what was found in them, by line; without lines, what all together show."""

    lines: Sequence[JudgedLine]
    findings: Sequence[Finding]

    @property
    def results(self) -> list[RecordedResult]:
        """The results of the readable lines."""
        return [line.result for line in self.lines if line.result is not None]


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit judges by. ``artifacts`` is the folder of the stored outputs, where it is given.

    Without an inventory of the user nothing is judged by one: the embedded contract is about other tools.
    """

    declared: Inventory | None
    profile: Profile
    rules: Sequence[AppliedRule]
    artifacts: Path | None = None
    against: Inventory | None = None
    """The next version of the inventory, which has to accept the calls that were accepted."""
    has_coverage: bool = False
    """Whether to report which parts of the contract were seen."""

    @property
    def inventory(self) -> Inventory:
        """The inventory to judge by, empty without one of the user."""
        return EMPTY_INVENTORY if self.declared is None else self.declared


def audit(
    path: Path,
    inventory: Inventory | None,
    profile: Profile,
    rules: Sequence[AppliedRule],
    ignores: Ignores | None = None,
    artifacts: Path | None = None,
) -> Report:
    """Judge every record of a log, with its artifacts where their folder is given.

    The report counts the tools of the inventory that the log is about. Raises ``ConformanceError`` if the file cannot
    be read as a log, or is empty.
    """
    return audit_traces([file_source(path)], Audit(inventory, profile, rules, artifacts), ignores)


def audit_traces(sources: Sequence[TraceSource], by: Audit, ignores: Ignores | None = None) -> Report:
    """Judge every record of these traces as one log.

    Without an inventory of the user the report counts all tools that are named, and one note says what was not judged.
    A report of traces in which nothing could be read says so in ``unexamined``. Raises ``ConformanceError`` if one
    cannot be read as a log, or is empty.
    """
    name = sources[0].name if len(sources) == 1 else f"{len(sources)} traces"
    tally, records, judged = FindingTally(ignores, MAX_KEPT_FINDINGS), 0, JudgedTraces(by)
    known, touched = {tool.name for tool in by.inventory.tools}, set[str]()
    for batch in judged.batches(sources):
        tally.add(batch.findings)
        records += len(batch.results)
        named = {one.tool for one in batch.results if one.tool is not None}
        touched |= named if by.declared is None else named & known
    asked = len(rules_on(by.rules, {"records"})) + len(rules_on(by.rules, {"history"}))
    report = tally.report(name, tool_count=len(touched), rule_count=asked, checked_count=records)
    fault = None if records else _nothing_read_error(name, judged)
    unjudged = [NO_INVENTORY] if records and by.declared is None else []
    return replace(
        report,
        notes=[*report.notes, *judged.notes(), *unjudged],
        unexamined=fault,
        examined=judged.examined,
        contract=judged.coverage(),
        list_tools=partial(report_tools, Surface(name, _tools_in(by.inventory, touched)), by.profile),
    )


def _tools_in(inventory: Inventory, names: Collection[str]) -> Inventory:
    """Return the inventory with the tools of these names alone."""
    return replace(inventory, tools=[tool for tool in inventory.tools if tool.name in names])


def judge_log(path: Path, name: str, by: Audit) -> Iterator[JudgedBatch]:
    """Yield a log as judged batches, at the end one without lines; ``name`` is what findings call the file.

    Raises ``ConformanceError`` if the file cannot be read as a log, or is empty.
    """
    return JudgedTraces(by).batches([file_source(path, name)])


class JudgedTraces:
    """Traces while they are judged, and what was counted of them."""

    def __init__(self, by: Audit) -> None:
        self._by = by
        self._about_records = rules_on(by.rules, {"records"})
        self._past = History(by.inventory)
        self._receipts = KnownReceipts()
        self._traces: list[Trace] = []
        self.examined: set[tuple[str, str | None]] = set()
        """The rules that had a subject so far, each with the tool."""
        self._contract = ContractParts(by.inventory) if by.has_coverage else None

    def batches(self, sources: Sequence[TraceSource]) -> Iterator[JudgedBatch]:
        """Yield judged batches, at the end one without lines; raises ``ConformanceError``."""
        for source in sources:
            trace = open_trace(source)
            self._traces.append(trace)
            lines = _expected_lines(trace)
            while batch := list(islice(lines, _BATCH)):
                yield self._judge(batch, source.name)
            if not trace.line_count and not source.is_optional:  # nothing was examined, so nothing is called clean
                raise empty_log_error(source.name)
        by, about_all = self._by, rules_on(self._by.rules, {"history"})
        whole = Surface("", by.inventory, counted_history=self._past)
        yield JudgedBatch((), self._judge_surface(whole, about_all))

    def notes(self) -> list[str]:
        """Return what was not judged, one line each."""
        counts = [one.counts for one in self._traces]
        pairs = {
            "call has no result": sum(one.unanswered for one in counts),
            "result has no call": sum(one.results_without_call for one in counts),
            "line has no call of a tool": sum(one.skipped_count for one in self._traces),
        }
        return [f"{number:,} {_plural(text, number)}" for text, number in pairs.items() if number]

    def coverage(self) -> list[ContractCoverage]:
        """Return how much of the contract of each tool was seen; nothing if it was not asked for."""
        tools = self._contract.tools.items() if self._contract is not None else ()
        found: list[ContractCoverage] = []
        for name, one in tools:
            parts = one.parts
            never = [pointer for pointer, is_seen in parts.items() if not is_seen]
            errors = dict(sorted(one.errors.items()))
            found.append(ContractCoverage(name, one.calls, len(parts) - len(never), len(parts), never, errors))
        return found

    @property
    def line_count(self) -> int:
        """The number of lines that are not blank."""
        return sum(one.line_count for one in self._traces)

    def _judge(self, batch: Sequence[TraceLine], name: str) -> JudgedBatch:
        kept, origins, found = list[JudgedLine](), dict[str, Origin](), list[Finding]()
        for one in batch:
            line = one.line
            if line is not None and line.document is None:
                kept.append(JudgedLine(line.number, None, line.number))
                found += _unreadable_line(line, name, self._by.profile)
            elif line is not None and one.is_record and line.document is not None:
                result = read_result(line.document.value, str(line.number))
                kept.append(JudgedLine(line.number, result, line.number))
                origins[result.record.name] = _origin(line, name, result)
            for call in one.calls:
                self._add_call(call, name, kept, origins)
        found += self._findings(kept, origins, name)
        return JudgedBatch(kept, sorted(found, key=_line_of))

    def _add_call(self, call: TracedCall, name: str, kept: list[JudgedLine], origins: dict[str, Origin]) -> None:
        record = f"{call.line}.{len(kept) + 1}"
        result = read_call(call, record, self._by.profile.probing)
        kept.append(JudgedLine(call.line, result, record))
        origins[record] = TracedOrigin(name, call, record, is_envelope=result.record.traced is None)

    def _findings(self, kept: Sequence[JudgedLine], origins: Mapping[str, Origin], name: str) -> list[Finding]:
        """Return what is wrong with the results, and with those that share a receipt with another result."""
        records = [line.result.record for line in kept if line.result is not None]
        if self._by.artifacts is not None:
            records = [attach_stored(record, self._by.artifacts) for record in records]
        for record in records:
            self._past.add(record.envelope)
        for line in kept if self._contract is not None else ():
            if line.result is not None and self._contract is not None:
                self._contract.add(line.result.tool, line.result.input, line.result.record.envelope)
        found = self._judge_records(records, origins, name)
        differing = list(self._receipts.differing(records, found, name))
        if differing:
            judged_again = {record.name for record in differing}
            found = [one for one in found if str(one.evidence.get("record")) not in judged_again]
            found += self._judge_records(differing, origins, name)
        return [*found, *self._refused_calls(kept, origins)]

    def _refused_calls(self, kept: Sequence[JudgedLine], origins: Mapping[str, Origin]) -> Iterator[Finding]:
        by = self._by
        for line in kept if by.against is not None else ():
            if line.result is not None and by.against is not None:
                origin = origins[line.result.record.name]
                yield from refused_calls(line.result, origin, by.inventory, by.against, by.profile)

    def _judge_records(self, records: Sequence[Record], origins: Mapping[str, Origin], name: str) -> list[Finding]:
        return self._judge_surface(Surface(name, self._by.inventory, records), self._about_records, origins)

    def _judge_surface(
        self, surface: Surface, rules: Sequence[AppliedRule], origins: Mapping[str, Origin] | None = None
    ) -> list[Finding]:
        judged = judge_surface(surface, self._by.profile, rules, origins=origins)
        self.examined |= {*judged.examined}
        return list(judged.findings)


def empty_log_error(name: str) -> ConformanceError:
    """Return the error for a log without a line."""
    return ConformanceError(ErrorKind.UNREADABLE, f"{name} contains no record", "pass a log of recorded results")


def _nothing_read_error(name: str, judged: JudgedTraces) -> ConformanceError:
    """Return the error for traces from which no result and no call could be read."""
    number = judged.line_count
    what = f"none of the {number:,} lines of {name} is" if number > 1 else f"the only line of {name} is not"
    message = f"nothing was audited: {what} a readable result or call"
    return ConformanceError(ErrorKind.UNREADABLE, message, "pass a log of recorded results or of calls of tools")


def _plural(text: str, number: int) -> str:
    """Return a phrase such as ``call has no result`` for a number."""
    if number == 1:
        return text
    noun, _, rest = text.partition(" has ")
    return f"{noun}s have {rest}"


def _expected_lines(trace: Trace) -> Iterator[TraceLine]:
    """Yield the lines of a trace; raises ``ConformanceError`` if the file, by its first record, is something else."""
    is_first, path = True, trace.source.path
    try:
        for one in trace.lines():
            if is_first and one.line is not None:
                is_first = False
                readable = one.line.document
                other = _other_kind_error(one, trace) if readable or path is None else RESULTS.error_of_file(path)
                if other is not None:
                    raise other
            yield one
    except ConformanceError as error:
        raise (RESULTS.error_of_file(path) if path is not None and not trace.has_messages else None) or error from error


def _other_kind_error(one: TraceLine, trace: Trace) -> ConformanceError | None:
    if trace.has_messages or one.line is None or one.line.document is None:
        return None
    return RESULTS.error_of_value(one.line.document.value, trace.source.name)


def log_lines(path: Path, name: str) -> Iterator[Line]:
    """Yield the lines of a log of results; raises ``ConformanceError`` if the file is something else."""
    return (one.line for one in _expected_lines(open_trace(file_source(path, name))) if one.line is not None)


def audited_ids() -> list[str]:
    """Return the ids that an audit checks."""
    return [ACCEPTED_BY_NEXT.id, RECORD_READABLE.id, *rule_ids_on({"records", "history"})]


def _line_of(finding: Finding) -> int:
    return finding.location.line if finding.location else 0


def _origin(line: Line, name: str, result: RecordedResult) -> RecordOrigin:
    parts: dict[Part, str] = {"envelope": result.envelope_pointer, "receipt": result.receipt_pointer}
    return RecordOrigin(name, line.number, line.document, line.number, parts=parts)


def _unreadable_line(line: Line, name: str, profile: Profile) -> list[Finding]:
    problem = Problem(
        line.reason,
        line.hint,
        location=Location(name, line.number, line.column),
        detail=str(line.number),
    )
    return notice_findings(RECORD_READABLE, profile, problem)
