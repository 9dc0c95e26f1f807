"""Output of background tasks: a bounded preview, or the bounded report of a child agent, with the full text kept."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.bounds import Bounds, clip
from conformance.contract.budgets import SUMMARY_CHARS, Budget
from conformance.contract.complete_output import failure_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families._task_shapes import TaskArguments, TaskSnapshot
from conformance.contract.families.command import TASK_SURFACES, truncation_line
from conformance.contract.families.task import task_lines
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, artifact_lines, blocks_of
from conformance.contract.references import ArtifactRef
from conformance.contract.repeated_text import is_repeated
from conformance.contract.shapes import Complete, Count, Many, Result, Text

RetrievalStatus: TypeAlias = Literal["success", "timeout", "not_ready"]


class TaskOutputArguments(TaskArguments):
    """The input of TaskOutput."""

    # Ten minutes: for a longer wait there is WaitFor, which ends the turn.
    timeout_ms: Annotated[Count, Field(le=600_000)] = Field(
        0, description="How long to wait for the task to end; 0 returns at once."
    )


class TaskOutputFull(Complete):
    """All that a task has printed so far, and the report that a child agent ended with."""

    retrieval_status: RetrievalStatus
    task: TaskSnapshot
    output: Text = ""
    report: Text = ""


class TaskOutputRead(Result):
    """What a task has printed, bounded; ``result_preview`` is the report of a child agent."""

    retrieval_status: RetrievalStatus
    task: TaskSnapshot
    output_preview: Text | None
    output_truncated: bool
    result_preview: Text | None = None
    result_truncated: bool | None = None
    artifacts: Many[ArtifactRef] | None = None
    output_artifact: Count | None = None
    result_artifact: Count | None = None


TASK_OUTPUT = ToolDefinition(
    name="TaskOutput",
    capability="core_agent",
    plane="command",
    description="""\
Read what a background task has printed, and with `timeout_ms` wait for it to end first.

The result says whether the task ended, the wait timed out, or there is nothing to read yet. A long output is shown as
its first and last lines; the full text is in the artifact that the result names.""",
    arguments=TaskOutputArguments,
    complete_shapes=(TaskOutputFull,),
    results=(TaskOutputRead,),
    related_surfaces=TASK_SURFACES,
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Bound output and report together; what one of them tells is repeated neither as the other nor as summary."""
    if not isinstance(output, TaskOutputFull):
        return require_result(output)
    texts = {"output": output.output, "result": output.report}
    tried = Bounds(bounds.tool_name, bounds.budget, None).texts(texts)
    if is_repeated(tried["result"].text, (tried["output"].text,)):
        return _deduplicated_result(output, bounds)
    shown = bounds.texts(texts)
    report = shown["result"]
    return TaskOutputRead(
        retrieval_status=output.retrieval_status,
        task=_clip_task_summary(output),
        output_preview=shown["output"].text,
        output_truncated=shown["output"].truncated,
        result_preview=report.text,
        result_truncated=report.truncated if report.text else None,
        artifacts=bounds.artifacts,
        output_artifact=shown["output"].artifact,
        result_artifact=report.artifact,
    )


def _deduplicated_result(output: TaskOutputFull, bounds: Bounds) -> TaskOutputRead:
    """The output alone, where the report would repeat it; a report that it does not tell all of is kept."""
    shown = bounds.text("output", output.output)
    is_shown = output.report == output.output or output.report in (shown.text or "")
    return TaskOutputRead(
        retrieval_status=output.retrieval_status,
        task=_clip_task_summary(output),
        output_preview=shown.text,
        output_truncated=shown.truncated,
        result_truncated=None if is_shown else True,
        result_artifact=None if is_shown else bounds.keep("result", output.report),
        output_artifact=shown.artifact,
        artifacts=bounds.artifacts,
    )


def _clip_task_summary(output: TaskOutputFull) -> TaskSnapshot:
    task = output.task
    if task.summary is None or not is_repeated(task.summary, (output.output, output.report)):
        return task
    return task.model_copy(update={"summary": clip(task.summary, SUMMARY_CHARS)})


def render(_tool_name: str, result: View) -> Iterator[Part]:
    """Render how the reading went, the task, then what it printed."""
    outcomes = {"timeout": "Task output wait timed out", "not_ready": "Task output is not ready"}
    yield ReceiptLine(outcomes.get(result.text("retrieval_status") or "", "Task output retrieved"))
    yield from task_lines(result.view("task"))
    read = result if "output_truncated" in result.members else result.view("task")  # where some runtimes keep it
    kept = "artifacts" in read.members
    yield from truncation_line(read, "output_truncated", "Output", kept=kept)
    yield from truncation_line(read, "result_truncated", "Result", kept=kept)
    yield from artifact_lines(read)
    yield from blocks_of(read, (("Result", "result_preview"), ("Output", "output_preview")))


# The time of all samples, which are the same on every run.
_AT = "2026-05-27T10:00:00Z"
_BUILD = TaskSnapshot(
    task_id="task_123",
    kind="command_task",
    status="completed",
    summary="release build",
    created_at=_AT,
    updated_at="2026-05-27T10:04:00Z",
    exit_status=0,
)
_RUNNING = _BUILD.model_copy(update={"status": "running", "exit_status": None})
_CHILD = _RUNNING.model_copy(
    update={
        "task_id": "task_124",
        "kind": "child_agent_task",
        "status": "completed",
        "summary": "review the parser",
        "child_agent_id": "agent_7",
    }
)


def _sample(name: str, summary: str, full: TaskOutputFull) -> Sample:
    return Sample(name, success_output("TaskOutput", summary, full))


SAMPLES = (
    _sample(
        "output_retrieved",
        "task_123 completed",
        TaskOutputFull(retrieval_status="success", task=_BUILD, output="Compiling app v0.1.0\nFinished release\n"),
    ),
    _sample(
        "output_with_artifact",
        "task_123 completed",
        TaskOutputFull(
            retrieval_status="success",
            task=_BUILD,
            output="".join(f"Compiling crate_{number} v1.{number}.0\n" for number in range(1, 601)),
        ),
    ),
    _sample(
        "output_timeout",
        "task_123 is still running",
        TaskOutputFull(retrieval_status="timeout", task=_RUNNING, output="Compiling app v0.1.0\n"),
    ),
    _sample(
        "output_not_ready",
        "task_123 has printed nothing yet",
        TaskOutputFull(retrieval_status="not_ready", task=_RUNNING),
    ),
    _sample(
        "output_child_report",
        "task_124 completed",
        TaskOutputFull(
            retrieval_status="success",
            task=_CHILD,
            report="The parser accepts trailing commas in two places.\nBoth are covered by tests now.\n",
        ),
    ),
    Sample(
        "output_unknown_task",
        failure_output(
            "TaskOutput",
            ToolError(
                kind="task_not_found",
                message="there is no task task_999",
                details={"task_id": "task_999"},
                recovery_hint="list the active tasks with TaskList",
                retryable=False,
            ),
        ),
    ),
)

FAMILY = Family(
    tools=(TASK_OUTPUT,), budget=Budget(preview_chars=7_500), project=project, render=render, samples=SAMPLES
)
