"""What a tool says that it does goes before what its name says."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found

MCP = load_profile("mcp")


@check_each(
    ("said", "is_reported"),
    [
        ("Runs SQL with write capability (INSERT/UPDATE).", False),
        ("Runs SQL: INSERT, UPDATE or SELECT.", False),
        ("Reads all rows and deletes them.", False),
        ("Can modify rows.", False),
        ("Runs SQL; INSERT and UPDATE are rejected.", True),
        ("Reads all rows; never deletes any.", True),
        ("Reads all rows.", True),
    ],
)
def test_a_text_that_says_that_the_tool_changes_something_outweighs_a_verb_of_reading(
    said: str, is_reported: bool
) -> None:
    tool: JsonValue = {"name": "query_rows", "description": said, "annotations": {"destructiveHint": True}}
    assert bool(found("read_only_naming", tool, MCP)) == is_reported


@check_each(
    ("name", "is_reported"),
    [("search_and_replace", True), ("search_and_replace_preview", False), ("get_or_set_docs", False)],
)
def test_a_second_act_that_a_name_is_only_about_changes_nothing(name: str, is_reported: bool) -> None:
    assert bool(found("read_only_naming", {"name": name, "annotations": {"readOnlyHint": True}}, MCP)) == is_reported


@check_each(
    ("name", "said", "hint", "is_reported"),
    [
        ("pods_delete", "", "readOnlyHint", True),
        ("validate_delete", "", "readOnlyHint", False),
        ("post_search", "Pages | Search by title.", "destructiveHint", True),
        ("post_search", "Search and replace words.", "destructiveHint", False),
        ("post_search", "Search by title, and delete what is old.", "destructiveHint", False),
        ("post_page", "Add a page.", "destructiveHint", False),
        ("run_command", "Run any shell command.", "readOnlyHint", True),
        ("run_report", "Run a report.", "readOnlyHint", False),
    ],
)
def test_an_act_behind_a_prefix_and_what_a_text_says_are_compared_with_the_annotations(
    name: str, said: str, hint: str, is_reported: bool
) -> None:
    tool: JsonValue = {"name": name, "description": said, "annotations": {hint: True}}
    assert bool(found("read_only_naming", tool, MCP)) == is_reported


@check_each(
    ("said", "hints", "levels"),
    [
        ("Drop what is implied. Returns the contract and the terms removed.", {}, []),
        ("Drop what is implied.", {"idempotentHint": True, "openWorldHint": False}, [Level.INFO]),
        ("Drop what is implied.", {}, [Level.WARNING]),
        ("Drop what is implied. Returns the number of rows.", {}, [Level.WARNING]),
    ],
)
def test_what_is_removed_from_an_answer_changes_nothing(said: str, hints: JsonObject, levels: list[Level]) -> None:
    tool: JsonValue = {"name": "remove_terms", "description": said, "annotations": {"readOnlyHint": True, **hints}}
    assert [one.level for one in found("read_only_naming", tool, MCP)] == levels


@check_each(("name", "is_reported"), [("read_log", False), ("edit_pages", True), ("pages", True)])
def test_an_act_by_which_a_log_is_filtered_was_that_of_another(name: str, is_reported: bool) -> None:
    action: JsonObject = {"type": "string", "enum": ["delete", "move"]}
    schema: JsonObject = {"type": "object", "properties": {"action": action}}
    tool: JsonValue = {"name": name, "input_schema": schema, "annotations": {"readOnlyHint": True}}
    assert bool(found("read_only_naming", tool, MCP)) == is_reported
