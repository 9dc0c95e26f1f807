"""What states how a date is written leaves the values that its tool takes."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from conformance.rules.examples import closed_object
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("schema", "takes_empty"),
    [
        ({"default": ""}, True),
        ({"description": "When it ends; empty string removes it."}, True),
        ({"description": "When it ends."}, False),
    ],
)
def test_an_empty_default_or_one_with_a_meaning_stays_allowed(schema: JsonObject, takes_empty: bool) -> None:
    properties: JsonValue = {"end_date": {"type": "string", **schema}}
    tool: JsonValue = {"input_schema": {"type": "object", "additionalProperties": False, "properties": properties}}
    (finding,) = found("date_format_stated", [tool])
    assert ('{"const": ""}' in (finding.hint or "")) == takes_empty


@check_each(
    ("name", "is_date"),
    [
        ("date_of_issue", True),
        ("last_updated", True),
        ("fromDateTime", True),
        ("time_start", True),
        ("completed_after", True),
        ("starts-at", True),
        ("sent_to", False),
        ("date_of", False),
        ("last_updated_by", False),
        ("run_time", False),
    ],
)
def test_a_date_is_known_by_its_name(name: str, is_date: bool) -> None:
    tool: JsonValue = {
        "description": "Find letters of a country by its ISO code.",
        "input_schema": {"type": "object", "additionalProperties": False, "properties": {name: {"type": "string"}}},
    }
    assert bool(found("date_format_stated", [tool])) == is_date


@check_each(
    ("name", "said", "is_date"),
    [
        ("before", "Letters before datetime", True),
        ("after", "Only letters sent after this date", True),
        ("deadline", "Due date of the letter", True),
        ("as_of", "", True),
        ("before", "Cursor of the page before", False),
        ("sender", "Who wrote it, by date or name", False),
        ("query", "Date to search for", False),
        ("after", "Letters after this date (2026-03-01)", False),
        ("span", "Date range", False),
        ("until", "Date, such as 'today'", False),
        ("created_after", "Earliest day, as day.month.year", False),
        ("created_after", "Earliest day, year-month-day", False),
        ("created_after", "Earliest day, as a serial number of Excel", False),
        ("created_after", "Earliest day, in the form that list_letters returns", False),
        ("created_after", "Earliest day; any form that git log --since takes", False),
        ("created_after", "Earliest day, when the letter or the form was sent", True),
        ("mode", "Keep it up to date", False),
        ("which", "Date to use: sent or received", False),
    ],
)
def test_a_date_is_known_by_what_its_text_calls_it(name: str, said: str, is_date: bool) -> None:
    schema: JsonObject = {"type": "string"} | ({"description": said} if said else {})
    tool: JsonValue = {
        "description": "Find letters.",
        "input_schema": {"type": "object", "additionalProperties": False, "properties": {name: schema}},
    }
    assert bool(found("date_format_stated", [tool])) == is_date


def test_a_format_that_is_no_text_says_nothing() -> None:
    properties: JsonValue = {"end_date": {"type": "string"}, "size": {"type": "string", "format": ["date"]}}
    assert len(found("date_format_stated", [{"input_schema": {"type": "object", "properties": properties}}])) == 1


def test_of_several_dates_one_that_surely_is_one_makes_a_warning() -> None:
    said: JsonObject = {"type": "string", "description": "Which state of it to show."}
    for names, level in ((["as_of"], Level.INFO), (["as_of", "end_date"], Level.WARNING)):
        (finding,) = found("date_format_stated", [{"input_schema": closed_object(**dict.fromkeys(names, said))}])
        assert finding.level is level


def test_the_date_of_a_sort_order_is_the_name_of_what_to_sort_by() -> None:
    order = closed_object(start_date={"type": "string"}, direction={"enum": ["up"]})
    for name, count in (("sorts", 0), ("events", 1)):
        tool: JsonValue = {"input_schema": closed_object(**{name: {"type": "array", "items": order}})}
        assert len(found("date_format_stated", [tool])) == count


def test_timestamps_are_left_alone_where_the_list_states_a_form() -> None:
    span: JsonValue = {"input_schema": closed_object(first={"type": "string", "description": "Range start timestamp"})}
    other: JsonValue = {"description": "Find letters. Times are ISO 8601.", "input_schema": closed_object()}
    assert len(found("date_format_stated", [span])) == 1
    assert not found("date_format_stated", [span, other])
