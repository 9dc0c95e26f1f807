"""How many items a list may have is read where its tool, or a remark on it, states it."""

import datetime
import json

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of_text
from conformance.documents.values import JsonObject
from conformance.settings.repository import Config
from tests.cases import check_each

LIST: JsonObject = {"type": "array", "items": {"type": "string"}}
NUMBERS: JsonObject = {"type": "array", "items": {"type": "number"}}
TODAY = datetime.date(2026, 5, 1)


def _hints(tool: str, ids: JsonObject, *, required: bool = True, **others: JsonObject) -> list[str]:
    schema = {"type": "object", "properties": {"task_ids": ids, **others}, "required": ["task_ids"] if required else []}
    text = json.dumps([{"name": "edit_tasks", "description": tool, "inputSchema": schema}])
    found = check_subject(subject_of_text(text.encode()), Config(), TODAY, ["bounds_in_prose_agree"]).findings
    return [one.hint for one in found]


@check_each(
    "text",
    [
        "Update multiple tasks at once (up to 100).",
        "Analyze a list of (up to 100) tasks.",
        "Delete up to 100 tasks at once.",
        "Edit several tasks (max 100 per call).",
    ],
)
def test_a_number_of_things_is_that_of_the_only_list(text: str) -> None:
    assert _hints(text, LIST) == ['add "maxItems": 100 to its schema']
    assert _hints(text, LIST, labels=LIST) == []


@check_each(
    "text",
    ["Returns up to 100 tasks.", "For admins, edit multiple tasks (up to 100).", "Edit tasks (up to 100 are shown)."],
)
def test_a_number_of_results_is_none_of_the_list(text: str) -> None:
    assert _hints(text, LIST) == []


def test_how_many_things_to_give_is_read_where_the_list_is_called_so() -> None:
    both = ['add "minItems": 2, "maxItems": 10 to its schema']
    assert _hints("Compares tasks. Pass 2-10 task ids (from a search).", LIST) == both
    assert _hints("Merge tasks. Provide up to 9 tasks.", LIST) == ['add "maxItems": 9 to its schema']
    assert _hints("Finish tasks. Maximum 20 tasks per request.", LIST) == ['add "maxItems": 20 to its schema']
    assert _hints("Finish tasks. Maximum 20 pages per request.", LIST) == []
    assert _hints("Compares tasks. Pass 2-10 names.", LIST) == []
    assert _hints("It will pass 2-10 tasks to others.", LIST) == []
    assert _hints("Pass 2-10 tasks.", LIST, labels=LIST) == []


def test_one_or_more_things_are_at_least_one() -> None:
    at_least_one = ['add "minItems": 1 to its schema']
    assert _hints("Remove one or more tasks.", LIST) == at_least_one
    assert _hints("", LIST | {"description": "One or more tasks."}) == at_least_one
    assert _hints("", LIST | {"description": "Tasks to edit (one or more strings)."}, required=False) == at_least_one
    assert _hints("", LIST | {"description": "Select one or more tasks to edit."}, required=False) == at_least_one
    assert _hints("", LIST | {"description": "Select one or more tasks, or omit it."}, required=False) == []


def test_one_or_more_things_of_a_tool_are_items_of_the_only_list_that_it_requires() -> None:
    at_least_one = ['add "minItems": 1 to its schema']
    told = "Mail a note from the desk to one or more guests."
    guests = LIST | {"description": "The guests' names."}
    assert _hints(told, guests, labels=LIST) == at_least_one
    assert _hints(told, LIST | {"description": "Files to attach."}) == []
    assert _hints(told, guests | {"description": "Guests; pass [] for a draft."}) == []
    assert _hints("Mail a note to one or more guests or, without any, to the desk.", guests) == []
    assert _hints("Move one or more boats.", LIST) == []
    assert _hints(told, guests, required=False) == []
    assert _hints("Returns the names of one or more guests.", guests) == []
    assert _hints("Change at least one setting.", LIST) == []
    assert _hints("If asked to, mail a note to one or more guests.", guests) == []


def test_an_empty_list_that_means_something_is_allowed() -> None:
    assert _hints("Remove one or more tasks.", LIST | {"description": "Ids; empty for all of them."}) == []
    assert _hints("Find one or more tasks.", LIST) == []
    assert _hints("", LIST | {"description": "One or more tasks."}, required=False) == []
    assert _hints("", LIST | {"description": "At least one of task_ids or labels"}) == []


def test_a_list_whose_places_have_names_has_as_many_items() -> None:
    of_two = ['add "minItems": 2, "maxItems": 2 to its schema']
    assert _hints("", NUMBERS | {"description": "Target size as (width, height)."}) == of_two
    assert _hints("", NUMBERS | {"description": "[x, y] of the corner"}) == of_two
    assert _hints("", NUMBERS | {"description": "Array of [lat, lon] pairs"}) == []
    assert _hints("", NUMBERS | {"description": "What to keep (labels, dates)"}) == []


def test_numbers_that_have_names_are_as_many_as_the_names() -> None:
    assert _hints("", NUMBERS | {"description": "Unit vector [nx, ny, nz] of the wall"}) == [
        'add "minItems": 3, "maxItems": 3 to its schema'
    ]
    of_two = ['add "minItems": 2, "maxItems": 2 to its schema']
    assert _hints("", {"anyOf": [NUMBERS, {"type": "null"}], "description": "Areas [at_start, at_end]."}) == of_two
    assert _hints("", NUMBERS | {"description": "Samples [x1, x2, x3]"}) == []
    assert _hints("", NUMBERS | {"description": "Samples [first, second, ...]"}) == []
    assert _hints("", LIST | {"description": "Sections [start, stop]"}) == []
    assert _hints("", NUMBERS | {"description": "Measures such as [mass, heat]"}) == []


def test_one_or_more_things_of_several_words_are_counted_by_any_of_them() -> None:
    assert _hints("Remove one or more finished tasks.", LIST) == ['add "minItems": 1 to its schema']
    assert _hints("Remove one or more berths.", LIST) == []


def test_what_a_tool_says_of_things_is_not_said_of_a_list_inside_of_an_object() -> None:
    order: JsonObject = {"type": "object", "properties": {"task_ids": LIST}, "required": ["task_ids"]}
    assert _hints("Remove one or more tasks.", LIST, order=order) == ['add "minItems": 1 to its schema']
