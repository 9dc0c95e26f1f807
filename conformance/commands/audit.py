"""``audit``: judge recorded results and calls, line by line, in one process or many, as a stream in bounded memory.

A log is divided into parts that do not depend on the number of processes, each part is audited to a small summary, and
the summaries are put together in the order of the log: the report is the same wherever the parts were audited.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.commands.audit_checkpoint import Checkpoint, LogPosition, identity_of
from conformance.commands.audit_criteria import Audit
from conformance.commands.audit_engines import LOCAL, Engine, Pending
from conformance.commands.audit_partition import (
    Advance,
    PartSummary,
    audit_part,
    audit_part_elsewhere,
    count_lines,
    order_of,
    total_size,
)
from conformance.commands.audit_totals import AuditTotals, nothing_read_error, uncompared_error, unjudged_error
from conformance.commands.audited_lines import empty_log_error
from conformance.commands.check import nothing_judged_error
from conformance.commands.registry import AppliedRule, rules_on
from conformance.commands.report import Report
from conformance.commands.reported_tools import report_tools
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.inventory import Inventory
from conformance.settings.ignores import Ignores
from conformance.settings.notices import RECORD_READABLE
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.traces import TraceSource, file_source

MAX_KEPT_FINDINGS = 200
"""Findings beyond this number are counted but not kept, unless another number is asked for."""
PART_BYTES = 8 * 1024 * 1024
"""About the size of a part of a log: small enough to lose and to keep, large enough to be worth sending."""
# The file of an audit is written at most every so many seconds.
_CHECKPOINT_SECONDS = 5.0

NO_INVENTORY = (
    "no inventory was given, so names of tools, inputs and results were not checked against one; "
    "pass that of these tools with `--inventory`, or configure `inventory`"
)


class AuditRun(Struct, frozen=True):
    """How an audit is made: where, what is kept of it, and how its progress is shown.

    ``open_engine`` opens where the parts are audited, and ``checkpoint`` is the file to go on from. ``begin`` takes the
    bytes to read, ``None`` if that is not known, before ``advance`` is called.
    """

    open_engine: Callable[[], AbstractContextManager[Engine]] = lambda: nullcontext(LOCAL)
    most: int = MAX_KEPT_FINDINGS
    checkpoint: Path | None = None
    part_bytes: int = PART_BYTES
    checkpoint_seconds: float = _CHECKPOINT_SECONDS
    has_census: bool = False
    begin: Callable[[int | None], None] = lambda _total: None
    advance: Advance = lambda _bytes, _records: None
    clock: Callable[[], float] = field(default=time.monotonic)


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


def audit_traces(
    sources: Sequence[TraceSource], by: Audit, ignores: Ignores | None = None, run: AuditRun | None = None
) -> Report:
    """Judge every record of these traces as one log.

    Without an inventory of the user the report counts all tools that are named, and one note says what was not judged.
    A report of traces in which nothing could be read says so in ``unexamined``, one that was interrupted has what was
    found until then, and says so in ``broke_off``. Raises ``ConformanceError`` if a trace cannot be read as a log, or
    is empty, and for an inventory without tools.
    """
    _require_inventory(by)
    how = run or AuditRun()
    totals = AuditTotals(by, ignores, how.most)
    broke_off: ConformanceError | None = None
    try:
        with how.open_engine() as engine:
            _Course(sources, totals, engine, how).run()
    except KeyboardInterrupt:
        broke_off = _interrupt_error(totals, how)
    totals.finish()
    return _report(sources, totals, how, broke_off)


def _require_inventory(by: Audit) -> None:
    """Raise ``ConformanceError`` without the inventory that an option needs, and for one that says nothing."""
    if by.declared is None and (by.against is not None or by.has_coverage):
        what = "`--against` compares" if by.against is not None else "`--coverage` counts"
        message = f"{what} by the inventory of the recorded calls, and none was given"
        raise ConformanceError(ErrorKind.USAGE, message, "pass it with `--inventory`, or configure `inventory`")
    if by.declared is not None and not by.tool_names:
        message = "the inventory of the recorded calls has no tools, so nothing would be checked against it"
        raise ConformanceError(ErrorKind.UNTESTED, message, "pass the inventory of these tools with `--inventory`")


def _report(
    sources: Sequence[TraceSource], totals: AuditTotals, how: AuditRun, broke_off: ConformanceError | None
) -> Report:
    by, records = totals.by, totals.counts["records"]
    results = records - totals.counts["calls_alone"]
    name = sources[0].name if len(sources) == 1 else f"{len(sources)} traces"
    asked = len(rules_on(by.rules, {"records"})) + len(rules_on(by.rules, {"history"}))
    report = totals.tally.report(name, tool_count=len(totals.named), rule_count=asked, checked_count=results)
    fault = None if records or broke_off or _blames_log(report, totals) else _nothing_read_error(name, totals)
    if records and not asked:
        fault = nothing_judged_error("audited", by.profile)
    elif by.against is not None:
        fault = uncompared_error(name, totals.counts) or fault
    elif not by.has_coverage:
        fault = unjudged_error(name, totals.counts, is_declared=by.declared is not None) or fault
    unjudged = [NO_INVENTORY] if records and by.declared is None else []
    return replace(
        report,
        notes=[*report.notes, *totals.notes(), *unjudged],
        unexamined=fault,
        broke_off=broke_off,
        examined=totals.examined,
        contract=totals.coverage(),
        census=list(totals.census.rows()) if how.has_census else [],
        list_tools=partial(report_tools, Surface(name, _tools_in(by.inventory, totals.named)), by.profile),
    )


def _blames_log(report: Report, totals: AuditTotals) -> bool:
    """Say whether findings already fail a log of which nothing was read, as it has lines of damaged JSON.

    Where these were accepted or have a lower level, nothing else would say that nothing was audited.
    """
    blamed = (one for one in report.active_findings if one.rule == RECORD_READABLE.id)
    return totals.counts["damaged"] > 0 and any(one.level is Level.ERROR for one in blamed)


def _tools_in(inventory: Inventory, names: Collection[str]) -> Inventory:
    """Return the inventory with the tools of these names alone."""
    return replace(inventory, tools=[tool for tool in inventory.tools if tool.name in names])


class _Part(Struct, frozen=True):
    """One part of the log: its source by number, and whether it is the last part of it.

    ``is_rest`` says that no call goes beyond the part. ``next_line`` is the number of the line after it.
    """

    index: int
    source: TraceSource
    is_last: bool = True
    is_rest: bool = True
    next_line: int = 1


class _Course:
    """One audit on its way: the parts that are still to be audited, and the totals of those that were."""

    def __init__(self, sources: Sequence[TraceSource], totals: AuditTotals, engine: Engine, how: AuditRun) -> None:
        self._sources = sources
        self._totals = totals
        self._engine = engine
        self._how = how
        self._order = order_of(totals.by, totals.ignores, how.most)
        self._identity = identity_of(self._order, sources, how.part_bytes)
        self._checkpoint = _open_checkpoint(how, self._identity, sources)
        self._at = LogPosition()
        self._rests: set[int] = set()
        """The sources whose calls may span their parts, which are audited as one from some part on."""
        self._saved_at = how.clock()
        self._has_lines = self._has_half_part = False
        """Whether the current source has a line, and whether an interrupt ended a part halfway."""

    def run(self) -> None:
        """Audit what is left; raises ``KeyboardInterrupt`` when what was found before it is counted."""
        if self._checkpoint is not None:
            self._at = self._checkpoint.load(self._totals)
        self._has_lines = self._at.start > 0
        self._how.begin(total_size(self._sources))
        done = total_size(self._sources[: self._at.source]) or 0
        self._how.advance(done + self._at.start, 0)
        try:
            for part, summary in self._engine.results(self._begin, self._parts()):
                if part.index not in self._rests:
                    self._take(part, summary)
        except KeyboardInterrupt:
            if not self._has_half_part:
                self._save()
            raise
        if self._checkpoint is not None:
            self._checkpoint.remove()

    def _parts(self) -> Iterator[_Part]:
        for index in range(self._at.source, len(self._sources)):
            source = self._sources[index]
            pieces = source.split(self._how.part_bytes)
            if len(pieces) == 1:
                yield _Part(index, source)
            else:
                yield from self._pieces(index, pieces)

    def _pieces(self, index: int, pieces: Sequence[TraceSource]) -> Iterator[_Part]:
        """Yield the parts of a file with the numbers of their first lines, for which the lines before are counted."""
        begin = self._at if index == self._at.source else LogPosition()
        left = [one for one in pieces if one.part is not None and one.part.start >= begin.start]
        first = begin.first_line
        counted = self._engine.results(lambda one: self._engine.submit(count_lines, one), left)
        for piece, number in counted:
            if index in self._rests:
                return
            part = replace(piece.part, first_line=first) if piece.part is not None else None
            first += number
            yield _Part(index, replace(piece, part=part), piece is left[-1], is_rest=False, next_line=first)

    def _begin(self, part: _Part) -> Pending[PartSummary]:
        if self._engine.is_remote and part.source.is_repeatable:
            arguments = (self._identity, self._order, part.source, part.is_rest)
            return self._engine.submit(audit_part_elsewhere, *arguments)
        return LOCAL.submit(self._audit_here, part)

    def _audit_here(self, part: _Part) -> PartSummary:
        totals = self._totals
        return audit_part(
            part.source, totals.by, totals.ignores, totals.most, is_rest=part.is_rest, advance=self._how.advance
        )

    def _take(self, part: _Part, summary: PartSummary) -> None:
        if summary.is_mixed:
            self._rests.add(part.index)
            part = _Part(part.index, _rest_of(self._sources[part.index], part.source))
            summary = self._begin(part).result()
        if summary.is_interrupted:
            self._save()  # what is found in half a part is reported, and not gone on from
            self._has_half_part = True
        self._totals.add(part.source, summary)
        if summary.is_interrupted:
            raise KeyboardInterrupt
        if self._engine.is_remote:
            self._how.advance(summary.size, summary.counts["records"])
        self._has_lines = self._has_lines or summary.counts["lines"] + summary.counts["left_out"] > 0
        if part.is_last and not self._has_lines and not part.source.is_optional:
            raise empty_log_error(part.source.name)  # nothing was examined, so nothing is called clean
        self._pass(part)

    def _pass(self, part: _Part) -> None:
        """Note that the part is done, and write that down if the last time is long ago."""
        if part.is_last:
            self._at, self._has_lines = LogPosition(part.index + 1), False
        elif part.source.part is not None:
            self._at = LogPosition(part.index, part.source.part.end, part.next_line)
        if self._how.clock() - self._saved_at >= self._how.checkpoint_seconds:
            self._save()

    def _save(self) -> None:
        self._saved_at = self._how.clock()
        if self._checkpoint is not None:
            self._checkpoint.save(self._at, self._totals)


def _rest_of(whole: TraceSource, piece: TraceSource) -> TraceSource:
    """Return a source from the beginning of a piece to its end."""
    size = whole.size()
    if piece.part is None or piece.part.start == 0 or size is None:
        return whole
    return replace(whole, part=replace(piece.part, end=size))


def _open_checkpoint(how: AuditRun, identity: str, sources: Sequence[TraceSource]) -> Checkpoint | None:
    if how.checkpoint is None:
        return None
    if not all(source.is_repeatable for source in sources):
        message = "`--checkpoint` cannot go on with standard input, which is read once"
        raise ConformanceError(ErrorKind.USAGE, message, "write it to a file first")
    return Checkpoint(how.checkpoint, identity)


def _interrupt_error(totals: AuditTotals, how: AuditRun) -> ConformanceError:
    hint = "run the same command again to go on from there" if how.checkpoint else "`--checkpoint FILE` can go on later"
    return ConformanceError(ErrorKind.INTERRUPTED, f"interrupted after {totals.counts['records']:,} records", hint)


def _nothing_read_error(name: str, totals: AuditTotals) -> ConformanceError:
    """Return the error for traces from which no result and no call could be read."""
    if totals.counts["left_out"]:
        message = f"nothing was audited: the options leave out every record of {name}"
        return ConformanceError(ErrorKind.UNREADABLE, message, "correct `--since`, `--until` or `--sample`")
    return nothing_read_error(name, totals.counts["lines"])
