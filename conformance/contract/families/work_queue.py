"""Reading work items: one with a preview of its plan, or a list of them."""

from collections.abc import Iterator

from conformance.contract.bounds import Bounds, clip
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families._work_item_shapes import (
    GetWorkItemArguments,
    ListWorkItemsArguments,
    TodoEntry,
    WorkItemFull,
    WorkItemRead,
    WorkItemsListed,
    WorkItemView,
)
from conformance.contract.families.command import truncation_line
from conformance.contract.families.work_item import WORK_SURFACES, todo_lines, work_item_lines
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, artifact_lines, blocks_of
from conformance.contract.shapes import Complete, Result

# A list has one line per work item.
_OBJECTIVE_CHARS = 120

TOOLS = (
    ToolDefinition(
        name="GetWorkItem",
        capability="core_agent",
        plane="work",
        description="""\
Read one work item: its objective, state, plan status, and the beginning and end of its plan.

The result names the plan file, which is read and edited as a file. Set `include_todo_list` to see the checklist.""",
        arguments=GetWorkItemArguments,
        complete_shapes=(WorkItemFull,),
        results=(WorkItemRead,),
        related_surfaces=WORK_SURFACES,
    ),
    ToolDefinition(
        name="ListWorkItems",
        capability="core_agent",
        plane="work",
        description="""\
List work items, the latest first: open ones unless `filter` says otherwise.

Use it before you rely on what you remember of the queue, and GetWorkItem for one item with its plan.""",
        arguments=ListWorkItemsArguments,
        results=(WorkItemsListed,),
        related_surfaces=WORK_SURFACES,
    ),
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Bound the plan, or the objectives in a list."""
    if isinstance(output, WorkItemFull):
        shown = bounds.text("plan", output.plan) if output.plan_path is None else bounds.kept_text(output.plan)
        return WorkItemRead(
            work_item=output.work_item,
            plan_preview=shown.text,
            plan_truncated=shown.truncated,
            plan_artifact=shown.artifact if output.plan_path is None else bounds.refer(output.plan_path),
            artifacts=bounds.artifacts,
        )
    if isinstance(output, WorkItemsListed):
        short = tuple(
            item.model_copy(update={"objective": clip(item.objective, _OBJECTIVE_CHARS)}) for item in output.work_items
        )
        return output.model_copy(update={"work_items": short})
    return require_result(output)


def render(tool_name: str, result: View) -> Iterator[Part]:
    """Render the item and its plan, or a line for each item."""
    if tool_name == "ListWorkItems":
        yield from _list_parts(result)
        return
    current = ", in focus" if result.view("work_item").flag("is_current") else ""
    yield ReceiptLine(f"Work item read{current}")
    yield from work_item_lines(result.view("work_item"))
    yield from truncation_line(result, "plan_truncated", "Plan", kept="artifacts" in result.members)
    yield from artifact_lines(result)
    yield from blocks_of(result, (("Plan", "plan_preview"),))


def _list_parts(result: View) -> Iterator[Part]:
    items = result.views("work_items")
    total = result.scalar_text("total_matching") or str(len(items))
    chosen = result.text("filter") or "any"
    yield ReceiptLine(f"Work items ({chosen}): {total}" if items else f"No work items ({chosen})")
    for item in items:
        words = [item.text(key) or "?" for key in ("work_item_id", "state", "plan_status", "objective")]
        focus = "*" if item.flag("is_current") else "-"
        yield ReceiptLine(f"{focus} {words[0]} [{words[1]}, plan {words[2]}] {words[3]}")
        yield from todo_lines(item, "    ")
    if items and total != str(len(items)):
        yield ReceiptLine(f"(showing {len(items)} of {total}; raise limit to see more)")
    yield from artifact_lines(result)


_ITEM = WorkItemView(
    work_item_id="wi_42",
    objective="Make the parser accept trailing commas",
    state="open",
    plan_status="ready",
    is_current=True,
    todo_list=(TodoEntry(text="change the grammar", state="in_progress"),),
    updated_at="2026-05-27T10:00:00Z",
)
_OTHER = WorkItemView(
    work_item_id="wi_43",
    objective="Publish the release notes",
    state="open",
    plan_status="needs_input",
    is_current=False,
    blocked_by="the operator's answer",
    updated_at="2026-05-27T09:00:00Z",
)

SAMPLES = (
    Sample(
        "read_with_plan",
        success_output(
            "GetWorkItem",
            "work item wi_42 is open",
            WorkItemFull(
                work_item=_ITEM,
                plan="# Plan\n\n1. Reproduce with a test.\n2. Change the grammar.\n",
                plan_path="agent_home/work_items/wi_42/plan.md",
            ),
        ),
    ),
    Sample(
        "read_with_long_plan",
        success_output(
            "GetWorkItem",
            "work item wi_42 is open",
            WorkItemFull(
                work_item=_ITEM,
                plan="".join(f"{step}. Step number {step} of a plan with too many steps.\n" for step in range(1, 200)),
                plan_path="agent_home/work_items/wi_42/plan.md",
            ),
        ),
    ),
    Sample(
        "read_without_plan", success_output("GetWorkItem", "work item wi_43 is open", WorkItemFull(work_item=_OTHER))
    ),
    Sample(
        "read_unknown_item",
        failure_output(
            "GetWorkItem",
            ToolError(
                kind="work_item_not_found",
                message="there is no work item wi_99",
                details={"work_item_id": "wi_99"},
                recovery_hint="list the work items with ListWorkItems",
                retryable=False,
            ),
        ),
    ),
    Sample(
        "list_several",
        success_output(
            "ListWorkItems",
            "2 open work items",
            WorkItemsListed(filter="open", returned=2, total_matching=2, limit=20, work_items=(_ITEM, _OTHER)),
        ),
    ),
    Sample(
        "list_empty",
        success_output(
            "ListWorkItems",
            "no blocked work items",
            WorkItemsListed(filter="blocked", returned=0, total_matching=0, limit=20, work_items=()),
        ),
    ),
    Sample("list_invalid_input", invalid_input_output("ListWorkItems", "filter: unknown variant `todo`")),
)

# GetWorkItem shows what blocks an item.
HIDDEN_FIELDS = {
    "GetWorkItem": ("work_item/updated_at",),
    "ListWorkItems": ("limit", "returned", "work_items/*/updated_at", "work_items/*/blocked_by"),
}

FAMILY = Family(
    tools=TOOLS,
    budget=Budget(preview_chars=4_000),
    project=project,
    render=render,
    samples=SAMPLES,
    hidden_fields=HIDDEN_FIELDS,
)
