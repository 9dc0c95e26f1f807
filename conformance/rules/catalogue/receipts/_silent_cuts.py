"""A receipt that shows the items of a list as if they were all, where a flag says that there are more."""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.documents.pointers import parent, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.receipts._claimed_whole import signs_of_more
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

# Flags that are about a text, or about a call that did a part of its work.
_NOT_OF_LIST = LazyPattern(r"(?:output|content)_truncated|\w*(?:partial|incomplete)")
# Lists beside what was found.
_NOT_CUT = ("artifacts", "warnings", "diagnostics", "errors")
# A heading, or what is in front of items in their line: "Notes", "2 notes", "## Notes (2)".
_HEADING = LazyPattern(
    r"\W*(?:(?P<count>\d{1,4}) )?(?P<words>[a-z]+(?:[ _][a-z]+){0,2})(?: \((?P<behind>\d{1,4})\))?\W*", re.IGNORECASE
)
# What is between items and around them; not "...", "+" or "->".
_BETWEEN = LazyPattern(r"(?:\s*\d{1,3}[.)] )?[-\s*\u2022\u00b7\u2013\u2014,;|()\[\]\"'`=_#\0]*(?:\.\s*)?")
# Longer lists are not compared.
_MOST_ITEMS, _MOST_VALUES, _MOST_CHARS = 50, 200, 10_000


def silent_cut_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for the first true flag beside a list, if a receipt is nothing but its items and their heading.

    In anything else the receipt may say in its own words that there is more, or how to get it.
    """
    flags = [one for one in signs_of_more(statements) if isinstance(one[1], bool)]
    if not flags or not all(value for _, value in flags):
        return
    pointer, key = flags[0][0], split(flags[0][0])[-1]
    level = next(one for one in record.record.levels if one.pointer == parent(pointer))
    lists = [name for name, value in level.members.items() if isinstance(value, list | tuple)]
    if len(lists) != 1 or lists[0] in _NOT_CUT or _NOT_OF_LIST.fullmatch(key) or _has_other(level.members):
        return
    name, items = lists[0], as_array(level.members[lists[0]])
    if 0 < len(items) <= _MOST_ITEMS and len(record.receipt) <= _MOST_CHARS and _is_all(record, name, items):
        message = f"receipt shows {code_text(name)} as if they were all, but {code_text(key)} is true"
        yield Problem(message, "say in the receipt that there is more, and how to get it", pointer, kind="field")


def _has_other(members: JsonObject) -> bool:
    """Say whether an object has a text or an object that its flag may be about, other than an id."""
    others = (key for key, value in members.items() if isinstance(value, str) or as_object(value))
    return any(words_of(key)[-1:] not in (["id"], ["cursor"], ["token"]) for key in others)


def _is_all(record: ReceiptRecord, name: str, items: Sequence[JsonValue]) -> bool:
    """Say whether a receipt has a text of each item, and else only headings of the list and of members of its items."""
    texts = [[one for one in scalars_of(item) if isinstance(one, str) and any(map(str.isalnum, one))] for item in items]
    if not all(any(map(record.contains, own)) for own in texts):
        return False
    values = {str(one).strip() for item in items for one in scalars_of(item)} - {""}
    shown = record.receipt
    for value in sorted(values, key=len, reverse=True)[:_MOST_VALUES]:
        shown = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", "\0", shown)
    named = {singularize(word) for key in (name, *_keys_of(items)) for word in words_of(key)}
    parts = (part for line in shown.splitlines() for part in re.split(r":(?:\s|$)|\|", line))
    return all(_BETWEEN.fullmatch(part) or _is_heading(part, named, len(items)) for part in parts)


def _is_heading(part: str, named: set[str], count: int) -> bool:
    found = _HEADING.fullmatch(part)
    if found is None or ".." in part:
        return False
    words = {singularize(word) for word in words_of(found["words"].replace(" ", "_").lower())}
    return words <= named and {found["count"] or str(count), found["behind"] or str(count)} == {str(count)}


def _keys_of(items: Sequence[JsonValue]) -> Iterator[str]:
    yield from (key for item in items for key in as_object(item))
