"""The counts of a result are those of the list beside them: as many completed, failed and skipped items as it says.

A model that reads only the counts of a batch acts on them; where they differ from the items, one of both is wrong.
"""

from collections import Counter
from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_array, as_object, as_text
from conformance.findings import Level, Problem
from conformance.names import singularize
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import Screen, Subject
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord, ResultLevel
from conformance.systems.surface.stated_counts import has_complete_lists, is_count


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each count of items in a state that differs from the number of such items."""
    for level in record.levels:
        lists = [(key, value) for key, value in level.members.items() if isinstance(value, list | tuple)]
        for key, value in lists if lists and has_complete_lists(level.members) else ():
            items = [as_object(item) for item in as_array(value)]
            states = [state for item in items if (state := as_text(item.get("status")))]
            if items and len(states) == len(items) and _is_complete(level.members, key, len(items)):
                yield from _count_problems(level, key, Counter(states))


def _is_complete(members: JsonObject, key: str, length: int) -> bool:
    """Whether a list holds all items: its own count, if any, is its length."""
    return members.get(f"{singularize(key)}_count") in (None, length)


def _count_problems(level: ResultLevel, key: str, states: Counter[str]) -> Iterator[Problem]:
    # A count of a state that no item has may be of something else: `failed_count` beside tasks that only wait or run.
    for state, number in states.items():
        stated = level.members.get(f"{state}_count")
        if is_count(stated) and stated != number:
            found = f"{code_text(key)} has {number} with status {code_text(state)}"
            yield Problem(
                f"{code_text(f'{state}_count')} is {stated}, but {found}",
                "count the items of the list that is returned",
                child(level.pointer, f"{state}_count"),
            )


_ITEMS = [{"index": 1, "status": "completed"}, {"index": 2, "status": "failed"}, {"index": 3, "status": "skipped"}]


def _screen(_subject: Subject) -> Screen:
    """No object has both a count and a list of items with a status."""
    items: JsonObject = {"type": "array", "contains": {"type": "object", "required": ["status"]}}
    no_counts: JsonObject = {"propertyNames": {"not": {"pattern": "_count$"}}}
    return Screen(level={"anyOf": [{"additionalProperties": {"not": items}}, no_counts]}, asks=True)


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#result",
    screen=_screen,
    good=(
        {"result": {"item_count": 3, "completed_count": 1, "failed_count": 1, "skipped_count": 1, "items": _ITEMS}},
        {"result": {"total_count": 30, "failed_count": 9, "items": _ITEMS}},
        {"result": {"item_count": 30, "failed_count": 9, "items": _ITEMS}},
        {"result": {"failed_count": 2, "jobs": [{"status": "running"}]}},
    ),
    bad=(
        BadExample(
            {"result": {"item_count": 3, "completed_count": 2, "failed_count": 1, "skipped_count": 0, "items": _ITEMS}},
            says="`completed_count` is 2, but `items` has 1 with status `completed`",
            at="/result/completed_count",
        ),
    ),
)
