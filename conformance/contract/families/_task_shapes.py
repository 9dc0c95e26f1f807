"""Shapes of background tasks: how one is addressed, how it stands, what became of a request to it."""

from typing import Annotated, Literal

from pydantic import Field

from conformance.contract.families._command_shapes import TaskKind, TaskStatus
from conformance.contract.shapes import Arguments, Count, Instant, Many, Name, Result, Text


class TaskListArguments(Arguments):
    """The input of TaskList."""

    # As many as a result lists.
    limit: Annotated[int, Field(ge=1, le=50)] = Field(20, description="How many tasks to list.")


class TaskArguments(Arguments):
    """The input of TaskStatus and TaskStop."""

    task_id: Name = Field(description="Id of the task, from a task handle or from TaskList.")


class TaskInputArguments(TaskArguments):
    """The input of TaskInput."""

    input: Name = Field(description="Text to send; end it with a newline where the program reads lines.")


class TaskDigest(Result):
    """One task in a list."""

    task_id: Name
    kind: TaskKind
    status: TaskStatus
    summary: Text | None
    updated_at: Instant


class TasksListed(Result):
    """The active tasks, the latest first; as a complete output it holds all that the call asked for."""

    list_counts = {"returned": "tasks"}

    total_active: Count
    returned: Count
    limit: Count
    tasks: Many[TaskDigest]


class TaskSnapshot(Result):
    """How one task stands."""

    task_id: Name
    kind: TaskKind
    status: TaskStatus
    summary: Text | None
    created_at: Instant
    updated_at: Instant
    command: Text | None = None
    workdir: Text | None = None
    exit_status: int | None = None
    child_agent_id: Name | None = None


class TaskRead(Result):
    """A task as TaskStatus reads it."""

    task: TaskSnapshot


class TaskInputSent(TaskRead):
    """What became of an input; a task that takes none is no error."""

    accepted_input: bool
    input_target: Literal["stdin", "tty", "agent_inbox"] | None = None
    bytes_written: Count | None = None


class TaskStopRequested(TaskRead):
    """A task that was asked to stop; ``task.status`` says whether it already has."""

    stop_requested: bool
