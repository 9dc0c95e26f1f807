"""A row of a table that has a value of another item of the same list, under the name of the member."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_array, as_object
from conformance.findings import Problem
from conformance.systems.surface.member_names import usual_name
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.tables import cells_of

_MOST_LINES, _MOST_ITEMS, _MOST_LISTS = 500, 50, 20


def table_problems(lines: Sequence[str], result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each cell of the row of an item that is the value of another one, and not its own."""
    rows = [(line, cells) for line in islice(lines, _MOST_LINES) if (cells := cells_of(line))]
    lists = ((key, [*map(as_object, as_array(value))]) for key, value in result.items()) if len(rows) > 1 else ()
    found: dict[int, list[Sequence[Problem]]] = {}
    for key, items in islice(((key, items) for key, items in lists if 1 < len(items) <= _MOST_ITEMS), _MOST_LISTS):
        columns: Sequence[str | None] = []
        for at, (line, cells) in enumerate(rows):
            members = [_member_of(cell, items) for cell in cells]
            if sum(one is not None for one in members) > 1:
                columns = members
            elif len(columns) == len(cells):
                row = dict(zip(columns, cells, strict=True))
                problems = _row_problems(line, row, items, child("/result", key))
                if problems is not None:
                    found.setdefault(at, []).append(problems)
    # A row that is right for one list, as that of before, is not a wrong one of another.
    for readings in found.values():
        if all(readings):
            yield from readings[0]


def _member_of(heading: str, items: Sequence[JsonObject]) -> str | None:
    """Return the member that all items have under the name of a column."""
    words = normalise_words(usual_name(heading))
    named = [key for key in items[0] if normalise_words(key) == words and all(key in one for one in items)]
    return named[0] if named and words else None


def _row_problems(
    line: str, row: Mapping[str | None, str], items: Sequence[JsonObject], pointer: str
) -> Sequence[Problem] | None:
    """Return the problems of a row whose item is known by the first column in which no two items have the same.

    Return ``None`` for a row of which no item is known.
    """
    names = [name for name in row if name is not None]
    first = next((name for name in names if len({_text(one[name]) for one in items}) == len(items)), None)
    if first is None or first != names[0]:
        return None
    named = [at for at, one in enumerate(items) if _text(one[first]) == _text(row[first])]
    if len(named) != 1:
        return None
    item = items[named[0]]
    own = {*map(_text, item.values())}
    wrong = (name for name in names[1:] if _text(row[name]) and _text(row[name]) not in own)
    of_others = [name for name in wrong if any(_text(one[name]) == _text(row[name]) for one in items)]
    return [_problem(line, row, (first, name), item, child(pointer, named[0], name)) for name in of_others]


def _problem(
    line: str, row: Mapping[str | None, str], columns: tuple[str, str], item: JsonObject, pointer: str
) -> Problem:
    first, name = columns
    message = f"receipt states {code_text(row[name], 60)} as {code_text(name)} of {code_text(row[first], 60)}, "
    truth = f"which is {code_text(str(item[name]), 60)}"
    return Problem(f"{message}{truth}", "print the value of the item", pointer, {"text": quotation(line)}, kind="text")


def _text(value: object) -> str:
    return re.sub(r"\s+", " ", str(value)).strip().casefold()
