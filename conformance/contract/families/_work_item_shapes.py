"""Shapes of work items: what is asked for, how one stands, what a change of one returns."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.references import ArtifactPath, ArtifactRef
from conformance.contract.shapes import Arguments, Complete, Count, Instant, Many, Name, Result, Text

PlanStatus: TypeAlias = Literal["draft", "ready", "needs_input"]
TodoState: TypeAlias = Literal["pending", "in_progress", "completed"]
Filter: TypeAlias = Literal[
    "all", "open", "completed", "current", "queued", "blocked", "waiting_for_operator", "runnable"
]


class TodoArguments(Arguments):
    """One entry of a checklist."""

    # One step, as long as a summary may be.
    text: Annotated[Name, Field(max_length=400)] = Field(description="What is to be done.")
    state: TodoState = Field(description="How far it is.")


# A few sentences, as each text is shown again with the work item, and so is its checklist.
Reason: TypeAlias = Annotated[Name, Field(max_length=1_000)]
Objective: TypeAlias = Annotated[Name, Field(max_length=1_000)]
TodoList: TypeAlias = Annotated[list[TodoArguments], Field(max_length=50)]
# Shared by the tools that take a checklist, to describe it in the same words.
_TODO_LIST = "The whole checklist, in order; it replaces the present one."
# Shared by the tools that take an id, to name the same sources of it.
_ITEM = "Id of the work item, from ListWorkItems or from the result that created it."


class CreateWorkItemArguments(Arguments):
    """The input of CreateWorkItem."""

    objective: Objective = Field(description="What is to be reached, in one or two sentences.")
    plan: Name | None = Field(None, description="First text of the plan file.")
    plan_status: PlanStatus = Field("draft", description="How far planning is.")
    todo_list: TodoList | None = Field(None, description="First checklist.")


class WorkItemArguments(Arguments):
    """The input of CompleteWorkItem."""

    work_item_id: Name = Field(description=_ITEM)


class UpdateWorkItemArguments(WorkItemArguments):
    """The input of UpdateWorkItem; what is left out or null stays as it is."""

    objective: Objective | None = Field(None, description="The refined objective.")
    plan_status: PlanStatus | None = Field(None, description="How far planning is now.")
    todo_list: TodoList | None = Field(None, description=_TODO_LIST)


class PickWorkItemArguments(WorkItemArguments):
    """The input of PickWorkItem."""

    reason: Annotated[Name, Field(max_length=1_000)] | None = Field(
        None, description="Why the focus changes; kept in the record."
    )


class GetWorkItemArguments(WorkItemArguments):
    """The input of GetWorkItem."""

    include_todo_list: bool = Field(False, description="Return the checklist too.")


class ListWorkItemsArguments(Arguments):
    """The input of ListWorkItems."""

    filter: Filter = Field("open", description="Which work items to list.")
    # As many as a result lists.
    limit: Annotated[int, Field(ge=1, le=50)] = Field(20, description="How many work items to list.")
    include_todo_list: bool = Field(False, description="Return the checklists too.")


class TodoEntry(Result):
    """One entry of a checklist."""

    text: Text
    state: TodoState


class WorkItemView(Result):
    """How one work item stands."""

    work_item_id: Name
    objective: Text
    state: Literal["open", "completed"]
    plan_status: PlanStatus
    is_current: bool
    blocked_by: Text | None = None
    todo_list: Many[TodoEntry] | None = None
    updated_at: Instant


class WorkItemChanged(Result):
    """A work item after it was created or updated."""

    work_item: WorkItemView
    warnings: Many[Text] | None = None


class WorkItemCompleted(WorkItemChanged):
    """A work item after completion; says whether the report was taken from the same round's text."""

    completed_transition: bool
    completion_report_promoted: bool


class WorkItemPicked(Result):
    """The new focus and the one before."""

    current_work_item: WorkItemView
    previous_work_item_id: Name | None


class WorkItemFull(Complete):
    """A work item with its whole plan, and the file that holds it."""

    work_item: WorkItemView
    plan: Text = ""
    plan_path: ArtifactPath | None = None


class WorkItemRead(Result):
    """A work item with a preview of its plan; the artifact is the plan file itself, whether cut or not."""

    work_item: WorkItemView
    plan_preview: Text | None
    plan_truncated: bool
    artifacts: Many[ArtifactRef] | None = None
    plan_artifact: Count | None = None


class WorkItemsListed(Result):
    """Work items that match a filter, the latest first."""

    list_counts = {"returned": "work_items"}

    filter: Filter
    returned: Count
    total_matching: Count
    limit: Count
    work_items: Many[WorkItemView]
