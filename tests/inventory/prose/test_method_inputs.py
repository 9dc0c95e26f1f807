"""What an input is for, and what a value takes, is read where each word of the case is a value of one other field."""

from conformance.documents.values import JsonValue
from conformance.inventory.prose.method_inputs import inputs_of_values, suggested_cases
from tests.cases import check_each

VALUES: dict[str, list[JsonValue]] = {
    "operation": ["create", "move", "delete", "search"],
    "delivery": ["email", "sms", "webhook"],
    "is_draft": [True, False],
}
NAMES = frozenset(("operation", "title", "body", "folder", "id", "query"))


def _suggested(text: str) -> list[dict[str, JsonValue]]:
    return [dict(case) for found in suggested_cases(text, "label", VALUES) for case in found.cases]


@check_each(
    ("text", "cases"),
    [
        ("Second date for move.", [{"operation": "move"}]),
        ("Second date for create, move.", [{"operation": "create"}, {"operation": "move"}]),
        ("Target folder for move operation.", [{"operation": "move"}]),
        ("Target folder (a path) for the move operation", [{"operation": "move"}]),
        ("Base64-encoded content for create operations", [{"operation": "create"}]),
        ("The text, up to 80 words, for create and move operations.", [{"operation": "create"}, {"operation": "move"}]),
        ("Words to look for in search mode.", [{"operation": "search"}]),
        ("Words to look for (in search mode)", [{"operation": "search"}]),
        ("Name of the invoice when using the create action", [{"operation": "create"}]),
        ("Pages to drop during delete operations.", [{"operation": "delete"}]),
        ('Where to send it when delivery is "email"', [{"delivery": "email"}]),
        ("Where to send it when delivery is 'email'.", [{"delivery": "email"}]),
        ("Phone number if delivery = sms", [{"delivery": "sms"}]),
        ("Phone number if delivery is sms (e.g. +4912345)", [{"delivery": "sms"}]),
        ("Address to POST to for delivery=webhook", [{"delivery": "webhook"}]),
        ("Address to POST to (when delivery is set to webhook)", [{"delivery": "webhook"}]),
        ("Address to POST to with delivery: webhook", [{"delivery": "webhook"}]),
        ("Folder used when `operation` equals `move`.", [{"operation": "move"}]),
        ("Reviewer's note when is_draft is true", [{"is_draft": True}]),
        ("Reviewer's note when is_draft=false.", [{"is_draft": False}]),
        ("Amount to take off if the operation is delete", [{"operation": "delete"}]),
        ("Folder to move or delete", [{"operation": "move"}, {"operation": "delete"}]),
        ("Words to search", [{"operation": "search"}]),
        ("Title when creating a note.", [{"operation": "create"}]),
        ("Folder for moving notes", [{"operation": "move"}]),
    ],
)
def test_what_an_input_is_for_suggests_its_cases(text: str, cases: list[JsonValue]) -> None:
    assert _suggested(text) == cases
    assert all(found.kind == "only" and found.is_likely for found in suggested_cases(text, "label", VALUES))


@check_each(
    "text",
    [
        "Note for all users.",
        "Folder to move or to copy",
        "How to sms",
        "Whether to delete",
        "Optional title when creating a note.",
        "Title when renaming a note.",
        "Name for create of users",
        "Note for the sms and others.",
        "Defaults to the first folder when operation is move",
        "Must be short when delivery is sms",
        "Can be given when delivery is sms.",
        "Returns the folder when operation is move.",
        "Not for move operations",
        "A pattern (for search mode) or words (for delete mode)",
        "- The first folder if `operation=move`",
        "Phone number when delivery is set",
        "Phone number when delivery is sms and nobody answers",
        "Folder for create, move, delete and search operations.",
        "Whether to wait in search mode",
        "Phone number when priority is high",
        "How to move it.",
        "Leave null for delivery='sms'.",
        "Set to 5 when delivery is sms",
        "Omitted in delete mode",
    ],
)
def test_what_says_more_or_names_another_case_suggests_none(text: str) -> None:
    assert _suggested(text) == []


def _inputs(text: str) -> set[str]:
    found = inputs_of_values(text, {"operation": VALUES["operation"]}, NAMES)
    return {f"{one.kind} {one.field} {case['operation']}" for one in found for case in one.cases}


@check_each(
    ("text", "inputs"),
    [
        ("- create: requires title, body\n- delete: requires id", {"required title create", "required body create"}),
        ("create: requires title. delete: needs id.", {"required title create", "required id delete"}),
        ("- `move` - needs `folder`\n- `search` - finds", {"required folder move"}),
        ("* **move**: Moves it. Requires folder.", {"required folder move"}),
        ("Operations:\n  create (requires title and body)\n  delete (requires id)", {"required body create"}),
        ("1. create: makes one; requires title\n2. delete: removes it", {"required title create"}),
        ("create: required: title, body; optional: folder", {"required title create", "required body create"}),
        ("move = needs the folder", {"required folder move"}),
        ("- move -> required params: folder", {"required folder move"}),
        ("- move: provide `folder`", {"required folder move"}),
        ("create action: requires `title`", {"required title create"}),
        ("Use operation: create: must include title", {"required title create"}),
        ("- create (title, body)\n- delete (id)", {"only title create", "only id delete"}),
        ("- create: title, body\n- delete: id", {"only title create", "only body create", "only id delete"}),
        ("- create: makes one with title\n- delete: drops it", {"only title create"}),
        ("- create: params: title, body?\n- delete: params: id", {"only title create", "only id delete"}),
        ("- create: uses `title`\n- delete: takes id", {"only title create", "only id delete"}),
        ("create: args: title; delete: args: id", {"only title create", "only id delete"}),
        ("- search: fields: query\n- delete: fields: id", {"only query search", "only id delete"}),
        ("| create: title | delete: id |", {"only title create", "only id delete"}),
    ],
)
def test_the_inputs_that_a_text_lists_for_each_value_are_found(text: str, inputs: set[str]) -> None:
    assert inputs <= _inputs(text)


@check_each(
    "text",
    [
        "create: makes a title for each body",
        "- create: requires care\n- delete: requires patience",
        "- create: title, owner\n- delete: owner",
        "- create: does not require title",
        "Recreate: requires title",
        "- create: with title",
        "- create: with title\n- move: with title\n- delete: with title\n- search: with title",
        "- create: requires title or body",
        "- create: about it; with title=Draft\n- delete: drops it",
    ],
)
def test_what_lists_no_inputs_of_a_value_states_none(text: str) -> None:
    assert _inputs(text) == set()


def test_an_input_that_may_be_left_out_is_not_required() -> None:
    assert _inputs("- create: requires title (optional)\n- move: x") == {"only title create"}
