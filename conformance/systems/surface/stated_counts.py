"""Counts that a summary or a receipt states of its result: "3 files changed", "changed 3 files", "listed 3 tasks"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, is_number
from conformance.names import singularize, words_of

# "3 files changed", "updated 3 files"; at most 9 digits, as no result has more.
_COUNT = re.compile(
    r"(?:\b(?P<before>[A-Za-z]+) )?(?<![\w.,:/#-])(?P<count>\d{1,9}) (?P<noun>[A-Za-z]+)\b"
    r"(?: (?:(?:was|were|have been) )?(?P<after>[A-Za-z]+ed)\b)?"
)
# What such a verb counts is the list of that name itself: "listed 3 tasks" counts `tasks`.
_LISTING = frozenset(("listed", "found", "returned", "shown"))
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
    stated = {int(number) for number in re.findall(r"\d{1,9}", summary)}
    for found in _COUNT.finditer(summary):
        counted = list(_counts(found, result))
        if counted and not stated & {number for _, number, _ in counted}:
            pointer, number, is_list = counted[0]
            name = pointer.removeprefix("/")
            actual = f"`{name}` has {number}" if is_list else f"`{name}` is {number}"
            return CountMismatch(found[0], pointer, actual)
    return None


def _counts(found: re.Match[str], result: JsonObject) -> Iterator[tuple[str, int, bool]]:
    """Yield pointer and number of the fields that count the same: ``changed_file_count``, ``changed_files``."""
    noun = singularize(found["noun"].lower())
    verbs = [verb.lower() for verb in (found["after"], found["before"]) if verb]
    names = [{noun, verb} for verb in verbs if verb.endswith("ed")]
    if not found["after"] and verbs and verbs[0] in _LISTING:
        names.append({noun})
    has_complete_lists = not any(_INCOMPLETE.search(key) and value for key, value in result.items())
    for key, value in result.items():
        *words, last = [singularize(word) for word in words_of(key)] or [""]
        if is_number(value) and isinstance(value, int) and last == "count" and set(words) in names:
            yield child("", key), value, False
        elif isinstance(value, list | tuple) and {*words, last} in names and has_complete_lists:
            yield child("", key), len(value), True
