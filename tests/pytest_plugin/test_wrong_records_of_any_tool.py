"""Recorded results of tools that only read, list or report: the wrong ones fail by name, unusual right ones pass.

There is no inventory. Half of the tools are those of the reference contract, with one line of the receipt or one member
of the result changed; the others are known to nobody.
"""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from conformance.systems.adapters.reference import reference_records
from tests.pytest_plugin.conftest import Project, failed_ids

FILE = "receipts.jsonl"
TEST = "def test_receipts(receipt, receipt_snapshot):\n    assert receipt == receipt_snapshot\n"
OUTCOME, OUTPUT, HANDLES, PATH = (
    "receipt_outcome_true",
    "receipt_output_true",
    "receipt_keeps_handles",
    "artifact_path_only",
)
SAMPLES = {record.name: record for record in reference_records()}


def _lie(name: str, *replaced: tuple[str, str]) -> dict[str, Any]:
    """Return a sample whose receipt has other words in place of some."""
    receipt = SAMPLES[name].receipt or ""
    for old, new in replaced:
        assert old in receipt, (name, old)
        receipt = receipt.replace(old, new)
    return {"envelope": SAMPLES[name].envelope, "receipt": receipt}


def _without_lines(name: str, *parts: str) -> dict[str, Any]:
    lines = (SAMPLES[name].receipt or "").splitlines()
    kept = [line for line in lines if not any(part in line for part in parts)]
    assert kept != lines, name
    return {"envelope": SAMPLES[name].envelope, "receipt": "\n".join(kept)}


def _success(tool: str, receipt: str, summary: str = "the call is done", **result: Any) -> dict[str, Any]:
    envelope = {"tool_name": tool, "status": "success", "summary_text": summary, "result": result, "error": None}
    return {"envelope": envelope, "receipt": receipt}


def _failure(message: str, receipt: str = "", **error: Any) -> dict[str, Any]:
    whole = {"kind": "timed_out", "details": None, "recovery_hint": "ask a shorter question", "retryable": True}
    envelope = {
        "tool_name": "AskModel",
        "status": "error",
        "summary_text": "the model did not answer",
        "result": None,
        "error": {**whole, "message": message, **error},
    }
    right = f"AskModel failed: timed_out\n{message}\nask a shorter question\nretryable: yes"
    return {"envelope": envelope, "receipt": receipt or right}


def _export(rows: int, path: Any) -> dict[str, Any]:
    return _success("ExportRows", f"Exported {rows} rows to {path}", rows=rows, artifacts=[{"path": path}])


def _moved() -> dict[str, Any]:
    return _lie("patch/applied_every_action", ("src/tokens.py -> src/lexer.py", "src/lexer.py -> src/tokens.py"))


ENDED = {"disposition": "completed", "stdout_preview": None, "stderr_preview": None, "truncated": False}
# Name of the record, the rule that objects, and the line.
WRONG: Mapping[str, tuple[str, dict[str, Any]]] = {
    "http-status": (OUTCOME, _lie("web/page", ("HTTP status 200", "HTTP status 404"))),
    "page-of-another-call": (OUTPUT, _lie("web/page_redirected", ("Moved here.", "Semicolons end statements."))),
    "page-cut-hidden": ("truncation_visible", _without_lines("web/page_truncated", "truncated", "...")),
    "hits-of-none": (OUTCOME, _lie("web/no_hits", ("No web results", "Web search\nResults: 1"))),
    "memory-dropped": (OUTPUT, _without_lines("memory/read", "Content:", "# Parser", "Trailing")),
    "report-dropped": (OUTPUT, _without_lines("task_output/output_child_report", "Result:", "parser accepts", "Both")),
    "failed-as-running": (OUTCOME, _lie("task/status_failed", ("status: failed", "status: running"))),
    "exit-of-task-hidden": (
        OUTCOME,
        _success(
            "TaskStatus",
            "Task status: failed\nTask: task_5",
            task={"task_id": "task_5", "status": "failed", "exit_status": 4},
        ),
    ),
    "running-as-completed": (OUTCOME, _lie("task_output/output_timeout", ("Status: running", "Status: completed"))),
    "stopping-as-stopped": (OUTCOME, _lie("task/stop_requested", ("cancelling", "cancelled"))),
    "stop-without-id": (HANDLES, _without_lines("task/stop_done", "task_123")),
    "bytes": (OUTCOME, _lie("task/input_accepted", ("written: 7", "written: 70"))),
    "refused-as-accepted": (OUTCOME, _lie("task/input_not_accepted", ("Input not accepted", "Accepted input: yes"))),
    "total": (OUTCOME, _lie("task/list_several", ("Active tasks: 3", "Total active: 2"))),
    "item-of-list-dropped": (HANDLES, _without_lines("work_queue/list_several", "wi_43")),
    "open-as-completed": (OUTCOME, _lie("work_item/created", ("State: open", "State: completed"))),
    "other-agent": (HANDLES, _lie("delegation/child_spawned", ("agent_7", "agent_8"))),
    "wait-for-other-task": (HANDLES, _lie("waiting/waiting_for_task", ("task_123", "task_321"))),
    "killed-as-ended": (OUTCOME, _lie("command/exec_killed", ("without an exit code", "with code 0"))),
    "running-as-ended": (OUTCOME, _lie("command/exec_already_running", ("Command is already running", "Exit code 0"))),
    "moved-back": ("receipt_changes_true", _moved()),
    "climbing-path": (PATH, _export(1, "../../etc/shadow")),
    "key-file": (PATH, _export(2, "~/.ssh/id_ed25519")),
    "environment": (PATH, _export(3, "/proc/self/environ")),
    "url": (PATH, _export(4, "https://example.org/a.csv")),
    "escape": (
        "receipt_no_control_characters",
        _success("ReadLog", "Log:\na\x1b]0;b\x07", log_preview="a\x1b]0;b\x07"),
    ),
    "reversed-text": (
        "receipt_no_control_characters",
        _success("ReadName", "Its name is a\u202etxt.exe", name="a\u202etxt.exe"),
    ),
    "password": (
        "no_secrets",
        _success("ListRemotes", "1 remote", remotes=["https://bob:hunter2hunter2@git.example.org/x.git"]),
    ),
    "password-of-receipt": (
        "receipt_no_secrets",
        _success("ListMirrors", "1 mirror: https://bob:hunter2hunter2@git.example.org/x.git", mirror_count=1),
    ),
    "retryable-text": ("error_fields", _failure("no answer in 1 s", retryable="yes")),
    "kind-in-prose": (
        "error_fields",
        _failure(
            "no answer in 2 s",
            "AskModel failed: It Timed Out!\nno answer in 2 s\nask a shorter question\nretryable: yes",
            kind="It Timed Out!",
        ),
    ),
    "server-path": ("no_server_path", _failure("/opt/svc/app/llm/client.py:88: no answer")),
    "large-details": ("error_details_bounded", _failure("no answer in 3 s", details={"log": "q z " * 3_000})),
    "failure-as-success": (
        "receipt_outcome_first",
        _failure("no answer", "Answer received\ntimed_out: no answer, ask a shorter question, retryable: yes"),
    ),
    "failure-as-done": (
        "receipt_outcome_first",
        _failure(
            "no answer in 8 s", "Model asked. (timed_out: no answer in 8 s)\nask a shorter question\nretryable: yes"
        ),
    ),
    "more-than-found": (
        "receipt_changes_true",
        _success("SearchTickets", "Found 5 tickets\n- T-1\n- T-2", tickets=["T-1", "T-2"], total_count=2),
    ),
    "message-hidden": (
        "receipt_error_fields",
        _failure("no answer in 5 s", "AskModel failed (timed_out)\nask a shorter question\nretryable: yes"),
    ),
}
# The receipt lacks the id of the result, and states one that the result does not have.
INVENTED = ("other-agent", "wait-for-other-task")
RIGHT: Mapping[str, dict[str, Any]] = {
    "thousands": _success("CountRows", "Table users: 1,200 rows", row_count=1200, table="users"),
    "table": _success(
        "ListJobs",
        "| job | status |\n|---|---|\n| t_1 | running |\n| t_2 | failed |\n\n2 jobs",
        jobs=[{"job_id": "t_1", "status": "running"}, {"job_id": "t_2", "status": "failed"}],
    ),
    "tags": _success(
        "ExecCommand", '<result exit="12">\n<stdout>\na\n</stdout>\n<stderr>\nb\n</stderr>\n</result>', "status 12",
        **{**ENDED, "exit_status": 12, "stdout_preview": "a\n", "stderr_preview": "b\n"},
    ),
    "fences": _success(
        "ExecCommand", "Failed with exit status 13.\n\nStandard output:\n```\na\n```\n\nStandard error:\n```\nb\n```",
        "status 13", **{**ENDED, "exit_status": 13, "stdout_preview": "a\n", "stderr_preview": "b\n"},
    ),
    "signal": _success(
        "ExecCommand", "Killed by SIGSEGV (would be exit code 139)\nstderr:\nSegmentation fault", "ended by a signal",
        **{**ENDED, "exit_status": None, "stderr_preview": "Segmentation fault\n"},
    ),
    "imitation": _success(
        "ExecCommand", "Process exited with code 0\nstdout:\n| Task status: failed\n| HTTP status 500", "status 0",
        **{**ENDED, "exit_status": 0, "stdout_preview": "Task status: failed\nHTTP status 500\n"},
    ),
    "nothing-set": _success("ReadFlag", "Flag: no\nValue: 0\nName: (empty)", flag=False, value=0, name=""),
    "not-found": _success(
        "WebFetch", "HTTP 301, then HTTP 404 (not found) for https://example.org/a\nText:\nNot Found",
        url="https://example.org/b", http_status=404, text_preview="Not Found\n", truncated=False,
    ),
    "hosts": _success(
        "CheckHosts", "a answered HTTP 500, b answered HTTP 200",
        hosts=[{"host": "a", "http_status": 500}, {"host": "b", "http_status": 200}],
    ),
    "state-of-another": _success(
        "GetBuild", "Build status: green\nThe build is done\nThe queue is open",
        build={"build_id": "done", "status": "completed"},
    ),
    "error-in-one-line": _failure(
        "no answer in 6 s", "AskModel failed (timed_out): no answer in 6 s; ask a shorter question. Retryable: yes"
    ),
    "error-as-json": _failure("no answer in 7 s", json.dumps({"error": {
        "kind": "timed_out", "message": "no answer in 7 s",
        "recovery_hint": "ask a shorter question", "retryable": True,
    }})),
    "changed-places": _success(
        "SwapFiles", "Renamed a.py -> b.py\nRenamed b.py -> a.py",
        renamed_files=[{"path": "b.py", "from_path": "a.py"}, {"path": "a.py", "from_path": "b.py"}],
    ),
    "share": _success(
        "RunTests", "Tests failed: 1 of 12 (exit status 1)\nOutput:\n11 passed\n1 failed", "1 of 12 tests failed",
        exit_status=1, passed=11, failed=1, output_preview="11 passed\n1 failed\n", truncated=False,
    ),
    "task-list": _success(
        "ListTasks", "2 tasks: t_1 and t_2",
        tasks=[{"task_id": "t_1", "status": "failed", "exit_status": 3}, {"task_id": "t_2", "status": "running"}],
    ),
    "yaml": _success(
        "GetJob", "job:\n  job_id: job_4\n  state: paused\n  progress: 40%",
        job={"job_id": "job_4", "state": "paused", "progress": 40},
    ),
    "first-of-many": _success(
        "FindText", "57 matches, the first 2 on lines 3 and 9. Truncated; all in out/m.txt",
        matches=[{"line": 3}, {"line": 9}], match_count=57, truncated=True, artifacts=[{"path": "out/m.txt"}],
        matches_artifact=0,
    ),
    "empty": _success("ClearCache", "Cache cleared"),
}  # fmt: skip


@pytest.fixture
def recorded(project: Project) -> Project:
    """An empty folder but for the records and the ini file that names them."""
    wrong = [{"name": f"wrong/{name}", **line} for name, (_, line) in WRONG.items()]
    right = [{"name": f"right/{name}", **line} for name, line in RIGHT.items()]
    project.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\n")
    project.write(FILE, "".join(f"{json.dumps(line)}\n" for line in (*wrong, *right)))
    project.write("test_r.py", TEST)
    return project


def test_each_wrong_record_fails_by_its_rule_alone_and_becomes_no_snapshot(recorded: Project) -> None:
    assert len(WRONG) >= 20
    assert len(RIGHT) >= 15
    failed = failed_ids(recorded.run_apart("-q", "-p", "no:cacheprovider", "--snapshot-update"))
    nodes = {f"{FILE}::{line['envelope']['tool_name']}::wrong/{name}::{rule}" for name, (rule, line) in WRONG.items()}
    tools = {name: WRONG[name][1]["envelope"]["tool_name"] for name in INVENTED}
    nodes |= {f"{FILE}::{tool}::wrong/{name}::receipt_values_true" for name, tool in tools.items()}
    assert failed == nodes | {f"test_r.py::test_receipts[wrong-{name}]" for name in WRONG}
