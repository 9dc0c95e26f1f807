"""Delegation: a child agent is started, and the parent gets the handles to follow it."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families._command_shapes import TaskHandle
from conformance.contract.families.agent import AGENT_SURFACES
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, lines_of
from conformance.contract.shapes import Arguments, Complete, Name, Result

WorkspaceMode: TypeAlias = Literal["inherit", "worktree"]


class PrivateChild(Arguments):
    """A child that works for the parent and reports to it."""

    preset: Literal["private_child"] = Field("private_child", description="A child of your own that reports to you.")
    initial_message: Name = Field(description="What the child is to do; all that it will know of it.")
    workspace_mode: WorkspaceMode = Field("inherit", description="Work in your workspace, or in a worktree of its own.")


class PublicNamed(Arguments):
    """An agent of its own, which others may address."""

    preset: Literal["public_named"] = Field("public_named", description="An agent of its own that others can address.")
    agent_id: Name = Field(description="The id that it is to have.")
    initial_message: Name | None = Field(None, description="A first message for it.")


class ModelChoice(Arguments):
    """The model that a child runs on."""

    provider: Name = Field(description="The provider's name.")
    model: Name = Field(description="The model's name at that provider.")
    reasoning_effort: Literal["low", "medium", "high"] | None = Field(None, description="How long it may think.")


class SpawnAgentArguments(Arguments):
    """The input of SpawnAgent."""

    agent: Annotated[PrivateChild | PublicNamed, Field(discriminator="preset")] = Field(
        description="Which kind of agent to start."
    )
    model: ModelChoice | None = Field(None, description="The model to run it on. Default: your own.")


class ChildSpawned(Result):
    """A private child; the task handle is how it is followed and stopped."""

    preset: Literal["private_child"] = "private_child"
    agent_id: Name
    task_handle: TaskHandle
    workspace_mode: WorkspaceMode


class NamedAgentSpawned(Result):
    """A public agent; nobody supervises it."""

    preset: Literal["public_named"] = "public_named"
    agent_id: Name


SPAWN_AGENT = ToolDefinition(
    name="SpawnAgent",
    capability="agent_creation",
    plane="agent",
    description="""\
Start another agent.

A `private_child` works on one message of yours and reports back: follow it with TaskStatus, read its report with
TaskOutput, talk to it with TaskInput, end it with TaskStop, or wait for it with WaitFor. A `public_named` agent lives
on its own under the id that you give it, and returns no task.

Valid: {"agent": {"preset": "private_child", "initial_message": "Find the flaky test in crates/core."}}.
Invalid: {"agent": {"preset": "public_named", "agent_id": "reviewer"}, "task_handle": {"task_id": "task_123"}}.""",
    arguments=SpawnAgentArguments,
    results=(ChildSpawned, NamedAgentSpawned),
    related_surfaces=AGENT_SURFACES,
)


def project(output: Complete, _bounds: Bounds) -> Result:
    """Nothing is large: a child's report comes later, through TaskOutput."""
    return require_result(output)


def render(_tool_name: str, result: View) -> Iterator[Part]:
    """Render that the agent was started, and its handles."""
    yield ReceiptLine("Child agent started" if result.text("preset") == "private_child" else "Agent started")
    yield from lines_of(result, (("Agent", "agent_id"),))
    yield from lines_of(result.view("task_handle"), (("Task", "task_id"), ("Status", "status")))
    yield from lines_of(result, (("Workspace mode", "workspace_mode"),))


SAMPLES = (
    Sample(
        "child_spawned",
        success_output(
            "SpawnAgent",
            "child agent agent_7 started",
            ChildSpawned(
                agent_id="agent_7",
                task_handle=TaskHandle(task_id="task_124", kind="child_agent_task", status="queued"),
                workspace_mode="worktree",
            ),
        ),
    ),
    Sample(
        "named_agent_spawned",
        success_output("SpawnAgent", "agent release_bot started", NamedAgentSpawned(agent_id="release_bot")),
    ),
    Sample("spawn_invalid_input", invalid_input_output("SpawnAgent", "agent: missing field `initial_message`")),
    Sample(
        "spawn_model_rejected",
        failure_output(
            "SpawnAgent",
            ToolError(
                kind="model_request_rejected",
                message="the provider does not offer the requested model",
                details={"provider": "example", "model": "largest"},
                recovery_hint="leave `model` out to use your own",
                retryable=False,
            ),
        ),
    ),
)

FAMILY = Family(
    tools=(SPAWN_AGENT,), budget=Budget(preview_chars=2_000), project=project, render=render, samples=SAMPLES
)
