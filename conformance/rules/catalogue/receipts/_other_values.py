"""A value under the very name of a member, in the form of its value and with other digits: "Version: 1.5.2".

Only what has no other notation counts: no quantity, time or word, which may be rounded, converted or translated.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_array, as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.receipts._changed_texts import is_one_word
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements

# A word with a digit or an address: "1.4.2", "a1b2c3d", "ada@example.org".
_FORM = LazyPattern(r"(?=\S*[\d@])[^\s,;()\[\]*…]{2,80}")
# "12 kB", "$5.25", "3/5", "1-20", "10:30": what may be rounded, converted or counted in another way.
_QUANTITY = LazyPattern(
    r"\W?\d{1,18}(?:\.\d{1,18})?\W?[^\W\d_]{0,8}\W?|\d{1,18}\W\d{1,18}|\d{1,2}:\d\d.*", re.IGNORECASE
)
# A version, an address, a date or the id of something; "10h30", "r0c0" and "L0-L9" may be converted or counted from 1.
_HAS_FIXED_FORM = LazyPattern(r"\d+(?:\.\d+){2,3}|[A-Za-z]{1,40}_\d{2,}|[A-Za-z]{2,40}-\d{2,}")
_DATE = LazyPattern(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?P<time>T.*)?")
_HEX = LazyPattern(r"(?=.*\d)[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# What separates the items of a list in one line.
_SEPARATOR = LazyPattern(r"\s{0,4}[,;]\s{0,4}(?:and\s{1,4})?|\s{1,4}and\s{1,4}")
# So many labelled lines are compared, and lists of so many items.
_MOST, _MOST_ITEMS = 50, 20


def other_value_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each labelled value that is nowhere, and has the form of the only member of that name."""
    stated = islice(statements.labelled_values, _MOST)
    labels = [one for one in stated if _FORM.fullmatch(one.value) or _SEPARATOR.search(one.value)]
    members = _members(record, {one.label for one in labels})
    for one in labels:
        shown, line = one.value, one.statement
        if len(members.get(one.label, ())) != 1:
            continue
        pointer, value = members[one.label][0]
        text = as_text(value)
        # An id of something is compared with all of them by itself.
        is_form = text is not None and _FORM.fullmatch(shown) and not pointer.endswith("_id")
        is_other = is_form and is_other_value(shown, text or "")
        if is_other and not record.contains(text or "") and not _is_known(shown, record):
            yield _problem(line, pointer, code_text(text or "", 80))
        items = [item for item in map(as_text, as_array(value)) if item is not None]
        other = _other_item(_SEPARATOR.split(shown), items) if len(items) == len(as_array(value)) else None
        if other is not None and not _is_known(other, record):
            yield _problem(line, pointer, ", ".join(map(code_text, items)))


def _problem(line: str, pointer: str, actual: str) -> Problem:
    message = f"receipt states {code_text(line.strip(), 80)}, but `{pointer.rpartition('/')[2]}` is {actual}"
    return Problem(message, "print the value of the result that is rendered", pointer, kind="text")


def _members(record: ReceiptRecord, labels: set[str]) -> dict[str, list[tuple[str, JsonValue]]]:
    """Return the members of the result, at any depth, that have a label as their name."""
    found: dict[str, list[tuple[str, JsonValue]]] = {}
    for level in record.record.levels if labels else ():
        for key, value in level.members.items():
            label = normalise_words(" ".join(words_of(key)))
            if label in labels:
                found.setdefault(label, []).append((child(level.pointer, key), value))
    return found


def _is_known(text: str, record: ReceiptRecord) -> bool:
    known = (*record.record.texts, *texts_of(record.input))
    return any(text.casefold() in one.casefold() for _, one in known)


def is_other_value(shown: str, text: str) -> bool:
    """Say whether a value has the form of another one, and can only be a different one."""
    if shown.casefold() == text.casefold() or not _FORM.fullmatch(text):
        return False
    ours, theirs = _DATE.fullmatch(shown), _DATE.fullmatch(text)
    if ours and theirs:
        return _form_of(shown) == _form_of(text) and _is_other_day(ours, theirs)
    if _HEX.fullmatch(shown) and _HEX.fullmatch(text):
        return len(shown) == len(text)
    if is_one_word(text) or _QUANTITY.fullmatch(text) or _is_number(text) or _form_of(shown) != _form_of(text):
        return False
    return "@" in text or (_HAS_FIXED_FORM.fullmatch(text) is not None and _has_other_numbers(shown, text))


def _form_of(text: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text))


def _is_other_day(ours: re.Match[str], theirs: re.Match[str]) -> bool:
    """Say whether two dates differ by more than the zones of their times do."""
    try:
        first, second = (date(int(one["year"]), int(one["month"]), int(one["day"])) for one in (ours, theirs))
    except ValueError:
        return False
    return abs((first - second).days) > (1 if theirs["time"] else 0)


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True


def _has_other_numbers(shown: str, text: str) -> bool:
    """Say whether two values differ in a number; a date may have its parts in another order, or a short year."""
    first, second = (sorted(int(number) % 2000 for number in re.findall(r"\d{1,18}", one)) for one in (shown, text))
    return first != second


def _other_item(shown: Sequence[str], items: Sequence[str]) -> str | None:
    """Return the one item of a line that is not one of a list of which all others are in the line."""
    words = {normalise_words(one): one for one in shown}
    known = {normalise_words(item): item for item in items}
    new, lost = [one for one in words if one not in known], [one for one in known if one not in words]
    if not 2 <= len(items) == len(shown) <= _MOST_ITEMS or len(new) != 1 or len(lost) != 1:
        return None
    return words[new[0]] if is_other_value(words[new[0]], known[lost[0]]) else None
