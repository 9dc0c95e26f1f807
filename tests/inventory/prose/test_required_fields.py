"""A description requires fields in a heading, a sentence of its own, or by what fails without them."""

from conformance.inventory.prose.required_fields import required_fields
from tests.cases import check_each

NAMES = frozenset(("task_id", "note", "confirm"))


def _required(text: str) -> list[str]:
    return [found.name for found in required_fields(text, NAMES) if not found.has_to_be_true]


@check_each(
    "text",
    [
        "Required parameter:\n- task_id: the ID",
        "Required:\n  task_id: the ID\n\nOptional:\n  note: words",
        "## Required\n* `task_id` - the ID",
        "Show it. Mandatory parameters: task_id.",
        "Show it. Requires task_id (from the list).",
        "Show it. Needs the task ID.",
        "Show it. The task ID is required.",
        "Show it. task_id must be provided.",
        "Show it. You need to specify task_id",
        "Show it. Fails without task_id.",
        "Show it. Returns an error if task_id is missing.",
        "Show it.\n- Requires task_id.",
    ],
)
def test_a_field_that_each_call_needs_is_read(text: str) -> None:
    assert _required(text) == ["task_id"]


@check_each(
    "text",
    [
        "Requires task_id or note.",
        "Requires task_id for private lists.",
        "Requires a server.",
        "If you must provide task_id, ask.",
        "Tasks without task_id are left out.",
        "Required permissions:\n- note\n",
        "Required:\n- task_id: the ID\n- to be patient",
        "Returns:\n  task_id: the ID (required)",
        "Actions:\n- show: Shows it. Requires: task_id\n- list: Lists all.",
    ],
)
def test_what_is_required_in_a_case_or_elsewhere_is_not_read(text: str) -> None:
    assert _required(text) == []


def test_a_flag_that_each_call_has_to_set_is_read() -> None:
    stated = (
        "Requires SAFE_MODE=0 and confirm=true.",
        "You must set confirm to true to proceed.",
        "confirm must be true.",
    )
    assert [one.name for text in stated for one in required_fields(text, NAMES) if one.has_to_be_true] == [
        "confirm"
    ] * 3
    assert not list(required_fields("Requires confirm=true for private lists.", NAMES))
    without = "Requires confirm=true. Called without confirm, it only reports what would be deleted."
    assert not list(required_fields(without, NAMES))


def test_what_each_of_several_modes_requires_is_not_required_in_each_call() -> None:
    modes = (
        "**Mode 1 - Move:**\nRequired parameters: task_id, note\n\n**Mode 2 - Drop:**\nRequired parameters: task_id\n"
    )
    assert _required(modes) == []
    assert _required("**Move:**\nRequired parameters: task_id, note\n") == ["task_id", "note"]
