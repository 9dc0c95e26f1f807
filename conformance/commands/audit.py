"""``audit``: judge recorded results, one JSON object per line, as a stream in bounded memory.

``conformance.systems.records`` says what a line may be.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from conformance.commands.expected_kind import RESULTS
from conformance.commands.judge import FindingTally, RecordOrigin, judge_surface, notice_findings
from conformance.commands.registry import AppliedRule, rule_ids_on, rules_on
from conformance.display import escape_text
from conformance.documents.lines import Line, read_lines
from conformance.documents.location import Location
from conformance.documents.values import compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level, Problem, Report
from conformance.inventory import Inventory
from conformance.rules.scopes import Part
from conformance.settings.ignores import Ignores
from conformance.settings.notices import RECORD_READABLE
from conformance.settings.profiles import Profile
from conformance.systems.records import RecordedResult, read_result
from conformance.systems.stored_artifacts import attach_stored
from conformance.systems.surface import Record, Surface
from conformance.systems.surface.history import History

MAX_KEPT_FINDINGS = 200
"""Findings beyond this number are counted but not kept."""
MAX_REMEMBERED_RESULTS = 200_000
"""Most distinct results remembered to detect one that is rendered differently later."""

_BATCH = 256


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A line of a log: its number, and the result that it holds, ``None`` where it cannot be read."""

    number: int
    result: RecordedResult | None


@dataclass(frozen=True, slots=True)
class JudgedBatch:
    """Successive lines of a log, and what was found in them, by line; without lines, what all together show."""

    lines: Sequence[JudgedLine]
    findings: Sequence[Finding]

    @property
    def results(self) -> list[RecordedResult]:
        """The results of the readable lines."""
        return [line.result for line in self.lines if line.result is not None]


def audit(
    path: Path,
    inventory: Inventory,
    profile: Profile,
    rules: Sequence[AppliedRule],
    ignores: Ignores | None = None,
    artifacts: Path | None = None,
) -> Report:
    """Judge every record of a log, with its artifacts where their folder is given.

    The report counts the tools of the inventory that the log is about. Raises ``ConformanceError`` if the file cannot
    be read as a log, or is empty.
    """
    name, tally, records = escape_text(str(path)), FindingTally(ignores, MAX_KEPT_FINDINGS), 0
    known, touched = {tool.name for tool in inventory.tools}, set[str]()
    for batch in judge_log(path, name, inventory, profile, rules, artifacts):
        tally.add(batch.findings)
        records += len(batch.results)
        touched |= {one.tool for one in batch.results if one.tool is not None} & known
    asked = len(rules_on(rules, {"records"})) + len(rules_on(rules, {"history"}))
    return tally.report(name, tool_count=len(touched), rule_count=asked, checked_count=records)


def judge_log(
    path: Path,
    name: str,
    inventory: Inventory,
    profile: Profile,
    rules: Sequence[AppliedRule],
    artifacts: Path | None = None,
) -> Iterator[JudgedBatch]:
    """Yield a log as judged batches, at the end one without lines; ``name`` is what findings call the file.

    Raises ``ConformanceError`` if the file cannot be read as a log, or is empty.
    """
    about_records, about_all = rules_on(rules, {"records"}), rules_on(rules, {"history"})
    past, is_empty, receipts = History(inventory), True, _KnownReceipts()
    lines = log_lines(path, name)
    while batch := list(islice(lines, _BATCH)):
        is_empty = False
        judged = [(line, _logged_result(line)) for line in batch]
        origins = {result.record.name: _origin(line, name, result) for line, result in judged if result is not None}
        records = [result.record for _, result in judged if result is not None]
        if artifacts is not None:
            records = [attach_stored(record, artifacts) for record in records]
        found = judge_surface(Surface(name, inventory, records), profile, about_records, origins=origins).findings
        differing = list(receipts.differing(records, found, name))
        if differing:
            again = judge_surface(Surface(name, inventory, differing), profile, about_records, origins=origins).findings
            lines_again = {int(record.name) for record in differing}
            found = [*(one for one in found if _line_of(one) not in lines_again), *again]
        unread = [one for line in batch if line.document is None for one in _unreadable_line(line, name, profile)]
        for record in records:
            past.add(record.envelope)
        yield JudgedBatch(
            [JudgedLine(line.number, result) for line, result in judged], sorted([*unread, *found], key=_line_of)
        )
    if is_empty:  # nothing was examined, so nothing may be called clean
        raise empty_log_error(name)
    yield JudgedBatch((), judge_surface(Surface(name, inventory, counted_history=past), profile, about_all).findings)


def empty_log_error(name: str) -> ConformanceError:
    """Return the error for a log without a line."""
    return ConformanceError(ErrorKind.UNREADABLE, f"{name} contains no record", "pass a log of recorded results")


def log_lines(path: Path, name: str) -> Iterator[Line]:
    """Yield the lines of a log; raises ``ConformanceError`` if the file, by its first record, is something else."""
    is_first = True
    try:
        for line in read_lines(path):
            if is_first:
                is_first = False
                readable = line.document
                other = RESULTS.error_of_value(readable.value, name) if readable else RESULTS.error_of_file(path)
                if other is not None:
                    raise other
            yield line
    except ConformanceError as error:
        raise RESULTS.error_of_file(path) or error from error


def audited_ids() -> list[str]:
    """Return the ids that an audit checks."""
    return [RECORD_READABLE.id, *rule_ids_on({"records", "history"})]


def _line_of(finding: Finding) -> int:
    return finding.location.line if finding.location else 0


def _logged_result(line: Line) -> RecordedResult | None:
    """Return the result of a readable line, whose record is named by the number of the line."""
    return read_result(line.document.value, str(line.number)) if line.document is not None else None


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


@dataclass(frozen=True, slots=True)
class _KnownReceipt:
    """The digest of a receipt, its line, and the rules that object to the record."""

    digest: bytes
    line: int
    objections: frozenset[str]


class _KnownReceipts:
    """One receipt of each result, since one canonical result has one receipt: the first that is right, else the first.

    Of two different ones, the one to which other rules object is wrong, and they say so; where they object to neither,
    or to both alike, nothing tells which is right.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, _KnownReceipt] = {}

    def differing(self, records: Sequence[Record], found: Sequence[Finding], name: str) -> Iterator[Record]:
        """Yield the records of a log with another receipt than an earlier line, where no other rule says why."""
        objections: dict[int, set[str]] = {}
        for finding in found:
            if finding.level is Level.ERROR:
                objections.setdefault(_line_of(finding), set()).add(finding.rule)
        for record in records:
            line = int(record.name)
            earlier = self._earlier(record, line, frozenset(objections.get(line, ())))
            if earlier is not None:
                yield replace(record, other_receipt_at=str(Location(name, earlier, 1)))

    def _earlier(self, record: Record, line: int, objections: frozenset[str]) -> int | None:
        if record.receipt is None:
            return None
        key, own = _digest(compact_json(record.envelope)), _KnownReceipt(_digest(record.receipt), line, objections)
        if key not in self._known and len(self._known) < MAX_REMEMBERED_RESULTS:
            self._known[key] = own
        known = self._known.get(key, own)
        if known.objections > objections:
            self._known[key] = own
        return known.line if known.digest != own.digest and known.objections == objections else None


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()
