"""Counts that a summary or a receipt states of its result: "3 files changed", "listed 3 tasks", "2 done, 1 failed"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeGuard

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, is_number
from conformance.names import singularize, words_of

# "3 files changed", "updated 3 files"; at most 9 digits, as no result has more.
_COUNT = re.compile(
    r"(?:\b(?P<before>[A-Za-z]+) )?(?<![\w.,:/#-])(?P<count>\d{1,9}) (?P<noun>[A-Za-z]+)\b"
    r"(?: (?:(?:was|were|have been) )?(?P<after>[A-Za-z]+ed)\b)?"
)
# One part of a tally: "2 completed, 1 failed"; together they count everything, so that each number has its own field.
_TALLY = re.compile(r"(?<![\w.,:/#-])(?P<count>\d{1,9}) (?P<word>[a-z]+)\b", re.IGNORECASE)
# What such a verb counts is the list of that name itself: "listed 3 tasks" counts `tasks`.
_LISTING = frozenset(("listed", "found", "returned", "shown"))
# So many counts of a text are compared with every field of the result; no sentence has more.
_MOST_COUNTS = 50
# Fields that say that the lists beside them may be incomplete.
_INCOMPLETE = re.compile(r"truncated|more|omitted|next|cursor|remaining|total|partial")


@dataclass(frozen=True, slots=True)
class CountMismatch:
    """A number that a summary states, and the field of the result that has another one, or as many elements."""

    stated: str
    pointer: str
    actual: str


def count_mismatch(summary: str, result: JsonObject) -> CountMismatch | None:
    """Return the first count that differs from each field of its name; ``None`` if any number of the summary fits.

    "10 of 25 tasks" states two numbers, of which one is the length of the list.
    """
    wrong = _tally_mismatch(summary, result)
    if wrong is not None:
        return wrong
    stated = {int(number) for number in re.findall(r"\d{1,9}", summary)}
    for found in islice(_COUNT.finditer(summary), _MOST_COUNTS):
        counted = list(_counts(found, result))
        if counted and not stated & {number for _, number, _ in counted}:
            pointer, number, is_list = counted[0]
            name = pointer.removeprefix("/")
            actual = f"`{name}` has {number}" if is_list else f"`{name}` is {number}"
            return CountMismatch(found[0], pointer, actual)
    return None


def has_complete_lists(result: JsonObject) -> bool:
    """Whether nothing says of the lists of an object that they may be incomplete."""
    return not any(_INCOMPLETE.search(key) and value for key, value in result.items())


def _tally_mismatch(summary: str, result: JsonObject) -> CountMismatch | None:
    """Return the first wrong number of a line with at least two counts that the result has under the same words."""
    for line in summary.splitlines():
        parts = [(found, found["word"].lower() + "_count") for found in _TALLY.finditer(line)]
        known = [(found, key, value) for found, key in parts if is_count(value := result.get(key))]
        # "1 completed after 2 failed, 2 completed in all" says one word twice: which of them is the count is open.
        if len(known) < 2 or len({key for _, key, _ in known}) < len(known):
            continue
        for found, key, value in known:
            if int(found["count"]) != value:
                return CountMismatch(found[0], child("", key), f"`{key}` is {value}")
    return None


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is an integer."""
    return isinstance(value, int) and not isinstance(value, bool)


def _counts(found: re.Match[str], result: JsonObject) -> Iterator[tuple[str, int, bool]]:
    """Yield pointer and number of the fields that count the same: ``changed_file_count``, ``changed_files``."""
    noun = singularize(found["noun"].lower())
    verbs = [verb.lower() for verb in (found["after"], found["before"]) if verb]
    names = [{noun, verb} for verb in verbs if verb.endswith("ed")]
    if not found["after"] and verbs and verbs[0] in _LISTING:
        names.append({noun})
    are_complete = has_complete_lists(result)
    for key, value in result.items():
        *words, last = [singularize(word) for word in words_of(key)] or [""]
        if is_number(value) and isinstance(value, int) and last == "count" and set(words) in names:
            yield child("", key), value, False
        elif isinstance(value, list | tuple) and {*words, last} in names and are_complete:
            yield child("", key), len(value), True
