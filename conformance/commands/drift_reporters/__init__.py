"""Reporters of drift: pure functions from a drift report to text, one format in one file."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance import discovery
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange

SEVERITY_ORDER = (Ruling.BREAKING, Ruling.UNKNOWN, Ruling.COMPATIBLE, Ruling.COSMETIC)


@dataclass(frozen=True, slots=True)
class DriftReporter:
    """One format: ``render`` turns a report into text that ends with a newline."""

    render: Callable[[DriftReport, bool], str]
    """Arguments: the report, and whether the reader is a terminal that shows colours."""


def drift_reporter_names() -> list[str]:
    """Return the names of all formats without importing one."""
    return discovery.member_ids(sys.modules[__name__])


def drift_reporter(name: str) -> DriftReporter:
    """Return the reporter of a format; raises ``ModuleNotFoundError`` for an unknown one."""
    return discovery.member(sys.modules[__name__], name, "DRIFT_REPORTER", DriftReporter)[0]


def group_by_tool(changes: Sequence[RuledChange]) -> list[tuple[str | None, list[RuledChange]]]:
    """Group changes by tool, the gravest first, among tools and within each."""
    groups: dict[str | None, list[RuledChange]] = {}
    for ruled in sorted(changes, key=lambda ruled: SEVERITY_ORDER.index(ruled.verdict)):
        groups.setdefault(ruled.change.tool, []).append(ruled)
    return list(groups.items())


def summary_line(report: DriftReport) -> str:
    """Return the one line that says how many changes of which verdict there are."""
    counts = report.summary()
    parts = [f"{counts[ruling.value]} {ruling.value}" for ruling in SEVERITY_ORDER if counts[ruling.value]]
    suppressed = f" ({counts['suppressed']} accepted)" if counts["suppressed"] else ""
    return (", ".join(parts) or "no change") + suppressed
