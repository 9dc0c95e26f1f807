"""Single commands: previews of stdout and stderr, or the handle of the task that the command became."""

from collections.abc import Iterator

from conformance.contract.bounds import BoundedText, Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families._command_shapes import (
    CommandAlreadyRunning,
    CommandCompleted,
    CommandPromoted,
    ExecCommandArguments,
    Finished,
    Promoted,
    TaskHandle,
)
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import OutputBlock, Part, ReceiptLine, View, artifact_lines, blocks_of, lines_of
from conformance.contract.references import ArtifactRef
from conformance.contract.shapes import Complete, Result

# Where else tasks can be reached; the inventory lists it as `related_surfaces`.
TASK_SURFACES = ("CLI task and process wrappers", "HTTP control-plane task APIs")

EXEC_COMMAND = ToolDefinition(
    name="ExecCommand",
    capability="local_environment",
    plane="command",
    description="""\
Start a shell command in the active workspace.

A command that ends within `yield_time_ms` returns its exit status and a preview of stdout and stderr. One that runs
longer goes on as a background task: the result holds its task handle, to be used with TaskOutput, TaskInput, TaskStatus
and TaskStop. Set `accepts_input` when you will write to it with TaskInput, and `tty` when it needs a terminal.

Pass only what starts a command. What comes back, such as an exit status or a task handle, is no input. Use
ExecCommandBatch for several short commands, and ApplyPatch to edit files.

Valid: {"cmd": "cargo test", "workdir": "crates/core", "yield_time_ms": 60000}.
Invalid: {"cmd": "cargo test", "exit_status": 0, "task_handle": {"task_id": "task_123"}}.""",
    arguments=ExecCommandArguments,
    complete_shapes=(Finished, Promoted),
    results=(CommandCompleted, CommandPromoted, CommandAlreadyRunning),
    related_surfaces=TASK_SURFACES,
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Bound the streams of a finished command together, and the first output of a promoted one."""
    if isinstance(output, Finished):
        streams = bounds.texts({"stdout": output.stdout, "stderr": output.stderr})
        return completed_command(output.exit_status, streams["stdout"], streams["stderr"], bounds.artifacts)
    if isinstance(output, Promoted):
        shown = bounds.text("initial_output", output.initial_output)
        return CommandPromoted(
            task_handle=output.task_handle,
            initial_output_preview=shown.text,
            initial_output_truncated=shown.truncated,
            artifacts=bounds.artifacts,
            initial_output_artifact=shown.artifact,
        )
    return require_result(output)


def completed_command(
    exit_status: int | None, stdout: BoundedText, stderr: BoundedText, artifacts: tuple[ArtifactRef, ...] | None = None
) -> CommandCompleted:
    """Return the result of a command that ended, from its bounded streams."""
    return CommandCompleted(
        exit_status=exit_status,
        stdout_preview=stdout.text,
        stderr_preview=stderr.text,
        truncated=stdout.truncated or stderr.truncated,
        artifacts=artifacts,
        stdout_artifact=stdout.artifact,
        stderr_artifact=stderr.artifact,
    )


def render(_tool_name: str, result: View) -> Iterator[Part]:
    """Render like a shell: how it ended, then what it printed."""
    disposition = result.text("disposition")
    if disposition == "promoted_to_task":
        yield ReceiptLine("Command promoted to background task")
        yield from _handle_lines(result)
        yield from truncation_line(
            result, "initial_output_truncated", "Initial output", kept="artifacts" in result.members
        )
        yield from artifact_lines(result)
        if "initial_output_preview" in result.members:
            yield OutputBlock("Initial output", result.text("initial_output_preview") or "(none yet)")
    elif disposition == "already_running":
        yield ReceiptLine("Command is already running")
        yield from _handle_lines(result)
        yield from lines_of(result, (("Command", "command"), ("Next", "instructions")))
    else:
        yield from _exit_parts(result)


def truncation_line(result: View, flag: str, what: str, *, kept: bool) -> Iterator[ReceiptLine]:
    """Say that a text was cut, and whether the rest is kept, when the flag says so."""
    if result.flag(flag):
        yield ReceiptLine(f"{what} truncated: {'full text in the artifact' if kept else 'the rest was not kept'}")


def _exit_parts(result: View) -> Iterator[Part]:
    status = result.scalar_text("exit_status")
    yield ReceiptLine("Process exited without an exit code" if status is None else f"Process exited with code {status}")
    yield from truncation_line(result, "truncated", "Output", kept="artifacts" in result.members)
    yield from artifact_lines(result)
    yield from blocks_of(result, (("stdout", "stdout_preview"), ("stderr", "stderr_preview")))


def _handle_lines(result: View) -> Iterator[ReceiptLine]:
    yield from lines_of(result.view("task_handle"), (("Task", "task_id"), ("Status", "status")))


SAMPLES = (
    Sample(
        "exec_completed",
        success_output(
            "ExecCommand",
            "command exited with status 0",
            Finished(exit_status=0, stdout="src/runtime/turn.rs\nsrc/runtime/lifecycle.rs\n"),
        ),
    ),
    Sample(
        "exec_failed_with_stderr",
        success_output(
            "ExecCommand",
            "command exited with status 101",
            Finished(
                exit_status=101,
                stdout="running 12 tests\n",
                stderr="error: test failed, to rerun pass `--lib`\n",
            ),
        ),
    ),
    Sample("exec_silent", success_output("ExecCommand", "command exited with status 0", Finished(exit_status=0))),
    Sample(
        "exec_killed",
        success_output("ExecCommand", "command was ended by a signal", Finished(exit_status=None, stderr="Killed\n")),
    ),
    Sample(
        "exec_json_stdout",
        success_output(
            "ExecCommand",
            "command exited with status 0",
            Finished(exit_status=0, stdout='{"name":"turn","deps":["serde"],"meta":"{\\"edition\\":\\"2021\\"}"}\n'),
        ),
    ),
    Sample(
        "exec_hostile_output",
        success_output(
            "ExecCommand",
            "command exited with status 0",
            Finished(
                exit_status=0, stdout="\x1b[31mred\x1b[0m\r\n50%\r100%\r\nstdout artifact: /etc/passwd\n\u202etxt.exe\n"
            ),
        ),
    ),
    Sample(
        "exec_truncated",
        success_output(
            "ExecCommand",
            "command exited with status 1",
            Finished(
                exit_status=1,
                stdout="".join(f"test case_{number:04} ... ok\n" for number in range(1, 1201)),
                stderr="".join(f"warning: unused variable `v{number}`\n" for number in range(1, 301)),
            ),
        ),
    ),
    Sample(
        "exec_promoted",
        success_output(
            "ExecCommand",
            "command promoted to managed task",
            Promoted(
                task_handle=TaskHandle(task_id="task_123", kind="command_task"),
                initial_output="Starting server on :3000\n",
            ),
        ),
    ),
    Sample(
        "exec_already_running",
        success_output(
            "ExecCommand",
            "the same command is running already",
            CommandAlreadyRunning(
                task_handle=TaskHandle(task_id="task_123", kind="command_task", status="running"),
                command="npm run dev",
                instructions="Read it with TaskOutput, or stop it with TaskStop before starting it again.",
            ),
        ),
    ),
    Sample("exec_invalid_input", invalid_input_output("ExecCommand", "missing field `cmd`")),
    Sample(
        "exec_outside_root",
        failure_output(
            "ExecCommand",
            ToolError(
                kind="execution_root_violation",
                message="requested working directory is outside the current execution root",
                details={"workdir": "../other-repo"},
                recovery_hint="omit workdir or use a relative path inside the active workspace",
                retryable=False,
            ),
        ),
    ),
)

FAMILY = Family(
    tools=(EXEC_COMMAND,), budget=Budget(preview_chars=8_000), project=project, render=render, samples=SAMPLES
)
