"""The reports of which each format has a golden file.

``python -m tests.commands.reporters.golden_reports`` writes them again.
"""

import json
from pathlib import Path

from msgspec.structs import replace

from conformance import __version__
from conformance.commands.report import Report, ToolCoverage
from conformance.commands.reporters import drift_formats, finding_formats, render_drift, render_findings
from conformance.documents.location import Location
from conformance.drift.attribution.judgement import Direction
from conformance.drift.changes import Change, ChangeSurface
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level
from conformance.schema.containment.prover import Answer, Verdict
from conformance.schema.containment.witness import Witness

FOLDER = Path("/repo")
GOLDEN = Path(__file__).parent / "golden"
HOSTILE = "100%,\n::error::x <b>&`|*_]]>{0}[a](https://b) \u202e\x1b[2J\ud800"
"""A text with what ends a value, a line or an element in some format, and with characters that act on a terminal."""

FINDING = Finding(
    "tool_name_case", Level.ERROR, "list_tasks", "/tools/0/name", "tool name `list_tasks` is not PascalCase",
    "rename it to `ListTasks`", "0" * 16, Location("/repo/tools.json", 4, 7), {"quote": "list_tasks"},
)  # fmt: skip
WARNING = replace(
    FINDING, rule="unit_suffix", level=Level.WARNING, tool="Wait", pointer="/tools/1/input_schema", hint="",
    fingerprint="1" * 16, message="duration `timeout` does not end in `_ms`",
    location=Location("/repo/a:b/tools 2.json", 9, 1),
)  # fmt: skip
STRANGE = replace(
    FINDING, tool=HOSTILE, message=HOSTILE, hint=HOSTILE, fingerprint="2" * 16, evidence={"quote": HOSTILE},
    location=Location(HOSTILE, 1, 1), level=Level.INFO,
)  # fmt: skip
ACCEPTED = replace(FINDING, fingerprint="3" * 16, suppressed="kept for old clients", location=None)
REPORT = Report(
    "/repo/tools.json",
    [FINDING, WARNING, STRANGE, ACCEPTED],
    tool_count=3,
    rule_count=2,
    checked_count=0,
    omitted={Level.WARNING: 3},
    broke_off=ConformanceError(ErrorKind.UNREACHABLE, "the server exited with status 3", "start it again"),
    coverage=[ToolCoverage("Wait", tested=1, skipped=2, undetermined=1)],
    examined={("tool_name_case", "list_tasks"), ("tool_name_case", "Wait"), ("unit_suffix", "Wait")},
    left_out=["1 of 3 tools (`--tool`)"],
)

_PROOF = Verdict(Answer.BREAKING, witness=Witness({"limit": 1}))
_REMOVED = Change(
    "field_removed", ChangeSurface.INPUT, "/tools/0/input_schema/properties/limit", {}, None,
    tool="ListTasks", direction=Direction.INPUT, evidence=_PROOF,
)  # fmt: skip
_OLD, _NEW = "main:tools.json", "/repo/tools.json"
BREAK = RuledChange(
    _REMOVED, Ruling.BREAKING, "`limit` was removed", "keep it", "4" * 16, location=Location(_OLD, 7, 5)
)
DRIFT = DriftReport(
    _OLD,
    _NEW,
    [
        BREAK,
        replace(BREAK, verdict=Ruling.UNKNOWN, message=HOSTILE, fingerprint="5" * 16, location=Location(_NEW, 8, 5)),
        replace(BREAK, verdict=Ruling.COSMETIC, message="the description changed", fingerprint="6" * 16),
        replace(BREAK, suppressed="agreed", accepted_by="`accept` entry 1", fingerprint="7" * 16),
    ],
    reason="the target branch",
)


def golden_texts() -> dict[str, str]:
    """Return what each format writes of the two reports, by the name of its golden file."""
    found = {f"findings.{name}": render_findings(name, REPORT, FOLDER) for name in finding_formats()}
    found |= {f"drift.{name}": render_drift(name, DRIFT, FOLDER) for name in drift_formats()}
    return {name: _essence(name, text).replace(__version__, "VERSION") for name, text in found.items()}


def _essence(name: str, text: str) -> str:
    """Return a report without what is not about it: rules that it does not report, and the style of a page."""
    if name.endswith(".html"):  # styles and script are the same in every page
        return text.partition("<body>")[2].partition("<script>")[0]
    if not name.endswith(".sarif"):
        return text
    log = json.loads(text)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    run["tool"]["driver"]["rules"] = [one for one in rules if one["id"] in {r["ruleId"] for r in run["results"]}]
    for result in run["results"]:
        assert rules[result.pop("ruleIndex")]["id"] == result["ruleId"]
    return json.dumps(log, indent=1) + "\n"


if __name__ == "__main__":
    for _name, _text in golden_texts().items():
        (GOLDEN / _name).write_text(_text, "utf-8")
