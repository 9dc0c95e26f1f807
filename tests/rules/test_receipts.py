"""Rules on receipts, by receipts of different makes: prose, labelled lines, JSON, and what hides in them."""

import json

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import failure, found, places, success, with_results

TWO_LOGS: JsonValue = {
    "stdout_artifact": 0,
    "stderr_artifact": 1,
    "artifacts": [{"path": "/t/1.log"}, {"path": "/t/2.log"}],
}


@pytest.mark.parametrize(
    "receipt",
    [
        "Process exited with code 101\n\nstderr:\nboom",
        "Success. Updated the following files:\nM src/a.rs",
        "Task output retrieved\nTask: task_1",
        "ExecCommandBatch completed 1/2 items\n\n[1] ls",
        "3 results for 'x'",
        "src/a.rs saved (120 bytes).",
        "src/a.rs: updated",
        "src/a.rs \u2014 3 replacements made",
        '{"status": "success", "stdout_preview": "boom"}',
    ],
)
def test_a_first_line_that_tells_the_outcome_is_fine(receipt: str) -> None:
    result = {"stdout_preview": "boom", "path": "src/a.rs", "task_handle": {"task_id": "task_1"}}
    assert found("receipt_outcome_first", success(receipt, **result)) == []


@check_each(
    "receipt",
    ["", " \n", "\nProcess exited", "```\nProcess exited\n```", "---", "boom\nexit 0", "stdout: boom", "Output:\nboom",
     "src/a.rs\nupdated", "M src/a.rs", "- src/a.rs (changed)", "src/a.rs:3: x",
     "Task: task_1\npromoted", "Artifacts:\n/t/1.log", "[]"],
)  # fmt: skip
def test_a_receipt_that_begins_with_something_else_is_found(receipt: str) -> None:
    result = {"stdout_preview": "boom\n", "path": "src/a.rs", "task_handle": {"task_id": "task_1"}}
    assert len(found("receipt_outcome_first", success(receipt, **result))) == 1


def test_output_that_reads_like_the_outcome_is_not_taken_for_it() -> None:
    line = "Process exited with code 0"
    assert found("receipt_outcome_first", success(f"{line}\n\nstdout:\n{line}", stdout_preview=line)) == []


@pytest.mark.parametrize(
    ("receipt", "fine"),
    [
        ("Error: gone", True),
        ("task_not_found: gone", True),
        ("TaskOutput could not be read", True),
        ("Task output", False),
        ("Success", False),
        (json.dumps({"ok": False, "details": {}}), True),
        (json.dumps({"hint": "list tasks", "kind": "task_not_found"}), True),
        (json.dumps({"details": {"task_id": "task_1"}, "ok": False}), False),
    ],
)
def test_the_first_line_of_a_failed_call_says_that_it_failed(receipt: str, fine: bool) -> None:
    assert (found("receipt_outcome_first", failure(receipt, kind="task_not_found")) == []) is fine


def test_the_order_of_json_members_only_warns() -> None:
    receipt = json.dumps({"details": {"task_id": "task_1"}, "ok": False})
    assert [finding.level for finding in found("receipt_outcome_first", failure(receipt))] == [Level.WARNING]


@pytest.mark.parametrize(
    "receipt",
    ["done (task_1)", "done: task_1.", "task=task_1", '{"task_id":"task_1"}', "see `task_1`", "done task_1\nmore"],
)
def test_a_handle_is_kept_in_any_dress(receipt: str) -> None:
    assert found("receipt_keeps_handles", success(receipt, task_handle={"task_id": "task_1"})) == []


@pytest.mark.parametrize("receipt", ["done", "task_12", "mytask_1", "task_1/sub", "task_1-2", "TASK_1"])
def test_a_part_of_another_word_is_no_handle(receipt: str) -> None:
    assert places("receipt_keeps_handles", success(receipt, task_handle={"task_id": "task_1"})) == [
        "/result/task_handle/task_id"
    ]


def test_handles_are_found_wherever_the_result_holds_them() -> None:
    example = success("done", agent={"id": "agent_1"}, items=[{"work_item_id": "wi_1"}, {"issue_id": 42}], sent_id=None)
    assert places("receipt_keeps_handles", example) == [
        "/result/agent/id",
        "/result/items/0/work_item_id",
        "/result/items/1/issue_id",
    ]


def test_a_handle_with_hidden_characters_counts_when_it_is_shown_escaped() -> None:
    assert found("receipt_keeps_handles", success("done: a\\u202eb", task_id="a\u202eb")) == []


def test_a_windows_path_counts_in_json_where_its_backslashes_are_doubled() -> None:
    path = "C:\\logs\\1.log"
    receipt = json.dumps({"status": "success", "log": path})
    assert found("receipt_keeps_handles", success(receipt, artifacts=[{"path": path}])) == []


@pytest.mark.parametrize(
    "receipt",
    [
        "exit 0\nstdout artifact: /t/1.log\nstderr artifact: /t/2.log",
        "exit 0\nstdout:\n...\nall: /t/1.log\nstderr:\n...\nall: /t/2.log",
        "exit 0\n/t/1.log (stdout)\n/t/2.log (stderr)",
        json.dumps({"status": "success", "result": TWO_LOGS}),
    ],
)
def test_each_of_two_artifacts_is_told_with_its_role(receipt: str) -> None:
    assert found("receipt_keeps_handles", {"envelope": {"result": TWO_LOGS}, "receipt": receipt}) == []


def test_two_artifacts_by_position_are_not_told_apart() -> None:
    receipt = "exit 0\n\nArtifacts:\n/t/1.log\n/t/2.log"
    assert places("receipt_keeps_handles", {"envelope": {"result": TWO_LOGS}, "receipt": receipt}) == [
        "/result/stdout_artifact",
        "/result/stderr_artifact",
    ]


def test_what_is_hidden_by_declaration_or_is_an_id_of_logs_is_not_wanted() -> None:
    saved = success("Saved", saved=True, etag_id="e_1", request_id="r_1", meta={"trace_id": "t_1"})
    assert places("receipt_keeps_handles", saved) == ["/result/etag_id"]
    asked = {"envelope": {"tool_name": "CreateAccessRequest", "result": {"request_id": "r_1"}}, "receipt": "Asked"}
    assert places("receipt_keeps_handles", asked) == ["/result/request_id"]
    assert places("receipt_keeps_handles", saved, with_results(hidden_fields={"*": ["etag_id"]})) == []


def test_of_a_very_long_list_only_the_first_handles_are_wanted() -> None:
    items = [{"id": f"task_{number}"} for number in range(80)]
    shown = "80 tasks\n" + "\n".join(f"task_{number}" for number in range(50))
    assert found("receipt_keeps_handles", success(shown, tasks=items)) == []
    *_, rest = found("receipt_keeps_handles", success("80 tasks", tasks=items))
    assert rest.message.startswith("25 more problems")


ENVELOPE: dict[str, JsonValue] = {
    "tool_name": "ListTasks",
    "status": "success",
    "summary_text": "x",
    "result": {"a": 1},
}


@pytest.mark.parametrize(
    "receipt",
    [
        json.dumps(ENVELOPE),
        json.dumps(ENVELOPE, indent=2),
        json.dumps(ENVELOPE, separators=(",", ":"), sort_keys=True),
        f"```json\n{json.dumps(ENVELOPE)}\n```",
        json.dumps({"output": json.dumps(ENVELOPE)}),
        str(ENVELOPE),
        json.dumps(ENVELOPE)[:-3],
        "tool_name: ListTasks\nstatus: success\nresult:\n  a: 1",
    ],
)
def test_the_raw_envelope_is_known_in_every_dress(receipt: str) -> None:
    assert len(found("receipt_not_raw_envelope", {"envelope": ENVELOPE, "receipt": receipt})) == 1


def test_output_that_holds_another_envelope_is_only_output() -> None:
    log = json.dumps({"tool_name": "ListTasks", "status": "success", "result": {"returned": 1}})
    receipt = f"Process exited with code 0\n\nstdout:\n{log}"
    assert found("receipt_not_raw_envelope", success(receipt, stdout_preview=log)) == []


def test_output_that_holds_an_envelope_may_be_shown_as_readable_json() -> None:
    log = json.dumps(ENVELOPE)
    envelope: JsonObject = {**ENVELOPE, "result": {"stdout_preview": log}}
    shown = f"Process exited with code 0\nstdout:\n{json.dumps(ENVELOPE, indent=2)}"
    assert found("receipt_not_raw_envelope", {"envelope": envelope, "receipt": shown}) == []
    for raw in (json.dumps(envelope), f"```json\n{json.dumps(envelope, indent=2)}\n```"):
        assert len(found("receipt_not_raw_envelope", {"envelope": envelope, "receipt": raw})) == 1


def test_a_json_receipt_that_was_designed_is_not_raw() -> None:
    receipt = json.dumps({"ok": False, "kind": "a", "tool_name": "ListTasks", "retryable": False})
    assert found("receipt_not_raw_envelope", failure(receipt)) == []


def test_pretty_json_of_an_output_is_no_escaped_json() -> None:
    example = success('exit 0\nstdout:\n{\n  "a": {"b": "c:\\\\d"}\n}', stdout_preview='{"a":{"b":"c:\\\\d"}}')
    assert found("receipt_no_escaped_json", example) == []


def test_json_that_is_escaped_twice_is_found() -> None:
    inner = json.dumps(json.dumps({"a": json.dumps({"b": 1})}))
    assert found("receipt_no_escaped_json", success(f"done: {inner}"))


def test_the_message_of_an_error_may_be_wrapped_quoted_or_clipped() -> None:
    message = "the patch does not apply: " + "context line that was not found, " * 20
    wrapped = message.replace(", ", ",\n  ")
    receipt = f"ApplyPatch failed: context_not_found\n{wrapped}\nRetryable: no"
    example = failure(receipt, kind="context_not_found", message=message, recovery_hint=None)
    assert found("receipt_error_fields", example) == []
    clipped = failure(receipt[:350] + "…\nRetryable: no", kind="context_not_found", message=message, recovery_hint=None)
    assert found("receipt_error_fields", clipped) == []


@check_each(
    ("said", "retryable", "fine"),
    [
        ("Retryable: yes", True, True),
        ("retryable=false", False, True),
        ('"retryable": true', True, True),
        ("not retryable", False, True),
        ("Do not retry", False, True),
        ("A retry may help", True, True),
        ("Try again in 30 s", True, True),
        ("Do not try again", False, True),
        ("Do not try again", True, False),
        ("Choose another path and try again. Not retryable", False, True),
        ("Choose another path and try again", False, False),
        ("Retryable: yes", False, False),
        ("not retryable", True, False),
        ("", True, False),
        ("", False, False),
    ],
)
def test_the_receipt_says_whether_a_retry_can_help(said: str, retryable: bool, fine: bool) -> None:
    receipt = f"ListTasks failed: lost\nthe connection was lost on the way\n{said}"
    example = failure(
        receipt, kind="lost", message="the connection was lost on the way", recovery_hint=None, retryable=retryable
    )
    assert (found("receipt_error_fields", example) == []) is fine


def test_a_hint_that_speaks_of_a_retry_does_not_answer_for_retryable() -> None:
    hint = "retry with a smaller patch that has more context"
    receipt = f"ApplyPatch failed: lost\nthe patch is too large for one call\nHint: {hint}"
    example = failure(receipt, kind="lost", message="the patch is too large for one call", recovery_hint=hint)
    assert places("receipt_error_fields", example) == ["/error/retryable"]


@check_each(
    "mark",
    ["\u001b[31m", "\u001b]8;;x\u0007", "\u009b31m", "\b", "\u0000", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028",
     "\ud800", "a\rb", "\u007f", "\U000e0041", "Z" + "\u0301" * 40],
)  # fmt: skip
def test_what_acts_without_being_seen_must_not_pass(mark: str) -> None:
    (finding,) = found("receipt_no_control_characters", success(f"exit 0\nstdout:\n{mark}", stdout_preview=mark))
    assert finding.pointer == "/result/stdout_preview"
    assert finding.message.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "a\tb\r\nc",
        "日本語 \u05e2\u05d1\u05e8\u05d9\u05ea\u200f!",
        "👩\u200d💻 ❤\ufe0f 1\ufe0f⃣",
        "\u0645\u06cc\u200c\u062e\u0648",
    ],
)
def test_scripts_and_emoji_pass(text: str) -> None:
    assert found("receipt_no_control_characters", success(f"exit 0\n{text}")) == []


ONE_LOG: JsonValue = {"stdout_artifact": 0, "artifacts": [{"path": "/x/stderr/1.log"}]}
ONE_LOG_OF_BOTH: JsonValue = {**ONE_LOG, "stderr_artifact": 0}  # type: ignore[dict-item]


@check_each(
    "line",
    ["stderr artifact: /x/stderr/1.log", "Full stderr: /x/stderr/1.log", "Stderr saved to `/x/stderr/1.log`",
     "/x/stderr/1.log (stderr)", "- stderr_artifact = /x/stderr/1.log"],
)  # fmt: skip
def test_the_only_artifact_must_not_have_the_role_of_the_other_stream(line: str) -> None:
    example = {"envelope": {"result": ONE_LOG}, "receipt": f"exit 0\n{line}"}
    assert places("receipt_keeps_handles", example) == ["/result/stdout_artifact"]
    both = {"envelope": {"result": ONE_LOG_OF_BOTH}, "receipt": f"exit 0\n{line}"}
    assert found("receipt_keeps_handles", both) == []


@check_each(
    "line",
    ["/x/stderr/1.log", "stdout: /x/stderr/1.log", "Full output: /x/stderr/1.log", "Artifact: /x/stderr/1.log",
     "stderr was empty; log: /x/stderr/1.log", "stderr:\nboom\nLog: /x/stderr/1.log", "no stderr, see /x/stderr/1.log"],
)  # fmt: skip
def test_the_only_artifact_needs_no_role(line: str) -> None:
    assert found("receipt_keeps_handles", {"envelope": {"result": ONE_LOG}, "receipt": f"exit 0\n{line}"}) == []


@check_each(
    "line",
    [
        "Error: permission_denied",
        "ERROR - no such file",
        "Error: could not add",
        "Failed to add.",
        "Failure: out of disk",
    ],
)
def test_a_success_must_not_begin_with_a_failure(line: str) -> None:
    for result in ({"sum": 1}, {"exit_status": 0, "stdout_preview": "ok"}, {"changed_paths": ["a.py"]}):
        assert places("receipt_outcome_true", success(f"{line}\nok", **result)), result
    for result in ({"task": {"state": "failed"}}, {"http_status": 404}, {"errors": ["x"]}, {"exit_status": 1}):
        claims = [
            one for one in found("receipt_outcome_true", success(f"{line}\n1", **result)) if "failure" in one.message
        ]
        assert claims == [], result


@check_each(
    "line",
    ["Error: none", "Errors: 0", "Error log: 3 entries", "Failed to find a newer version", "Error handling was added"],
)
def test_a_line_about_errors_is_not_a_failure(line: str) -> None:
    assert found("receipt_outcome_true", success(f"{line}\n1", sum=1)) == []


CHANGED: JsonValue = ["a.py", "src/b.py"]


@check_each(
    "receipt",
    ["Changed files: a.py, c.py", "Changed files: a.py, src/b.py, c.py", "Changed: a.py, src/b.py and c.py",
     "Changed:\n- a.py\n- src/b.py\n- c.py", "M a.py\nM src/b.py\nA c.py"],
)  # fmt: skip
def test_a_list_of_changed_files_has_no_other_file_and_all_of_them(receipt: str) -> None:
    places_of_both = places("receipt_changes_true", success(f"Patch applied\n{receipt}", changed_paths=CHANGED))
    assert set(places_of_both) == {"/result/changed_paths"}


@check_each(
    "receipt",
    ["Changed files: a.py, src/b.py", "Changed: ./a.py, /repo/src/b.py", "- a.py\n- src/b.py\nUnchanged:\n- c.py",
     "Changed: a.py, src/b.py\nUnchanged: c.py, d.py", "Changed a.py and src/b.py; c.py is next", "Entry point: a.py"],
)  # fmt: skip
def test_a_file_beside_the_list_of_the_changed_ones_may_be_any(receipt: str) -> None:
    assert found("receipt_changes_true", success(f"Patch applied\n{receipt}", changed_paths=CHANGED)) == []


def test_a_secret_that_the_result_has_as_well_is_reported_there_alone() -> None:
    token = f"ghp_{'0' * 36}"
    example = success(f"exit 0\nstdout:\n{token}", stdout_preview=token)
    assert (found("receipt_no_secrets", example), places("no_secrets", example)) == ([], ["/result/stdout_preview"])
    assert len(found("receipt_no_secrets", success(f"exit 0\nToken: {token}", stdout_preview="ok"))) == 1


def test_a_second_rendering_that_is_shorter_is_another_one() -> None:
    (finding,) = found("receipt_deterministic", {"envelope": {}, "receipt": "a\nb", "rendered_again": "a"})
    assert finding.message == "line 2 of the receipt is missing in the second of two renderings"
    assert finding.evidence["first_rendering"] == "b"


def test_a_receipt_that_was_rendered_once_is_not_judged_for_it() -> None:
    assert found("receipt_deterministic", {"envelope": {}, "receipt": "at 12:00"}) == []


def test_a_handle_that_the_call_itself_named_need_not_be_shown() -> None:
    example: JsonObject = {"envelope": {"result": {"issue_id": "ISS-12", "state": "closed"}}, "receipt": "Closed."}
    assert len(found("receipt_keeps_handles", example)) == 1
    assert found("receipt_keeps_handles", {**example, "kept": {"input": {"issue_id": "ISS-12"}}}) == []


@check_each(
    ("result", "receipt"),
    [
        ({"matches": [{"path": "a.py", "line": 3, "text": "x = 1"}]}, "a.py:3: x = 1"),
        ({"files": [{"path": "a.py", "changes": 4}]}, " a.py | 4 +++-\n 1 file changed"),
        ({"changed_files": [{"path": "b.py", "action": "move", "from_path": "a.py"}]}, "b.py (moved from a.py)"),
    ],
)
def test_the_line_of_an_item_is_an_outcome(result: JsonObject, receipt: str) -> None:
    assert found("receipt_outcome_first", {"envelope": {"result": result}, "receipt": receipt}) == []
    bare: JsonObject = {"envelope": {"result": result}, "receipt": receipt.split(".py")[0].strip() + ".py"}
    assert len(found("receipt_outcome_first", bare)) == 1


@check_each(
    ("given", "is_due"),
    [
        ({"order_id": "A-1"}, False),
        ({"target": "A-1"}, False),
        ({"key": "A-1"}, False),
        ({"quantity": 1, "kind": "A"}, True),
    ],
)
def test_a_handle_that_the_input_names_need_not_be_shown(given: JsonObject, is_due: bool) -> None:
    record = {"kept": {"input": given}, "envelope": {"result": {"order_id": "A-1"}}, "receipt": "Closed."}
    assert bool(found("receipt_keeps_handles", record)) is is_due


def test_a_quantity_is_not_the_handle_that_is_the_same_number() -> None:
    record = {
        "kept": {"input": {"quantity": 1}},
        "envelope": {"result": {"order_id": "1"}},
        "receipt": "Order created.",
    }
    assert len(found("receipt_keeps_handles", record)) == 1
