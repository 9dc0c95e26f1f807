"""What a tool's description requires whatever the call is about is required in the schema."""

from conformance.documents.values import JsonObject
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
