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
from conformance.documents.values import JsonValue, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Problem, Report
from conformance.inventory import Inventory
from conformance.rules.scopes import Part
from conformance.settings.ignores import Ignores
from conformance.settings.notices import RECORD_READABLE
from conformance.settings.profiles import Profile
from conformance.systems.records import RecordedResult, read_result
from conformance.systems.stored_artifacts import attach_stored
from conformance.systems.surface import Surface
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
    past, is_empty, receipts = History(inventory), True, _FirstReceipts()
    lines = log_lines(path, name)
    while batch := list(islice(lines, _BATCH)):
        is_empty = False
        judged = [(line, _logged_result(line, name, receipts)) for line in batch]
        origins = {result.record.name: _origin(line, name, result) for line, result in judged if result is not None}
        records = [result.record for _, result in judged if result is not None]
        if artifacts is not None:
            records = [attach_stored(record, artifacts) for record in records]
        surface = Surface(name, inventory, records)
        found = judge_surface(surface, profile, about_records, origins=origins).findings
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


def _logged_result(line: Line, name: str, receipts: "_FirstReceipts") -> RecordedResult | None:
    """Return the result of a readable line, with the earlier line on which it has another receipt."""
    if line.document is None:
        return None
    result = read_result(line.document.value, str(line.number))
    earlier = receipts.other_line(result.record.envelope, result.record.receipt, line.number)
    if earlier is None:
        return result
    return replace(result, record=replace(result.record, other_receipt_at=str(Location(name, earlier, 1))))


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


class _FirstReceipts:
    """Digests of the first receipt of each result, since one canonical result has one receipt."""

    def __init__(self) -> None:
        self._seen: dict[bytes, tuple[bytes, int]] = {}

    def other_line(self, envelope: JsonValue, receipt: str | None, line: int) -> int | None:
        """Return the line on which the same result had another receipt, ``None`` without one."""
        if receipt is None:
            return None
        key, shown = _digest(compact_json(envelope)), _digest(receipt)
        if key not in self._seen and len(self._seen) < MAX_REMEMBERED_RESULTS:
            self._seen[key] = (shown, line)
        known, first = self._seen.get(key, (shown, 0))
        return None if known == shown else first


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()
