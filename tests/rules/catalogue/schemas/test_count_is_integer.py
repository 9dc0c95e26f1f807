"""What is counted is a whole number, unless its text or its default shows another form."""

from conformance.documents.values import JsonObject
from conformance.rules.examples import closed_object
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("name", "schema", "is_reported"),
    [
        ("record_count", {"description": "How many records."}, True),
        ("max_results", {}, True),
        ("timeout", {"description": "How long to wait, in seconds."}, True),
        ("timeout", {"description": "How long to wait."}, False),
        ("timeout", {"description": "How long to wait, in seconds or minutes (30s)."}, False),
        ("limit", {"description": "A number, or 'all'."}, False),
        ("limit", {"description": "Calls in a time, as 10/minute."}, False),
        ("limit", {"default": "none"}, False),
        ("limit", {"default": "10"}, True),
        ("count_of", {}, False),
    ],
)
def test_a_text_named_after_a_count_is_one_of_a_whole_number(name: str, schema: JsonObject, is_reported: bool) -> None:
    fields: JsonObject = {name: {"type": "string", **schema}}
    tools: list[JsonObject] = [{"name": "ListTasks", "input_schema": closed_object(**fields)}]
    assert bool(found("count_is_integer", [*tools])) == is_reported


@check_each(
    ("name", "is_reported"), [("daysOfWeek", True), ("page_numbers", True), ("pages", True), ("numbers", False)]
)
def test_a_list_of_numbers_that_stand_for_things_has_whole_items(name: str, *, is_reported: bool) -> None:
    fields: JsonObject = {name: {"type": "array", "items": {"type": "number"}}}
    tools: list[JsonObject] = [{"name": "ListTasks", "input_schema": closed_object(**fields)}]
    assert bool(found("count_is_integer", [*tools])) == is_reported
