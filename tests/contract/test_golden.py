"""The examples of the envelope RFC: the same JSON values, and the same text where the RFC fixes it."""

from typing import Any

from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError, from_json, to_json
from conformance.contract.families._command_shapes import Finished, Promoted, TaskHandle
from conformance.contract.projection import project
from conformance.contract.rendering import render

COMPLETED: dict[str, Any] = {
    "tool_name": "ExecCommand",
    "status": "success",
    "summary_text": "command exited with status 0",
    "result": {
        "disposition": "completed",
        "exit_status": 0,
        "stdout_preview": "short output preview",
        "stderr_preview": None,
        "truncated": False,
    },
    "error": None,
}
PROMOTED: dict[str, Any] = {
    "tool_name": "ExecCommand",
    "status": "success",
    "summary_text": "command promoted to managed task",
    "result": {
        "disposition": "promoted_to_task",
        "task_handle": {"task_id": "task_123", "kind": "command_task"},
        "initial_output_preview": "short output preview",
        "initial_output_truncated": False,
    },
    "error": None,
}
VIOLATION: dict[str, Any] = {
    "tool_name": "ExecCommand",
    "status": "error",
    "summary_text": "requested working directory is outside the current execution root",
    "result": None,
    "error": {
        "kind": "execution_root_violation",
        "message": "requested working directory is outside the current execution root",
        "details": {"workdir": "../other-repo"},
        "recovery_hint": "omit workdir or use a relative path inside the active workspace",
        "retryable": False,
    },
}
INVALID: dict[str, Any] = {
    "tool_name": "ExecCommand",
    "status": "error",
    "summary_text": "input for ExecCommand does not match the tool schema",
    "result": None,
    "error": {
        "kind": "invalid_tool_input",
        "message": "input for ExecCommand does not match the tool schema",
        "details": {"tool_name": "ExecCommand", "parse_error": "missing field `cmd`"},
        "recovery_hint": "provide input for ExecCommand that matches the published tool schema",
        "retryable": False,
    },
}
HANDLE = TaskHandle(task_id="task_123", kind="command_task")


def test_a_completed_command_has_the_canonical_form_of_the_rfc() -> None:
    output = Finished(exit_status=0, stdout="short output preview")
    envelope = project(success_output("ExecCommand", COMPLETED["summary_text"], output))
    assert to_json(envelope) == COMPLETED
    assert list(to_json(envelope)) == list(COMPLETED)


def test_a_promoted_command_has_the_canonical_form_of_the_rfc() -> None:
    output = Promoted(task_handle=HANDLE, initial_output="short output preview")
    envelope = project(success_output("ExecCommand", PROMOTED["summary_text"], output))
    assert to_json(envelope) == PROMOTED


def test_a_refused_working_directory_has_the_canonical_form_of_the_rfc() -> None:
    assert to_json(project(failure_output("ExecCommand", ToolError(**VIOLATION["error"])))) == VIOLATION


def test_a_refused_input_has_the_canonical_form_of_the_rfc() -> None:
    assert to_json(project(invalid_input_output("ExecCommand", "missing field `cmd`"))) == INVALID


def test_a_completed_command_reads_as_in_the_rfc() -> None:
    assert render(from_json(COMPLETED)) == "Process exited with code 0\nstdout:\nshort output preview"


def test_two_lines_of_output_read_as_in_the_rfc() -> None:
    output = Finished(exit_status=0, stdout="src/runtime/turn.rs\nsrc/runtime/lifecycle.rs\n")
    receipt = render(project(success_output("ExecCommand", "command exited with status 0", output)))
    assert receipt == "Process exited with code 0\nstdout:\nsrc/runtime/turn.rs\nsrc/runtime/lifecycle.rs"


def test_a_promoted_command_reads_as_in_the_rfc() -> None:
    expected = "Command promoted to background task\nTask: task_123\nInitial output:\nshort output preview"
    assert render(from_json(PROMOTED)) == expected


def test_an_error_shows_kind_message_hint_and_retryability() -> None:
    assert render(from_json(VIOLATION)) == (
        "ExecCommand failed: requested working directory is outside the current execution root\n"
        "Kind: execution_root_violation\n"
        "Retryable: no\n"
        "Hint: omit workdir or use a relative path inside the active workspace\n"
        'Details:\n{\n  "workdir": "../other-repo"\n}'
    )
