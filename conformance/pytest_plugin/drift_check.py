"""Drift as findings of an inventory: what broke since the version that git has, placed in the file as it is now."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.commands.drift import drift, settings_of, version_at
from conformance.commands.drift_reporters.text import witness_label, witness_text
from conformance.drift.policy import Ruling
from conformance.drift.report import RuledChange
from conformance.findings import Finding
from conformance.inventory import Inventory
from conformance.settings.repository import Config

MERGE_BASE = "merge-base"
"""What stands for the commit where HEAD left the default branch."""
DRIFT = "drift"

_TOLD = (Ruling.BREAKING, Ruling.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Before:
    """What an inventory was, and what reports call that version."""

    inventory: Inventory
    name: str


def before(path: Path, against: str) -> Before:
    """Read what an inventory was at a git reference; raises ``ConformanceError``."""
    return Before(*version_at(None if against == MERGE_BASE else against, path))


def drift_findings(was: Before, now: Inventory, shown: str, config: Config) -> Iterator[Finding]:
    """Yield every break and every undecided change since that version; raises ``ConformanceError``."""
    settings = settings_of(config, datetime.datetime.now(datetime.UTC).date())
    report = drift(was.inventory, now, (was.name, shown), settings)
    for ruled in report.changes:
        if ruled.verdict in _TOLD:
            yield _finding(ruled)


def _finding(ruled: RuledChange) -> Finding:
    witness = f"; {witness_label(ruled)}: {witness_text(ruled)}" if ruled.witness is not None else ""
    return Finding(
        rule=DRIFT,
        level=ruled.level,
        tool=ruled.change.tool,
        pointer=_pointer_now(ruled),
        message=f"{ruled.message}{witness}",
        hint=ruled.hint,
        fingerprint=ruled.fingerprint,
        suppressed=ruled.suppressed,
    )


def _pointer_now(ruled: RuledChange) -> str:
    """A pointer into the file as it is: what is gone is placed where it would stand."""
    change = ruled.change
    if not change.is_gone:
        return change.pointer
    return "/tools" if change.now is None else change.now.pointer + change.pointer_in_tool
