"""Annotations are compared with what the name and the text of their tool say."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.rules.examples import closed_object
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found

MCP = load_profile("mcp")


def _reported(tool: JsonObject, words: str) -> bool:
    return any(words in finding.message for finding in found("mcp_annotations", [tool], MCP))


@check_each(
    ("name", "said", "is_reported"),
    [
        ("drop_table", "Drops a table.", True),
        ("db_delete_row", "Moves it to the trash.", False),
        ("run_sql", "Execute a SQL query.", True),
        ("run_sql", "Execute a read-only SQL query.", False),
        ("add_row", "Add a row.", False),
    ],
)
def test_a_tool_that_may_lose_something_is_destructive(name: str, said: str, is_reported: bool) -> None:
    tool: JsonObject = {"name": name, "description": said, "annotations": {"destructiveHint": False}}
    assert _reported(tool, "`destructiveHint` is false") == is_reported


@check_each(
    ("name", "said", "fields", "is_reported"),
    [
        ("send_mail", "Send a mail.", {}, True),
        ("send_mail", "Send a mail.", {"idempotency_key": {"type": "string"}}, False),
        ("add_row", "Add a row. Creates a new row each time.", {}, True),
        ("add_row", "Add a row, unless it is there.", {}, False),
    ],
)
def test_what_is_done_once_more_in_each_call_is_not_idempotent(
    name: str, said: str, fields: JsonObject, is_reported: bool
) -> None:
    tool: JsonObject = {
        "name": name,
        "description": said,
        "input_schema": closed_object(**fields),
        "annotations": {"idempotentHint": True},
    }
    assert _reported(tool, "`idempotentHint` is true") == is_reported


@check_each(
    ("said", "fields", "is_reported"),
    [
        ("Close a task. Closing an already closed one is a no-op.", {}, True),
        ("Close a task. This is idempotent.", {}, True),
        ("Close a task. This is not idempotent.", {}, False),
        ("Act. close: an already closed one is a no-op.", {"action": {"enum": ["close", "add"]}}, False),
    ],
)
def test_what_changes_nothing_in_a_second_call_is_idempotent(said: str, fields: JsonObject, is_reported: bool) -> None:
    tool: JsonObject = {
        "name": "close_task",
        "description": said,
        "input_schema": closed_object(**fields),
        "annotations": {"idempotentHint": False},
    }
    assert _reported(tool, "`idempotentHint` is false") == is_reported


@check_each(
    ("said", "is_reported"),
    [
        ("Search the web for pages.", True),
        ("Fetch any URL and return its text.", True),
        ("Fetch cached pages of the web.", False),
        ("List pages of the web server.", False),
        ("Read a page.", False),
    ],
)
def test_what_reaches_the_web_is_open_to_the_world(said: str, is_reported: bool) -> None:
    hints: JsonValue = {"readOnlyHint": True, "openWorldHint": False}
    assert _reported({"name": "find_pages", "description": said, "annotations": hints}, "the whole web") == is_reported
