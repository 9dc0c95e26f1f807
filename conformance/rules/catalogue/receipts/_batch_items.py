"""Items of a batch that a receipt leaves out while it shows others, and what it says of one."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_array, as_object, as_text, is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words, spellings
from conformance.systems.surface.statements import Statements

# What an item was asked to do, by which a receipt may name it.
_NAMES = ("cmd", "command", "url", "path", "name", "title")
# A receipt need not name each of many items.
_MOST_ITEMS = 50
# So many objects of a result are looked at for ids.
_MOST_LEVELS = 200
# A receipt may shorten a long command; so much of it suffices to recognise it.
_NAME_CHARS = 24
# The number of an item before or in a line: "[3]", "3. ", "#3", "item 3"; and of several: "[3-5]", "items 3 to 5".
_NUMBERS = LazyPattern(
    r"(?:\[|#|\b(?:items?|commands?|steps?) |^\W*)(?P<first>\d{1,3})"
    r"(?: ?(?:-|\u2013|\.\.\.?|to|and|,) ?#?(?P<last>\d{1,3}))?(?=[\]).:,;|]|$| (?![a-z]))",
    re.IGNORECASE | re.MULTILINE,
)
# How many came to what is no statement of which: "1 skipped", "skipped: 1".
_TALLY = LazyPattern(r"\b\d{1,9} [a-z]+\b|\b[a-z]+ ?[:=] ?\d{1,9}\b", re.IGNORECASE)
# What was never run may be left out where the receipt says that the batch stopped, in other words than a number.
_STOPPED = LazyPattern(
    r"\b(?:skip\w*|stop\w*|abort\w*|halt\w*|cancel\w*|never|not (?:run|started|executed|attempted))\b", re.IGNORECASE
)
# "task_1 [failed]", "task_1 (failed)".
_BRACKETED = LazyPattern(r"[\[(]([A-Za-z][A-Za-z_ ]{1,30})[\])]")
# "[3] ", "3. ", "#3: " before what a line says.
_LINE_NUMBER = LazyPattern(r"^\W*\d{1,3}[\]).:]")
# Where an item keeps what went wrong, as a text.
_ERRORS = ("error_kind", "error_message")
# What such a text says where nothing went wrong; one without letters and digits says nothing that can be looked for.
_NO_ERRORS = ("", "none", "null", "no", "no error", "no errors", "ok", "n a", "success")
_NOT_RUN = LazyPattern(r"skip|cancel|not_run|not_started|pending|abort")
_FAILED = LazyPattern(r"fail|error|denied|timed_?out|timeout|rejected|invalid")


class _Claim(Struct, frozen=True):
    """What a line says of an item: its state or its exit status, what that is, and whether the line says so."""

    name: str
    actual: str | int
    is_true: bool


def left_out_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for the first item of a batch that the receipt leaves out.

    Only where it shows others, and not just those that failed. ``own`` are the lines that are in no output.
    """
    for key, value in result.items():
        items = [as_object(item) for item in as_array(value)]
        if not 2 <= len(items) <= _MOST_ITEMS or not _is_counted(items, result):
            continue
        names = [_name_of(item) for item in items]
        shown = [name is not None and record.contains(name) for name in names]
        left_out = _left_out(own, items, shown)
        if None not in names and left_out and _is_whole(items, shown):
            index = left_out[0]
            message = f"receipt leaves out {code_text(names[index] or '')}, one of the {len(items)} in {code_text(key)}"
            hint = "show what became of each item, or how many more there are"
            yield Problem(message, hint, child("/result", key, index), kind="item")


def item_line_problems(
    statements: Statements, record: ReceiptRecord, result: JsonObject, states: Sequence[str]
) -> Iterator[Problem]:
    """Yield a problem for each line about one item that states another exit code or state than that of the item.

    Where another line states what is true of the item, this one is about something else: "Build 12 (failed)" above
    "- build (completed)".
    """
    known, codes = {normalise_words(state) for state in states}, list(statements.exit_codes)
    for key, value in result.items():
        items = [as_object(item) for item in as_array(value)[:_MOST_ITEMS]]
        names = [set(_spelled_names(item)) for item in items]
        about = [(line, _item_of(line, names)) for line in (statements.own_lines if any(names) else ())]
        around = _ids_around(record, child("/result", key)) if any(at is not None for _, at in about) else set[str]()
        stated = [
            (line, at, list(_claims(line, items, at, codes, known)))
            for line, at in about
            if at is not None and not any(f" {one} " in _words_of(line) for one in around)
        ]
        believed = {at for _, at, claims in stated if claims and all(claim.is_true for claim in claims)}
        for line, at, claims in stated:
            wrong = next((claim for claim in claims if not claim.is_true), None)
            if wrong is not None and at not in believed:
                message = (
                    f"receipt states {code_text(line.strip(), 80)}, but the item's {wrong.name} is `{wrong.actual}`"
                )
                hint = "derive the line from the item that it names"
                yield Problem(message, hint, child("/result", key, at), kind="item")


def _claims(
    line: str, items: Sequence[JsonObject], at: int, codes: Sequence[tuple[int, str]], known: Collection[str]
) -> Iterator[_Claim]:
    """Yield what a line says of the exit code and, in brackets, of the state of an item."""
    code, state = _exit_code_of(items[at]), _state_of(items[at])
    # A code that no item has is wrong by itself (`receipt_outcome_true`).
    stated_codes = {number for number, one in codes if one == line} & {*map(_exit_code_of, items)}
    if code is not None and stated_codes:
        yield _Claim("exit status", code, code in stated_codes)
    stated = {normalise_words(found[1]) for found in _BRACKETED.finditer(line)} & {*known}
    if stated and normalise_words(state) in known:
        yield _Claim("state", state, normalise_words(state) in stated)


def hidden_error_problems(record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each item that the receipt names, without anything that the item says of its error."""
    for key, value in result.items():
        for index, item in enumerate(map(as_object, as_array(value)[:_MOST_ITEMS])):
            name, error = _name_of(item), as_object(item.get("error"))
            texts = [as_text(one) for one in (item.get("error"), *(item.get(key) for key in _ERRORS))]
            texts += [as_text(error.get(key)) for key in ("kind", "message")]
            stated = [text for text in texts if text and normalise_words(text) not in _NO_ERRORS]
            if name and stated and record.contains(name) and not any(map(record.contains, stated)):
                message = f"receipt does not show the error of {code_text(name)}, one of {code_text(key)}"
                yield Problem(message, "print kind and message of the error", child("/result", key, index), kind="item")


def _item_of(line: str, names: Sequence[Iterable[str]]) -> int | None:
    """Return the position of the only item with an id or name in a line; ``None`` where it may be about others."""
    words = _words_of(line)
    named = [index for index, own in enumerate(names) if any(f" {name} " in words for name in own)]
    return named[0] if len(named) == 1 else None


def _words_of(line: str) -> str:
    """Return the words of a line between blanks, without the number before it, which is not an id."""
    return f" {normalise_words(_LINE_NUMBER.sub('', line))} "


def _ids_around(record: ReceiptRecord, at: str) -> set[str]:
    """Return the ids of what is in a result beside the list at a pointer."""
    around = [one for one in record.record.levels[:_MOST_LEVELS] if not f"{one.pointer}/".startswith(f"{at}/")]
    ids = [value for one in around for key, value in one.members.items() if key == "id" or key.endswith("_id")]
    return {normalise_words(str(one)) for one in ids if isinstance(one, str) or is_integer(one)} - {""}


def _ids_of(item: JsonObject) -> Iterator[str]:
    yield from (text for key, value in item.items() if key.endswith("_id") and (text := as_text(value)))


def _spelled_names(item: JsonObject) -> Iterator[str]:
    """Yield the words of the ids and the name of an item, in each spelling in which a receipt may show them."""
    texts = filter(None, (*_ids_of(item), _name_of(item)))
    yield from filter(None, (normalise_words(form) for text in texts for form in spellings(text)))


def _exit_code_of(item: JsonObject) -> int | None:
    codes = [members.get("exit_status", members.get("exit_code")) for members in (item, as_object(item.get("result")))]
    return next((code for code in codes if is_integer(code)), None)


def _left_out(own: Sequence[str], items: Sequence[JsonObject], shown: Sequence[bool]) -> list[int]:
    """Return the positions of the items that are not shown, neither by their names nor by their numbers."""
    text = "\n".join(own)
    numbers = {number for found in _NUMBERS.finditer(text) for number in _range(found)}
    is_stopped = _STOPPED.search(_TALLY.sub("", text)) is not None
    return [
        position
        for position, item in enumerate(items)
        if not shown[position]
        and (index if isinstance(index := item.get("index"), int) else position + 1) not in numbers
        and not (is_stopped and _NOT_RUN.search(_state_of(item)))
    ]


def _range(found: re.Match[str]) -> range:
    first = int(found["first"])
    return range(first, int(found["last"] or first) + 1)


def _is_counted(items: Sequence[JsonObject], result: JsonObject) -> bool:
    """Say whether the result counts the states of the items, as a batch does."""
    states = {_state_of(item) for item in items}
    return "" not in states and any(is_integer(result.get(f"{state}_count")) for state in states)


def _is_whole(items: Sequence[JsonObject], shown: Sequence[bool]) -> bool:
    """Say whether a receipt lists the items, and not just those that failed."""
    states = [_state_of(item) for item, is_shown in zip(items, shown, strict=True) if is_shown]
    return any(not _FAILED.search(state) for state in states)


def _state_of(item: JsonObject) -> str:
    return (as_text(item.get("status")) or as_text(item.get("state")) or "").lower()


def _name_of(item: JsonObject) -> str | None:
    """Return the name of an item as a receipt shows it: what has to be escaped may look different there."""
    name = next((text for key in _NAMES if (text := as_text(item.get(key)))), "")[:_NAME_CHARS]
    return name if name.isprintable() and any(letter.isalnum() for letter in name) else None
