"""A name that a text uses for something else is no field that it misspells."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found, places

SCHEMA: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"marker": {"type": "string"}, "errorMarker": {"type": "string"}},
}


def _misspelt(description: str) -> bool:
    return found("description_names_known_fields", {"description": description, "input_schema": SCHEMA}) != []


@check_each(
    "said",
    [
        "Checks all 3 signals: marker, error_marker, exit.",
        "Find a task by its error_marker.",
        "Use ListMarkers first to find the error_marker.",
        "Takes one value from the customer's error_marker array.",
        "Use ListMarkers to get the marker_id or error_marker.",
        "Uses POST /api/data?error_marker=&passed=.",
        "Without it, use the ERROR_MARKER variable of the environment.",
        "Use an 'error-marker' for it.",
    ],
)
def test_a_property_or_a_listed_thing_is_no_field(said: str) -> None:
    assert not _misspelt(said)


@check_each(
    "said",
    [
        "Find a task by error_marker.",
        "Set the tool's error_marker to it.",
        "Takes two fields: marker, error_marker.",
        "Its error_marker decides, and error_marker can be empty.",
    ],
)
def test_a_misspelt_field_is_reported(said: str) -> None:
    assert _misspelt(said)


def test_an_argument_of_another_call_is_not_a_field_of_this_tool() -> None:
    properties: JsonValue = {"task_id": {"type": "string"}}
    schema: JsonValue = {"type": "object", "additionalProperties": False, "properties": properties}
    text = "List tasks. For all of them call list_them(task_ids=[1]) of the other server."
    assert not places("description_names_known_fields", {"description": text, "input_schema": schema})


@check_each(
    ("said", "is_reported"),
    [
        ("List all. Returns the raw envelope `{startAt, error_marker, total}`.", False),
        ("List all. The response is {comments, error_marker, total}.", False),
        ("List all. Takes {comments, error_marker, total}.", True),
        ("List all from error_marker. Returns {comments, error_marker, total}.", True),
        ("Returns all up to error_marker.", True),
    ],
)
def test_a_member_of_what_is_returned_is_no_field(said: str, is_reported: bool) -> None:
    assert _misspelt(said) == is_reported


@check_each(
    ("said", "is_reported"),
    [
        ("Matched against accessible name, rowLabel, placeholder and tab titles.", False),
        ("Args:\n    row_label: Its rowLabel, with wildcards.", False),
        ("Matched against the `rowLabel` of each row.", True),
        ("Call it again, with rowLabel='a'.", True),
        ("Call ListTasks(rowLabel) again.", True),
        ("Pass rowLabel for more.", True),
        ("Find rows by the rowLabel argument.", True),
    ],
)
def test_a_bare_word_in_camel_case_is_a_property_that_the_field_is_named_after(said: str, is_reported: bool) -> None:
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"row_label": {"type": "string"}},
    }
    reported = found("description_names_known_fields", {"description": said, "input_schema": schema})
    assert bool(reported) == is_reported


@check_each(
    ("said", "level"),
    [
        ("Details of a row by its map's row_label.", Level.INFO),
        ("Details of a row by the Maps row_label of it.", Level.INFO),
        ("If row_label is empty, all rows are read.", Level.WARNING),
        ("Adjust row_label up or down.", Level.WARNING),
        ("Reads a row by `row_label`.", Level.WARNING),
        ("Reads a row (row_label=x).", Level.WARNING),
    ],
)
def test_a_name_that_no_text_gives_as_an_input_is_only_an_info(said: str, level: Level) -> None:
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"rowLabel": {"type": "string"}},
    }
    reported = found("description_names_known_fields", {"description": said, "input_schema": schema})
    assert {finding.level for finding in reported} <= {level}
    assert reported or "its" in said
