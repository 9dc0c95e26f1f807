"""Accepted breaks: each `accept` entry of the configuration suppresses the changes it matches, and is itself checked.

An entry that matches nothing, or that has expired, fails like a break: an exception that outlives its reason would
hide the next break.
"""

import datetime
import json
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.location import Location
from conformance.drift.changes import Change, ChangeSurface
from conformance.drift.policy import Ruling
from conformance.drift.report import STALE_ACCEPT, RuledChange
from conformance.findings import fingerprint
from conformance.settings.repository import Accept
from conformance.settings.toml_positions import locate_key

_ACCEPTABLE = (Ruling.BREAKING, Ruling.UNKNOWN)

_STALE_HINT = "remove the entry: the break that it accepted is part of the base by now, or is undone"


def entry_text(kind: str, tool: str = "*", pointer: str = "*") -> str:
    """Return the assignment that accepts a kind of change of a tool; without a location the tool is a placeholder."""
    named = "TOOL" if tool == pointer == "*" else tool
    values = {"rule": kind, "tool": named, "pointer": pointer, "reason": "..."}
    # TOML and JSON write such texts alike
    return f"accept = [{{ {', '.join(f'{name} = {json.dumps(value)}' for name, value in values.items())} }}]"


def apply_acceptances(
    changes: Sequence[RuledChange],
    entries: Sequence[Accept],
    today: datetime.date,
    file: Path | None = None,
    *,
    is_partial: bool = False,
) -> list[RuledChange]:
    """Suppress the changes that an entry accepts, and add a breaking change for every stale or expired entry.

    ``file`` is the configuration in which these entries are located. In a partial run an entry that matches nothing
    may be about another inventory.
    """
    # An entry is valid through its last day; after that it suppresses nothing and is reported instead.
    valid = {index: entry for index, entry in enumerate(entries) if entry.expires is None or entry.expires >= today}
    judged = [_suppress_accepted(change, valid) for change in changes]
    stale = [
        _stale_change(index, entry, today, locate_key(file, f"accept.{index}") if file else None)
        for index, entry in enumerate(entries)
        if index not in valid or not (is_partial or any(_covers(entry, change) for change in changes))
    ]
    return [*judged, *stale]


def _suppress_accepted(ruled: RuledChange, entries: Mapping[int, Accept]) -> RuledChange:
    covering = next((index for index, entry in entries.items() if _covers(entry, ruled)), None)
    if covering is None or ruled.suppressed is not None:
        return ruled
    # Entries are counted from 1, as a reader of the configuration does.
    return replace(ruled, suppressed=entries[covering].reason, accepted_by=f"`accept` entry {covering + 1}")


def _covers(entry: Accept, ruled: RuledChange) -> bool:
    if ruled.verdict not in _ACCEPTABLE:
        return False
    if entry.fingerprint is not None and entry.fingerprint != ruled.fingerprint:
        return False
    change = ruled.change
    # An entry may use the pointer in the file, in the inventory read from it, or within the tool.
    pointers = (ruled.pointer, change.pointer, change.pointer_in_tool)
    return (
        fnmatchcase(change.kind, entry.rule)
        and fnmatchcase(change.tool or "", entry.tool)
        and any(fnmatchcase(pointer, entry.pointer) for pointer in pointers)
    )


def _stale_change(index: int, entry: Accept, today: datetime.date, location: Location | None) -> RuledChange:
    expired = entry.expires is not None and entry.expires < today
    why = f"expired on {entry.expires}" if expired else "matches no breaking change"
    conditions = (
        ("fingerprint", entry.fingerprint),
        ("rule", entry.rule),
        ("tool", entry.tool),
        ("pointer", entry.pointer),
    )
    # Part of the fingerprint: an edited entry is another stale entry.
    matched = ", ".join(f"{key} {code_text(value)}" for key, value in conditions if value not in (None, "*"))
    pointer = f"/accept/{index}"
    return RuledChange(
        Change(STALE_ACCEPT, ChangeSurface.INVENTORY, pointer, None, None),
        Ruling.BREAKING,
        f"the `accept` entry for {matched or 'everything'} {why}",
        "fix the break, or extend `expires` and say why in `reason`" if expired else _STALE_HINT,
        fingerprint(STALE_ACCEPT, None, pointer, matched or "everything"),
        location=location,
    )
