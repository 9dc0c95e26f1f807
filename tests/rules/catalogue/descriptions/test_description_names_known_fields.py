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
        ("List all.\nReturns entries with error_marker, id and level.", False),
        ("List all.\nReturns the entries that come after error_marker.", True),
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


_FIND: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "owner_id": {"type": "string"},
        "email": {"type": "string"},
        "limit": {"type": "integer"},
    },
}
_FIND_AND_SORT: JsonValue = [
    {"name": "FindTasks", "input_schema": _FIND},
    {"name": "SortTasks", "input_schema": {"type": "object", "properties": {"sort_by": {"type": "string"}}}},
]


def _unknown(said: str) -> list[str]:
    tools = [{**tool, "description": said} if tool["name"] == "FindTasks" else tool for tool in _FIND_AND_SORT]
    return [one.message.split("`")[1] for one in found("description_names_known_fields", {"tools": tools})]


@check_each(
    ("said", "names"),
    [
        ("Find tasks. Cannot be combined with owner_id or team_id.", ["team_id"]),
        ("Find tasks. Do not pass both `owner_id` and `teamId`.", ["teamId"]),
        ("Find tasks. Both name and email use a logical AND if both provided.", ["name"]),
        ("Find tasks. An error if both name and email are given.", ["name"]),
        ("Find tasks, the oldest first (when sort_by is age).", ["sort_by"]),
        ("Find tasks, by age only if sort_by = 'age'.", ["sort_by"]),
        ('Find tasks.\n\nExamples:\n    owner_id="a", limit=10, depth=2 - those of one\n', ["depth"]),
        ("Find tasks.\n\nArgs:\n    owner_id: Whose.\n    email: Where.\n    a_b: 1.", ["a_b"]),
        (
            "Find tasks.\n\nArgs:\n    owner_id: Whose.\n    email: X\n    a: 1\n    b: 2\n    c: 3\n    d: 4",
            ["a", "b", "c", "d"],
        ),
    ],
)
def test_a_name_beside_fields_that_is_none_is_reported(said: str, names: list[str]) -> None:
    assert _unknown(said) == names


def test_what_another_tool_sets_may_decide_and_is_only_noted() -> None:
    told = [("Find tasks (when sort_by is age).", Level.INFO), ("Find tasks. Not both owner_id and teamId.", None)]
    for said, level in told:
        tools = [{**tool, "description": said} if tool["name"] == "FindTasks" else tool for tool in _FIND_AND_SORT]
        levels = [one.level for one in found("description_names_known_fields", {"tools": tools})]
        assert levels == [level][: level is not None], said


@check_each(
    "said",
    [
        "Find tasks. Works with owner_id and other_things.",
        "Find tasks. It cannot be combined with filters or owner_id.",
        "Find tasks. Both name and email are searched.",
        "Find tasks. Both tasks and notes are given.",
        "Find tasks, unless sort_by is in the response.",
        "Find tasks whose result has it when sort_by is set.",
        "Find tasks. Fails when due_on is past.",
        "Find tasks, as of WHERE owner_id='a', depth=2.",
        "Find tasks.\n\nExamples:\n    depth=2, owner_id='a' is SQL\n",
        "Find tasks. Returns rows of owner_id='a', depth=2.",
    ],
)
def test_a_word_beside_fields_that_is_about_something_else_is_not(said: str) -> None:
    assert not _unknown(said)


def test_a_name_in_capitals_that_another_tool_takes_is_an_argument_of_a_list_and_else_a_remark() -> None:
    def names(*other: str) -> list[str]:
        said = "Read it.\n\nArgs:\n    page: Which page.\n    KEY: Whose key.\n    HINT: Read slowly."
        schemas: list[JsonObject] = [
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {name: {"type": "string"} for name in fields},
            }
            for fields in (("page",), other)
        ]
        tools: list[JsonValue] = [
            {"name": name, "description": text, "input_schema": schema}
            for name, text, schema in zip(("ReadPage", "SavePage"), (said, "Save it."), schemas, strict=True)
        ]
        return [one.message for one in found("description_names_known_fields", {"tools": tools})]

    assert names("KEY") == ["`KEY` is documented, but is not a field of `ReadPage`"]
    assert names("key") == []


@check_each(
    ("said", "is_misspelt"),
    [
        ("Move a boat by boatId.", True),
        ("Move a boat by berthName and boatId.", True),
        ("Requer boatId e motivo.", True),
        ("Move a boat by its boatId.", False),
        ("Lists boats sorted by boatId.", False),
        ("Each boat has a boatId.", False),
    ],
)
def test_what_a_tool_works_by_is_written_like_its_field_even_if_another_tool_writes_it_so(
    said: str, is_misspelt: bool
) -> None:
    tools: list[JsonValue] = [
        {"name": name, "description": text, "input_schema": {"type": "object", "properties": {key: {"type": "string"}}}}
        for name, text, key in (("MoveBoat", said, "boat_id"), ("FindBoat", "Find a boat.", "boatId"))
    ]
    problems = [
        one for one in found("description_names_known_fields", {"tools": tools}) if one.tool in ("MoveBoat", None)
    ]
    assert bool(problems) == is_misspelt, problems


def test_true_and_false_in_a_list_of_arguments_are_values() -> None:
    said = "Do it.\n\nArgs:\n    marker (str): Where.\n        - Cost in time:\n          * {}: much\n"
    assert _unknown_entries(said.format("errors")) == ["errors"]
    assert _unknown_entries(said.format("true")) == []


def _unknown_entries(said: str) -> list[str]:
    problems = found("description_names_known_fields", {"description": said, "input_schema": SCHEMA})
    return [problem.message.split("`")[1] for problem in problems]


def test_the_end_of_the_name_of_a_file_is_no_field() -> None:
    tool: JsonObject = {"name": "sitemap", "description": "Pass sitemap.xml as it is.", "input_schema": SCHEMA}
    assert found("description_names_known_fields", tool) == []
    assert found("description_names_known_fields", {**tool, "description": "Set sitemap.depth to 2."}) != []


@check_each(("thing", "is_found"), [("header values", False), ("parameter", True)])
def test_the_name_of_a_header_is_no_field(thing: str, is_found: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"session_id": {"type": "string"}}}
    tool: JsonObject = {"description": f"Signs in. Copy the 'sessionId' {thing}.", "input_schema": schema}
    assert (found("description_names_known_fields", tool) != []) is is_found


@check_each(("said", "is_found"), [('Sort by field: "made" or "boatId"', False), ("Whether `boatId` decides.", True)])
def test_a_value_of_a_field_may_be_written_like_another_field(said: str, is_found: bool) -> None:
    fields: JsonObject = {"boat_id": {"type": "string"}, "sort_by": {"type": "string", "description": said}}
    tool: JsonObject = {"description": "Lists boats.", "input_schema": {"type": "object", "properties": fields}}
    assert (found("description_names_known_fields", tool) != []) is is_found
