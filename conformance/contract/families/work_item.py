"""Changes of work items: short confirmations with the item's id and what it stands at."""

from collections.abc import Iterator

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families._work_item_shapes import (
    CreateWorkItemArguments,
    PickWorkItemArguments,
    TodoEntry,
    UpdateWorkItemArguments,
    WorkItemArguments,
    WorkItemChanged,
    WorkItemCompleted,
    WorkItemPicked,
    WorkItemView,
)
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, lines_of
from conformance.contract.shapes import Complete, Result

# Where else work items can be reached; the inventory lists it as `related_surfaces`.
WORK_SURFACES = ("CLI work-item wrappers", "HTTP control-plane work-item APIs")

TOOLS = (
    ToolDefinition(
        name="CreateWorkItem",
        capability="core_agent",
        plane="work",
        description="""\
Create a work item for a separate objective with a life of its own.

To refine the objective at hand, or to keep its checklist, use UpdateWorkItem instead. `plan` becomes the first text
of the item's plan file, which is edited as a file from then on. The new item is not in focus until PickWorkItem picks
it.""",
        arguments=CreateWorkItemArguments,
        results=(WorkItemChanged,),
        related_surfaces=WORK_SURFACES,
    ),
    ToolDefinition(
        name="UpdateWorkItem",
        capability="core_agent",
        plane="work",
        description="""\
Change the objective, the plan status or the checklist of an open work item.

What you leave out stays as it is; `todo_list` replaces the whole checklist. Use WaitFor to record that the item waits,
and CompleteWorkItem to end it.""",
        arguments=UpdateWorkItemArguments,
        results=(WorkItemChanged,),
        related_surfaces=WORK_SURFACES,
    ),
    ToolDefinition(
        name="PickWorkItem",
        capability="core_agent",
        plane="work",
        description="""\
Make an open work item the current focus.

Give a `reason` when you leave an item that could go on. An item that is blocked can be picked to look at it.""",
        arguments=PickWorkItemArguments,
        results=(WorkItemPicked,),
        related_surfaces=WORK_SURFACES,
    ),
    ToolDefinition(
        name="CompleteWorkItem",
        capability="core_agent",
        plane="work",
        description="""\
Mark an open work item as completed.

Write the report for the operator as ordinary text in the same round: it becomes the item's completion report.""",
        arguments=WorkItemArguments,
        results=(WorkItemCompleted,),
        related_surfaces=WORK_SURFACES,
    ),
)

# The first line of each tool's receipt.
_OUTCOMES = {
    "CreateWorkItem": "Work item created",
    "UpdateWorkItem": "Work item updated",
    "PickWorkItem": "Work item picked",
    "CompleteWorkItem": "Work item completed",
}


def project(output: Complete, _bounds: Bounds) -> Result:
    """Nothing is large: the agent wrote it itself."""
    return require_result(output)


def render(tool_name: str, result: View) -> Iterator[Part]:
    """Render the confirmation and the item."""
    yield ReceiptLine(_OUTCOMES[tool_name])
    yield from work_item_lines(result.view("current_work_item") or result.view("work_item"))
    yield from lines_of(result, (("Previous work item", "previous_work_item_id"),))
    if result.flag("completion_report_promoted"):
        yield ReceiptLine("The text of this round is its completion report")
    for warning in result.texts("warnings"):
        yield ReceiptLine(warning, "Warning")


def work_item_lines(item: View) -> Iterator[ReceiptLine]:
    """Yield the lines that show one work item, its id first, its checklist last."""
    labels = (
        ("Work item", "work_item_id"),
        ("Objective", "objective"),
        ("State", "state"),
        ("Plan status", "plan_status"),
        ("Blocked by", "blocked_by"),
    )
    yield from lines_of(item, labels)
    yield from todo_lines(item)


def todo_lines(item: View, indent: str = "") -> Iterator[ReceiptLine]:
    """Yield a line for each entry of a checklist."""
    for entry in item.views("todo_list"):
        yield ReceiptLine(f"{indent}- [{_MARKS.get(entry.text('state') or '', '?')}] {entry.text('text') or ''}")


# The boxes of a checklist in Markdown, with a third one for what is in progress.
_MARKS = {"pending": " ", "in_progress": "~", "completed": "x"}
_ITEM = WorkItemView(
    work_item_id="wi_42",
    objective="Make the parser accept trailing commas",
    state="open",
    plan_status="draft",
    is_current=False,
    updated_at="2026-05-27T10:00:00Z",
)
_LISTED = _ITEM.model_copy(
    update={
        "plan_status": "ready",
        "todo_list": (
            TodoEntry(text="write a failing test", state="completed"),
            TodoEntry(text="change the grammar", state="in_progress"),
            TodoEntry(text="update the docs", state="pending"),
        ),
    }
)
_PICKED = _ITEM.model_copy(update={"is_current": True})
_DONE = _PICKED.model_copy(update={"state": "completed"})


def _not_found_sample(tool_name: str) -> Sample:
    error = ToolError(
        kind="work_item_not_found",
        message="there is no work item wi_99",
        details={"work_item_id": "wi_99"},
        recovery_hint="list the work items with ListWorkItems",
        retryable=False,
    )
    return Sample(f"unknown_item_{tool_name}", failure_output(tool_name, error))


SAMPLES = (
    Sample("created", success_output("CreateWorkItem", "work item wi_42 created", WorkItemChanged(work_item=_ITEM))),
    Sample("create_invalid_input", invalid_input_output("CreateWorkItem", "missing field `objective`")),
    Sample(
        "updated_with_todo_list",
        success_output("UpdateWorkItem", "work item wi_42 updated", WorkItemChanged(work_item=_LISTED)),
    ),
    Sample(
        "updated_with_warning",
        success_output(
            "UpdateWorkItem",
            "work item wi_42 updated",
            WorkItemChanged(work_item=_ITEM, warnings=("two entries of the checklist are in progress",)),
        ),
    ),
    _not_found_sample("UpdateWorkItem"),
    Sample(
        "picked",
        success_output(
            "PickWorkItem",
            "work item wi_42 is in focus",
            WorkItemPicked(current_work_item=_PICKED, previous_work_item_id="wi_41"),
        ),
    ),
    Sample(
        "picked_first",
        success_output(
            "PickWorkItem",
            "work item wi_42 is in focus",
            WorkItemPicked(current_work_item=_PICKED, previous_work_item_id=None),
        ),
    ),
    _not_found_sample("PickWorkItem"),
    Sample(
        "completed",
        success_output(
            "CompleteWorkItem",
            "work item wi_42 completed",
            WorkItemCompleted(work_item=_DONE, completed_transition=True, completion_report_promoted=True),
        ),
    ),
    Sample(
        "complete_closed_item",
        failure_output(
            "CompleteWorkItem",
            ToolError(
                kind="work_item_not_open",
                message="work item wi_42 is completed already",
                details={"work_item_id": "wi_42", "state": "completed"},
                recovery_hint="create another work item with CreateWorkItem, or pick an open one",
                retryable=False,
            ),
        ),
    ),
)

# The first line of a confirmation says what happened.
HIDDEN_FIELDS = {
    "CreateWorkItem": ("work_item/is_current", "work_item/updated_at"),
    "UpdateWorkItem": ("work_item/is_current", "work_item/updated_at"),
    "PickWorkItem": ("current_work_item/is_current", "current_work_item/updated_at"),
    "CompleteWorkItem": ("completed_transition", "work_item/is_current", "work_item/updated_at"),
}

FAMILY = Family(
    tools=TOOLS,
    budget=Budget(preview_chars=2_000),
    project=project,
    render=render,
    samples=SAMPLES,
    hidden_fields=HIDDEN_FIELDS,
)
