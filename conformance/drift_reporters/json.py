"""Drift as JSON, for programs; published in ``schemas/drift.schema.json``. ASCII with escapes."""

import json

from conformance.drift.report import DriftReport, report_value
from conformance.drift_reporters import DriftReporter


def render(report: DriftReport, _colour: bool) -> str:
    """Return the report as one JSON document."""
    return json.dumps(report_value(report), indent=2, ensure_ascii=True).replace("\x7f", "\\u007f") + "\n"


DRIFT_REPORTER = DriftReporter(render)
