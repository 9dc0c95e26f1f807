"""An empty folder with recorded results: each wrong one fails at its own test, the right ones pass, no snapshot holds.

There is no inventory and no option; the ini file names the records, as the page of the plugin says.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from conformance.documents.packaged import INVENTORY_FILE, embedded_inventory
from conformance.systems.adapters.reference import reference_records
from tests.pytest_plugin.conftest import Project, failed_ids, node_ids, outcomes

FILE = "receipts.jsonl"
TEST = "def test_receipts(receipt, receipt_snapshot):\n    assert receipt == receipt_snapshot\n"
SAMPLES = {record.name: record for record in reference_records()}
RIGHT = tuple(name for name in SAMPLES if name.startswith(("command/exec", "patch/", "task/")))
SECRET = "ghp_" + "a1B2c3D4e5" * 4

_FAILED, _TRUNCATED = "command/exec_failed_with_stderr", "command/exec_truncated"
_PROMOTED, _REFUSED = "command/exec_promoted", "command/exec_outside_root"
_JSON, _SILENT, _PATCH = "command/exec_json_stdout", "command/exec_silent", "patch/applied"


def _envelope(name: str, /, *, without: str = "", **changed: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps(SAMPLES[name].envelope))
    return {key: value for key, value in {**whole, **changed}.items() if key != without}


def _in_result(name: str, **changed: Any) -> dict[str, Any]:
    return _envelope(name, result={**_envelope(name)["result"], **changed})


def _in_error(**changed: Any) -> dict[str, Any]:
    error = {**_envelope(_REFUSED)["error"], **changed}
    return _envelope(_REFUSED, error={key: value for key, value in error.items() if value is not None})


def _receipt(name: str) -> str:
    return SAMPLES[name].receipt or ""


def _line(name: str, envelope: Any = None, receipt: str | None = None, **other: Any) -> dict[str, Any]:
    """Return a line that is right but for what is given."""
    right = SAMPLES[name].envelope
    return {
        "envelope": right if envelope is None else envelope,
        "receipt": _receipt(name) if receipt is None else receipt,
        **other,
    }


def _without_lines(name: str, pattern: str) -> str:
    return "\n".join(line for line in _receipt(name).splitlines() if not re.search(pattern, line))


_DEVICE = [{"path": "/dev/zero"}, *_envelope(_TRUNCATED)["result"]["artifacts"][1:]]
_TRACE = 'Traceback (most recent call last):\n  File "main.py", line 3, in run\nValueError: x'

# Name of the record, the rule that objects, words of its message, and the line.
WRONG: Mapping[str, tuple[str, str, Any]] = {
    "both": ("envelope_exclusivity", "`error` is set", _line(_FAILED, _envelope(_FAILED, error={"kind": "x"}))),
    "neither": ("envelope_exclusivity", "`result` is not set", _line(_FAILED, _envelope(_FAILED, result=None))),
    "unknown-status": ("status_known", "`completed`", _line(_FAILED, _envelope(_FAILED, status="completed"))),
    "unknown-tool": ("tool_known", "`RunShell`", _line(_FAILED, _envelope(_FAILED, tool_name="RunShell"))),
    "no-summary": ("summary_present", "`summary_text`", _line(_FAILED, _envelope(_FAILED, without="summary_text"))),
    "extra-field": ("envelope_fields", "`duration_ms`", _line(_FAILED, _envelope(_FAILED, duration_ms=4))),
    "no-error-kind": ("error_fields", "`error.kind`", _line(_REFUSED, _in_error(kind=None))),
    "array-result": ("result_matches_schema", "", _line(_FAILED, _envelope(_FAILED, result=[{"exit_status": 101}]))),
    "text-result": ("envelope_fields", "is a string", _line(_FAILED, _envelope(_FAILED, result="12 tests"))),
    "exit-is-text": ("result_matches_schema", '"101" is not', _line(_FAILED, _in_result(_FAILED, exit_status="101"))),
    "raw-receipt": (
        "receipt_not_raw_envelope",
        "the raw envelope",
        _line(_SILENT, None, json.dumps(_envelope(_SILENT))),
    ),
    "other-exit": (
        "receipt_outcome_true",
        "exit code `0`",
        _line(_FAILED, None, _receipt(_FAILED).replace("101", "0")),
    ),
    "hidden-exit": ("receipt_outcome_true", "`exit_status`", _line(_FAILED, None, _without_lines(_FAILED, "^Process"))),
    "no-stdout": ("receipt_output_true", "`stdout_preview`", _line(_FAILED, None, _without_lines(_FAILED, "12 tests"))),
    "no-stderr": ("receipt_output_true", "`stderr_preview`", _line(_FAILED, None, _without_lines(_FAILED, "error: "))),
    "invented": ("receipt_output_true", "`stdout`", _line(_SILENT, None, f"{_receipt(_SILENT)}\nstdout:\nAll passed")),
    "hidden-cut": (
        "truncation_visible",
        "a cut",
        _line(_TRUNCATED, None, _without_lines(_TRUNCATED, r"truncated|^\.{3}$")),
    ),
    "denied-cut": (
        "truncation_flag_truthful",
        "`truncated`",
        _line(_TRUNCATED, _in_result(_TRUNCATED, truncated=False)),
    ),
    "no-handle": ("promoted_has_handle", "task handle", _line(_PROMOTED, _in_result(_PROMOTED, task_handle=None))),
    "hidden-handle": ("receipt_keeps_handles", "task_", _line(_PROMOTED, None, _without_lines(_PROMOTED, "task_"))),
    "wrong-index": ("artifact_index_in_range", "is 7", _line(_TRUNCATED, _in_result(_TRUNCATED, stdout_artifact=7))),
    "device": ("artifact_path_only", "`/dev/zero`", _line(_TRUNCATED, _in_result(_TRUNCATED, artifacts=_DEVICE))),
    "secret": (
        "no_secrets",
        "",
        _line(_FAILED, _in_result(_FAILED, stdout_preview=SECRET), f"code 101\nstdout:\n{SECRET}"),
    ),
    "escaped-json": ("receipt_no_escaped_json", "escaped", _line(_JSON, None, json.dumps(_envelope(_JSON)["result"]))),
    "other-summary": (
        "summary_agrees",
        "status 0",
        _line(_FAILED, _envelope(_FAILED, summary_text="exited with status 0")),
    ),
    "other-count": (
        "summary_agrees",
        "`9 files changed`",
        _line(_PATCH, _envelope(_PATCH, summary_text="9 files changed")),
    ),
    "result-in-input": ("recorded_input_valid", "`exit_status`", _line(_FAILED, input={"cmd": "ls", "exit_status": 3})),
    "two-receipts": ("receipt_deterministic", "", _line(_SILENT, rendered_again="Process exited with code 1")),
    "stack-trace": ("no_stack_trace", "stack trace", _line(_REFUSED, _in_error(message=_TRACE), f"Failed: {_TRACE}")),
}
# What only an audit record lacks, so that there is nothing to take a snapshot of.
UNSEEN: Mapping[str, tuple[str, str, Any]] = {
    "no-receipt": ("record_complete", "is missing", {"canonical_result": _envelope(_FAILED)}),
    "null-receipt": ("record_complete", "is null", {"canonical_result": _envelope(_SILENT), "rendered_receipt": None}),
}


@pytest.fixture
def recorded(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A folder with right and wrong records, and the ini file that names them."""
    monkeypatch.setenv("COLUMNS", "400")  # so that the short summary has room for messages
    project.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\n")
    project.write(INVENTORY_FILE, embedded_inventory().read_text("utf-8"))
    right = [{"name": f"right/{name}", **_line(name)} for name in RIGHT]
    wrong = [{"name": f"wrong/{name}", **line} for name, (_, _, line) in {**WRONG, **UNSEEN}.items()]
    project.write(FILE, "".join(f"{json.dumps(line)}\n" for line in (*right, *wrong)))
    return project


def _node(name: str) -> str:
    rule, _, line = {**WRONG, **UNSEEN}[name]
    envelope = line.get("envelope") or line["canonical_result"]
    return f"{FILE}::{envelope['tool_name']}::wrong/{name}::{rule}"


def test_each_wrong_record_fails_at_its_own_node_and_right_ones_pass(recorded: Project) -> None:
    assert len(WRONG) >= 20
    result = recorded.run_apart("-p", "no:cacheprovider")
    failed = {line.split(" ")[1]: line for line in result.outlines if line.startswith("FAILED ")}
    for name, (_, says, _) in {**WRONG, **UNSEEN}.items():
        message = failed[_node(name)].partition(" - ")[2]
        assert message, name
        assert says in message, (name, message)
    assert not [node for node in failed if "::right/" in node]
    assert len(node_ids(recorded.run("--collect-only", "-q", "-k", "right"))) == 2 * len(RIGHT)


def test_no_wrong_receipt_becomes_a_snapshot(recorded: Project) -> None:
    recorded.write("test_r.py", TEST)
    result = recorded.run_apart("-q", "--snapshot-update", "test_r.py")
    names = {f"wrong-{name}" for name in WRONG}
    assert {node.partition("[")[2].removesuffix("]") for node in failed_ids(result)} == names
    for name, (rule, _, _) in WRONG.items():
        assert re.search(rf"(?s)_ test_receipts\[wrong-{name}\] _.*?\[{rule}\]", result.stdout.str()), name
    written = {path.name for path in Path(recorded.path, "__snapshots__").rglob("*.txt")}
    assert len(written) == len(RIGHT)
    assert not [name for name in written if "wrong" in name]


def test_what_pytest_selects_reports_and_accepts_by_works_for_each_node(recorded: Project) -> None:
    alone = recorded.run("-q", "--junitxml=report.xml")
    failed = failed_ids(alone)
    assert failed_ids(recorded.run("--lf", "-q")) == failed
    assert failed_ids(recorded.run_apart("-q", "-n", "2")) == failed
    report = (recorded.path / "report.xml").read_text("utf-8")
    for name in WRONG:
        file, tool, record, rule = _node(name).split("::")
        assert f'classname="{file}.{tool}.{record}" name="{rule}"' in report
    assert outcomes(recorded.run("-q", _node("both"), _node("device"))) == {"failed": 2}
    assert _node("no-stdout") in failed_ids(recorded.run("-q", "-k", "no-stdout and receipts"))
    ignores = [
        f'[[ignore]]\nrule = "{rule}"\nreason = "known"\n' for rule in sorted({n.split("::")[3] for n in failed})
    ]
    recorded.write("conformance.toml", "".join(ignores))
    accepted = outcomes(recorded.run("-q"))
    assert accepted.get("failed", 0) == 0
    assert accepted["xfailed"] == len(failed)
