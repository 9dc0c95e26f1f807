"""A condition counts where it names a value of a field that stands beside."""

from conformance.documents.values import JsonValue
from conformance.inventory.prose.conditions import conditionals
from tests.cases import check_each

VALUES = {
    "method": ["create", "update", "run_workflow", "delete"],
    "item_type": ["issue", "pull_request"],
    "is_draft": [True, False],
    "layout": ["csv/flat", "csv/deep"],
}


def _cases(text: str) -> list[tuple[str, list[dict[str, object]]]]:
    return [(found.kind, [dict(case) for case in found.cases]) for found in conditionals(text, "label", VALUES)]


@check_each(
    ("text", "kind", "cases"),
    [
        ("Required for 'create', optional for 'update'.", "required", [{"method": "create"}]),
        ("Required for run_workflow method.", "required", [{"method": "run_workflow"}]),
        ("Required for methods create and delete.", "required", [{"method": "create"}, {"method": "delete"}]),
        ("Only if method=create or method=delete", "only", [{"method": "create"}, {"method": "delete"}]),
        ("Required if method=create/delete", "required", [{"method": "create"}, {"method": "delete"}]),
        ("The path required, in cases of method equals create", "required", [{"method": "create"}]),
        ("Required when layout is 'csv/flat'", "required", [{"layout": "csv/flat"}]),
        ('The key (required for "create/update" methods)', "required", [{"method": "create"}, {"method": "update"}]),
        (
            "Required for all methods except 'create'.",
            "required",
            [{"method": m} for m in ("update", "run_workflow", "delete")],
        ),
        (
            "Required for create, update and delete operations.",
            "required",
            [{"method": m} for m in ("create", "update", "delete")],
        ),
        ("Its number. The item_type must be 'issue'.", "only", [{"item_type": "issue"}]),
        ("Only valid when item_type is 'issue'.", "only", [{"item_type": "issue"}]),
        ("ONLY valid together with item_type=issue.", "only", [{"item_type": "issue"}]),
        ("The label \u2014 only with item_type=issue; else none", "only", [{"item_type": "issue"}]),
        ("Ignored when is_draft is true", "refused", [{"is_draft": True}]),
        (
            "Required when is_draft is true and item_type is 'issue'.",
            "required",
            [{"is_draft": True, "item_type": "issue"}],
        ),
        ("Required for 'create' when item_type is 'issue'.", "required", [{"item_type": "issue", "method": "create"}]),
        ("Required for: create when item_type is issue.", "required", [{"item_type": "issue", "method": "create"}]),
        ("Required for 'create' and must not be empty.", "required", [{"method": "create"}]),
        ("Only used for 'create' when the item is new.", "only", [{"method": "create"}]),
        ("Must be provided if method is `create`.", "required", [{"method": "create"}]),
        ("Required for update tasks.", "required", [{"method": "update"}]),
        ("Mandatory for `create`.", "required", [{"method": "create"}]),
        ("Required when `item_type` is not `issue`.", "required", [{"item_type": "pull_request"}]),
        ("Required unless item_type is 'issue'.", "required", [{"item_type": "pull_request"}]),
        ("Required for types other than 'issue'.", "required", [{"item_type": "pull_request"}]),
        ("Ignored unless method is 'create'.", "only", [{"method": "create"}]),
        ("Ignored for 'create'.", "refused", [{"method": "create"}]),
        ("Forbidden when `method` = `create`.", "refused", [{"method": "create"}]),
        ("New name of the item (method=update)", "only", [{"method": "update"}]),
        ("New name of the item (for `method` = `update`).", "only", [{"method": "update"}]),
        ("Must be omitted when method is 'create'.", "refused", [{"method": "create"}]),
        ("it is required for the default create preset and more", "required", [{"method": "create"}]),
    ],
)
def test_a_condition_on_a_value_is_read_as_cases(text: str, kind: str, cases: list[dict[str, object]]) -> None:
    assert _cases(text) == [(kind, cases)]


@check_each(
    "text",
    [
        "Required if the file already exists.",
        "Its number (method=update sets it, others show it)",
        "Its number (kind=update)",
        "Not required for 'create'.",
        "Required for all operations",
        "Required for issue creation of any kind",
        "Only used with care",
        "Ignored when the path is a single file.",
        "Not only used with create.",
        "Ignored unless the file exists.",
        "Must be given in 'issue' notation.",
        "Mandatory for all.",
        "The item_type must be 'issue' or empty.",
        "The name must be 'issue'.",
        "Required for 'create' when the project is private.",
        "Required for create when the project is private.",
        "Required when method is 'create' and the file exists.",
        "Required for 'create' (unless the server has a default).",
        "Required for 'create' in the free plan.",
        "Ignored when method is 'create' and no id is given.",
        "Usually required for 'create'.",
        "No longer required for 'create'.",
        "In older versions required for 'create'.",
        "Required if url is provided and method is 'create'.",
    ],
)
def test_a_condition_on_the_world_is_no_case(text: str) -> None:
    assert _cases(text) == []


@check_each(
    "text",
    [
        "Must be true when method is 'delete' to confirm it",
        "Must be set to 'yes' when method is 'delete'.",
        "Must be explicitly true for delete",
        "Its name for delete (required) or update (optional).",
        "Which one, in delete (required)",
        "It must be 'sure' if method=delete",
    ],
)
def test_a_value_that_a_case_needs_and_a_remark_behind_a_case_are_requirements(text: str) -> None:
    assert _cases(text)[0] == ("required", [{"method": "delete"}])


def test_a_flag_that_is_enabled_is_a_case() -> None:
    assert _cases("Required when is_draft is enabled.") == [("required", [{"is_draft": True}])]
    assert _cases("Only used if `is_draft` is disabled") == [("only", [{"is_draft": False}])]
    assert _cases("Required when drafts are enabled") == []


def test_a_value_of_another_field_that_is_required_is_a_condition() -> None:
    values: dict[str, list[JsonValue]] = {"activityType": ["running", "riding"], "public": [True, False]}
    stated = (
        "Requires riding activityType.",
        "Shared (requires public to be false)",
        "Requires activityType = riding.",
    )
    found = [one for text in stated for one in conditionals(text, "level", values)]
    assert [(one.kind, one.cases) for one in found] == [
        *[
            ("only", ({"activityType": "riding"},)),
            ("only", ({"public": False},)),
            ("only", ({"activityType": "riding"},)),
        ]
    ]
    assert list(conditionals("Requires great care.", "level", values)) == []


def test_a_condition_behind_a_value_is_not_that_of_the_field() -> None:
    assert not list(conditionals("'auto' (mode='auto' only) picks one", "style", {"mode": ["fast", "auto"]}))


@check_each(
    ("text", "kind"),
    [
        ("Title. Needed for create", "required"),
        ("Title (create: required)", "required"),
        ("Required on create", "required"),
        ("Title. Required only for create", "required"),
        ("You must provide this when method is create", "required"),
        ("When creating, required", "required"),
        ("Required for creating a task", "required"),
        ("If method is create, you must provide this", "required"),
        ("Provide when method is create", "only"),
        ("Only relevant for create.", "only"),
        ("Title. Only considered when method is 'create'.", "only"),
        ("Applies to create only", "only"),
        ("Do not set for create", "refused"),
        ("Leave empty for create.", "refused"),
        ("Title (not needed for create)", "refused"),
        ("Ignored for create.", "refused"),
    ],
)
def test_a_condition_is_read_in_other_words_and_orders(text: str, kind: str) -> None:
    assert _cases(text) == [(kind, [{"method": "create"}])]


def test_all_values_but_one_values_with_a_slash_and_all_of_a_comparison_are_cases() -> None:
    but_delete: list[dict[str, object]] = [{"method": name} for name in ("create", "update", "run_workflow")]
    assert _cases("Required for all methods but delete") == [("required", but_delete)]
    assert _cases("Required for create/update.") == [("required", but_delete[:2])]
    assert _cases("Only used if method is 'create' or 'update'") == [("only", but_delete[:2])]


@check_each(
    "text",
    [
        "Required for creating links to other tasks in the list.",
        "Title. Used for display.",
        "Only relevant for people.",
        "Title shown in the list.",
        "Provide when you know it",
    ],
)
def test_words_that_are_no_values_are_no_cases(text: str) -> None:
    assert _cases(text) == []
