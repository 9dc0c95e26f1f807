"""Batches of short commands: one grouped receipt, all previews within one budget, all artifacts in one list."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.bounds import BoundedText, Bounds, clip
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import invalid_input_output, success_output
from conformance.contract.families._command_shapes import CommandCompleted, CommandStart, Finished
from conformance.contract.families.command import TASK_SURFACES, completed_command, truncation_line
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, blocks_of, lines_of, role_lines
from conformance.contract.references import ArtifactRef
from conformance.contract.shapes import Arguments, Complete, Count, Many, Result, Text

# The items share the room of one receipt: with many more, none would show its output.
MAX_ITEMS = 12
# The agent wrote the command; its beginning is enough to recognise it.
_CMD_CHARS = 160
ItemStatus: TypeAlias = Literal["completed", "failed", "skipped"]


class ExecCommandBatchArguments(Arguments):
    """The input of ExecCommandBatch."""

    items: Annotated[list[CommandStart], Field(min_length=1, max_length=MAX_ITEMS)] = Field(
        description="The commands, run one after another."
    )
    stop_on_error: bool = Field(True, description="Skip the rest after an item that fails.")


class ItemRun(Complete):
    """One item as it was run; without an outcome and without an error it was skipped."""

    cmd: Text
    outcome: Finished | None = None
    error_kind: Text | None = None
    error_message: Text | None = None
    duration_ms: Count | None = None

    @property
    def status(self) -> ItemStatus:
        """What came of it; an exit status other than 0 is a failure."""
        if self.outcome is not None and self.error_kind is None:
            return "completed" if self.outcome.exit_status == 0 else "failed"
        return "failed" if self.error_kind else "skipped"


class BatchRun(Complete):
    """A whole batch."""

    stop_on_error: bool
    items: Annotated[Many[ItemRun], Field(max_length=MAX_ITEMS)]


class BatchItem(Result):
    """One item, counted from 1; artifact indices of its result lead into the list of the whole batch."""

    index: Annotated[int, Field(ge=1)]
    cmd: Text
    status: ItemStatus
    result: CommandCompleted | None = None
    error_kind: Text | None = None
    error_message: Text | None = None
    duration_ms: Count | None = None


class BatchCompleted(Result):
    """A batch that ended, whatever came of its items."""

    item_count: Count
    completed_count: Count
    failed_count: Count
    skipped_count: Count
    stop_on_error: bool
    items: Many[BatchItem]
    artifacts: Many[ArtifactRef] | None = None


EXEC_COMMAND_BATCH = ToolDefinition(
    name="ExecCommandBatch",
    capability="local_environment",
    plane="command",
    description="""\
Run up to 12 short shell commands one after another and get one grouped result.

Each item takes `cmd` and optionally `workdir`, `shell`, `login`, `yield_time_ms` and `max_output_tokens`, as in
ExecCommand. An item that does not end within its `yield_time_ms` is stopped and counts as failed; items never become
background tasks, so use ExecCommand for anything long or interactive. With `stop_on_error` the items after a failed one
are skipped.

Valid: {"items": [{"cmd": "git status"}, {"cmd": "cargo fmt", "workdir": "crates/core"}], "stop_on_error": true}.
Invalid: {"items": [{"cmd": "git status", "exit_status": 0}]}.""",
    arguments=ExecCommandBatchArguments,
    complete_shapes=(BatchRun,),
    results=(BatchCompleted,),
    related_surfaces=TASK_SURFACES,
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Bound the streams of all items together."""
    if not isinstance(output, BatchRun):
        return require_result(output)
    streams = bounds.texts(
        {
            f"item_{index}_{name}": text
            for index, item in enumerate(output.items, 1)
            if item.outcome is not None
            for name, text in (("stdout", item.outcome.stdout), ("stderr", item.outcome.stderr))
        }
    )
    counts = {
        status: sum(item.status == status for item in output.items) for status in ("completed", "failed", "skipped")
    }
    return BatchCompleted(
        item_count=len(output.items),
        completed_count=counts["completed"],
        failed_count=counts["failed"],
        skipped_count=counts["skipped"],
        stop_on_error=output.stop_on_error,
        items=tuple(_batch_item(index, item, streams) for index, item in enumerate(output.items, 1)),
        artifacts=bounds.artifacts,
    )


def _batch_item(index: int, item: ItemRun, streams: dict[str, BoundedText]) -> BatchItem:
    shown = None
    if item.outcome is not None:
        stdout, stderr = streams[f"item_{index}_stdout"], streams[f"item_{index}_stderr"]
        shown = completed_command(item.outcome.exit_status, stdout, stderr)
    return BatchItem(
        index=index,
        cmd=clip(item.cmd, _CMD_CHARS),
        status=item.status,
        result=shown,
        error_kind=item.error_kind,
        error_message=item.error_message,
        duration_ms=item.duration_ms,
    )


def render(_tool_name: str, result: View) -> Iterator[Part]:
    """Render the counts, then each item with how it ended and what it printed."""
    counts = [f"{result.scalar_text(f'{name}_count') or 0} {name}" for name in ("completed", "failed", "skipped")]
    yield ReceiptLine(f"Command batch ended: {', '.join(counts)}")
    for position, item in enumerate(result.views("items")):
        number = item.scalar_text("index") or str(position + 1)
        yield ReceiptLine(item.text("cmd") or "(command not kept)", f"[{number}] {_item_outcome(item)}")
        yield from lines_of(item, (("Error kind", "error_kind"), ("Error", "error_message")))
        yield from truncation_line(item.view("result"), "truncated", "Output", kept="artifacts" in result.members)
        yield from role_lines(result, f"/items/{position}")
        yield from blocks_of(item.view("result"), (("stdout", "stdout_preview"), ("stderr", "stderr_preview")))


def _item_outcome(item: View) -> str:
    status = item.view("result").scalar_text("exit_status")
    return f"exit code {status}" if status is not None else item.text("status") or "ended"


SAMPLES = (
    Sample(
        "batch_mixed",
        success_output(
            "ExecCommandBatch",
            "batch ended: 1 completed, 1 failed, 1 skipped",
            BatchRun(
                stop_on_error=True,
                items=(
                    ItemRun(cmd="cargo fmt --check", outcome=Finished(exit_status=0), duration_ms=412),
                    ItemRun(
                        cmd="cargo test --lib",
                        outcome=Finished(exit_status=101, stderr="error: 2 tests failed\n"),
                        duration_ms=9_310,
                    ),
                    ItemRun(cmd="cargo build --release"),
                ),
            ),
        ),
    ),
    Sample(
        "batch_timed_out",
        success_output(
            "ExecCommandBatch",
            "batch ended: 1 completed, 1 failed, 0 skipped",
            BatchRun(
                stop_on_error=False,
                items=(
                    ItemRun(
                        cmd="sleep 60",
                        error_kind="command_timed_out",
                        error_message="the command did not end within 10000 ms and was stopped",
                        duration_ms=10_000,
                    ),
                    ItemRun(cmd="cat config.json", outcome=Finished(exit_status=0, stdout='{"port":3000}\n')),
                ),
            ),
        ),
    ),
    Sample(
        "batch_truncated",
        success_output(
            "ExecCommandBatch",
            "batch ended: 2 completed, 0 failed, 0 skipped",
            BatchRun(
                stop_on_error=True,
                items=(
                    ItemRun(
                        cmd="git log --oneline",
                        outcome=Finished(
                            exit_status=0, stdout="".join(f"{n:07x} commit number {n}\n" for n in range(400, 0, -1))
                        ),
                    ),
                    ItemRun(cmd="git status --short", outcome=Finished(exit_status=0, stdout=" M src/main.rs\n")),
                ),
            ),
        ),
    ),
    Sample("batch_invalid_input", invalid_input_output("ExecCommandBatch", "items/0: unknown field `tty`")),
)

# A line of an item shows its exit code or its error instead of its status.
HIDDEN_FIELDS = {"ExecCommandBatch": ("item_count", "stop_on_error", "items/*/duration_ms", "items/*/status")}

FAMILY = Family(
    tools=(EXEC_COMMAND_BATCH,),
    budget=Budget(preview_chars=7_000),
    project=project,
    render=render,
    samples=SAMPLES,
    hidden_fields=HIDDEN_FIELDS,
)
