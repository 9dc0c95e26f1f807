"""Background tasks: which there are, how one stands, writing to one, stopping one. Their results are small."""

from collections.abc import Iterator
from typing import Literal

from conformance.contract.bounds import Bounds, clip
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families._task_shapes import (
    TaskArguments,
    TaskDigest,
    TaskInputArguments,
    TaskInputSent,
    TaskListArguments,
    TaskRead,
    TasksListed,
    TaskSnapshot,
    TaskStopRequested,
)
from conformance.contract.families.command import TASK_SURFACES
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, artifact_lines, lines_of
from conformance.contract.shapes import Complete, Result

# A list has one line per task.
_SUMMARY_CHARS = 120


TOOLS = (
    ToolDefinition(
        name="TaskList",
        capability="core_agent",
        plane="command",
        description="""\
List the active background tasks, the latest first, with id, kind, status and summary.

Use TaskStatus for one task, and TaskOutput for what it has printed.""",
        arguments=TaskListArguments,
        results=(TasksListed,),
        related_surfaces=TASK_SURFACES,
    ),
    ToolDefinition(
        name="TaskStatus",
        capability="core_agent",
        plane="command",
        description="""\
Read how one task stands: its status, command, times and exit status, without its output.

Use TaskOutput to read what it printed or to wait until it ends.""",
        arguments=TaskArguments,
        results=(TaskRead,),
        related_surfaces=TASK_SURFACES,
    ),
    ToolDefinition(
        name="TaskInput",
        capability="core_agent",
        plane="command",
        description="""\
Send text to a running task: to the stdin or terminal of a command that was started with `accepts_input` or `tty`, or
as a message to a child agent.

The result says whether the task took the input. Read the answer with TaskOutput.""",
        arguments=TaskInputArguments,
        results=(TaskInputSent,),
        related_surfaces=TASK_SURFACES,
    ),
    ToolDefinition(
        name="TaskStop",
        capability="core_agent",
        plane="command",
        description="""\
Stop a running task.

A command may stay `cancelling` for a moment before it is `cancelled`; TaskStatus tells.""",
        arguments=TaskArguments,
        results=(TaskStopRequested,),
        related_surfaces=TASK_SURFACES,
    ),
)


def project(output: Complete, _bounds: Bounds) -> Result:
    """Bound the summaries in a list of tasks; all else is small."""
    if not isinstance(output, TasksListed):
        return require_result(output)
    short = tuple(task.model_copy(update={"summary": _clip_summary(task.summary)}) for task in output.tasks)
    return output.model_copy(update={"tasks": short})


def render(tool_name: str, result: View) -> Iterator[Part]:
    """Render what became of the request and the task's handle; TaskStatus adds all that is known of the task."""
    task = result.view("task")
    if tool_name == "TaskList":
        yield from _list_parts(result)
    elif tool_name == "TaskStatus":
        yield ReceiptLine(task.text("status") or "unknown", "Task status")
        yield from (line for line in task_lines(task) if line.label != "Status")
    else:
        yield ReceiptLine(_input_outcome(result) if tool_name == "TaskInput" else _stop_outcome(task))
        labels = (("Task", "task_id"), ("Status", "status"), ("Exit status", "exit_status"))
        yield from lines_of(task, (*labels, ("Child agent", "child_agent_id")))
        yield from lines_of(result, (("Input target", "input_target"), ("Bytes written", "bytes_written")))


def task_lines(task: View) -> Iterator[ReceiptLine]:
    """Yield the lines that show one task, the handle first."""
    labels = (
        ("Task", "task_id"),
        ("Kind", "kind"),
        ("Status", "status"),
        ("Exit status", "exit_status"),
        ("Summary", "summary"),
        ("Command", "command"),
        ("Workdir", "workdir"),
        ("Child agent", "child_agent_id"),
        ("Created", "created_at"),
        ("Updated", "updated_at"),
    )
    yield from lines_of(task, labels)


def _list_parts(result: View) -> Iterator[Part]:
    tasks = result.views("tasks")
    total = result.scalar_text("total_active") or str(len(tasks))
    yield ReceiptLine(f"Active tasks: {total}" if tasks else "No active tasks")
    for task in tasks:
        words = [task.scalar_text(key) or "?" for key in ("task_id", "status", "kind", "summary")]
        yield ReceiptLine(f"- {words[0]} [{words[1]}] {words[2]}: {words[3]}")
    if tasks and total != str(len(tasks)):
        yield ReceiptLine(f"(showing {len(tasks)} of {total}; raise limit to see more)")
    yield from artifact_lines(result)


def _input_outcome(result: View) -> str:
    return "Input sent" if result.flag("accepted_input") else "Input not accepted"


def _stop_outcome(task: View) -> str:
    return "Task stopped" if task.text("status") == "cancelled" else "Task stop requested"


def _clip_summary(summary: str | None) -> str | None:
    return None if summary is None else clip(summary, _SUMMARY_CHARS)


# The time of all samples, which are the same on every run.
_AT = "2026-05-27T10:00:00Z"
_SERVER = TaskSnapshot(
    task_id="task_123",
    kind="command_task",
    status="running",
    summary="dev server",
    created_at=_AT,
    updated_at="2026-05-27T10:04:00Z",
    command="npm run dev",
    workdir="web",
)
_CHILD = TaskSnapshot(
    task_id="task_124",
    kind="child_agent_task",
    status="running",
    summary="review the parser",
    created_at=_AT,
    updated_at=_AT,
    child_agent_id="agent_7",
)
_UNKNOWN_TASK = ToolError(
    kind="task_not_found",
    message="there is no task task_999",
    details={"task_id": "task_999"},
    recovery_hint="list the active tasks with TaskList",
    retryable=False,
)


def _stop_request(status: Literal["cancelling", "cancelled"]) -> TaskStopRequested:
    return TaskStopRequested(task=_SERVER.model_copy(update={"status": status}), stop_requested=True)


SAMPLES = (
    Sample(
        "list_empty",
        success_output("TaskList", "no active tasks", TasksListed(total_active=0, returned=0, limit=20, tasks=())),
    ),
    Sample(
        "list_several",
        success_output(
            "TaskList",
            "2 of 3 active tasks",
            TasksListed(
                total_active=3,
                returned=2,
                limit=2,
                tasks=tuple(
                    TaskDigest(
                        task_id=task.task_id,
                        kind=task.kind,
                        status=task.status,
                        summary=task.summary,
                        updated_at=task.updated_at,
                    )
                    for task in (_SERVER, _CHILD)
                ),
            ),
        ),
    ),
    Sample("list_invalid_input", invalid_input_output("TaskList", "limit: 0 is less than the minimum of 1")),
    Sample("status_running", success_output("TaskStatus", "task_123 is running", TaskRead(task=_SERVER))),
    Sample("status_child_agent", success_output("TaskStatus", "task_124 is running", TaskRead(task=_CHILD))),
    Sample(
        "status_failed",
        success_output(
            "TaskStatus",
            "task_123 has failed",
            TaskRead(task=_SERVER.model_copy(update={"status": "failed", "exit_status": 1})),
        ),
    ),
    Sample("status_unknown_task", failure_output("TaskStatus", _UNKNOWN_TASK)),
    Sample(
        "input_accepted",
        success_output(
            "TaskInput",
            "7 bytes written to stdin of task_123",
            TaskInputSent(task=_SERVER, accepted_input=True, input_target="stdin", bytes_written=7),
        ),
    ),
    Sample(
        "input_not_accepted",
        success_output("TaskInput", "task_123 takes no input", TaskInputSent(task=_SERVER, accepted_input=False)),
    ),
    Sample(
        "input_failed",
        failure_output(
            "TaskInput",
            ToolError(
                kind="task_input_failed",
                message="writing to stdin of task_123 failed: broken pipe",
                details={"task_id": "task_123"},
                recovery_hint="check with TaskStatus whether the task still runs",
                retryable=True,
            ),
        ),
    ),
    Sample("stop_requested", success_output("TaskStop", "task_123 was asked to stop", _stop_request("cancelling"))),
    Sample("stop_done", success_output("TaskStop", "task_123 is stopped", _stop_request("cancelled"))),
    Sample("stop_unknown_task", failure_output("TaskStop", _UNKNOWN_TASK)),
)

# TaskStatus shows the whole task; a confirmation repeats only what the next call needs.
HIDDEN_FIELDS = {
    "TaskList": ("limit", "returned", "tasks/*/updated_at"),
    "TaskInput": ("task/command", "task/workdir", "task/summary", "task/created_at", "task/updated_at"),
    "TaskStop": (
        "stop_requested",
        "task/command",
        "task/workdir",
        "task/summary",
        "task/created_at",
        "task/updated_at",
    ),
}

FAMILY = Family(
    tools=TOOLS,
    budget=Budget(preview_chars=7_500, listed_items=50),
    project=project,
    render=render,
    samples=SAMPLES,
    hidden_fields=HIDDEN_FIELDS,
)
