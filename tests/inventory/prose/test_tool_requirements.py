"""A tool's description requires a field where its sentence says that of one value, and says no more."""

from conformance.inventory.prose.tool_requirements import remarked_needs, stated_needs, tool_conditionals
from tests.cases import check_each

VALUES = {"action": ["create", "update", "delete"], "kind": ["issue", "note"], "is_draft": [True, False]}
NAMES = frozenset({"action", "kind", "is_draft", "body", "title"})
METHODS = {"method": ["create", "update", "delete"]}


def _needed(text: str) -> list[tuple[str, list[dict[str, object]]]]:
    return [(found.field, [dict(case) for case in found.cases]) for found in stated_needs(text, VALUES, NAMES)]


@check_each(
    "text",
    [
        "`body` is required when `action` is `create`.",
        "The body is required when action is 'create'.",
        "If `action` is `create`, `body` is required.",
        "body is required when action=create.",
        "For action 'create', body is required.",
        "When action is create, you must provide body.",
        "Body is required only for 'create'.",
        "- `body` must be provided if the `action` parameter is set to `create`, otherwise it is ignored.",
        "You must provide a body when action is create",
        "If action equals create, then the `body` field is mandatory;",
        "- Missing body for creation: The body parameter is required when action is 'create'.",
    ],
)
def test_a_field_that_one_value_needs_is_read_in_either_order(text: str) -> None:
    assert _needed(text) == [("body", [{"action": "create"}])]


def test_several_fields_values_and_flags_are_read_too() -> None:
    assert _needed("`title` and `body` are required for `create` or `update`.") == [
        (name, [{"action": "create"}, {"action": "update"}]) for name in ("title", "body")
    ]
    assert _needed("If is_draft is true, title is required.") == [("title", [{"is_draft": True}])]


@check_each(
    "text",
    [
        "`body` is required when `action` is `create` and `is_draft` is false.",
        "`body` is required when `action` is `create`, unless `is_draft` is true.",
        "`body` is required when `action` is `create` unless it is a draft.",
        "If `action` is `create`, `body` is required unless `title` is given.",
        "If `action` is `create`, `body` or `title` is required.",
        "If `action` is `create`, you must provide body or title.",
        "`body` or `title` is required when `action` is `create`.",
        "`body` is required when `action` is `replace`.",
        "`body` is required when `mode` is `create`.",
        "`text` is required when `action` is `create`.",
        "`body` and `text` are required when `action` is `create`.",
        "`body` is not required when `action` is `create`.",
        "`body` is required when `action` is not `create`.",
        "The message body is required when action is create.",
        "`body` is required when the file exists.",
        "When action is create, you must provide a body text of your own.",
        "If is_draft is false, body is required when action is create.",
        "`action` is required when `action` is `create`.",
        "Fails with 'body is required when action=create' if it is empty.",
    ],
)
def test_a_sentence_that_says_more_or_something_else_requires_nothing(text: str) -> None:
    assert _needed(text) == []


@check_each(
    ("text", "fields", "actions"),
    [
        ("Every action except delete requires title.", ["title"], ["create", "update"]),
        ("All actions but delete require title and body.", ["title", "body"], ["create", "update"]),
        ("create and update also require a non-empty title.", ["title"], ["create", "update"]),
        ("title is required for every action except delete.", ["title"], ["create", "update"]),
        (
            "title and body are required for create and update but ignored for delete.",
            ["title", "body"],
            ["create", "update"],
        ),
        ("The create action requires a title.", ["title"], ["create"]),
        ("Creating requires a title.", ["title"], ["create"]),
        ("When creating a task, title is required.", ["title"], ["create"]),
        ("For create, body is required.", ["body"], ["create"]),
        ("To create, provide title.", ["title"], ["create"]),
        ("Required fields for create: title, body", ["title", "body"], ["create"]),
        ("You must supply title for create.", ["title"], ["create"]),
    ],
)
def test_a_statement_of_fields_and_cases_is_read_in_each_order(
    text: str, fields: list[str], actions: list[str]
) -> None:
    assert _needed(text) == [(field, [{"action": action} for action in actions]) for field in fields]


@check_each(
    ("text", "kind", "is_likely"),
    [
        ("title is only used for create.", "only", False),
        ("title only applies to create.", "only", False),
        ("delete ignores title.", "refused", True),
        ("title is not used for delete.", "refused", True),
        ("create needs title.", "required", False),
    ],
)
def test_what_a_case_does_with_a_field_is_read_too(text: str, kind: str, is_likely: bool) -> None:
    found = [(claim.kind, claim.field, claim.is_likely) for claim in stated_needs(text, VALUES, NAMES)]
    assert found == [(kind, "title", is_likely)]


@check_each(
    "text",
    [
        "Create and update things that require a title.",
        "Create requires permission.",
        "To create, ask for a title.",
        "create returns title.",
        "Creating requires an account.",
        "All actions require title.",
        "update and delete may require title in shared projects.",
        "delete is allowed without title.",
        "Creating it in a list requires title.",
    ],
)
def test_words_on_something_else_are_no_statement_of_a_case(text: str) -> None:
    assert _needed(text) == []


@check_each(
    ("text", "needed"),
    [
        ("'create' for a new one (requires body)", [("body", {"action": "create"})]),
        ("One of create (requires body and title), update", [(n, {"action": "create"}) for n in ("body", "title")]),
        ("is_draft=False requires title + body.", [(n, {"is_draft": False}) for n in ("title", "body")]),
        ("With is_draft=true, the note is kept (title required).", [("title", {"is_draft": True})]),
        ("Create adds a new one (requires body).", []),
        ("create adds a new one (requires body).", [("body", {"action": "create"})]),
        ("body adds a new one (requires title).", []),
        ("'create' for a new one (requires care)", []),
        ("'create', and more of them (requires body)", []),
        ("create (requires body or title)", []),
        ("is_draft=False requires body texts", []),
        ("A create_draft (requires body)", []),
    ],
)
def test_a_remark_behind_a_value_says_what_it_requires(text: str, needed: list[tuple[str, dict[str, object]]]) -> None:
    assert [(found.field, dict(*found.cases)) for found in remarked_needs(text, VALUES, NAMES)] == needed


def test_a_tool_may_say_what_a_value_requires() -> None:
    names = frozenset({"label", "note"})
    said = "Use method=create with label=<text>, method=update with optional note=<text>. `delete` requires `note`."
    tip = "For a quick look: use method=create with note=x."
    computed = "Label (computed if method=create and note='')."
    assert [*tool_conditionals(tip, METHODS, names), *tool_conditionals(computed, METHODS, names)] == []
    found = {(claim.field, *claim.cases[0].items()) for claim in tool_conditionals(said, METHODS, names)}
    assert found == {("label", ("method", "create")), ("note", ("method", "delete"))}
