"""Drift as findings of an inventory: what broke since the version that git has, placed in the file as it is now."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.commands.drift import document_at, drift, settings_of
from conformance.drift.report import RuledChange
from conformance.findings import Finding
from conformance.inventory import Inventory
from conformance.inventory.load import load_any_inventory
from conformance.settings.notices import DRIFT
from conformance.settings.repository import Config

MERGE_BASE = "merge-base"
"""What stands for the commit where HEAD left the default branch."""


@dataclass(frozen=True, slots=True)
class EarlierVersion:
    """What an inventory was, and what reports call that version."""

    inventory: Inventory
    name: str


def read_earlier_version(path: Path, against: str) -> EarlierVersion:
    """Read what an inventory was at a git reference; raises ``ConformanceError``."""
    document = document_at(None if against == MERGE_BASE else against, path)
    return EarlierVersion(load_any_inventory(document), document.name)


def drift_findings(was: EarlierVersion, now: Inventory, shown: str, config: Config) -> Iterator[Finding]:
    """Yield every break and every undecided change since that version; raises ``ConformanceError``."""
    settings = settings_of(config, datetime.datetime.now(datetime.UTC).date())
    report = drift(was.inventory, now, (was.name, shown), settings)
    for ruled in report.changes:
        if ruled.can_fail:
            yield _finding(ruled)


def _finding(ruled: RuledChange) -> Finding:
    return Finding(
        rule=DRIFT.id,
        level=ruled.level,
        tool=ruled.change.tool,
        pointer=_current_pointer(ruled),
        message=ruled.message,
        hint=ruled.hint,
        fingerprint=ruled.fingerprint,
        evidence=ruled.evidence,
        suppressed=ruled.suppressed,
    )


def _current_pointer(ruled: RuledChange) -> str:
    """A pointer into the file as it is: what is gone is placed where it would stand."""
    change = ruled.change
    if not change.is_gone:
        return change.pointer
    return "/tools" if change.new_tool is None else change.new_tool.pointer + change.pointer_in_tool
