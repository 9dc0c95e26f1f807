"""A date or null that the format or the type rejects is reported, and an example that a keyword rejects."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found
from tests.rules.wordings import findings_of

INSTANT: JsonObject = {"type": "string", "format": "date-time"}
DAY: JsonObject = {"type": "string", "format": "date"}
NULLABLE: JsonObject = {"type": ["string", "null"]}


def _lowercase(**more: int) -> JsonObject:
    return {"type": "string", "pattern": "^[a-z_/-]+$", **more}


def _integer(**limits: int) -> JsonObject:
    return {"type": "integer", **limits}


@check_each(
    ("kind", "text"),
    [
        (INSTANT, "Since when, as YYYY-MM-DD."),
        (INSTANT, "Start date (YYYY-MM-DD)"),
        (INSTANT, "Date in YYYY-MM-DD format."),
        (INSTANT, "Since when, e.g. 2026-01-31"),
        (DAY, "Start, in ISO 8601 with time zone."),
        (DAY, "Start, e.g. 2026-01-31T00:00:00Z"),
        (NULLABLE, "The name; must not be null."),
        (NULLABLE, "The name. Cannot be null."),
        (_lowercase(), "Such as ABC-1."),
        (_lowercase(), "Name (e.g. 'Work', 'Home')."),
        (_integer(multipleOf=5), "For example 7."),
        (_integer(maximum=5), "How many, e.g. 10."),
        ({"type": "string", "maxLength": 3}, "Code (e.g. ABCD)."),
        ({"type": "string"}, "Id of the berth. Accepts a JSON number or a decimal string."),
        ({"type": "string"}, "Mooring (string or number)"),
        ({"type": "string", "format": "email"}, "Who, e.g. `ann`."),
        ({"type": "string", "format": "uuid"}, "Task id (e.g. 'task-1')."),
    ],
)
def test_what_the_schema_rejects_is_reported(kind: JsonObject, text: str) -> None:
    assert len(findings_of("type_in_prose_agrees", kind, "val", text)) == 1


@check_each(
    ("kind", "text"),
    [
        (INSTANT, "RFC 3339 time."),
        (INSTANT, "When it began (YYYY-MM-DDTHH:MM:SSZ)."),
        (INSTANT, "Date and time: YYYY-MM-DD HH:mm."),
        (INSTANT, "ISO 8601 timestamp; YYYY-MM-DD is not accepted."),
        (INSTANT, "Since when, e.g. 2026-01-31 or 2026-01-31T00:00:00Z"),
        (DAY, "Date (YYYY-MM-DD), midnight in the time zone of the user."),
        (DAY, "First day with time of year in mind."),
        (NULLABLE, "The name; null for none."),
        ({"type": "string"}, "A phone number or string of digits"),
        ({"type": "string"}, "A number as a string"),
        ({"type": ["string", "integer"]}, "Accepts a number or a string"),
        (NULLABLE, "If `a` is given, it must not be null."),
        (NULLABLE, "Only rows whose value is not null."),
        (_lowercase(), "Repository, e.g. octo/cat."),
        (_lowercase(), "Lowercase letters, not e.g. ABC."),
        (_lowercase(), "Name of the note in the URL, e.g. https://x.example/notes/17."),
        (_lowercase(), "What to plot for assets such as BTC."),
        (_lowercase(), "A word such as 'A B' is split."),
        (_lowercase(), "Key (e.g. 'work', 'Home')."),
        (_lowercase(), "Tag that the release, such as v1.0, was made from."),
        (_integer(multipleOf=5), "Minutes, e.g. 5, 10."),
        (_integer(maximum=100), "Port of the service, e.g. HTTP."),
        ({"type": "string", "format": "uri"}, "Page, e.g. example.com."),
        (_integer(), "Amount as a positive integer in cents, so that 100 are 1.00 crowns."),
    ],
)
def test_what_the_schema_accepts_or_is_of_something_else_is_left_alone(kind: JsonObject, text: str) -> None:
    assert findings_of("type_in_prose_agrees", kind, "val", text) == []


@check_each(
    ("schema", "words"),
    [
        ({"enum": ["True", "False"]}, "is a flag"),
        ({"type": "string", "default": "false"}, "is a flag"),
        ({"enum": ["auto", "true", "false"]}, ""),
        ({"type": "string", "description": "Path of a JSON file."}, ""),
        ({"type": "string", "contentMediaType": "application/json", "description": "A JSON string."}, ""),
    ],
)
def test_a_flag_of_two_texts_is_a_remark(schema: JsonObject, words: str) -> None:
    fields: JsonObject = {"type": "object", "properties": {"rows": schema}}
    messages = [one.message for one in found("type_in_prose_agrees", {"input_schema": fields})]
    assert len(messages) == bool(words)
    assert all(words in message for message in messages)


@check_each(("said", "number"), [("Passing the `id` field as a numeric string does the same.", 0), ("As a string.", 1)])
def test_what_another_field_holds_is_not_the_type_of_this_one(said: str, number: int) -> None:
    fields: JsonObject = {"type": "object", "properties": {"rows": {"type": "number", "description": said}}}
    assert len(found("type_in_prose_agrees", {"input_schema": fields})) == number
