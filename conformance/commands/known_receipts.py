"""Receipts that a log has had before, to notice a result that is rendered in two ways."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.documents.location import Location
from conformance.documents.values import compact_json
from conformance.findings import Finding, Level
from conformance.systems.surface import Record

MAX_REMEMBERED_RESULTS = 200_000
"""Most distinct results remembered to detect one that is rendered differently later."""


@dataclass(frozen=True, slots=True)
class _KnownReceipt:
    """The digest of a receipt, the position of its line, and the rules that object to the record."""

    digest: bytes
    position: str
    objections: frozenset[str]


class KnownReceipts:
    """One receipt of each result, since one canonical result has one receipt: the first that is right, else the first.

    Of two different ones, the one to which other rules object is wrong, and they say so; where they object to neither,
    or to both alike, nothing tells which is right.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, _KnownReceipt] = {}

    def differing(self, records: Sequence[Record], found: Sequence[Finding], name: str) -> Iterator[Record]:
        """Yield the records of a log with another receipt than an earlier line, where no other rule says why.

        The name of a record is the number of its line, or begins with it.
        """
        objections: dict[str, set[str]] = {}
        for finding in found:
            if finding.level is Level.ERROR:
                objections.setdefault(str(finding.evidence.get("record")), set()).add(finding.rule)
        for record in records:
            position = str(Location(name, int(record.name.partition(".")[0]), 1))
            earlier = self._earlier(record, position, frozenset(objections.get(record.name, ())))
            if earlier is not None:
                yield replace(record, other_receipt_at=earlier)

    def _earlier(self, record: Record, position: str, objections: frozenset[str]) -> str | None:
        if record.receipt is None:
            return None
        key, own = _digest(compact_json(record.envelope)), _KnownReceipt(_digest(record.receipt), position, objections)
        if key not in self._known and len(self._known) < MAX_REMEMBERED_RESULTS:
            self._known[key] = own
        known = self._known.get(key, own)
        if known.objections > objections:
            self._known[key] = own
        return known.position if known.digest != own.digest and known.objections == objections else None


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()
