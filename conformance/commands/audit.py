"""The use case ``audit``: recorded results, one JSON object a line, judged as a stream in bounded memory.

A line is an envelope, or an audit record that holds one (``canonical_result``) with its receipt (``rendered_receipt``).
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from conformance.callback.masking import mask_finding, secret_pieces, texts_and_names
from conformance.commands.check import AppliedRule, check
from conformance.display import escape_text
from conformance.documents.lines import Line, read_lines
from conformance.documents.location import Location
from conformance.documents.reader import Document
from conformance.documents.values import JsonValue, as_object, as_text, compact_json
from conformance.findings import Finding, Level, Report, fingerprint
from conformance.inventory import Inventory
from conformance.rules.behaviour_scopes import BUDGET
from conformance.rules.scopes import ARTIFACT_LIST, ENVELOPE, HISTORY, KEPT, RECEIPT, RECORD, RESULT_LEVEL, TOOL_HISTORY
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record, Surface
from conformance.systems.surface.history import History

RECORD_READABLE, RECEIPTS_AGREE = "record_readable", "receipt_deterministic"
MAX_KEPT_FINDINGS = 200
"""More findings than this are counted, not kept."""
MAX_REMEMBERED_RESULTS = 200_000
"""So many different results are remembered to see whether the same one is rendered differently later."""

_BATCH = 256
_ENVELOPE_KEYS, _RECEIPT_KEYS = ("canonical_result", "envelope"), ("rendered_receipt", "receipt")
_HISTORY_SCOPES = {scope.name for scope in (HISTORY, TOOL_HISTORY)}
_RESULT_SCOPES = {scope.name for scope in (RECORD, ENVELOPE, KEPT, RESULT_LEVEL, ARTIFACT_LIST, RECEIPT, BUDGET)}


@dataclass
class _Tally:
    """What was found so far: the first findings, and a count of the rest."""

    kept: list[Finding] = field(default_factory=list[Finding])
    omitted: Counter[Level] = field(default_factory=Counter[Level])
    records: int = 0

    def add(self, finding: Finding) -> None:
        if len(self.kept) < MAX_KEPT_FINDINGS:
            self.kept.append(finding)
        else:
            self.omitted[finding.level] += 1


@dataclass(frozen=True, slots=True)
class _LoggedRecord:
    """A readable line: its document, the record in it, and where in the line the envelope and the receipt stand."""

    line: Line
    document: Document
    record: Record
    envelope_at: str
    receipt_at: str


def audit(path: Path, inventory: Inventory, profile: Profile, rules: Sequence[AppliedRule]) -> Report:
    """Judge every record of a log; raises ``ConformanceError`` when the file can't be read as one."""
    name, tally, seen = escape_text(str(path)), _Tally(), dict[bytes, tuple[bytes, int]]()
    about_results = [applied for applied in rules if applied.rule.scope.name in _RESULT_SCOPES]
    about_all = [applied for applied in rules if applied.rule.scope.name in _HISTORY_SCOPES]
    past = History(inventory)
    lines = read_lines(path)
    while batch := list(islice(lines, _BATCH)):
        recorded: dict[str, _LoggedRecord] = {}
        found: list[Finding] = []
        for line in batch:
            if line.document is None:
                found.append(_unreadable_line_finding(line, name))
            else:
                recorded[str(line.number)] = _logged_record(line, line.document)
        tally.records += len(recorded)
        surface = Surface(name, inventory, [one.record for one in recorded.values()])
        judged = check(surface, profile, about_results).findings
        for finding in judged:
            one = recorded[str(finding.evidence["record"])]
            found.append(_locate_finding(_mask_secrets(finding, one, profile), one, name))
        for one in recorded.values():
            past.add(one.record.envelope)
            found.extend(_receipt_conflicts(one, seen, name))
        for finding in sorted(found, key=_line_of):
            tally.add(finding)
    for finding in check(Surface(name, inventory, counted_history=past), profile, about_all).findings:
        tally.add(finding)
    asked = len(about_results) + len(about_all)
    return Report(name, tally.kept, len(inventory.tools), asked, tally.records, dict(tally.omitted))


def _line_of(finding: Finding) -> int:
    return finding.location.line if finding.location else 0


def _logged_record(line: Line, document: Document) -> _LoggedRecord:
    members = as_object(document.value)
    holder = next((key for key in _ENVELOPE_KEYS if key in members), None)
    receipt = next((key for key in _RECEIPT_KEYS if key in members), None)
    if holder is None:
        return _LoggedRecord(line, document, Record(str(line.number), document.value), "", "")
    text: JsonValue = members[receipt] if receipt else None
    record = Record(str(line.number), members[holder], as_text(text), log_entry=members)
    return _LoggedRecord(line, document, record, f"/{holder}", f"/{receipt}" if receipt else "")


def _locate_finding(finding: Finding, one: _LoggedRecord, name: str) -> Finding:
    about_receipt = finding.rule.startswith("receipt_") and not finding.pointer
    base = "" if finding.rule.startswith("record_") else one.envelope_at
    pointer = one.receipt_at if about_receipt else base + finding.pointer
    column = one.document.locate([pointer])[pointer].column
    place = Location(name, one.line.number, column)
    return replace(finding, pointer=pointer, location=place, evidence={**finding.evidence, "record": place.line})


def _mask_secrets(finding: Finding, one: _LoggedRecord, profile: Profile) -> Finding:
    patterns = profile.message_tables.secrets
    return mask_finding(finding, secret_pieces(texts_and_names(one.document.value), patterns), patterns)


def _unreadable_line_finding(line: Line, name: str) -> Finding:
    return Finding(
        RECORD_READABLE,
        Level.ERROR,
        None,
        "",
        f"line {line.number}: {line.reason}",
        line.hint,
        fingerprint(RECORD_READABLE, None, "", str(line.number)),
        Location(name, line.number, 1),
    )


def _receipt_conflicts(one: _LoggedRecord, seen: dict[bytes, tuple[bytes, int]], name: str) -> Iterator[Finding]:
    """One canonical result has one receipt: the same result rendered differently elsewhere in the log is a finding."""
    if one.record.receipt is None:
        return
    key, shown = _digest(compact_json(one.record.envelope)), _digest(one.record.receipt)
    if key not in seen and len(seen) < MAX_REMEMBERED_RESULTS:
        seen[key] = (shown, one.line.number)
    known, first = seen.get(key, (shown, 0))
    if known != shown:
        yield Finding(
            RECEIPTS_AGREE,
            Level.ERROR,
            as_text(as_object(one.record.envelope).get("tool_name")),
            one.receipt_at,
            f"the receipt differs from that of the same result on line {first}",
            "derive the receipt from the canonical result alone",
            fingerprint(RECEIPTS_AGREE, None, "", str(one.line.number)),
            Location(name, one.line.number, 1),
        )


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()
