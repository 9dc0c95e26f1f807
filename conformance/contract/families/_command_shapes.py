"""Shapes of commands: how one is started, and what comes of it."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.references import ArtifactRef
from conformance.contract.shapes import Arguments, Complete, Count, Many, Name, Result, Text

TaskKind: TypeAlias = Literal["command_task", "child_agent_task"]
TaskStatus: TypeAlias = Literal["queued", "running", "cancelling", "completed", "failed", "cancelled", "interrupted"]


class CommandStart(Arguments):
    """What starts one command, alone or as an item of a batch."""

    cmd: Name = Field(description="The shell command to run.")
    workdir: Name | None = Field(
        None, description="Directory to run in, relative to the active workspace. Default: its root."
    )
    shell: Name | None = Field(None, description="Shell binary to run the command with. Default: the user's shell.")
    login: bool = Field(False, description="Run the shell as a login shell.")
    # Ten minutes: what takes longer goes on as a task.
    yield_time_ms: Annotated[Count, Field(le=600_000)] = Field(
        10_000, description="How long to wait for the command before the call returns."
    )
    # A token is about four characters: from the smallest preview to the most that a receipt has room for.
    max_output_tokens: Annotated[int, Field(ge=40, le=2_000)] = Field(
        2_000, description="How much of the output to show; what is cut is kept in an artifact."
    )


class ExecCommandArguments(CommandStart):
    """The input of ExecCommand."""

    tty: bool = Field(False, description="Run the command in a terminal of its own.")
    accepts_input: bool = Field(False, description="Keep stdin open, so that TaskInput can write to the task.")


class TaskHandle(Result):
    """How a task is addressed; ``status`` where it is known."""

    task_id: Name
    kind: TaskKind
    status: TaskStatus | None = None


class Finished(Complete):
    """A command that ended while the call waited."""

    exit_status: int | None
    stdout: Text = ""
    stderr: Text = ""


class Promoted(Complete):
    """A command that outlived the wait and became a task."""

    task_handle: TaskHandle
    initial_output: Text = ""


class CommandCompleted(Result):
    """A command that ended; a stream without output has a null preview."""

    disposition: Literal["completed"] = "completed"
    exit_status: int | None
    stdout_preview: Text | None
    stderr_preview: Text | None
    truncated: bool
    artifacts: Many[ArtifactRef] | None = None
    stdout_artifact: Count | None = None
    stderr_artifact: Count | None = None


class CommandPromoted(Result):
    """A command that goes on as a task."""

    disposition: Literal["promoted_to_task"] = "promoted_to_task"
    task_handle: TaskHandle
    initial_output_preview: Text | None
    initial_output_truncated: bool
    artifacts: Many[ArtifactRef] | None = None
    initial_output_artifact: Count | None = None


class CommandAlreadyRunning(Result):
    """A command that was not started, because the same one runs already."""

    disposition: Literal["already_running"] = "already_running"
    task_handle: TaskHandle
    command: Text | None = None
    instructions: Text | None = None
