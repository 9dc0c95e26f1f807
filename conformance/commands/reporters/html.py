"""Reports as one HTML page for people: it loads nothing and runs nothing of what was checked.

``_findings_page`` and ``_drift_page`` say what is on it, ``_page_layout`` lays it out.
Without its script only the filter is missing.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from conformance.commands.report import Report
from conformance.commands.reporters import Reporter

if TYPE_CHECKING:
    from conformance.drift.report import DriftHistory, DriftReport


def render_findings(report: Report, folder: Path) -> str:
    """Return a report of findings as a page."""
    from conformance.commands.reporters._findings_page import findings_page
    from conformance.commands.reporters._page_layout import render_page

    return render_page(findings_page(report, folder))


def render_drift(report: "DriftReport", folder: Path) -> str:
    """Return a report of drift as a page."""
    from conformance.commands.reporters._drift_page import drift_page
    from conformance.commands.reporters._page_layout import render_page

    return render_page(drift_page(report, folder))


def render_history(history: "DriftHistory", folder: Path) -> str:
    """Return the history of an inventory as a page."""
    from conformance.commands.reporters._history_page import history_page
    from conformance.commands.reporters._page_layout import render_page

    return render_page(history_page(history, folder))


REPORTER = Reporter(findings=render_findings, drift=render_drift, history=render_history)
