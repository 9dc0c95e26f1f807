"""Drift as findings of an inventory: what broke since the version that git has, placed in the file as it is now."""

import datetime
from collections.abc import Iterator
from pathlib import Path

from conformance.config import Config
from conformance.drift.policy import Ruling
from conformance.drift.report import RuledChange
from conformance.drift_reporters.text import witness_label, witness_text
from conformance.drifting import drift_against, settings_of
from conformance.findings import Finding

MERGE_BASE = "merge-base"
"""What stands for the commit where HEAD left the default branch."""
DRIFT = "drift"

_TOLD = (Ruling.BREAKING, Ruling.UNKNOWN)


def drift_findings(path: Path, against: str, config: Config) -> Iterator[Finding]:
    """Yield every break and every undecided change since a git reference; raises ``ConformanceError``."""
    settings = settings_of(config, datetime.datetime.now(datetime.UTC).date())
    report = drift_against(None if against == MERGE_BASE else against, path, settings)
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
