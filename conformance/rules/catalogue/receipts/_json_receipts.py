"""The values of a receipt that is JSON, under the names that they have in the result."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, compact_json, text_or_json
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.receipts._changed_texts import OTHER_FORM, is_changed, known_form
from conformance.rules.catalogue.receipts._other_values import is_other_value
from conformance.rules.catalogue.receipts._stated_numbers import agrees_in_json
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EXIT_CODES, names_of, scalars_of
from conformance.systems.surface.labels import OF_ANOTHER
from conformance.systems.surface.member_names import to_usual_names
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.stated_counts import has_complete_lists
from conformance.systems.surface.statements import CUT, Statements
from conformance.systems.surface.states.words import exclude_each_other, meaning_of

# Members that may be about the call; and words of those by which a receipt says that it shows only a part.
_OF_CALL = ("ok", "success", "succeeded", "is_error", "error", "failed", "truncated")
_SAYS_PART = {
    **dict.fromkeys(("more", "truncated", "cut", "partial", "incomplete"), True),
    **dict.fromkeys(("complete", "whole"), False),
}
# Words of members that say that a list beside them is not all, or count it.
_PARTIAL = frozenset(
    ("more", "truncated", "cut", "partial", "incomplete", "omitted", "remaining", "total", "next", "cursor", "first")
) | {"top", "last", "limit", "shown", "hidden", "skipped", "page", "offset", "sample", "preview", "count", "note"}
# Members in which a renderer sums up a result in its own words.
_SENTENCES = ("message", "summary", "summary_text")
_STATES = ("status", "state")
_MOST_CHARS, _MOST_BEFORE = 300, 90
# A line that ends with an object; and words before it, there or above it, that say that it is that of the result:
# "Result: {...}", "Saved. The limits are now {...}".
_JSON_LINE = LazyPattern(r"(?P<before>[^{}\n]{0,90})(?P<json>\{.{2,4000}\})[\s.`]{0,4}")
_OF_RESULT = LazyPattern(
    r"(?:.*\b(?:results?|response|answer|output|returned|value|now|reply|json)\b(?: \([^(){}\n]{0,40}\))?"
    r"|\W*(?:done|saved|created|updated|ok|success))\W{0,4}",
    re.IGNORECASE,
)
# Objects nested more deeply are not compared, nor are longer lists for what they lack.
_MOST_DEPTH, _MOST_ITEMS = 20, 50


class _Document(Struct, frozen=True):
    """What a receipt may show: the result, an object in it, or the document that a text of it is."""

    pointer: str
    value: JsonValue
    is_text: bool = False

    def shared_names(self, shown: JsonValue) -> int:
        """Return how many names it has of those of a document, where a text is not one of the same names."""
        ours, theirs = as_object(shown).keys(), as_object(self.value).keys()
        if self.is_text and (ours != theirs or isinstance(shown, list) != isinstance(self.value, list)):
            return 0
        return len(ours & theirs) or int(self.is_text)


def json_line_problems(record: ReceiptRecord, statements: Statements, profile: Profile) -> Iterator[Problem]:
    """Yield the same problems for the only object in the lines of a receipt, where it has names of the result."""
    # What is under the name of a stream is compared with the stream.
    lines = [one for one in statements.stated_lines if one.strip(" `\t") not in ("", "json")]
    for number, line in ((at, one) for at, one in enumerate(lines) if "{" in one and not statements.sections):
        found = _JSON_LINE.fullmatch(line)
        # Of several, one may be the input, or what was before.
        if found is None or line.count("{") < record.receipt.count("{"):
            return
        if not _is_of_result(found["before"], lines, number):
            return
        shown = _object_of(found["json"])
        # A single name may be that of anything.
        if 2 * max(one.shared_names(shown) for one in _documents(record)) >= max(len(shown), 4):
            yield from json_value_problems(record, shown, profile)


def _is_of_result(before: str, lines: Sequence[str], number: int) -> bool:
    """Say whether what is before an object, else the line above the last one, says that it is that of the result."""
    is_alone = not any(map(str.isalnum, before))
    if is_alone and number < len(lines) - 1:
        return False
    words = lines[number - 1][-_MOST_BEFORE:] if is_alone and number else before
    is_all = is_alone and number == 0
    return is_all or (_OF_RESULT.fullmatch(words) is not None and not OF_ANOTHER.search(words))


def _object_of(text: str) -> JsonObject:
    try:
        return as_object(to_usual_names(json.loads(text)))
    except (ValueError, RecursionError):
        return {}


def json_value_problems(record: ReceiptRecord, shown: JsonValue, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each value that differs from that of the result, and that neither envelope nor input has."""
    # The result may be in a member of the receipt, and the receipt may be what is in a member of the result.
    ours = [shown, *(as_object(member) for member in as_object(shown).values())]
    pairs = [(one, document) for document in _documents(record) for one in ours]
    nearest, document = max(pairs, key=lambda pair: pair[1].shared_names(pair[0]))
    values = (*scalars_of(record.envelope), *scalars_of(record.input), *scalars_of(document.value))
    # A list may be counted, and one that is cut as it is shown.
    known = frozenset(map(_spelling, (*values, *_lengths(shown), *_lengths(document.value))))
    for pointer, value, actual, is_swapped in _differences(nearest, document.value, document.pointer, _MOST_DEPTH):
        if _spelling(value) in known and not is_swapped:
            continue
        is_copied = document.is_text and isinstance(value, str) and not OTHER_FORM.search(value)
        if is_swapped or is_copied or _is_wrong(pointer, value, actual, known, profile):
            key = _key_of(pointer)
            stated, true = (text_or_json(one) for one in (value, actual))
            message = f"receipt states {code_text(f'{key}: {stated}', 80)}, but `{key}` is {code_text(true, 80)}"
            place = document.pointer if document.is_text else pointer
            yield Problem(message, "print the value of the result that is rendered", place, kind="text")
    if not document.is_text and not _says_part(shown) and has_complete_lists(as_object(document.value)):
        yield from _missing_item_problems(as_object(nearest), as_object(document.value), document.pointer)


def _documents(record: ReceiptRecord) -> Iterator[_Document]:
    result = as_object(record.envelope.get("result"))
    yield _Document("/result", result)
    for key, value in islice(result.items(), _MOST_ITEMS):
        if isinstance(value, Mapping):
            yield _Document(child("/result", key), value)
        elif isinstance(value, str) and value.lstrip().startswith(("{", "[")):
            try:
                yield _Document(child("/result", key), to_usual_names(json.loads(value)), is_text=True)
            except (ValueError, RecursionError):
                continue


def _missing_item_problems(shown: JsonObject, result: JsonObject, pointer: str) -> Iterator[Problem]:
    """Yield a problem for a list of which the receipt has some items, and silently lacks others."""
    for key in (one for one in shown if one in result):
        ours, theirs = as_array(shown[key]), as_array(result[key])
        names = [*map(_name_of, theirs)]
        missing = [name for name in names if name not in {*map(_name_of, ours)}]
        is_list = isinstance(shown[key], list) and len(ours) < len(theirs) <= _MOST_ITEMS
        if is_list and missing and all(_name_of(one) in names for one in ours):
            message = f"receipt has {len(ours)} of the {len(theirs)} items of {code_text(key)}"
            yield Problem(message, "print all of them, or how many more there are", child(pointer, key), kind="text")


def _name_of(item: JsonValue) -> str:
    """Return the id of an item of a list, else the item itself."""
    named = next((value for key, value in as_object(item).items() if key == "id" or key.endswith("_id")), item)
    return compact_json(named)


def _says_part(shown: JsonValue) -> bool:
    """Say whether any member or text of a receipt says that it shows a part."""
    names = (word for _, name in names_of(shown) for word in words_of(name))
    return any(name in _PARTIAL for name in names) or any(CUT.search(str(one)) for one in scalars_of(shown))


def _key_of(pointer: str) -> str:
    return next((part for part in reversed(split(pointer)) if not part.isdecimal()), "")


def _spelling(value: JsonValue) -> str:
    return str(value).casefold()


def _lengths(value: JsonValue) -> Iterator[int]:
    members = as_object(value)
    yield from (len(one) for one in members.values() if isinstance(one, list | tuple))


def _differences(
    ours: JsonValue, theirs: JsonValue, pointer: str, depth: int
) -> Iterator[tuple[str, JsonValue, JsonValue, bool]]:
    """Yield pointer, stated and true value of each scalar that two documents have at one place with other values.

    And whether the value is that of another item of a list, which no other notation explains.
    """
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        for key in (one for one in ours if depth and one in theirs and one not in EXIT_CODES):
            is_converted = "unit" in ours and isinstance(ours[key], int | float)
            yield from () if is_converted else _differences(ours[key], theirs[key], child(pointer, key), depth - 1)
    elif isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        for at, (one, other) in _pairs(as_array(ours), as_array(theirs)) if depth else ():
            swapped = _swapped_names(as_object(one), at, as_array(theirs))
            for place, value, actual, is_swapped in _differences(one, other, child(pointer, at), depth - 1):
                yield place, value, actual, is_swapped or place in {child(pointer, at, name) for name in swapped}
    elif isinstance(ours, str | int | float) and isinstance(theirs, str | int | float) and ours != theirs:
        yield pointer, ours, theirs, False


def _swapped_names(shown: JsonObject, at: int, items: Sequence[JsonValue]) -> Iterator[str]:
    """Yield the members that an item is shown with as another one has them, and that it has nowhere itself."""
    own = {*map(_spelling, scalars_of(items[at]))}
    others = [as_object(one) for one in items[:_MOST_ITEMS]]
    for key, value in shown.items():
        is_other = isinstance(value, str | int) and not isinstance(value, bool) and _spelling(value) not in own
        if is_other and any(one.get(key) == value for one in others):
            yield key


def _pairs(ours: Sequence[JsonValue], theirs: Sequence[JsonValue]) -> Iterator[tuple[int, tuple[JsonValue, JsonValue]]]:
    """Yield the items of two lists that are the same, with their places: those of one id, else of one place.

    Items in another order are not: all but one item, and of an object half of the members, are as they were.
    """
    ids = {_name_of(one): at for at, one in enumerate(theirs) if isinstance(one, Mapping)}
    if len(ids) == len(theirs) and any(_name_of(one) in ids for one in ours) and _has_ids(theirs):
        found = ((ids.get(_name_of(one)), one) for one in ours)
        yield from ((at, (one, theirs[at])) for at, one in found if at is not None)
        if len(ours) != len(theirs):
            return
        left = [one for one in ours if _name_of(one) not in ids]
        rest = [at for name, at in ids.items() if name not in {*map(_name_of, ours)}]
        yield from ((at, (one, theirs[at])) for one, at in zip(left, rest, strict=False) if len(left) == 1)
    elif len(ours) == len(theirs):
        differ = [at for at, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other]
        for at in differ:
            one, other = as_object(ours[at]), as_object(theirs[at])
            same = sum(one[key] == other[key] for key in one.keys() & other.keys())
            if same * 2 >= len(one.keys() & other.keys()) > 0 or (len(differ) == 1 < len(ours) and not one):
                yield at, (ours[at], theirs[at])


def _has_ids(items: Sequence[JsonValue]) -> bool:
    return all(any(key == "id" or key.endswith("_id") for key in as_object(one)) for one in items)


def _is_wrong(pointer: str, value: JsonValue, actual: JsonValue, known: frozenset[str], profile: Profile) -> bool:
    key = _key_of(pointer)
    if isinstance(value, bool) and isinstance(actual, bool):
        return key not in _OF_CALL and all(_SAYS_PART.get(word) is not value for word in words_of(key))
    if isinstance(value, bool) or isinstance(actual, bool):
        return False
    if isinstance(actual, int | float):
        return isinstance(value, int | float) and not agrees_in_json(value, pointer, actual)
    ours, theirs = as_text(value), as_text(actual)
    # Longer texts are blocks, which may be cut or laid out in another way.
    if ours is None or theirs is None or max(len(ours), len(theirs)) > _MOST_CHARS or OTHER_FORM.search(ours):
        return False
    if key in _SENTENCES:
        return False
    states = {normalise_words(word) for word in profile.results.state_words}
    meanings = (meaning_of(ours) or "", meaning_of(theirs) or "")
    is_state = {normalise_words(ours), normalise_words(theirs)} <= states or exclude_each_other(*meanings)
    words = frozenset(word for one in known for word in known_form(one).split())
    return (is_state and key in _STATES) or is_other_value(ours, theirs) or is_changed(ours, theirs, words)
