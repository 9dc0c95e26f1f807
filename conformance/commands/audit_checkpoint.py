"""Keeps what an audit came to in a file, so that one that was killed goes on where it was.

The file is replaced as a whole, so it holds one state or another, never half of one.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from conformance import __version__
from conformance.commands.audit_partition import AuditOrder
from conformance.commands.audit_totals import AuditTotals
from conformance.commands.census import ToolCensus
from conformance.commands.finding_tally import DroppedFindings, TalliedFindings
from conformance.commands.judging_stamp import content_digest
from conformance.display import code_text
from conformance.documents.files import remove_leftovers, translate_write_errors, write_atomically
from conformance.documents.location import Location
from conformance.documents.reader import read_bytes
from conformance.documents.values import compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level
from conformance.settings.ignores import IgnoreMarks
from conformance.systems.contract_coverage import SeenParts
from conformance.systems.surface.history import HistoryCounts
from conformance.systems.traces import TraceSource

_VERSION = 1
# Findings are kept in it, of which a user may ask for a million.
_MOST_BYTES = 2**30
_NOT_OURS = "pass another file, or remove this one to begin anew"


class LogPosition(Struct, frozen=True):
    """How far an audit is: the source that comes next, and where in it, in bytes and lines."""

    source: int = 0
    start: int = 0
    first_line: int = 1


class Checkpoint(Struct, frozen=True):
    """The file of an audit; ``identity`` is what the audit is of, so that no other one goes on with it."""

    path: Path
    identity: str

    def load(self, totals: AuditTotals) -> LogPosition:
        """Add what the file holds to new totals, and return how far it is: at the beginning if there is no file.

        Raises ``ConformanceError`` if it is not a file, or none of this audit.
        """
        if not self.path.exists():
            return LogPosition()
        try:
            value: Any = json.loads(read_bytes(self.path, _MOST_BYTES))
            version, identity, at = value["version"], value["identity"], LogPosition(*value["at"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise self._error("is not a checkpoint of an audit") from None
        if version != _VERSION or identity != self.identity:
            raise self._error("is of another audit, or the logs, the inventory or the options have changed since")
        _load(totals, value["totals"])
        return at

    def save(self, at: LogPosition, totals: AuditTotals) -> None:
        """Replace the file with what was found so far; raises ``ConformanceError`` if it cannot be written."""
        place = [at.source, at.start, at.first_line]
        value: Any = {"version": _VERSION, "identity": self.identity, "at": place, "totals": _dump(totals)}
        write_atomically(self.path, compact_json(value).encode())

    def remove(self) -> None:
        """Remove the file, as the audit is complete; raises ``ConformanceError`` if that is not possible."""
        with translate_write_errors(self.path):
            self.path.unlink(missing_ok=True)
            remove_leftovers(self.path.parent, self.path.name)

    def _error(self, what: str) -> ConformanceError:
        return ConformanceError(ErrorKind.USAGE, f"{code_text(str(self.path), 200)} {what}", _NOT_OURS)


def identity_of(order: AuditOrder, sources: Sequence[TraceSource], part_bytes: int) -> str:
    """Return a digest of what an audit is of: the logs by size and time, the inventory, the rules and the options."""
    stated = [
        __version__,
        [_state_of(source) for source in sources],
        order.declared.raw if order.declared is not None else None,
        order.against.raw if order.against is not None else None,
        [one.commit for one in order.versions.versions] if order.versions is not None else None,
        content_digest(order.profile),
        sorted(order.rule_ids),
        [str(order.artifacts), order.has_coverage, order.most, part_bytes],
        [order.selection.share, order.selection.since, order.selection.until],
    ]
    return hashlib.sha256(compact_json(cast("Any", stated)).encode()).hexdigest()


def _state_of(source: TraceSource) -> list[Any]:
    if source.path is None:
        return [source.name]
    try:
        status = source.path.stat()
    except OSError:
        return [source.name]
    return [source.name, str(source.path.absolute()), status.st_size, status.st_mtime_ns]


def _dump(totals: AuditTotals) -> dict[str, Any]:
    tallied, marks = totals.tally.contents(), totals.ignores.marks() if totals.ignores is not None else IgnoreMarks()
    contract = totals.whole.contract.seen_parts() if totals.whole.contract is not None else {}
    return {
        "counts": totals.counts,
        "named": sorted(totals.named),
        "examined": sorted(([rule, tool] for rule, tool in totals.examined), key=str),
        "census": {
            name: [one.statuses, one.kinds, one.truncated, one.size, one.largest]
            for name, one in totals.census.tools.items()
        },
        "known": totals.known.to_json(),
        "history": {name: [one.objects, one.values, one.errors] for name, one in totals.whole.history.counts().items()},
        "contract": {
            name: [sorted(one.input), sorted(one.result), one.errors, one.calls] for name, one in contract.items()
        },
        "kept": [_finding_value(one) for one in tallied.kept],
        "dropped": [[*kind, level.value, number] for (kind, level), number in tallied.dropped.by_kind.items()],
        "others": [
            [level.value, is_accepted, number] for (level, is_accepted), number in tallied.dropped.others.items()
        ],
        "ignored": [sorted(marks.used), sorted(marks.known)],
    }


def _load(totals: AuditTotals, value: Mapping[str, Any]) -> None:
    totals.counts.update(value["counts"])
    totals.named.update(value["named"])
    totals.examined.update((rule, tool) for rule, tool in value["examined"])
    for name, (statuses, kinds, truncated, size, largest) in value["census"].items():
        totals.census.tools[name] = ToolCensus(Counter(statuses), Counter(kinds), truncated, size, largest)
    totals.known.load(**value["known"])
    history = {name: HistoryCounts(*map(_counter, counts)) for name, counts in value["history"].items()}
    totals.whole.history.add_counts(history)
    if totals.whole.contract is not None:
        totals.whole.contract.add_seen(
            {
                name: SeenParts(frozenset(given), frozenset(result), Counter(errors), calls)
                for name, (given, result, errors, calls) in value["contract"].items()
            }
        )
    dropped = DroppedFindings()
    for rule, tool, message, hint, suppressed, level, number in value["dropped"]:
        dropped.count((rule, tool, message, hint, suppressed), Level(level), number)
    for level, is_accepted, number in value["others"]:
        dropped.others[Level(level), is_accepted] += number
    totals.tally.add_tallied(TalliedFindings([_read_finding(one) for one in value["kept"]], dropped))
    if totals.ignores is not None:
        used, known = value["ignored"]
        totals.ignores.add_marks(IgnoreMarks(frozenset(used), frozenset(known)))


def _counter(counts: Mapping[str, int]) -> Counter[str]:
    return Counter(counts)


def _finding_value(one: Finding) -> list[Any]:
    place = [one.location.file, one.location.line, one.location.column] if one.location is not None else None
    named = [one.rule, one.level.value, one.tool, one.pointer, one.message, one.hint, one.fingerprint]
    return [*named, place, one.evidence, one.suppressed, list(one.other_names)]


def _read_finding(value: Iterable[Any]) -> Finding:
    rule, level, tool, pointer, message, hint, fingerprint, place, evidence, suppressed, names = value
    location = Location(*place) if place is not None else None
    texts = (message, hint, fingerprint)
    return Finding(rule, Level(level), tool, pointer, *texts, location, evidence, suppressed, tuple(names))
