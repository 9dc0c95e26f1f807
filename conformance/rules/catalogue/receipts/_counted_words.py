"""Numbers that a receipt states beside a word of the only number about it: "30 rows affected" of `rows_affected`.

Only a number counts that nothing in the result or the input explains, and that replaces the true one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product

from msgspec import Struct

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonObject, JsonValue, is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import are_forms_of_one_verb, singularize, words_of
from conformance.rules.catalogue.receipts._stated_numbers import agrees_as_number
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.sentences import present_part
from conformance.systems.surface.stated_counts import has_complete_lists
from conformance.systems.surface.statements import Statements

_COUNTED = LazyPattern(
    r"(?<![\w.,:/#+-])(?P<count>\d{1,3}(?:,\d{3}){1,3}|\d{1,9}) (?P<word>[a-z]{3,20})\b"
    r"(?: (?P<behind>[a-z]{2,20}ed)\b)?",
    re.IGNORECASE,
)
# "1 of 43 tests failed", "2/5 files were skipped", "41/43 passed", "All 43 tests passed"; not
# "unit: 1 of 43 tests failed", which is of a part.
_OF_ALL = LazyPattern(
    r"\W{0,8}(?P<stated>(?:(?P<part>\d{1,9})(?: of (?:the |all )?|/)|all (?:the )?)(?P<whole>\d{1,9})"
    r"(?: (?P<noun>[a-z]{3,20}s)|(?= (?:[a-z]{2,20}ed|ready|successful|ok)\b))"
    r"(?: (?:have|has|had|were|are|was|is|been)){0,2} (?P<state>[a-z]{2,20}))(?=\W*$|[.,;:)])",
    re.IGNORECASE,
)
# What all are that did not fail (all that completed may have failed), and what says that some did.
_PASSED = ("passed", "succeeded", "successful")
_FAILURE = LazyPattern(
    r"(?<!\bno )(?<!\b0 )(?<!\bwithout )\b(?:fail\w*|error\w*|broke\w*|crash\w*|except)\b", re.IGNORECASE
)
# What may be before and behind the number of a list: "(5 rows)", "The cart has 5 items.", "5 rows in 182 ms".
_BEFORE = LazyPattern(r"(?:^\W*|\b(?:found|got|has|have|is|are|listed|returned|with) )$", re.IGNORECASE)
_BEHIND = LazyPattern(r"\W*$|[.,;:)]| (?:in|for|from|matching|on|and|took|after)\b", re.IGNORECASE)
_WORD = LazyPattern(r"(?<![A-Za-z])[A-Za-z]{2,20}(?![a-z])")
# A number in a text that is not part of a time or a date.
_IN_TEXT = LazyPattern(r"(?<![\d.:T])(?<!\d\d-)\d{1,9}(?![\d:]|-\d\d|\.\d)")
# A number of the receipt. Matches "30" of "30, 40."; not "0.30".
_SHOWN = LazyPattern(r"(?<![\d.,])\d{1,18}(?!\d|\.\d)")
# What says that a number is of a part, of another time, or not exact.
_HEDGE = LazyPattern(
    r"\b(?:of|first|last|next|previous|top|showing|shown|about|around|over|under|up to|at (?:least|most)|nearly|almost"
    r"|more|other|another|further|remaining|left|per|each|every|limit\w*|max\w*|only|unless|if|would|will"
    r"|approximately|approx|roughly|circa|ca|some|a good|a few|rest|from)\b|[~≈<>]|\bx\b",
    re.IGNORECASE,
)
# Units of which one number may be stated as several: "2 minutes 5 seconds".
_UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
# Words of the names of numbers that count nothing; and of those that surely do.
_OTHER = frozenset(("max", "min", "limit", "default", "per", "offset", "page", "requested", "next", "old", "previous"))
_COUNTING = frozenset(("num", "number", "total", "n"))
# `changed_file_count` beside "changed files" is compared by `receipt_changes_true`.
_COUNT = "count"
_PARTICIPLES = ("ed", "written", "sent")
_MOST_LINES, _MOST_CHARS, _MOST_NUMBERS, _MOST_LEVELS = 200, 300, 60, 50


class _Number(Struct, frozen=True):
    """A number of the result: the words that it is about, those that narrow them, and whether its name says all.

    A line about ``lines_added`` or ``open_issues`` says that they were added, or are open. What only counts a list is
    compared where the line states nothing that was done to some.
    """

    pointer: str
    value: int
    words: frozenset[str]
    narrowing: frozenset[str]
    is_sure: bool
    is_of_list: bool = False


def counted_word_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each number beside a word that is not the number of that word."""
    numbers = list(_numbers(record))
    own = map(present_part, statements.stated_lines[:_MOST_LINES] if numbers else ())
    lines = [line for line in own if len(line) <= _MOST_CHARS]
    stated = [(line, found) for line in lines for found in _pairs(line, numbers)]
    known = _known_numbers(record) if stated else frozenset[int]()
    totals = _totals(pairs for _, pairs in stated)
    shown = frozenset(_SHOWN.findall(record.receipt)) if stated else frozenset[str]()
    for line, pairs in ((line, pairs) for line, pairs in stated if not _HEDGE.search(line)):
        for count, number in pairs:
            # Several with such a name are a tally, which `receipt_changes_true` compares.
            if number.value == totals[number.pointer] or (len(pairs) > 1 and number.pointer.endswith(f"_{_COUNT}")):
                continue
            # Without its input, what a call was asked for may have the same noun.
            is_about = number.is_sure or len(pairs) > 1 or record.input is not None
            # In a tally the others are the numbers of their own words.
            is_tally = len(pairs) > 1 and sum(one == other.value for one, other in pairs) == len(pairs) - 1
            is_explained = (count in known and not is_tally) or str(number.value) in shown
            if is_about and not is_explained and not agrees_as_number(f"{count:,}", number.value):
                key = split(number.pointer)[-1]
                message = f"receipt states {code_text(line.strip(), 80)}, but {code_text(key)} is {number.value}"
                evidence: JsonObject = {"text": quotation(line)}
                yield Problem(
                    message, "print the value of the result that is rendered", number.pointer, evidence, kind="count"
                )


def part_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for the only part of all in some state that is not the number of that state beside that of all.

    A larger number than that of all counts something else, and the part may be its sum with another number.
    """
    lines = [one for one in statements.stated_lines[:_MOST_LINES] if len(one) <= _MOST_CHARS]
    parts = [(one, found) for one in lines if (found := _OF_ALL.match(one))]
    for line, found in parts if len(parts) == 1 else ():
        known = frozenset(_SHOWN.findall(record.receipt)) if _is_all(found) else _known_numbers(record)
        members = list(_members_of_part(found, record))
        # One of several runs may be just as stated.
        for part, pointer, value, others in members if all(part != value for part, _, value, _ in members) else ():
            is_sum = part - value in others
            # Of all, the receipt may name the others; a part may be any number of the result.
            is_known = str(value) in known if _is_all(found) else part in known
            if not is_sum and not is_known:
                key = split(pointer)[-1]
                message = f"receipt states {code_text(found['stated'])}, but {code_text(key)} is {value}"
                hint, evidence = "print the value of the result that is rendered", {"text": quotation(line)}
                yield Problem(message, hint, pointer, evidence, kind="count")
                return


def _members_of_part(found: re.Match[str], record: ReceiptRecord) -> Iterator[tuple[int, str, int, Sequence[int]]]:
    """Yield what is stated of each member that counts things in a state beside the number of all, and its neighbours.

    With the stated number stand the pointer of the member, its value, and the other numbers of its object.
    """
    for (part, state), level in product(_stated_parts(found, record), record.record.levels[:_MOST_LEVELS]):
        numbers = {key: value for key, value in level.members.items() if is_integer(value)}
        key = next((one for one in _names_of_part(state, found["noun"]) if one in numbers), None)
        others = [value for name, value in numbers.items() if name != key]
        if key is not None and int(found["whole"]) in others and 0 <= numbers[key] <= int(found["whole"]):
            yield part, child(level.pointer, key), numbers[key], others


def _stated_parts(found: re.Match[str], record: ReceiptRecord) -> Iterator[tuple[int, str]]:
    """Yield how many are in which state: where all passed and no failure is stated, none failed."""
    yield int(found["part"] or found["whole"]), found["state"].lower()
    is_failure_stated = _FAILURE.search(record.receipt.replace(found["stated"], ""))
    if _is_all(found) and found["state"].lower() in _PASSED and not is_failure_stated:
        yield 0, "failed"


def _is_all(found: re.Match[str]) -> bool:
    return found["part"] in (None, found["whole"])


def _names_of_part(state: str, noun: str | None) -> Sequence[str]:
    """Return what a member is called that counts things in a state."""
    things = f"{singularize((noun or 'all').lower())}s"
    return state, f"{state}_{_COUNT}", f"{things}_{state}", f"{state}_{things}", f"num_{state}"


def _totals(stated: Iterable[Sequence[tuple[int, _Number]]]) -> Counter[str]:
    """Return the sum of all that is stated of each number: "a.py: 3 errors", "b.py: 4 errors"."""
    totals: Counter[str] = Counter()
    for pairs in stated:
        for count, number in pairs:
            totals[number.pointer] += count
    return totals


def _pairs(line: str, numbers: Sequence[_Number]) -> Iterator[list[tuple[int, _Number]]]:
    """Yield the counts of a line with the only number about the word behind each of them."""
    stated = {word.lower() for word in _WORD.findall(line)}
    pairs: list[tuple[int, _Number]] = []
    for found in _COUNTED.finditer(line):
        word, behind = singularize(found["word"].lower()), (found["behind"] or "").lower()
        named = [one for one in numbers if word in one.words and word not in _UNITS]
        # A list and its number are the same.
        if not named or len({one.value for one in named}) != 1:
            continue
        own = min(named, key=lambda one: one.is_of_list)
        if own.is_of_list and not (_BEFORE.search(line[: found.start()]) and _BEHIND.match(line, found.end())):
            continue
        # "34 tests passed" are not all tests
        is_narrower = behind and behind not in own.words | own.narrowing
        missing = own.narrowing - stated
        # "wrote" is another form of "written", and "opened" none of "open"
        are_stated = all(
            one.endswith(_PARTICIPLES) and any(are_forms_of_one_verb(one, word) for word in stated) for one in missing
        )
        if not is_narrower and are_stated:
            pairs.append((int(found["count"].replace(",", "")), own))
    if pairs and len({number.pointer for _, number in pairs}) == len(pairs):
        yield pairs


def _numbers(record: ReceiptRecord) -> Iterator[_Number]:
    """Yield the numbers of objects of the result that are in no list, with the nouns and participles they count."""
    for level in record.record.levels[:_MOST_LEVELS]:
        for key, value in level.members.items() if not any(part.isdigit() for part in split(level.pointer)) else ():
            words = words_of(key)
            yield from _numbers_of_list(child(level.pointer, key), words, value, level.members)
            if not is_integer(value) or value < 0 or words[-1:] == [_COUNT] or not _OTHER.isdisjoint(words):
                continue
            participles = {word for word in words if word.endswith(_PARTICIPLES)}
            plurals = {singularize(word) for word in words} - {*words}
            is_counting = not _COUNTING.isdisjoint(words)
            named = plurals or (participles if len(words) == 1 or len(participles) == 1 else set())
            if named:
                is_sure = bool(plurals and (participles or is_counting))
                own = frozenset(named | participles)
                narrowing = {singularize(word) for word in words}.difference(plurals or named, _COUNTING)
                yield _Number(child(level.pointer, key), value, own, frozenset(narrowing), is_sure)


def _numbers_of_list(pointer: str, words: Sequence[str], value: JsonValue, members: JsonObject) -> Iterator[_Number]:
    """Yield how long a complete list is, or what `row_count` says of it."""
    is_count = words[1:] == [_COUNT] and is_integer(value) and not words[0].endswith(_PARTICIPLES)
    is_list = isinstance(value, list | tuple) and len(words) == 1 and singularize(words[0]) != words[0]
    number = len(value) if isinstance(value, list | tuple) else value
    if is_integer(number) and (is_count or (is_list and has_complete_lists(members))):
        yield _Number(pointer, number, frozenset((singularize(words[0]),)), frozenset(), is_count, is_of_list=True)


def _known_numbers(record: ReceiptRecord) -> frozenset[int]:
    """Return the numbers of result and input, sums and differences of two, and how many elements or lines there are."""
    values = [*scalars_of(record.envelope), *scalars_of(record.input)]
    numbers = {value for value in values if isinstance(value, int)}
    texts = [value for value in values if isinstance(value, str)]
    in_texts = {int(found) for text in texts for found in islice(_IN_TEXT.findall(text), _MOST_NUMBERS)}
    lengths = {length for text in texts if "\n" in text for length in _line_counts(text)}
    lists = {*_lengths(record.envelope.get("result")), *_lengths(record.input)}
    few = sorted(numbers | lists)[:_MOST_NUMBERS]
    derived = {number for one, other in combinations(few, 2) for number in (one + other, other - one)}
    return frozenset(numbers | in_texts | lengths | lists | derived)


def _line_counts(text: str) -> tuple[int, int]:
    return text.count("\n"), text.count("\n") + 1


def _lengths(value: JsonValue) -> Iterator[int]:
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Mapping):
            waiting.extend(inner.values())
        elif isinstance(inner, list | tuple):
            yield len(inner)
            waiting.extend(inner)
