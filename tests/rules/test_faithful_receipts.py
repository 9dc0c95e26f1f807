"""What a receipt states is checked whatever its wording: other renderers are believed, lies are found."""

import json

import pytest

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import failure, found, places, success

OUTCOME, OUTPUT = "receipt_outcome_true", "receipt_output_true"
FAILED: dict[str, JsonValue] = {
    "disposition": "completed",
    "exit_status": 3,
    "stdout_preview": "running 12 tests\ntest a ... ok\n11 passed, 1 failed\n",
    "stderr_preview": "error: test failed\nhelp: rerun with --lib\n",
    "truncated": False,
}
PROMOTED: dict[str, JsonValue] = {
    "disposition": "promoted_to_task",
    "task_handle": {"task_id": "task_1", "kind": "command_task"},
    "initial_output_preview": "Starting server on :3000\n",
    "initial_output_truncated": False,
}
BODY = (
    "stdout:\nrunning 12 tests\ntest a ... ok\n11 passed, 1 failed\nstderr:\nerror: test failed\nhelp: rerun with --lib"
)


def _lies(rule: str, receipt: str, result: dict[str, JsonValue]) -> list[str]:
    return [finding.message for finding in found(rule, success(receipt, **result))]


@check_each(
    "receipt",
    [
        f"Process exited with code 3\n\n{BODY}",
        f"Command failed (exit 3) after 20 seconds\n{BODY}",
        f"exit=3\n{BODY}",
        f"Exit status: 3\nDuration: 5 s\n{BODY}",
        f"Process returned a non-zero status, 3\n{BODY}",
        f"The process exited 5 seconds ago with code 3\n{BODY}",
        f"## Failed: rc 3\n### STDOUT (3 lines)\n{BODY[8:]}",
        ("Exited with 3\nstdout: running 12 tests\n  test a ... ok\n  11 passed, 1 failed\n"
        "stderr: error: test failed\n  help: rerun with --lib"),
        ("Exited with 3\nOut | running 12 tests\n    | test a ... ok\n    | 11 passed, 1 failed\n"
        "Err | error: test failed\n    | help: rerun with --lib"),
        ("Exited with 3\nstdout:\n1 running 12 tests\n2 test a ... ok\n3 11 passed, 1 failed\n"
        "stderr:\n1 error: test failed\n2 help: rerun with --lib"),
        json.dumps({"status": "failed", "exit_code": 3, "stdout": FAILED["stdout_preview"],
                    "stderr": FAILED["stderr_preview"]}),
        json.dumps({"status": "failed", "result": FAILED}, indent=1),
    ],
)  # fmt: skip
def test_a_truthful_receipt_is_believed_in_any_wording(receipt: str) -> None:
    assert _lies(OUTCOME, receipt, FAILED) + _lies(OUTPUT, receipt, FAILED) == []


@check_each(
    ("receipt", "said"),
    [
        (f"Process exited with code 0\n{BODY}", "states exit code `0`"),
        (f"Exit status: 0\n{BODY}", "states exit code `0`"),
        (f"exit=1\n{BODY}", "states exit code `1`"),
        (f"Command completed with status 0\n{BODY}", "states exit code `0`"),
        (json.dumps({"status": "done", "exit_status": 0, "out": BODY}, indent=1), "states exit code `0`"),
        (f"Done.\n{BODY}", "does not show `exit_status`"),
        (f"Command finished\n{BODY}", "does not show `exit_status`"),
    ],
)
def test_a_wrong_or_hidden_exit_code_is_found(receipt: str, said: str) -> None:
    assert [said in message for message in _lies(OUTCOME, receipt, FAILED)] == [True]


def test_an_exit_code_in_the_output_is_not_the_renderers() -> None:
    result = {**FAILED, "exit_status": 0, "stdout_preview": "make: exited with code 2\nexit status: 7"}
    receipt = "Process exited with code 0\nstdout:\nmake: exited with code 2\nexit status: 7"
    assert _lies(OUTCOME, receipt, result) == []


def test_a_command_that_a_signal_ended_has_no_exit_code() -> None:
    result = {**FAILED, "exit_status": None}
    assert _lies(OUTCOME, "Process was killed by signal 9 (exit code 137)", result) == []
    assert len(_lies(OUTCOME, "Process exited with code 0", result)) == 1


@pytest.mark.parametrize(
    ("receipt", "lies"),
    [
        ("Command promoted to background task\nTask: task_1", 0),
        ("Moved to the background as task_1", 0),
        ("Not finished yet: continues as task_1", 0),
        ("Process exited with code 0\nTask: task_1", 1),
        ("Command exited\nHandle: task_1", 1),
        ("OK\nHandle: task_1", 0),
    ],
)
def test_a_promoted_command_is_not_shown_as_ended(receipt: str, lies: int) -> None:
    assert len(_lies(OUTCOME, receipt, PROMOTED)) == lies


@pytest.mark.parametrize(
    ("receipt", "lies"),
    [
        ("2 tasks\nStatus: running\nTotal active: 2", 0),
        ("2 tasks\nStatus: active\nTotal active: about 2", 0),
        ("2 tasks\nStatus: Running", 0),
        ("2 tasks\nStatus: running since 10:00", 0),
        ("2 tasks\nTotal active: 1,200", 1),
        ("2 tasks\nStatus: failed", 1),
        ("2 tasks\nTasks: 2", 0),
        ("2 tasks\nTasks: 3", 1),
    ],
)
def test_a_labelled_value_is_that_of_the_field(receipt: str, lies: int) -> None:
    tasks = [{"status": "running"}, {"status": "queued"}]
    assert len(_lies(OUTCOME, receipt, {"total_active": 2, "tasks": tasks})) == lies


def test_a_failed_call_states_its_error_instead() -> None:
    assert found(OUTCOME, failure("ListTasks failed: exit code 3")) == []
    assert found(OUTPUT, failure("ListTasks failed\nstdout:\nnothing")) == []


@check_each(
    ("receipt", "pointers"),
    [
        ("Process exited with code 3", ["/result/stdout_preview", "/result/stderr_preview"]),
        ("Process exited with code 3\n" + BODY.partition("stderr:")[0], ["/result/stderr_preview"]),
        ("Process exited with code 3\nstderr:" + BODY.partition("stderr:")[2], ["/result/stdout_preview"]),
        ("Process exited with code 3\n" + BODY.replace("11 passed, 1 failed\n", ""), ["/result/stdout_preview"]),
        ("Process exited with code 3\n" + BODY.replace("stdout", "STD").replace("stderr", "stdout").replace(
            "STD", "stderr"), ["/result/stderr_preview"]),
        ("Process exited with code 3\nstdout:\nall 12 tests passed\nstderr:\n", ["/result/stdout_preview"]),
    ],
)  # fmt: skip
def test_output_that_is_dropped_swapped_or_invented_is_found(receipt: str, pointers: list[str]) -> None:
    assert places(OUTPUT, success(receipt, **FAILED)) == pointers


@check_each(
    ("receipt", "preview"),
    [
        ("Exited with 0\nstdout:\n\\x1b[31mred\\x1b[0m", "\x1b[31mred\x1b[0m\n"),
        ("Exited with 0\nstdout:\nred", "\x1b[31mred\x1b[0m\n"),
        ('Exited with 0\nstdout:\n{\n  "b": 1,\n  "a": "x"\n}', '{"a":"x","b":1}'),
        ("Exited with 0\nstdout:\nfirst\n[output truncated]", "first\nsecond\nlast\n"),
        ("Exited with 0\nstdout:\ntoken=[masked]\nlast", "token=abcdefgh\nlast\n"),
        ("Exited with 0\nstdout:\n| stderr:\n| nothing", "stderr:\nnothing\n"),
        ("Exited with 0", " \n\n"),
        ("Exited with 0", "}\n"),
        ("Exited with 0\nstdout: (empty)", ""),
    ],
)
def test_output_in_another_form_is_shown(receipt: str, preview: str) -> None:
    result: JsonObject = {"exit_status": 0, "stdout_preview": preview, "stderr_preview": None}
    assert places(OUTPUT, success(receipt, **result)) == []


def test_every_item_of_a_batch_is_looked_at() -> None:
    items: JsonValue = [
        {"index": 1, "result": {"disposition": "completed", "exit_status": 0, "stdout_preview": "one"}},
        {"index": 2, "result": {"disposition": "completed", "exit_status": 7, "stdout_preview": "two"}},
    ]
    right = "Batch ended\n[1] exit=0\nstdout:\none\n[2] exit=7\nstdout:\ntwo"
    assert _lies(OUTCOME, right, {"items": items}) + _lies(OUTPUT, right, {"items": items}) == []
    assert len(_lies(OUTCOME, right.replace("exit=7", "exit=0"), {"items": items})) == 1
    assert len(_lies(OUTPUT, right.replace("two", ""), {"items": items})) == 1
