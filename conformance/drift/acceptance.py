"""Accepted breaks: each entry of the configuration lets pass what it names, with a reason, and is itself checked.

An entry that lets nothing pass, or whose time is over, fails like a break: an exception that outlives its reason lets
the next break pass unseen.
"""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from conformance.display import quote_text
from conformance.drift.changes import Change, Surface
from conformance.drift.policy import Ruling
from conformance.drift.report import RuledChange
from conformance.findings import fingerprint
from conformance.settings.repository import Accept

STALE_ACCEPT = "stale_accept"
_ACCEPTABLE = (Ruling.BREAKING, Ruling.UNKNOWN)


def apply_acceptances(
    changes: Sequence[RuledChange], entries: Sequence[Accept], today: datetime.date
) -> list[RuledChange]:
    """Suppress the changes that an entry accepts, and add one for every entry that is stale or expired."""
    valid = [entry for entry in entries if entry.expires is None or entry.expires >= today]
    judged = [_suppress_accepted(change, valid) for change in changes]
    stale = [
        _stale_change(index, entry, today)
        for index, entry in enumerate(entries)
        if entry not in valid or not any(_covers(entry, change) for change in changes)
    ]
    return [*judged, *stale]


def _suppress_accepted(ruled: RuledChange, entries: Sequence[Accept]) -> RuledChange:
    reason = next((entry.reason for entry in entries if _covers(entry, ruled)), None)
    return ruled if reason is None or ruled.suppressed is not None else replace(ruled, suppressed=reason)


def _covers(entry: Accept, ruled: RuledChange) -> bool:
    if ruled.verdict not in _ACCEPTABLE:
        return False
    if entry.fingerprint is not None and entry.fingerprint != ruled.fingerprint:
        return False
    change = ruled.change
    places = (ruled.pointer, change.pointer, change.pointer_in_tool)
    return (
        fnmatchcase(change.kind, entry.rule)
        and fnmatchcase(change.tool or "", entry.tool)
        and any(fnmatchcase(place, entry.pointer) for place in places)
    )


def _stale_change(index: int, entry: Accept, today: datetime.date) -> RuledChange:
    expired = entry.expires is not None and entry.expires < today
    why = f"expired on {entry.expires}" if expired else "accepts nothing that breaks"
    named = (("fingerprint", entry.fingerprint), ("rule", entry.rule), ("tool", entry.tool), ("pointer", entry.pointer))
    place = ", ".join(f"{key} {quote_text(value)}" for key, value in named if value not in (None, "*")) or "everything"
    pointer = f"/accept/{index}"
    return RuledChange(
        Change(STALE_ACCEPT, Surface.INVENTORY, pointer, None, None),
        Ruling.BREAKING,
        f"the accept entry of {place} {why}",
        "mend the break or extend the entry with a reason" if expired else "remove the entry",
        fingerprint(STALE_ACCEPT, None, pointer, place),
    )
