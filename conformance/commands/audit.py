"""``audit``: judge recorded results, one JSON object per line, as a stream in bounded memory.

A line is an envelope, or an audit record that holds one (``canonical_result``) with its receipt (``rendered_receipt``).
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from conformance.commands.expected_kind import RESULTS
from conformance.commands.judge import FindingTally, RecordOrigin, judge_surface, notice_findings
from conformance.commands.registry import AppliedRule, rule_ids_on, rules_on
from conformance.display import escape_text
from conformance.documents.lines import Line, read_lines
from conformance.documents.location import Location
from conformance.documents.values import JsonValue, as_object, as_text, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Problem, Report
from conformance.inventory import Inventory
from conformance.rules.scopes import Part
from conformance.settings.ignores import Ignores
from conformance.settings.notices import RECORD_READABLE
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record, Surface
from conformance.systems.surface.history import History

MAX_KEPT_FINDINGS = 200
"""Findings beyond this number are counted but not kept."""
MAX_REMEMBERED_RESULTS = 200_000
"""Most distinct results remembered to detect one that is rendered differently later."""

_BATCH = 256
_ENVELOPE_KEYS, _RECEIPT_KEYS = ("canonical_result", "envelope"), ("rendered_receipt", "receipt")


def audit(
    path: Path, inventory: Inventory, profile: Profile, rules: Sequence[AppliedRule], ignores: Ignores | None = None
) -> Report:
    """Judge every record of a log; raises ``ConformanceError`` if the file cannot be read as a log, or is empty."""
    name, tally, receipts = escape_text(str(path)), FindingTally(ignores, MAX_KEPT_FINDINGS), _FirstReceipts()
    about_records, about_all = rules_on(rules, {"records"}), rules_on(rules, {"history"})
    past, records, is_empty = History(inventory), 0, True
    lines = _log_lines(path, name)
    while batch := list(islice(lines, _BATCH)):
        is_empty = False
        logged = [_logged_record(line, name, receipts) for line in batch if line.document is not None]
        surface = Surface(name, inventory, [record for record, _ in logged])
        origins = {record.name: origin for record, origin in logged}
        judged = judge_surface(surface, profile, about_records, origins=origins).findings
        unread = [found for line in batch if line.document is None for found in _unreadable_line(line, name, profile)]
        tally.add(sorted([*unread, *judged], key=_line_of))
        for record in surface.records:
            past.add(record.envelope)
        records += len(logged)
    if is_empty:  # nothing was examined, so nothing may be called clean
        raise ConformanceError(ErrorKind.UNREADABLE, f"{name} contains no record", "pass a log of recorded results")
    tally.add(judge_surface(Surface(name, inventory, counted_history=past), profile, about_all).findings)
    asked = len(about_records) + len(about_all)
    return tally.report(name, tool_count=len(inventory.tools), rule_count=asked, checked_count=records)


def _log_lines(path: Path, name: str) -> Iterator[Line]:
    """Yield the lines of a log; raises ``ConformanceError`` if the file, by its first record, is something else."""
    is_first = True
    try:
        for line in read_lines(path):
            if is_first and line.document is not None:
                is_first = False
                other = RESULTS.error_of_value(line.document.value, name)
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


def _logged_record(line: Line, name: str, receipts: "_FirstReceipts") -> tuple[Record, RecordOrigin]:
    """Return the record of a readable line, and the positions of its envelope and receipt."""
    document = line.document
    value = document.value if document else None
    members = as_object(value)
    holder = next((key for key in _ENVELOPE_KEYS if key in members), None)
    if holder is None:
        return Record(str(line.number), value), RecordOrigin(name, line.number, document, line.number)
    key = next((key for key in _RECEIPT_KEYS if key in members), None)
    envelope, receipt = members[holder], as_text(members[key]) if key else None
    earlier = receipts.other_line(envelope, receipt, line.number)
    other = str(Location(name, earlier, 1)) if earlier else ""
    record = Record(str(line.number), envelope, receipt, log_entry=members, other_receipt_at=other)
    parts: dict[Part, str] = {"envelope": f"/{holder}", "receipt": f"/{key}" if key else ""}
    return record, RecordOrigin(name, line.number, document, line.number, parts=parts)


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
