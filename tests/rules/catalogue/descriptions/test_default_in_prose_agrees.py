"""A default of the text counts if it is a value of the field."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.rules.examples import closed_object
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("said", "schema", "is_reported"),
    [
        ("Where they are, as used (default, best to clean up).", {"enum": ["usage", "all"]}, False),
        ('"usage" shows where they are used (default, best to clean up).', {}, False),
        ("Where they are, all (default).", {"enum": ["usage", "all"]}, True),
        ("Where they are. Defaults to used.", {"enum": ["used", "usage"]}, True),
        ("Where they are. Defaults to every.", {"enum": ["usage", "all"]}, True),
        ("Where they are: every (default).", {}, True),
    ],
)
def test_a_word_that_is_not_one_of_the_values_only_explains_the_default(
    said: str, schema: JsonObject, is_reported: bool
) -> None:
    properties: JsonObject = {"mode": {"type": "string", "default": "usage", "description": said, **schema}}
    assert bool(found("default_in_prose_agrees", properties)) == is_reported


@check_each(
    ("said", "schema"),
    [
        ("Ratio of the sides. Defaults to 1:1.", {"type": "string", "enum": ["1:1", "16:9"]}),
        ("Version to write. Omit to use v2.", {"type": "string", "enum": ["v1", "v2"]}),
        ("Language of the answer, default EN", {"type": "string", "enum": ["EN", "DE"]}),
        ("Title (default: Knowledge Check).", {"type": "string"}),
        ("Rows of a page. The default size is 100.", {"type": "integer"}),
        ("How far back: 1h, 24h or 7d (default: 24h)", {"type": "string"}),
        ("How far back (e.g. 2m, 1h), default 2m.", {"type": "string"}),
        ("Priority of the boat (default `0`).", {"type": "integer"}),
        ("Whether to moor it. Defaults to true \u2014 most boats stay.", {"type": "boolean"}),
        ("Whether to moor it. Defaults to true because most boats stay.", {"type": "boolean"}),
        ("Defaults true. Set it to false for a boat in passing.", {"type": "boolean"}),
        ("Form of the key. Defaults to RSA-OAEP/A256GCM when omitted.", {"type": "string"}),
        ("Form of the picture (default image/jpeg)", {"type": "string"}),
        ("How: 'tow' (by a tug, default), 'sail' (by itself)", {"type": "string"}),
    ],
)
def test_a_default_is_read_as_the_value_it_is(said: str, schema: JsonObject) -> None:
    (finding,) = found("default_in_prose_agrees", {"mode": {"description": said, **schema}})
    assert finding.message == "parameter `mode` has a default only in its description"


@check_each(
    ("said", "default"),
    [
        ("How far back: 1h, 24h or 7d (default: 24h)", "24h"),
        ("How: 'tow' (by a tug, default), 'sail' (by itself)", "tow"),
        ("Form of the picture, e.g. image/png (default image/jpeg)", "image/jpeg"),
    ],
)
def test_the_help_gives_the_default_as_it_is_written(said: str, default: str) -> None:
    (finding,) = found("default_in_prose_agrees", {"mode": {"type": "string", "description": said}})
    assert finding.hint == f'add "default": "{default}" to its schema'


@check_each(
    "said",
    [
        "How long to wait, in seconds (default: 24h)",
        "How: 'tow' (by a tug, not by default), 'sail' (by itself)",
    ],
)
def test_a_measure_that_no_other_value_is_written_like_is_not_a_default(said: str) -> None:
    assert found("default_in_prose_agrees", {"mode": {"type": "string", "description": said}}) == []


@check_each(
    "said",
    [
        "Ratio of the sides; the server's default 1:1.",
        "Default 1:1 or 16:9, as the screen is.",
        "Default 1:1. For posters, default 16:9.",
    ],
)
def test_a_default_of_another_or_of_one_case_is_not_a_default(said: str) -> None:
    assert found("default_in_prose_agrees", {"mode": {"description": said, "enum": ["1:1", "16:9"]}}) == []


@check_each(
    "said",
    [
        "Local host (default: 127.0.0.1)",
        "Backup directory (default: /var/backups/ssh-manager)",
        "Target path for files restore (default: /)",
        "Region to use (if not provided, us-central1 is used)",
        "Desired data type, dailyFees by default.",
        "Model (default: claude-3-7-sonnet-20240307)",
        "Model to use. Defaults to gpt-4o-mini.",
        "API version (default v1.2)",
        "Base URL (default: http://localhost:8080)",
        "Host (default: localhost:9200)",
        "Glob (default: **/*.py)",
        "Sender (default: me@example.com)",
        "Directory, defaults to ./out",
        "For history: sort field, default date",
        "Output format (default json)",
        "Sort order, default asc.",
    ],
)
def test_a_default_without_quotes_is_read_as_it_is_written(said: str) -> None:
    assert found("default_in_prose_agrees", {"part": {"type": "string", "description": said}})


@check_each(
    "said",
    [
        "Output format, default formatting",
        "Output format; default settings apply.",
        "Directory (default: the current one)",
        "Directory (default: ./out or ./tmp)",
        "Directory; default 5 MB/s",
        "Directory (default: <home>/x)",
        "Directory (default: $HOME/x)",
        "Region; if not provided, nothing is used",
        "Defaults to AWS_REGION or us-east-1.",
        "Defaults to AWS_REGION environment variable",
        "Branch; the default branch",
        "Branch, default branch.",
        "Since when (default: 24h ago)",
        "Mode for which the default is a/b testing",
        "Default: path/to/your/file of the user",
    ],
)
def test_what_only_describes_a_default_is_none(said: str) -> None:
    assert not found("default_in_prose_agrees", {"branch": {"type": "string", "description": said}})


@check_each(
    ("said", "default", "is_reported"),
    [
        ("Where to look. If not specified, searches all boxes.", "inbox", True),
        ("Where to look. All boxes are searched if omitted.", "inbox", True),
        ("Where to look. If not specified, searches all boxes.", "all-boxes", False),
        ("Where to look. If not specified, searches all boxes.", "", False),
        ("Where to look. If not specified, the first of all boxes.", "inbox", False),
        ("Where to look, in all boxes or one.", "inbox", False),
    ],
)
def test_one_thing_is_no_default_where_a_text_says_that_all_are_meant(
    said: str, default: str, is_reported: bool
) -> None:
    properties: JsonObject = {"box": {"type": "string", "default": default, "description": said}}
    messages = [one.message for one in found("default_in_prose_agrees", properties)]
    told = 'parameter `box` defaults to `"inbox"` in its schema, but to all by its description'
    assert messages == ([told] if is_reported else [])


@check_each(
    ("item", "is_reported"),
    [
        ('- scope: "one" (default) or "all".', False),
        ('- scope (string): defaults to "one".', False),
        ('- Default: "one"', True),
        ('- default: "one"', True),
        ('- edits: "one" (default)', True),
    ],
)
def test_the_default_of_a_member_is_not_that_of_the_field(item: str, is_reported: bool) -> None:
    said = f"JSON array of edits. Each has:\n- text: what to put there\n{item}"
    properties: JsonObject = {"edits": {"type": "string", "default": "[]", "description": said}}
    assert bool(found("default_in_prose_agrees", properties)) == is_reported


@check_each(
    ("of_tool", "differ"),
    [
        ("List boats. `limit` defaults to 50.", True),
        ("List boats. `limit` defaults to 20.", False),
        ("List boats. `limit` defaults to 50 for sails.", False),
        ("List boats.", False),
    ],
)
def test_the_texts_of_a_tool_and_its_parameter_state_one_default(of_tool: str, differ: bool) -> None:
    field: JsonValue = {"type": "integer", "description": "How many (default 20)."}
    tool: JsonValue = {"description": of_tool, "input_schema": closed_object(limit=field)}
    messages = [finding.message for finding in found("default_in_prose_agrees", {"tools": [tool]})]
    assert any("in that of its tool" in message for message in messages) == differ


@check_each(("given", "is_reported"), [("`old` + `new`", False), ("`old` + `another`", True)])
def test_the_names_of_fields_are_no_default(given: str, is_reported: bool) -> None:
    fields: JsonObject = {"old": {"type": "string"}, "new": {"type": "string", "default": ""}}
    said = f"Replace a text.\n\n- new: {given} (the default)."
    tool: JsonObject = {"description": said, "input_schema": {"type": "object", "properties": fields}}
    assert bool(found("default_in_prose_agrees", {"tools": [tool]})) == is_reported


@check_each(("said", "is_reported"), [("Leave empty to use 'BTC' by default.", False), ("Default: 'BTC'", True)])
def test_what_is_left_empty_for_the_default_agrees_with_an_empty_one(said: str, is_reported: bool) -> None:
    fields: JsonObject = {"coin": {"type": "string", "default": "", "description": said}}
    assert bool(found("default_in_prose_agrees", fields)) == is_reported
