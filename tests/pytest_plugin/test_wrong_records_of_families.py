"""Recorded results of batches, waits, queues, patches and errors: the wrong ones fail by name, unusual right ones pass.

The receipts are in the words of other renderers than that of the reference contract.
"""

import json
from collections.abc import Mapping
from typing import Any

from conformance.documents.packaged import INVENTORY_FILE, embedded_inventory
from tests.pytest_plugin.conftest import Project, failed_ids

FILE = "receipts.jsonl"
TEST = "def test_receipts(receipt, receipt_snapshot):\n    assert receipt == receipt_snapshot\n"
OUTCOME, OUTPUT, CHANGES = "receipt_outcome_true", "receipt_output_true", "receipt_changes_true"
ERROR, SUMMARY, FIRST = "receipt_error_fields", "summary_agrees", "receipt_outcome_first"


def _command(receipt: str, code: int = 0, **members: Any) -> dict[str, Any]:
    streams = {"stdout_preview": None, "stderr_preview": None, "truncated": False}
    result = {"disposition": "completed", "exit_status": code, **streams, **members}
    return _success("ExecCommand", result, receipt, f"command exited with status {code}")


def _success(tool: str, result: Any, receipt: str, summary: str = "the call is done") -> dict[str, Any]:
    envelope = {"tool_name": tool, "status": "success", "summary_text": summary, "result": result, "error": None}
    return {"envelope": envelope, "receipt": receipt}


def _failure(receipt: str, message: str) -> dict[str, Any]:
    error = {"kind": "io_error", "message": message, "details": None, "recovery_hint": "free some space"}
    half = {"result": None, "error": {**error, "retryable": True}}
    return {
        "envelope": {"tool_name": "ExecCommand", "status": "error", "summary_text": "failed", **half},
        "receipt": receipt,
    }


def _batch(receipt: str, last: str = "terraform apply") -> dict[str, Any]:
    ended = {"disposition": "completed", "stdout_preview": None, "stderr_preview": None, "truncated": False}
    items = [
        {"index": 1, "cmd": "terraform fmt", "status": "completed", "result": {**ended, "exit_status": 0}},
        {"index": 2, "cmd": "terraform plan", "status": "completed", "result": {**ended, "exit_status": 0}},
        {"index": 3, "cmd": last, "status": "failed", "result": {**ended, "exit_status": 9}},
    ]
    counts = {"item_count": 3, "completed_count": 2, "failed_count": 1, "skipped_count": 0}
    result = {**counts, "stop_on_error": True, "items": items}
    tally = "2 completed, 1 failed, 0 skipped"
    return _success("ExecCommandBatch", result, f"{tally}\n{receipt}", f"batch ended: {tally}")


def _wait(receipt: str, number: int, **members: Any) -> dict[str, Any]:
    wait = {"wait_condition_id": f"wait_{number}", "scope": "agent", "wake": "external", "reason": "review"}
    return _success("WaitFor", {"disposition": "waiting", **wait, **members}, f"{receipt}\nCondition: wait_{number}")


def _queued(receipt: str, number: int) -> dict[str, Any]:
    ids = {"task_id": f"task_{number}", "result_message_id": f"message_{number}"}
    return _success("WaitFor", {"disposition": "task_result_queued", **ids}, f"{receipt}\n{'; '.join(ids.values())}")


def _follow_up(lines: str, priority: str, text: str) -> dict[str, Any]:
    result = {"enqueued": True, "priority": priority, "follow_up_text": text}
    return _success("Enqueue", result, f"Follow-up\n{lines}\n{text}")


def _patch(receipt: str, summary: str = "1 file changed", **actions: str) -> dict[str, Any]:
    files = [{"action": action, "path": f"lib/{name}.rs"} for name, action in actions.items()]
    shown = {"changed_files_truncated": False, "diff_preview": None, "diff_truncated": False}
    return _success("ApplyPatch", {"changed_file_count": len(files), "changed_files": files, **shown}, receipt, summary)


def _promoted(receipt: str, number: int) -> dict[str, Any]:
    handle = {"task_id": f"task_{number}", "kind": "command_task"}
    shown = {"initial_output_preview": "serving\n", "initial_output_truncated": False}
    result = {"disposition": "promoted_to_task", "task_handle": handle, **shown}
    return _success("ExecCommand", result, f"{receipt} task_{number} (command_task)\nInitial output:\nserving")


LOST: dict[str, Any] = {"truncated": True, "stdout_artifact": 0, "artifacts": [{"path": "artifacts/z.log"}]}
CUT = "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nz\n"
# Name of the record, the rule that objects, and the line.
WRONG: Mapping[str, tuple[str, dict[str, Any]]] = {
    "sign": (OUTCOME, _command("Command ended with exit code 11", -11)),
    "success": (OUTCOME, _command("The command succeeded", 2)),
    "failure": (OUTCOME, _command("The command failed\nstdout:\nfine", stdout_preview="fine\n")),
    "stream": (
        OUTPUT,
        _command("Exit code 1\nstdout:\ncannot open x\nabort", 1, stderr_preview="cannot open x\nabort\n"),
    ),
    "last-line": (OUTPUT, _command("Exit code 0\nstdout:\nfirst\nsecond", stdout_preview="first\nsecond\nthird\n")),
    "said-whole": (
        OUTCOME,
        _command(f"Exit code 0\nOutput not truncated\nartifacts/z.log\nstdout:\n{CUT}", stdout_preview=CUT, **LOST),
    ),
    "no-failed-item": (
        CHANGES,
        _batch("- terraform fmt: exit code 0\n- terraform plan: exit code 0\n(one had code 9)"),
    ),
    "no-first-item": (CHANGES, _batch("[2] terraform plan: exit code 0\n[3] make it so: exit code 9", "make it so")),
    "item-code": (
        OUTCOME,
        _batch("[1] terraform fmt: exit code 0\n[2] terraform plan: exit code 0\n[3] destroy: exit code 1", "destroy"),
    ),
    "wait-denied": (OUTCOME, _wait("No longer waiting.\nReason: review", 6)),
    "wait-ended": (OUTCOME, _wait("The task has finished already\nReason: review", 7)),
    "wait-scope": (OUTCOME, _wait("Waiting for an external change\nScope: work_item\nReason: review", 8)),
    "wait-invented": (OUTCOME, _queued("Suspended until there is news of", 3)),
    "other-priority": (OUTCOME, _follow_up("Priority: background", "interject", "Run it.")),
    "no-priority": (OUTCOME, _follow_up("Priority: later", "next", "Stop it.")),
    "not-enqueued": (OUTCOME, _follow_up("Enqueued: no\nPriority: next", "next", "Run it twice.")),
    "promoted": (OUTCOME, _promoted("Process terminated. Details:", 77)),
    "other-file": (CHANGES, _patch("Patch applied: 1 file changed\nM lib/other.rs", core="modify")),
    "mark": (CHANGES, _patch("Patch applied: 1 file changed\nmodified lib/old.rs", old="delete")),
    "count": (SUMMARY, _patch("Patch applied: 1 file changed\nM lib/sum.rs", "4 files changed", sum="modify")),
    "error-kind": (
        ERROR,
        _failure("ExecCommand failed: denied\nDisk full\nfree some space\nRetryable: yes", "Disk full"),
    ),
    "retry": (ERROR, _failure("ExecCommand failed: io_error\nNo room\nfree some space\nRetryable: no", "No room")),
    "hint": (ERROR, _failure("ExecCommand failed: io_error\nNo inode\nRetryable: yes", "No inode")),
    "error-as-success": (
        FIRST,
        _failure("Process exited with code 0\nio_error: No disk, free some space, retryable: yes", "No disk"),
    ),
}
RIGHT: Mapping[str, dict[str, Any]] = {
    "signal": _command("Killed (exit code -9)", -9),
    "german": _command("Befehl beendet, exit code 5\nstdout:\neins\nzwei", 5, stdout_preview="eins\nzwei\n"),
    "json": _command(
        json.dumps({"outcome": "exited", "exit_code": 6, "stdout": "x y\n"}, indent=1), 6, stdout_preview="x y\n"
    ),
    "own-marker": _command(
        "Exit code 0\nstdout:\nold\n[truncated by user]", stdout_preview="old\n[truncated by user]\n"
    ),
    "ranges": _batch("items 1 to 2: exit code 0\nitem 3: exit code 9", "npm publish"),
    "failed-only": _batch("failed: npm pack (exit code 9)", "npm pack"),
    "wait-prose": _wait("Parked until the review is there, which has not ended (review)", 9),
    "consumed": _queued("Nothing to wait for, the result came earlier:", 5),
    "case": _follow_up("Priority: Background (when idle)\nEnqueued: Yes", "background", "Tidy up."),
    "waits-for-input": _promoted("Still at it, waiting for input:", 78),
    "rest": _patch("2 files changed, the first is lib/a.rs", "2 files changed", a="modify", b="modify"),
    "prose": _failure(
        "ExecCommand could not run (io_error): No host. Try: free some space. You may retry: retryable true.", "No host"
    ),
}


def _fill(project: Project) -> None:
    wrong = [{"name": f"wrong/{name}", **line} for name, (_, line) in WRONG.items()]
    right = [{"name": f"right/{name}", **line} for name, line in RIGHT.items()]
    # The closed sets of labelled values are those of the result schemas.
    project.write(INVENTORY_FILE, embedded_inventory().read_text("utf-8"))
    project.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\n")
    project.write(FILE, "".join(f"{json.dumps(line)}\n" for line in (*wrong, *right)))
    project.write("test_r.py", TEST)


def test_each_wrong_record_fails_by_its_rule_alone_and_becomes_no_snapshot(project: Project) -> None:
    _fill(project)
    failed = failed_ids(project.run_apart("-q", "-p", "no:cacheprovider", "--snapshot-update"))
    nodes = {f"{FILE}::{line['envelope']['tool_name']}::wrong/{name}::{rule}" for name, (rule, line) in WRONG.items()}
    assert failed == nodes | {f"test_r.py::test_receipts[wrong-{name}]" for name in WRONG}
