"""What a tool's description requires whatever the call is about is required in the schema."""

from conformance.documents.values import JsonObject
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found

SCHEMA: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"title": {"type": "string"}, "team_id": {"type": "string"}, "note": {"type": "string"}},
}


def _fields(description: str) -> list[str]:
    tool: JsonObject = {"description": description, "input_schema": SCHEMA}
    return [finding.pointer.split("/")[-1] for finding in found("guidance_contradicts_schema", {"tools": [tool]})]


@check_each(
    "said",
    [
        "Add a task. Requires title and team_id.",
        "Add a task. `title` and `team_id` are required.",
        "Add a task. You must provide title and team_id.",
        "Add a task. Required fields are title and team_id, with optional note.",
    ],
)
def test_names_that_a_sentence_requires_are_required(said: str) -> None:
    assert _fields(said) == ["title", "team_id"]


@check_each(
    "said",
    [
        "Add a task. Requires title or team_id.",
        "Add a task. Requires title and a login.",
        "Add a task. Requires title and team_id when it is new.",
        "Add a task. For a team, title and team_id are required.",
        "Add a task. title and team_id are required when it is new.",
    ],
)
def test_a_case_a_choice_or_another_thing_requires_nothing(said: str) -> None:
    assert _fields(said) == []


def test_a_field_that_is_required_to_change_another_alone_is_an_info() -> None:
    tool: JsonObject = {
        "description": "Update a task's title or note.",
        "input_schema": {**SCHEMA, "required": ["title"]},
    }
    (finding,) = found("guidance_contradicts_schema", {"tools": [tool]})
    assert finding.level is Level.INFO
    assert "`title` is required, but the description offers to change `note` alone" in finding.message
    both: JsonObject = {**tool, "input_schema": {**SCHEMA, "required": ["title", "note"]}}
    assert not found("guidance_contradicts_schema", {"tools": [both]})


@check_each(
    "said",
    [
        "Which sizes to keep. Set to null to keep all.",
        "Set this to null to clear it",
        "Pass null for all sizes.",
        "Use `null` to remove the filter.",
        "Send null if there is none.",
        "Filter by size; set to null to ignore it",
        "Provide null when nothing is known.",
        "null means no filter.",
        "Sizes to keep (or give `null` for any)",
        "Can be null to reset it.",
        "May be null.",
        "Can be set to null.",
    ],
)
def test_a_null_that_a_text_says_to_send_is_accepted_by_the_schema(said: str) -> None:
    for kind in ("object", "array", "integer"):
        field: JsonObject = {"type": kind, "description": said}
        (finding,) = found("guidance_contradicts_schema", {"sizes": field})
        assert "may be `null`" in finding.message
        assert not found("guidance_contradicts_schema", {"sizes": {**field, "type": [kind, "null"]}})


@check_each(
    "said",
    [
        "Rows, each a number or null.",
        "Values by name; null for those that are missing",
        "Never set to null to clear it.",
        "What to do with null values",
        "If the owner is null, all are shown.",
    ],
)
def test_a_null_in_an_object_or_as_a_state_is_not_its_value(said: str) -> None:
    assert not found("guidance_contradicts_schema", {"sizes": {"type": "object", "description": said}})


@check_each(
    "said",
    [
        "List of dicts with keys: title, length, room (optional)",
        "The whole style. Must include: version (8), layers. Optional: sprite, glyphs, center.",
    ],
)
def test_what_is_optional_of_the_members_says_nothing_of_the_field_that_holds_them(said: str) -> None:
    for own in ({"type": "object"}, {"type": "array", "items": {"type": "object"}}):
        schema: JsonObject = {
            "type": "object",
            "properties": {"entry": {**own, "description": said}},
            "required": ["entry"],
        }
        tool: JsonObject = {"description": "Add one.", "input_schema": schema}
        assert found("guidance_contradicts_schema", {"tools": [tool]}) == []


@check_each(
    ("said", "fields"),
    [
        ("Read a team. Without a team ID, returns all teams.", ["team_id"]),
        ("Read a team. If no team id is given, lists all teams.", ["team_id"]),
        ("Read a team. Without a team, returns nothing.", []),
        ("Read a team. If no team id is given, an error is returned.", []),
    ],
)
def test_what_a_tool_returns_without_a_field_makes_it_optional(said: str, fields: list[str]) -> None:
    schema: JsonObject = {**SCHEMA, "required": ["team_id"]}
    findings = found("guidance_contradicts_schema", {"tools": [{"description": said, "input_schema": schema}]})
    assert [finding.pointer.split("/")[-1] for finding in findings] == fields


@check_each(
    ("said", "is_reported"),
    [
        ("Mode of the pump. null for the default.", True),
        ("Owner of the pump; null to free it", True),
        ("Begin (ISO 8601), null for at once", True),
        ("Lifespan in days (null for no end)", True),
        ("Optional; null leaves the pump as it is.", True),
        ("Tri-state: omit/null = keep it, true = on", True),
        ("Rules such as (column,isnot,null) -> (column,notblank)", False),
        ("'wash' tells the amount of soap used; rinsing does not. null for all other modes.", False),
        ("What to find, as (column,is,true/false/null)", False),
        ("What to find (column or null)", True),
    ],
)
def test_a_null_in_a_result_or_inside_a_form_is_not_offered(said: str, is_reported: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"mode": {"type": "string", "description": said}}}
    assert bool(found("guidance_contradicts_schema", {"description": "Do it.", "input_schema": schema})) == is_reported


def test_what_is_required_for_a_value_of_a_sibling_is_not_required_of_all() -> None:
    def is_found(said: str) -> bool:
        action: JsonObject = {"type": "string", "enum": ["list", "copy_add"]}
        often: JsonObject = {"type": "string", "description": said}
        schema: JsonObject = {"type": "object", "properties": {"action": action, "often": often}}
        tool: JsonObject = {"description": "Copies.", "input_schema": schema}
        return found("guidance_contradicts_schema", {"tools": [tool]}) != []

    assert not is_found("copy_add: a cron line. Required.")
    assert is_found("Cron: a line for it. Required.")


@check_each(
    ("said", "is_found"),
    [
        ("- operators: matching, set, null, and logical ones", False),
        ("The day, or null.", True),
    ],
)
def test_null_among_words_of_a_list_is_no_value(said: str, is_found: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"topic": {"type": "string", "description": said}}}
    tool: JsonObject = {"description": "Explains.", "input_schema": schema}
    assert (found("guidance_contradicts_schema", {"tools": [tool]}) != []) is is_found


@check_each(
    ("line", "is_found"),
    [("copy_add: Copies by the day. Pass often (required).", False), ("Copies. Pass often (required).", True)],
)
def test_a_line_about_one_value_requires_nothing_of_the_others(line: str, is_found: bool) -> None:
    action: JsonObject = {"type": "string", "enum": ["list", "copy_add"]}
    schema: JsonObject = {"type": "object", "properties": {"action": action, "often": {"type": "string"}}}
    tool: JsonObject = {"description": f"Works.\nlist: Shows all.\n{line}", "input_schema": schema}
    assert (found("guidance_contradicts_schema", {"tools": [tool]}) != []) is is_found


def test_what_a_field_says_of_itself_is_surer_than_what_the_tool_says_of_it() -> None:
    required: JsonObject = {"title": {"type": "string", "description": "(required) What it is called."}}
    own: JsonObject = {"description": "Add a task.", "input_schema": {"type": "object", "properties": required}}
    whole: JsonObject = {"description": "Add a task. Requires title and team_id.", "input_schema": SCHEMA}
    for tool, level in ((own, Level.WARNING), (whole, Level.INFO)):
        levels = {finding.level for finding in found("guidance_contradicts_schema", {"tools": [tool]})}
        assert levels == {level}


@check_each(("kind", "is_found"), [("integer", True), ("string", False)])
def test_a_number_that_a_text_states_as_a_default_is_that_of_a_number(kind: str, is_found: bool) -> None:
    field: JsonObject = {"type": kind, "description": "What to run. Add LIMIT N to see fewer (default: 1000)."}
    schema: JsonObject = {"type": "object", "properties": {"query": field}, "required": ["query"]}
    tool: JsonObject = {"description": "Run it.", "input_schema": schema}
    assert (found("guidance_contradicts_schema", {"tools": [tool]}) != []) is is_found


@check_each(("kind", "said", "is_found"), [("object", "Optional filters.", False), ("string", "Optional name.", True)])
def test_what_is_optional_of_an_object_may_be_its_members(kind: str, said: str, is_found: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"params": {"type": kind, "description": said}}}
    tool: JsonObject = {"description": "Run it.", "input_schema": {**schema, "required": ["params"]}}
    assert (found("guidance_contradicts_schema", {"tools": [tool]}) != []) is is_found
