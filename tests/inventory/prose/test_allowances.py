"""What a text names beside a bound or a list of values is allowed, so that no edit may refuse it."""

from conformance.documents.edits import SetMember
from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

WHOLE: JsonObject = {"type": "integer"}
NUMBER: JsonObject = {"type": "number"}
TEXT: JsonObject = {"type": "string"}
TEXTS: JsonObject = {"type": "array", "items": TEXT}


def _edits(rule: str, name: str, schema: JsonObject, said: str) -> JsonObject:
    properties: JsonObject = {name: {**schema, "description": said}}
    tool: JsonObject = {"input_schema": {"type": "object", "additionalProperties": False, "properties": properties}}
    examples: JsonObject = {"closed_value_set_in_prose": tool, "count_is_integer": [{"name": "ListTasks", **tool}]}
    edits = [edit for one in found(rule, examples.get(rule, properties)) for edit in one.edits]
    return {edit.key: edit.value for edit in edits if isinstance(edit, SetMember)}


@check_each(
    ("schema", "said"),
    [
        (WHOLE, "How many (default: 10, max: 0 = unlimited)"),
        (WHOLE, "How many, between 1 and 10 (or 20 for admins)"),
        (WHOLE, "How many, from 1 to 12, or 13 for leap years"),
        (WHOLE, "How many, up to 100 values; 730 on request"),
        (WHOLE, "At most 5, but 9 with a key"),
        (NUMBER, "From 0 to 100%"),
        (TEXT, "At most 80 characters; longer texts are truncated"),
        (TEXT, "Between 3 and 50 characters, or * for all"),
        (TEXT, "1 to 500 characters. Empty to delete it."),
        (TEXTS, "1-10 ids; omit or pass [] for all"),
        (WHOLE, "Must be positive when sell is set"),
    ],
)
def test_a_bound_that_refuses_what_the_text_names_is_not_written(schema: JsonObject, said: str) -> None:
    assert _edits("bounds_in_prose_agree", "weight", schema, said) == {}


@check_each(
    ("schema", "said", "bounds"),
    [
        (WHOLE, "Rating from 1 (bad) to 5 (good), or 0 if unrated", {"maximum": 5}),
        (WHOLE, "From 1 to 10k", {"maximum": 10_000}),
        (WHOLE, "At most 300 (default 20). Larger values are rejected.", {"maximum": 300}),
        (NUMBER, "Between 0 and 2 (exclusive)", {"exclusiveMaximum": 2}),
        (NUMBER, "From 0 (exclusive) to 1 (inclusive)", {"exclusiveMinimum": 0, "maximum": 1}),
        (NUMBER, "Strictly between 0 and 1", {"exclusiveMinimum": 0, "exclusiveMaximum": 1}),
        (TEXT, "Must be 2 to 9 characters long", {"minLength": 2, "maxLength": 9}),
    ],
)
def test_a_bound_beside_which_nothing_is_named_is_written(schema: JsonObject, said: str, bounds: JsonObject) -> None:
    assert _edits("bounds_in_prose_agree", "weight", schema, said) == bounds


@check_each(
    ("said", "values"),
    [
        ("Mode: read or write. Default is auto", ["read", "write", "auto"]),
        ("One of `read`, `write`. Defaults to `read`.", ["read", "write"]),
        ("One of 'read', 'write', e.g. 'read'", ["read", "write"]),
    ],
)
def test_the_values_that_are_written_hold_all_that_the_text_names(said: str, values: list[str]) -> None:
    assert _edits("closed_value_set_in_prose", "mode", TEXT, said) == {"enum": values}


@check_each(
    ("said",),
    [
        ("One of 'read', 'write'; empty for none",),
        ("One of `read`, `write` (case-insensitive)",),
        ("Mode: read, write; r and w work too",),
        ("One of 'read', 'write'. Prefix with ! to negate.",),
        ("Allowed: READ, WRITE. Lowercase is accepted.",),
        ("One of 'read', 'write' or null",),
        ("One of 'read', 'write'. Anything else reads.",),
        ("Choose from: read, write (or the full names)",),
    ],
)
def test_values_beside_which_a_text_lets_in_others_are_not_written(said: str) -> None:
    assert _edits("closed_value_set_in_prose", "mode", TEXT, said) == {}


def test_numbers_beside_which_a_text_lets_in_others_are_not_written() -> None:
    said = "One of 10, 25, 50, 100"
    rule = "closed_value_set_in_prose"
    assert _edits(rule, "rows", WHOLE, said) == {"enum": [10, 25, 50, 100]}
    assert _edits(rule, "rows", WHOLE, f"{said}; others are rounded down") == {}
    assert _edits(rule, "rows", WHOLE, f"{said}. Default: 20") == {}


def test_a_default_that_contradicts_the_bound_beside_it_is_reported_and_not_written() -> None:
    said = "How many. Default: 10. Max: 5"
    (problem,) = found("bounds_in_prose_agree", {"weight": {**WHOLE, "description": said}})
    assert problem.message == "parameter `weight` defaults to 10, but its description bounds it by 5"
    assert _edits("default_in_prose_agrees", "weight", WHOLE, said) == {}


@check_each(
    ("name", "said"),
    [
        ("score_limit", "Score limit (0-1)"),
        ("limit", "Limit on the price in USD"),
        ("credit_limit", ""),
        ("rate_limit", "Rate limit in requests per second"),
        ("offset", "Offset of the axis in degrees"),
        ("count", "Average count"),
        ("created_at", "Unix timestamp in seconds"),
    ],
)
def test_a_number_that_may_be_measured_does_not_become_an_integer(name: str, said: str) -> None:
    assert _edits("count_is_integer", name, NUMBER, said) == {}
