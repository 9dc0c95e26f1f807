"""The agent itself: reading its own state, and leaving itself a message."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.bounds import Bounds, clip
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families.waiting import WakeKind
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, artifact_lines, lines_of
from conformance.contract.references import ArtifactRef
from conformance.contract.shapes import Arguments, Complete, Count, Many, Name, Result, Text

# Where else the same data can be had; the inventory lists it as `related_surfaces`.
AGENT_SURFACES = ("runtime agent lifecycle APIs",)
# The agent wrote the message; its beginning is enough to recognise it.
_ECHO_CHARS = 200
Lifecycle: TypeAlias = Literal["running", "waiting", "idle", "stopped"]
Priority: TypeAlias = Literal["interject", "next", "normal", "background"]


class AgentGetArguments(Arguments):
    """The input of AgentGet: none."""


class EnqueueArguments(Arguments):
    """The input of Enqueue."""

    # As much as a receipt has room for.
    text: Annotated[Name, Field(max_length=8_000)] = Field(description="The message you will get.")
    priority: Priority = Field("normal", description="When it comes: `interject` at once, `background` after all else.")


class ChildAgent(Result):
    """One child agent in a summary."""

    agent_id: Name
    lifecycle: Lifecycle
    task_id: Name | None = None


class AgentWait(Result):
    """What an agent waits for."""

    wake: WakeKind
    reason: Text
    task_id: Name | None = None


class AgentSummary(Result):
    """How an agent stands."""

    agent_id: Name
    profile: Text
    visibility: Literal["private", "public"]
    lifecycle: Lifecycle
    parent_agent_id: Name | None = None
    current_work_item_id: Name | None = None
    active_workspace_id: Name | None = None
    waiting: AgentWait | None = None
    child_agents: Many[ChildAgent] = ()


class AgentRead(Result):
    """The agent's own summary."""

    agent: AgentSummary
    child_agents_truncated: bool | None = None
    artifacts: Many[ArtifactRef] | None = None
    child_agents_artifact: Count | None = None


class Enqueued(Result):
    """A message that was queued; ``follow_up_text`` is its beginning."""

    enqueued: bool
    priority: Priority
    follow_up_text: Text


TOOLS = (
    ToolDefinition(
        name="AgentGet",
        capability="core_agent",
        plane="agent",
        description="""\
Read your own state: id, profile, lifecycle, the work item and workspace in focus, what you wait for, and your child
agents.

Use ListWorkItems for the queue of work, and TaskList for background tasks.""",
        arguments=AgentGetArguments,
        results=(AgentRead,),
        related_surfaces=AGENT_SURFACES,
    ),
    ToolDefinition(
        name="Enqueue",
        capability="core_agent",
        plane="agent",
        description="""\
Leave yourself a message that starts a later turn.

Use it for a follow-up that needs no new objective; use CreateWorkItem for one that does, and WaitFor to be woken by
something.""",
        arguments=EnqueueArguments,
        results=(Enqueued,),
        related_surfaces=AGENT_SURFACES,
    ),
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Bound the echo of a message, and the list of children."""
    if isinstance(output, Enqueued):
        return output.model_copy(update={"follow_up_text": clip(output.follow_up_text, _ECHO_CHARS)})
    if isinstance(output, AgentRead) and output.child_agents_truncated is None:
        children = output.agent.child_agents
        kept = bounds.items("child_agents", children, [child.agent_id for child in children])
        if kept.truncated:
            # Copied, not made anew: members that this version does not know stay.
            return output.model_copy(
                update={
                    "agent": output.agent.model_copy(update={"child_agents": kept.items}),
                    "child_agents_truncated": True,
                    "artifacts": bounds.artifacts,
                    "child_agents_artifact": kept.artifact,
                }
            )
    return require_result(output)


def render(tool_name: str, result: View) -> Iterator[Part]:
    """Render the confirmation, or the agent in a few lines."""
    if tool_name == "Enqueue":
        yield ReceiptLine("Follow-up enqueued" if result.flag("enqueued") else "Follow-up not enqueued")
        yield from lines_of(result, (("Priority", "priority"), ("Text", "follow_up_text")))
        return
    agent = result.view("agent")
    yield ReceiptLine(f"Agent is {agent.text('lifecycle') or 'known'}")
    labels = (
        ("Agent", "agent_id"),
        ("Profile", "profile"),
        ("Visibility", "visibility"),
        ("Parent agent", "parent_agent_id"),
        ("Current work item", "current_work_item_id"),
        ("Active workspace", "active_workspace_id"),
    )
    yield from lines_of(agent, labels)
    waiting = agent.view("waiting")
    yield from lines_of(waiting, (("Waiting for", "wake"), ("Waiting for task", "task_id"), ("Reason", "reason")))
    for child in agent.views("child_agents"):
        known = [child.text(key) for key in ("agent_id", "lifecycle", "task_id")]
        yield ReceiptLine(", ".join(text for text in known if text), "Child agent")
    if result.flag("child_agents_truncated"):
        yield ReceiptLine("Child agents truncated: the list is in the artifact")
    yield from artifact_lines(result)


SAMPLES = (
    Sample(
        "agent_working",
        success_output(
            "AgentGet",
            "agent_1 is running",
            AgentRead(
                agent=AgentSummary(
                    agent_id="agent_1",
                    profile="default",
                    visibility="public",
                    lifecycle="running",
                    current_work_item_id="wi_42",
                    active_workspace_id="ws_app",
                    child_agents=(ChildAgent(agent_id="agent_7", lifecycle="running", task_id="task_124"),),
                )
            ),
        ),
    ),
    Sample(
        "agent_waiting",
        success_output(
            "AgentGet",
            "agent_7 is waiting",
            AgentRead(
                agent=AgentSummary(
                    agent_id="agent_7",
                    profile="reviewer",
                    visibility="private",
                    lifecycle="waiting",
                    parent_agent_id="agent_1",
                    waiting=AgentWait(wake="task_result", reason="the build", task_id="task_123"),
                )
            ),
        ),
    ),
    Sample("agent_invalid_input", invalid_input_output("AgentGet", "unknown field `verbose`, expected no fields")),
    Sample(
        "enqueued",
        success_output(
            "Enqueue",
            "follow-up enqueued",
            Enqueued(enqueued=True, priority="next", follow_up_text="Check the nightly build, then close the issue."),
        ),
    ),
    Sample(
        "enqueue_refused",
        failure_output(
            "Enqueue",
            ToolError(
                kind="queue_full",
                message="there are 100 messages in the queue already",
                details={"queued": 100},
                recovery_hint="work through the queue first",
                retryable=True,
            ),
        ),
    ),
)

FAMILY = Family(
    tools=TOOLS, budget=Budget(preview_chars=2_000, listed_items=30), project=project, render=render, samples=SAMPLES
)
