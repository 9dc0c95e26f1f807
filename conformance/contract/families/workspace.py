"""Workspaces: which one is active, and where in it commands run."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, lines_of
from conformance.contract.shapes import Arguments, Complete, Name, Result, Text


class DirectoryTarget(Arguments):
    """A project directory, found and attached when it is not yet."""

    kind: Literal["directory"] = Field("directory", description="A project directory, attached when it is not yet.")
    path: Name = Field(description="Path of that directory.")


class KnownTarget(Arguments):
    """A workspace that is attached already."""

    kind: Literal["known"] = Field("known", description="A workspace that is attached already.")
    workspace_id: Name = Field(description="Its id; `agent_home` is your own.")


class Isolation(Arguments):
    """A worktree of its own."""

    label: Name | None = Field(None, description="A word for the worktree's branch.")


class UseWorkspaceArguments(Arguments):
    """The input of UseWorkspace."""

    target: Annotated[DirectoryTarget | KnownTarget, Field(discriminator="kind")] = Field(
        description="The workspace to make active."
    )
    cwd: Name | None = Field(None, description="Directory inside the workspace to start in. Default: its root.")
    isolation: Isolation | None = Field(None, description="Work in a new worktree instead of the directory itself.")


class WorkspaceInUse(Result):
    """The active workspace: where it is anchored, where commands run, and where they start."""

    workspace_id: Name
    workspace_anchor: Text
    execution_root_id: Name | None = None
    execution_root: Text
    cwd: Text
    mode: Literal["direct", "isolated"]
    projection_kind: Literal["canonical_root", "git_worktree_root"]


USE_WORKSPACE = ToolDefinition(
    name="UseWorkspace",
    capability="local_environment",
    plane="workspace",
    description="""\
Make a workspace active for ExecCommand, ExecCommandBatch and ApplyPatch.

Name a project directory, or a workspace that is attached already. With `isolation` the work happens in a new worktree
and leaves the directory itself alone. Changing the directory inside a command has no effect on later calls; this
has.""",
    arguments=UseWorkspaceArguments,
    results=(WorkspaceInUse,),
    related_surfaces=("workspace and runtime file APIs",),
)


def project(output: Complete, _bounds: Bounds) -> Result:
    """Nothing is large."""
    return require_result(output)


def render(_tool_name: str, result: View) -> Iterator[Part]:
    """Render which workspace is active and where work happens in it."""
    yield ReceiptLine("Workspace in use")
    labels = (
        ("Workspace", "workspace_id"),
        ("Anchor", "workspace_anchor"),
        ("Execution root", "execution_root"),
        ("Execution root id", "execution_root_id"),
        ("Current directory", "cwd"),
        ("Mode", "mode"),
        ("Projection", "projection_kind"),
    )
    yield from lines_of(result, labels)


SAMPLES = (
    Sample(
        "direct",
        success_output(
            "UseWorkspace",
            "workspace ws_app is active",
            WorkspaceInUse(
                workspace_id="ws_app",
                workspace_anchor="/projects/app",
                execution_root="/projects/app",
                cwd="/projects/app",
                mode="direct",
                projection_kind="canonical_root",
            ),
        ),
    ),
    Sample(
        "isolated",
        success_output(
            "UseWorkspace",
            "workspace ws_app is active in a worktree",
            WorkspaceInUse(
                workspace_id="ws_app",
                workspace_anchor="/projects/app",
                execution_root_id="root_3",
                execution_root="/projects/app-worktrees/parser",
                cwd="/projects/app-worktrees/parser/src",
                mode="isolated",
                projection_kind="git_worktree_root",
            ),
        ),
    ),
    Sample("use_invalid_input", invalid_input_output("UseWorkspace", "target: missing field `kind`")),
    Sample(
        "use_unknown_workspace",
        failure_output(
            "UseWorkspace",
            ToolError(
                kind="workspace_not_found",
                message="there is no workspace ws_old",
                details={"workspace_id": "ws_old"},
                recovery_hint="name the project's directory instead",
                retryable=False,
            ),
        ),
    ),
)

FAMILY = Family(
    tools=(USE_WORKSPACE,), budget=Budget(preview_chars=2_000), project=project, render=render, samples=SAMPLES
)
