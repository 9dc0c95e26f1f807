"""Recorded waits: what the agent waits for, and where the wait is kept."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, lines_of
from conformance.contract.shapes import Arguments, Complete, Count, Instant, Name, Result, Text

# Milliseconds, as in every field that ends in `_ms`.
_DAY_MS = 24 * 60 * 60 * 1_000
WakeKind: TypeAlias = Literal["task_result", "external", "operator_input"]


class WakeOnTask(Arguments):
    """Wait for a background task."""

    kind: Literal["task_result"] = Field("task_result", description="Wake when a background task has ended.")
    task_id: Name = Field(description="Id of that task.")


class WakeOnExternal(Arguments):
    """Wait for the outside world."""

    kind: Literal["external"] = Field("external", description="Wake when something outside has changed.")
    resource: Name | None = Field(None, description="What is waited for, such as a URL or `owner/repo#12`.")


class WakeOnOperator(Arguments):
    """Wait for the operator."""

    kind: Literal["operator_input"] = Field("operator_input", description="Wake when the operator has answered.")


class WaitForArguments(Arguments):
    """The input of WaitFor."""

    wake: Annotated[WakeOnTask | WakeOnExternal | WakeOnOperator, Field(discriminator="kind")] = Field(
        description="What ends the wait."
    )
    # A few sentences: they are shown again as long as the wait lasts.
    reason: Annotated[Name, Field(max_length=1_000)] = Field(description="Why you wait, for whoever looks at it.")
    # Each recheck starts a turn: not more than one a second, and at least one a week, so that no wait is forgotten.
    recheck_after_ms: Annotated[int, Field(ge=1_000, le=7 * _DAY_MS)] | None = Field(
        None, description="Wake at the latest after this time, to look again."
    )


class Waiting(Result):
    """A wait that was recorded; it belongs to the work item in focus, or to the agent where none is."""

    disposition: Literal["waiting"] = "waiting"
    wait_condition_id: Name
    scope: Literal["work_item", "agent"]
    wake: WakeKind
    reason: Text
    task_id: Name | None = None
    resource: Text | None = None
    work_item_id: Name | None = None
    recheck_after_ms: Count | None = None
    recheck_at: Instant | None = None


class TaskResultQueued(Result):
    """No wait: the task has ended already and its result is on the way."""

    disposition: Literal["task_result_queued"] = "task_result_queued"
    task_id: Name
    result_message_id: Name


class TaskResultConsumed(Result):
    """No wait: the task's result was delivered before."""

    disposition: Literal["task_result_already_consumed"] = "task_result_already_consumed"
    task_id: Name
    result_message_id: Name


WAIT_FOR = ToolDefinition(
    name="WaitFor",
    capability="core_agent",
    plane="waiting",
    description="""\
Record what you wait for and end the turn.

`wake` says what ends the wait: a background task, a change outside, or the operator. The wait belongs to the work item
in focus, or to you where none is. Set `recheck_after_ms` when the awaited thing may never announce itself. To wait only
a moment for a task's output, use TaskOutput with `timeout_ms` instead.""",
    arguments=WaitForArguments,
    results=(Waiting, TaskResultQueued, TaskResultConsumed),
    related_surfaces=("runtime agent lifecycle APIs",),
)

# What ends the wait, as the end of "Waiting for ...".
_WAKE_TEXTS = {"task_result": "a task to end", "external": "an external change", "operator_input": "the operator"}
# The first line of the receipt where no wait was recorded.
_OUTCOMES = {
    "task_result_queued": "Not waiting: the task has ended, its result is queued",
    "task_result_already_consumed": "Not waiting: the task's result was delivered already",
}


def project(output: Complete, _bounds: Bounds) -> Result:
    """Nothing is large."""
    return require_result(output)


def render(_tool_name: str, result: View) -> Iterator[Part]:
    """Render whether the agent waits, and for what."""
    awaited = _WAKE_TEXTS.get(result.text("wake") or "", "something")
    yield ReceiptLine(_OUTCOMES.get(result.text("disposition") or "", f"Waiting for {awaited}"))
    labels = (
        ("Task", "task_id"),
        ("Resource", "resource"),
        ("Work item", "work_item_id"),
        ("Wait condition", "wait_condition_id"),
        ("Result message", "result_message_id"),
        ("Reason", "reason"),
        ("Recheck at", "recheck_at"),
    )
    yield from lines_of(result, labels)


SAMPLES = (
    Sample(
        "waiting_for_task",
        success_output(
            "WaitFor",
            "waiting for task_123",
            Waiting(
                wait_condition_id="wait_5",
                scope="work_item",
                wake="task_result",
                reason="the release build has to end first",
                task_id="task_123",
                work_item_id="wi_42",
                recheck_after_ms=600_000,
                recheck_at="2026-05-27T10:10:00Z",
            ),
        ),
    ),
    Sample(
        "waiting_for_external",
        success_output(
            "WaitFor",
            "waiting for an external change",
            Waiting(
                wait_condition_id="wait_6",
                scope="work_item",
                wake="external",
                reason="the review of the pull request",
                resource="https://example.org/repo/pull/12",
                work_item_id="wi_42",
            ),
        ),
    ),
    Sample(
        "waiting_for_operator",
        success_output(
            "WaitFor",
            "waiting for the operator",
            Waiting(wait_condition_id="wait_7", scope="agent", wake="operator_input", reason="which name to use"),
        ),
    ),
    Sample(
        "task_result_queued",
        success_output(
            "WaitFor", "task_123 has ended", TaskResultQueued(task_id="task_123", result_message_id="message_88")
        ),
    ),
    Sample(
        "task_result_consumed",
        success_output(
            "WaitFor",
            "the result of task_123 was delivered",
            TaskResultConsumed(task_id="task_123", result_message_id="message_88"),
        ),
    ),
    Sample("wait_invalid_input", invalid_input_output("WaitFor", "wake: missing field `task_id`")),
    Sample(
        "wait_unknown_task",
        failure_output(
            "WaitFor",
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

# `recheck_at` says the same.
HIDDEN_FIELDS = {"WaitFor": ("recheck_after_ms",)}

FAMILY = Family(
    tools=(WAIT_FOR,),
    budget=Budget(preview_chars=2_000),
    project=project,
    render=render,
    samples=SAMPLES,
    hidden_fields=HIDDEN_FIELDS,
)
