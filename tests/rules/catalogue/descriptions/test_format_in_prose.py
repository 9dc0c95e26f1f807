"""A format is stated for a field if every value has it."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found, places
from tests.rules.wordings import findings_of

# What a day and a time have in common, with an offset or without.
_BEGINS_WITH_DAY = '"pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}"'
_EACH_FORM = 'add "anyOf" with the "format" or the "pattern" of each form to its schema'


def _formatted(said: str) -> bool:
    return found("format_in_prose", {"since": {"type": "string", "description": said}}) != []


@check_each(
    "said",
    [
        "New value: raw text, a number as string, an ISO 8601 date (2024-01-01), option ID",
        "Raw text, number, YYYY-MM-DD, option ID",
    ],
)
def test_a_date_that_is_one_of_several_contents_is_no_format(said: str) -> None:
    assert not _formatted(said)


@check_each("said", ["First day, as an ISO 8601 date, inclusive", "First day, ISO 8601 (2024-01-01), inclusive"])
def test_a_date_behind_a_comma_may_be_the_only_content(said: str) -> None:
    assert _formatted(said)


@check_each(
    "said",
    [
        "Email address of the user",
        "The recipient's email address",
        "Hex color code (e.g. #FF0000)",
        "Color in hex format",
        "Repository in owner/repo format",
        "Repository (owner/repo)",
        "Full URL of the page",
        "Public image URL",
        "Task id (UUID format)",
        "Schedule as a cron expression",
        "BCP 47 language tag",
        "Version in semver format (e.g. 1.2.3)",
        "Base64-encoded image",
    ],
)
def test_a_format_with_a_name_is_reported(said: str) -> None:
    assert _formatted(said)


@check_each(
    "said",
    [
        "Email address or username",
        "Email address, such as Ada <ada@example.com>",
        "Email addresses to invite",
        "Hex color code, or a name such as 'red'",
        "Full URL or path of the page",
        "Cron expression or @daily",
        "Semver range that is accepted, such as ^1.2",
        "Base64-encoded image or URL",
        "URL or path of the page",
    ],
)
def test_a_format_that_is_one_of_several_is_none(said: str) -> None:
    assert not _formatted(said)


def test_a_text_that_is_only_called_a_url_is_worth_a_remark() -> None:
    noted = found("format_in_prose", {"since": {"type": "string", "description": "URL of the page"}})
    assert [one.level for one in noted] == [Level.INFO]


def test_what_a_text_demands_is_reported_before_what_it_calls_the_value() -> None:
    described = "URL of the page. It must end with .html"
    noted = found("format_in_prose", {"since": {"type": "string", "description": described}})
    assert [one.level for one in noted] == [Level.WARNING]


def _formatted_items(said: str, **items: str) -> bool:
    of_list: JsonObject = {"type": "array", "items": {"type": "string", **items}}
    either: JsonObject = {"anyOf": [of_list, {"type": "null"}], "description": said}
    stated = [found("format_in_prose", {"ids": field}) != [] for field in (of_list | {"description": said}, either)]
    assert len(set(stated)) == 1
    return stated[0]


@check_each(
    "said",
    [
        "List of attendee email addresses",
        "E-mail addresses of those to invite.",
        "Array of task UUIDs to close",
        "Airlines (2-letter IATA codes)",
        "ISO 4217 currency codes to convert to.",
        "Days to leave out (YYYY-MM-DD).",
    ],
)
def test_a_format_of_each_item_belongs_to_the_items(said: str) -> None:
    assert _formatted_items(said)
    assert not _formatted_items(said, pattern="^[A-Z]$")


@check_each(
    "said",
    [
        "Email addresses or names",
        "UUIDs or slugs of the tasks",
        "Countries (2-letter codes or 'Lisbon')",
        "Ranges (YYYY-MM-DD/YYYY-MM-DD)",
        "Codes of the tasks",
    ],
)
def test_a_format_of_some_items_is_none(said: str) -> None:
    assert not _formatted_items(said)


def test_both_lengths_of_iso_8601_are_one_format() -> None:
    said = "ISO-8601 start (e.g. `2026-05-15` or `2026-05-15T08:00:00Z`)."
    (finding,) = found("format_in_prose", {"since": {"type": "string", "description": said}})
    assert '"pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}"' in finding.hint
    assert not _formatted("When it began: 2026-05-15 or 2026-05-15T08:00:00Z")


def test_a_length_states_no_format() -> None:
    field: JsonObject = {"type": "string", "minLength": 10, "maxLength": 10, "description": "First day (YYYY-MM-DD)."}
    assert found("format_in_prose", {"since": field}) != []


@check_each("said", ["Begin (HH:MM:SS or seconds)", "\u57ce\u5e02 (3\u4f4d\u5b57\u6bcd\u7f16\u7801)"])
def test_a_time_or_its_seconds_and_a_code_in_chinese_are_formats(said: str) -> None:
    assert _formatted(said)


def test_a_tool_that_judges_a_value_accepts_invalid_ones() -> None:
    version: JsonValue = {"type": "string", "description": "Semantic version."}
    assert places("format_in_prose", {"version": version})
    assert not places("format_in_prose", {"action": {"enum": ["validate", "compare"]}, "version": version})


def _hints(said: str, **declared: JsonValue) -> list[str | None]:
    return [
        one.hint for one in found("format_in_prose", {"since": {"type": "string", "description": said, **declared}})
    ]


def test_a_hint_accepts_the_default_and_the_examples() -> None:
    assert _hints("First day (YYYY-MM-DD).", default="2024-01-31") == ['add "format": "date" to its schema']
    assert _hints("First day (YYYY-MM-DD).", default="") == [
        'add "anyOf" with {"const": ""} and "format": "date" to its schema'
    ]
    assert _hints("Month (YYYY-MM).", default="") == [
        'add "anyOf" with {"const": ""} and "pattern": "^\\\\d{4}-\\\\d{2}$" to its schema'
    ]
    assert _hints("Two-letter country code.", default="") == [
        'add "anyOf" with {"const": ""} and "pattern" to its schema'
    ]


@check_each("declared", [{"default": "today"}, {"examples": ["2024-01-31", "today"]}])
def test_a_default_of_another_form_shows_that_not_every_value_has_it(declared: JsonObject) -> None:
    assert _hints("First day (YYYY-MM-DD).", **declared) == [_EACH_FORM]


@check_each(
    ("name", "said", "hint"),
    [
        ("start_date", "First one, ISO 8601", '"format": "date" (or "date-time")'),
        ("startingOn", "When it begins (ISO 8601 format)", '"format": "date" (or "date-time")'),
        ("since", "ISO date string, e.g. 2026-08-23", '"format": "date" (or "date-time")'),
        ("issue_time", "ISO time string, e.g. 12:00:00Z", '"format": "time"'),
        ("since", "When it begins (ISO 8601 format)", '"format": "date-time" (or "date")'),
        ("since", "ISO 8601, e.g. 2026-08-23T10:00:00Z", '"format": "date-time"'),
        ("due_date", "ISO 8601, e.g. 2026-08-23T10:00:00Z", _BEGINS_WITH_DAY),
        ("due_date", "ISO 8601 timestamp, e.g. 2026-08-23T10:00:00Z", '"format": "date-time"'),
        ("since", "When it begins, as an ISO timestamp", '"format": "date-time"'),
        ("since", "When it begins, as an ISO datetime", _BEGINS_WITH_DAY),
        ("since", "When it begins, as an ISO datetime in UTC", '"format": "date-time"'),
        ("since", "Begin in ISO format, e.g. 2026-08-23T10:00", _BEGINS_WITH_DAY),
        ("arrival_time", "Arrival (ISO string format)", _BEGINS_WITH_DAY),
        ("since", "When it begins (ISO 8601 date string)", '"format": "date" (or "date-time")'),
    ],
)
def test_the_name_of_a_day_and_the_examples_choose_among_the_lengths_of_a_date(name: str, said: str, hint: str) -> None:
    (finding,) = found("format_in_prose", {name: {"type": "string", "description": said}})
    assert finding.hint == f"add {hint} to its schema"


def test_a_schedule_that_each_server_reads_in_its_own_way_is_a_remark() -> None:
    (finding,) = found("format_in_prose", {"schedule": {"type": "string", "description": "Cron expression."}})
    assert finding.level is Level.INFO


@check_each(
    ("name", "said"),
    [
        ("client_guid", "The client to read"),
        ("webhook_url", ""),
        ("url", "The page to open"),
    ],
)
def test_a_name_states_the_format_of_an_address(name: str, said: str) -> None:
    (only,) = found("format_in_prose", {name: {"type": "string", "description": said}})
    assert only.level is Level.INFO


@check_each(
    ("name", "said"),
    [
        ("url", "Part of the URL to look for"),
        ("url", "The page, as URL or path"),
        ("email", "Emails to invite, as a comma-separated list"),
        ("guid", "The client; its name works too"),
        ("url_list", ""),
    ],
)
def test_a_text_opens_the_format_that_a_name_states(name: str, said: str) -> None:
    assert found("format_in_prose", {name: {"type": "string", "description": said}}) == []


def test_an_empty_text_that_has_a_meaning_is_accepted() -> None:
    empty = 'add "anyOf" with {"const": ""} and "format": "date" to its schema'
    assert _hints("First day (YYYY-MM-DD). Leave empty for today.") == [empty]
    assert _hints("First day (YYYY-MM-DD); empty string removes it.") == [empty]
    assert _hints("First day (YYYY-MM-DD). '' to unset it.") == [empty]
    assert _hints("First day (YYYY-MM-DD). Cannot be empty to save it.") == ['add "format": "date" to its schema']
    assert _hints("First day (YYYY-MM-DD). Must not be left empty.") == ['add "format": "date" to its schema']
    assert _hints("Headers as a JSON string. Pass an empty string to clear them.") == [
        'add "contentMediaType": "application/json" to its schema'
    ]


def test_a_colour_that_may_be_a_name_has_no_pattern() -> None:
    assert _hints("Hex color (e.g. #fff or red)") == []
    assert _hints("Hex color (e.g. #ff0000 for red)") != []


@check_each(
    ("own", "is_reported"),
    [("UUID or web slug of the folder", False), ("The folder to list", True), ("The UUID, as it was listed", True)],
)
def test_a_format_of_the_tools_text_is_that_of_no_field_whose_own_text_takes_something_else(
    own: str, is_reported: bool
) -> None:
    properties: JsonValue = {"folder_id": {"type": "string", "description": own}}
    schema: JsonValue = {"type": "object", "additionalProperties": False, "properties": properties}
    text = "List files.\n\nIn password mode: folder_id must be a UUID."
    assert bool(places("format_in_prose", [{"description": text, "input_schema": schema}])) == is_reported


def _noted(name: str, text: str, **declared: str) -> list[str]:
    noted = found("format_in_prose", {name: {"type": "string", "description": text, **declared}})
    return [one.message.partition("`, ")[0] for one in noted if one.level is Level.INFO]


@check_each(
    ("name", "text"),
    [
        ("issue_key", "Issue key (e.g., PROJ-123)."),
        ("id", 'Identifier of the member (e.g., "MEP-124810")'),
        ("tail", "Registration number, such as B2021, B2022, or B2023."),
        ("spent", 'Time spent (e.g., "3h 30m", "1d", "2w").'),
        ("timezone", "Zone of the timestamps (e.g., Europe/Paris, America/New_York)"),
        ("first", "First day, e.g. 2024-01-31"),
        ("size", "Viewport preset, for example 1920x1080."),
        ("locale", "Locale of the content (e.g. 'en-US')"),
        ("background", "Colour behind it, such as '#fff'."),
        ("zip", "Where it is sent. Example: '94105'"),
    ],
)
def test_a_format_that_all_examples_have_is_noted(name: str, text: str) -> None:
    (message,) = _noted(name, text)
    assert message.endswith("has a format that only examples show")


@check_each(
    ("name", "text"),
    [
        ("issue_key", "Issue key or title (e.g., PROJ-123)."),
        ("query", "What to find (e.g. PROJ-123)"),
        ("timezone", "Zone (e.g., Europe/Paris), or 'auto'"),
        ("colour", "Colour, such as '#fff' or 'red'"),
        ("release", "Release, e.g. B2021 of the spring"),
        ("spent", "Time spent in any form, e.g. 3h"),
        ("reason", "Why, e.g. 404"),
    ],
)
def test_examples_of_one_of_several_formats_show_none(name: str, text: str) -> None:
    assert _noted(name, text) == []


def test_a_default_that_is_written_in_another_way_shows_that_the_examples_are_not_all() -> None:
    assert _noted("timezone", "Zone, e.g. Europe/Paris", default="UTC") != []
    assert _noted("timezone", "Zone, e.g. Europe/Paris", default="auto") == []


def test_several_layouts_of_a_date_that_begin_with_the_day_have_one_pattern() -> None:
    said = "When it is due. Format: 'YYYY-MM-DD', 'YYYY-MM-DD HH:mm:ss', or ISO 8601."
    assert _hints(said) == [
        r'add "pattern": "^\\d{4}-\\d{2}-\\d{2}" to its schema, with which each of them begins',
    ]
    assert _hints(said + " Also relative, such as 'tomorrow'.") == []


def test_a_choice_between_two_fields_opens_no_format() -> None:
    fields = {
        "file": {"type": "string", "description": "Base64-encoded content. Give either 'file' or 'path'."},
        "path": {"type": "string", "description": "Where it is."},
    }
    assert [one.message for one in found("format_in_prose", fields)] == [
        "parameter `file` has a format that only its description states"
    ]


@check_each(
    ("name", "said"),
    [
        ("value", "New value; dates are written YYYY-MM-DD."),
        ("day", "Day; the API returns dates as YYYY-MM-DD."),
        ("cell", "What to put in. Formulas must start with '='."),
        ("phone", "Phone number; numbers abroad must start with '+'."),
        ("default_value", "Begins as (use '1' for boxes and switches, 'YYYY-MM-DD' for days)."),
        ("value", "The value (use '1' for boxes and switches, 'YYYY-mm-dd' for days)."),
        ("path", "What to read. On Windows it must be an absolute path."),
        ("berth_id", "Built-in berths use 8-char uppercase hex (e.g. 79D0BB3A); custom berths use a lowercase UUID."),
    ],
)
def test_a_format_of_some_values_is_not_that_of_all(name: str, said: str) -> None:
    assert found("format_in_prose", {name: {"type": "string", "description": said}}) == []


@check_each(
    ("name", "said"),
    [
        ("since", "First day. Dates must be YYYY-MM-DD."),
        ("phone", "Phone number; numbers must start with '+'."),
        ("address", "Address must start with '/'."),
    ],
)
def test_several_things_may_be_the_values(name: str, said: str) -> None:
    assert found("format_in_prose", {name: {"type": "string", "description": said}}) != []


@check_each(
    ("said", "keyword"),
    [
        ("ISO 8601 format, for example, 'PT1H' for an hour.", '"format": "duration"'),
        ("Week in ISO 8601 format, e.g. 2024-W05.", '"pattern"'),
        ("Month in ISO format, e.g. 2024-05.", '"pattern"'),
        ("ISO 8601 format, e.g. 2024-05-01.", '"format": "date" (or "date-time")'),
    ],
)
def test_an_example_shows_which_format_of_the_standard_is_meant(said: str, keyword: str) -> None:
    one = found("format_in_prose", {"since": {"type": "string", "description": said}})
    assert [finding.hint for finding in one] == [f"add {keyword} to its schema"]


@check_each(
    "said",
    [
        "Path to the file (.xlsx, .csv, .tsv, .parquet).",
        "Video to process. Supports MP4, MOV, MP3, and WAV formats.",
        "Video to process (supports MP4, MOV, M4V)",
    ],
)
def test_all_ends_of_the_name_of_a_file_are_noted(said: str) -> None:
    assert _noted("file_path", said) != []


def test_a_date_that_is_one_of_several_forms_is_not_asked_of_all() -> None:
    for said, keyword in (
        ("The day (YYYY-MM-DD, MM-DD, YYYY).", '"pattern"'),
        ("YYYY-MM-DD, in UTC", '"format": "date"'),
    ):
        (one,) = found("format_in_prose", {"since": {"type": "string", "description": said}})
        assert one.hint == f"add {keyword} to its schema"


def test_what_a_text_calls_a_json_array_is_best_declared_as_one() -> None:
    text = 'add "contentMediaType": "application/json" to its schema'
    assert _hints("JSON array of berths") == [f'set "type": "array", or {text}']
    assert _hints("A JSON object of berths") == [f'set "type": "object", or {text}']
    assert _hints("Stringified JSON array of berths") == [text]


def test_a_day_beside_a_form_that_is_named_further_away_is_not_asked_of_all() -> None:
    said = "First day (YYYY-MM-DD, from midnight at the place of the harbour, or {})."
    assert _hints_of_day(said.format("RFC 3339")) == [
        'add "pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}" to its schema, with which each of them begins'
    ]
    assert _hints_of_day(said.format("a Unix timestamp")) == [_EACH_FORM]
    assert _hints_of_day("Day (YYYY-MM-DD) on which the ship comes in at last, or later.") == [
        'add "format": "date" to its schema'
    ]


def _hints_of_day(said: str) -> list[str]:
    return [one.hint for one in found("format_in_prose", {"since": {"type": "string", "description": said}})]


def test_a_format_in_brackets_behind_one_of_several_kinds_is_not_that_of_all() -> None:
    def formats(said: str) -> int:
        return len(findings_of("format_in_prose", {"type": "string"}, "entry", said))

    assert formats("The entry to write, an ISO date (YYYY-MM-DD).") == 1
    assert formats("The entry to write: plain text, a number, an ISO date (YYYY-MM-DD), a key of a list.") == 0
