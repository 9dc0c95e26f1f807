"""Drift as JSON, for programs; published in ``schemas/drift.schema.json``. ASCII with escapes."""

import json

from conformance.commands.drift_reporters import DriftReporter
from conformance.drift.report import DriftReport, report_value


def render(report: DriftReport, _colour: bool) -> str:
    """Return the report as one JSON document."""
    return json.dumps(report_value(report), indent=2, ensure_ascii=True).replace("\x7f", "\\u007f") + "\n"


DRIFT_REPORTER = DriftReporter(render)
