"""Reports as a table for a spreadsheet: one line per finding."""

import csv
import io
from pathlib import Path

from conformance import Report, Reporter


def render(report: Report, _folder: Path) -> str:
    """Return one line per finding, below a line with the names of the columns."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["level", "rule", "tool", "message"])
    table.writerows([one.level.value, one.rule, one.tool or "", one.message] for one in report.active_findings)
    return text.getvalue()


REPORTER = Reporter(findings=render)
