"""Recorded texts and names that command a terminal, or that no text may have, reach no report as they are."""

import json
import re

from tests.pytest_plugin.conftest import Project
from tests.scenarios.scenario import run_command, working_in

FILE = "receipts.jsonl"
HOSTILE = "a\x1b[31mb\x07c\x00d\u202ee\ud800f"
FORMATS = ("text", "json", "sarif", "junit", "github", "gitlab", "markdown", "html")
# Control characters but tab and line breaks, marks that turn the direction of writing, and halves of a surrogate pair.
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def _write(project: Project) -> None:
    """Write two wrong records that are hostile in the names of tool, record and field, and in every text."""
    envelope = {
        "tool_name": f"Run{HOSTILE}",
        "status": "success",
        "summary_text": HOSTILE,
        "result": {"exit_status": 3, "stdout_preview": HOSTILE, f"k{HOSTILE}": "x", "run_id": HOSTILE},
        "error": {"kind": HOSTILE},
    }
    failure = {**envelope, "status": "error", "result": None, "error": {"kind": HOSTILE, "message": HOSTILE}}
    lines = [
        {"name": f"n/{HOSTILE}", "envelope": envelope, "receipt": HOSTILE},
        {"name": HOSTILE, "envelope": failure, "receipt": f"Run{HOSTILE} failed"},
    ]
    project.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\n")
    project.write(FILE, "".join(f"{json.dumps(line)}\n" for line in lines))


def test_no_format_of_audit_prints_a_raw_character_of_a_hostile_record(project: Project) -> None:
    _write(project)
    found: dict[str, list[str]] = {}
    with working_in(project.path):
        for name in FORMATS:
            status, output = run_command(f"conformance audit {FILE} --format {name}")
            assert status == 1, (name, output)
            assert "Traceback" not in output
            found[name] = RAW.findall(output)
    assert len(RAW.findall(HOSTILE)) == 5
    assert {name: raw for name, raw in found.items() if raw} == {}


def test_pytest_reports_hostile_records_without_a_raw_character(project: Project) -> None:
    _write(project)
    result = project.run_apart("-q", "-p", "no:cacheprovider", "--color=no", "--junit-xml=report.xml")
    text = "\n".join([*result.outlines, *result.errlines, (project.path / "report.xml").read_text("utf-8")])
    assert RAW.findall(text) == []
    assert "INTERNALERROR" not in text
    assert "Traceback" not in text
    assert result.parseoutcomes()["failed"] >= 4
