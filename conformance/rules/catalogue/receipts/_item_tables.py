"""A row of a table that has another value under the name of a member than its item, or another total or tally."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import isclose
from operator import mul

from msgspec import Struct

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, is_number
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._stated_numbers import (
    NUMBER,
    OUTGOING,
    agrees_as_number,
    is_in_other_terms,
    is_in_unit,
    number_of,
)
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.member_names import usual_name
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.stated_counts import has_complete_lists
from conformance.systems.surface.tables import cells_of

_MOST_LINES, _MOST_ITEMS, _MOST_LISTS = 500, 50, 20
# What is between columns without bars, and what the row with the sums of the columns begins with.
_BLANKS = LazyPattern(r" {2,40}")
_TOTAL = LazyPattern(r"(?:grand )?(?:totals?|sum)", re.IGNORECASE)

# Names of numbers of all; and those of what a tax or a discount comes to, or goes from.
_OF_ALL = LazyPattern(r"(?:^|_)(?:total|count|all)(?:$|_)")
_PRICE = LazyPattern(r"(?:^|_)(?:price|cost|fee|amount|total|subtotal|net|gross|value)(?:$|_)")
# What a list is called that has what was, and what says above a table that it has what comes.
_WAS = LazyPattern(r"(?:before|old|previous|prior|former|original)(?:$|_)")
_COMES = LazyPattern(r"\b(?:would|will|could|plan(?:s|ned)?|proposed|suggested)\b", re.IGNORECASE)
# What prices are multiplied by in another currency, and a time of the day, which may be in another zone.
_RATE = LazyPattern(r"(?:^|_)(?:rate|factor)s?$")
_CLOCK = LazyPattern(r"(?:\d{4}-\d\d-\d\d[T ])?(?P<hours>\d{1,2}):(?P<minutes>\d\d)(?::00)?Z?", re.IGNORECASE)
_DAY = 24 * 60
# Larger numbers are ids. What a column of tallies is called.
_MOST_AMOUNT, _COUNTS = 10**15, ("count", "number", "#", "n", "total")

_Row = tuple[int, str, Sequence[str]]
"""The place of a line, the line, and its cells."""


class _Table(Struct, frozen=True):
    """The rows below the cells of a heading; ``columns`` are the members that these name, ``None`` for other cells."""

    heading: Sequence[str]
    columns: Sequence[str | None]
    rows: list[_Row]


class _List(Struct, frozen=True):
    """The objects of a list of the result, all numbers that the result has, and whether it has no more objects.

    ``rates`` are the numbers by which prices are converted; ``is_past`` says that the list has what was.
    """

    pointer: str
    items: Sequence[JsonObject]
    numbers: frozenset[float]
    is_complete: bool
    rates: Sequence[float]
    is_past: bool


def table_problems(lines: Sequence[str], result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each cell of the row of an item that is not its own value.

    It is that of another item, or a number where another row has that of its item; and so are sums and tallies.
    """
    cells = ((at, line, _cells_of(line)) for at, line in enumerate(islice(lines, _MOST_LINES)))
    rows = [row for row in cells if row[2]]
    lists = [(child("/result", key), [*map(as_object, as_array(value))]) for key, value in result.items()]
    known = [(pointer, items) for pointer, items in lists if 1 < len(items) <= _MOST_ITEMS][:_MOST_LISTS]
    scalars = scalars_of(result) if known and len(rows) > 1 else ()
    numbers = frozenset(number_of(one) for one in scalars if _is_amount(one))
    rates = [number_of(value) for key, value in result.items() if _is_amount(value) and value and _RATE.search(key)]
    announced = frozenset(_announced_tables(lines[:_MOST_LINES]))
    found: dict[int, list[Sequence[Problem]]] = {}
    present = set[int]()
    for pointer, items in known if len(rows) > 1 else ():
        is_past = _WAS.match(split(pointer)[-1]) is not None
        own = _List(pointer, items, numbers, _is_complete(items, result), rates, is_past)
        for table in _tables_of(rows, items, announced):
            for at, problems in _table_problems(table, own):
                found.setdefault(at, []).append(problems)
                present.update(() if own.is_past else (at,))
            yield from _tally_problems(table, own) if own.is_complete else ()
    # A row that is right for one list, as that of before, is not a wrong one of another. A call may change what was.
    for at, readings in found.items():
        if at in present and all(readings):
            yield from readings[0]


def _announced_tables(lines: Sequence[str]) -> Iterator[int]:
    """Yield the places of lines below one that says that the next ones are not yet so: "Would become:"."""
    above = ""
    for at, line in enumerate(lines):
        if line.strip():
            if above.endswith(":") and _COMES.search(above):
                yield at
            above = line.rstrip(" *_")


def _is_complete(items: Sequence[JsonObject], result: JsonObject) -> bool:
    """Say whether a list has all items: what is called a number of all is not that of more, but it may be a sum."""
    totals = {key: value for key, value in result.items() if is_number(value) and _OF_ALL.search(key)}
    members = ([number_of(one[name]) for one in items if _is_amount(one.get(name))] for name in items[0])
    known = {len(items), *map(sum, members)}
    others = {key: value for key, value in result.items() if key not in totals}
    return has_complete_lists(others) and all(value < len(items) or value in known for value in totals.values())


def _cells_of(line: str) -> Sequence[str]:
    cells = cells_of(line) or _BLANKS.split(line.strip())
    return cells if len(cells) > 1 else []


def _tables_of(rows: Sequence[_Row], items: Sequence[JsonObject], announced: frozenset[int]) -> Iterator[_Table]:
    """Yield the tables of which at least two columns, or the first of two, are called like members of all items.

    What is announced is not yet so.
    """
    table = _Table((), (), [])
    names = {normalise_words(key): key for key in items[0] if all(key in one for one in items)}
    names.pop("", None)
    for at, line, cells in rows:
        members = [names.get(normalise_words(usual_name(cell))) for cell in cells]
        named = sum(one is not None for one in members)
        if named > 1 or (named == 1 and len(cells) == 2 and members[0] is not None):
            yield table
            table = _Table(cells, () if at in announced else members, [])
        elif len(table.columns) == len(cells):
            table.rows.append((at, line, cells))
    yield table


def _table_problems(table: _Table, own: _List) -> Iterator[tuple[int, Sequence[Problem]]]:
    """Yield the problems of each row by its place, none of a right one.

    An item is known by the first column, if no two items have the same there.
    """
    items = own.items
    names = [name for name in table.columns if name is not None]
    if len(names) < 2 or len({_text(one[names[0]]) for one in items}) < len(items):
        return
    places = {_text(one[names[0]]): at for at, one in enumerate(items)}
    rows = [(at, line, dict(zip(table.columns, cells, strict=True))) for at, line, cells in table.rows]
    shown = Counter(_text(row[names[0]]) for _, _, row in rows)
    # What has two rows is not called so alone.
    own_rows = ((at, line, row, _text(row[names[0]])) for at, line, row in rows)
    known = [(at, line, row, places[name]) for at, line, row, name in own_rows if name in places and shown[name] == 1]
    columns = {name: [(row[name], items[item][name]) for _, _, row, item in known] for name in names[1:]}
    for place, (at, line, row, item) in enumerate(known):
        others = {_text(one) for one in items[item].values()}
        wrong = [name for name in names[1:] if _text(row[name]) and _text(row[name]) not in others]
        of_others = (
            name for name in wrong if _is_of_another(row[name], name, items) or _is_other(place, columns[name])
        )
        pointers = ((name, child(own.pointer, item, name)) for name in of_others)
        problems = [
            _problem(line, row, (names[0], name), items[item], pointer)
            for name, pointer in pointers
            if not is_in_other_terms(row[name], pointer, items[item][name])
            and not _is_moved(columns[name])
            and not _is_of_item(row[name], items[item][name], items[item], own.rates)
        ]
        yield at, problems
    total = next((one for one in rows if _TOTAL.fullmatch(one[2][names[0]] or "")), None)
    if total is not None and len(known) == len(items) and len(known) + 1 == len(rows):
        yield from _total_problems(total[0], total[1], total[2], columns, own)


def _is_amount(value: JsonValue) -> bool:
    return is_number(value) and abs(value) < _MOST_AMOUNT


def _is_of_another(shown: str, name: str, items: Sequence[JsonObject]) -> bool:
    return any(_text(one[name]) == _text(shown) for one in items)


def _is_moved(column: Sequence[tuple[str, JsonValue]]) -> bool:
    """Say whether all values are as far from their own: times in another zone, or places counted from 1."""
    times = [(_CLOCK.fullmatch(shown), _CLOCK.fullmatch(str(value))) for shown, value in column]
    moves = {(_minutes_of(one) - _minutes_of(other)) % _DAY for one, other in times if one and other}
    are_times = len(moves) == 1 and all(one and other for one, other in times)
    are_counted = all(
        NUMBER.fullmatch(shown) and _is_amount(value) and number_of(shown) == number_of(value) + 1
        for shown, value in column
    )
    return len(column) > 1 and (are_times or are_counted)


def _minutes_of(clock: re.Match[str]) -> int:
    return 60 * int(clock["hours"]) + int(clock["minutes"])


def _is_of_item(shown: str, value: JsonValue, item: JsonObject, rates: Sequence[float]) -> bool:
    """Say whether a number is computed from that of an item: a share or a change, a debit, or another currency."""
    if NUMBER.fullmatch(shown) is None or not _is_amount(value):
        return False
    own, number = number_of(value), number_of(shown)
    others = [number_of(one) for one in item.values() if _is_amount(one) and one]
    shares = [100 * own / one for one in others] if shown.endswith("%") else ()
    is_share = any(agrees_as_number(shown, change) for one in shares for change in (one, one - 100))
    is_debit = own == -number > 0 and any(OUTGOING.fullmatch(one) for one in item.values() if isinstance(one, str))
    converted = (result for rate in rates for result in (own * rate, own / rate))
    is_converted = any(isclose(one, number, abs_tol=0.005) for one in converted)
    return is_share or is_debit or is_converted


def _is_other(place: int, column: Sequence[tuple[str, JsonValue]]) -> bool:
    """Say whether a number is not that of its item, where another row has that of its own and no running sum."""
    shown, own = column[place]
    if NUMBER.fullmatch(shown) is None or not all(_is_amount(value) for _, value in column):
        return False
    numbers = [(cell, number_of(value)) for cell, value in column]
    running = sum(value for _, value in numbers[: place + 1])
    # Nothing is nothing in any unit.
    are_own = any(value and NUMBER.fullmatch(cell) and agrees_as_number(cell, value) for cell, value in numbers)
    is_true = agrees_as_number(shown, number_of(own)) or is_in_unit(shown, number_of(own))
    return are_own and not is_true and not isclose(running, number_of(shown))


def _total_problems(
    at: int,
    line: str,
    row: Mapping[str | None, str],
    columns: Mapping[str, Sequence[tuple[str, JsonValue]]],
    own: _List,
) -> Iterator[tuple[int, Sequence[Problem]]]:
    """Yield the problem of a sum below a column that has the number of each item, where the result has it nowhere."""
    for name, column in columns.items():
        shown, numbers = row[name], [number_of(value) for _, value in column if _is_amount(value)]
        is_shown = all(NUMBER.fullmatch(cell) and _text(cell) == _text(value) for cell, value in column)
        if (
            not own.is_complete
            or _PRICE.search(name)
            or not is_shown
            or len(numbers) < len(column)
            or NUMBER.fullmatch(shown) is None
            or shown.endswith("%")
        ):
            continue
        # Prices are added up by their quantities.
        others = ([number_of(value) for _, value in one if _is_amount(value)] for one in columns.values())
        products = (sum(map(mul, numbers, one)) for one in others if len(one) == len(numbers))
        sums = (sum(numbers), *products, *own.numbers)
        is_sum = is_in_unit(shown, sum(numbers)) or any(isclose(one, number_of(shown), abs_tol=0.005) for one in sums)
        if not is_sum:
            message = (
                f"receipt states {code_text(shown, 60)} as the total of {code_text(name)}, which is {sum(numbers)}"
            )
            yield at, [_problem_of(message, "add up the values of the items", own.pointer, line)]


def _tally_problems(table: _Table, own: _List) -> Iterator[Problem]:
    """Yield a problem for a number of items with one value, below a heading that names the member, if others are right.

    That are rows as "open | 2" of two columns.
    """
    is_count = len(table.columns) == 2 and table.heading[1].casefold() in (*_COUNTS, split(own.pointer)[-1])
    name = table.columns[0] if is_count else None
    tallies = Counter(_text(one[name]) for one in own.items) if name is not None else Counter[str]()
    rows = [(line, cells) for _, line, cells in table.rows if NUMBER.fullmatch(cells[1])]
    known = [(line, cells, tallies[_text(cells[0])]) for line, cells in rows if _text(cells[0]) in tallies]
    wrong = [(line, cells, count) for line, cells, count in known if number_of(cells[1]) != count]
    if len(known) - len(wrong) < 1 or max(tallies.values(), default=0) < 2:
        return
    for line, cells, count in wrong:
        if number_of(cells[1]) not in own.numbers:
            message = f"receipt states {code_text(f'{cells[0]}: {cells[1]}', 60)}, but {count} of the items are that"
            yield _problem_of(message, "count the items of the result that is rendered", own.pointer, line)


def _problem(
    line: str, row: Mapping[str | None, str], columns: tuple[str, str], item: JsonObject, pointer: str
) -> Problem:
    first, name = columns
    message = f"receipt states {code_text(row[name], 60)} as {code_text(name)} of {code_text(row[first], 60)}, "
    truth = f"which is {code_text(str(item[name]), 60)}"
    return _problem_of(f"{message}{truth}", "print the value of the item", pointer, line)


def _problem_of(message: str, hint: str, pointer: str, line: str) -> Problem:
    return Problem(message, hint, pointer, {"text": quotation(line)}, kind="text")


def _text(value: object) -> str:
    """Return what two cells with the same value have in common: "1,200.0" and "1200"."""
    text = re.sub(r"\s+", " ", str(value)).strip().casefold()
    if NUMBER.fullmatch(text) is None or text[0] in "$€£" or text.endswith("%"):
        return text
    number = number_of(text)
    return str(int(number) if number == int(number) else number)
