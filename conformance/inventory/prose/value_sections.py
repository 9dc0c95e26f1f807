"""Values that a part of a tool's description, called like one of its fields, gives a line each.

``Actions:\\n  top — list the first\\n  path — find a way``, or a table whose first column is called "Action".
"""

import re
from collections.abc import Sequence

from conformance.inventory.prose.choices import are_of_one_case
from conformance.inventory.prose.values import ClosedSet
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# A line that is a heading. Is all of "Actions:", "## Actions", "**Available actions:**", "Supported modes"; not "Do it:
# now".
_HEADING = LazyPattern(
    r"\s*(?P<sign>#{1,6} +|\*\*)?(?:(?:the|supported|available|valid|allowed|possible|following) ){0,3}"
    r"(?P<noun>[a-z_][\w ]{1,30}?)(?: are)?(?P<end>:\*{0,2}|\*\*:?)?\s*",
    re.IGNORECASE,
)
# A line that is one value, or explains one. Is all of "  top -> the first", "- `get`: one", "- get", "get (id):
# one"; not "get one".
_LINE = LazyPattern(
    r"[ \t]*(?P<sign>(?:[-*\u2022]|\d{1,2}[.)])[ \t]+)?\*{0,2}[`'\"]?(?P<item>\w[\w.-]{0,40})[`'\"]?\*{0,2}"
    r"(?:[ \t]*\([^()\n]{1,80}\))?(?:(?P<explained>[ \t]*(?:[:=]|\u2192|->)[ \t]+\S|[ \t]+[-\u2013\u2014][ \t]+\S).*)?"
)
# A cell of a table that is a value.
_CELL = LazyPattern(r"[`*'\"]{0,3}(?P<item>\w[\w.-]{0,40})[`*'\"]{0,3}")
# Between the head of a table and its rows.
_RULE = LazyPattern(r"[|\s:-]+")


def sectioned_values(text: str, name: str) -> ClosedSet | None:
    """Return the values below a heading, or in a column, that is called like a field."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        values = _values_at(lines, index, name)
        if 1 < len(values) == len(set(values)) and are_of_one_case(values):
            return ClosedSet(values, " ".join(line.split())[:80])
    return None


def _values_at(lines: Sequence[str], index: int, name: str) -> tuple[str, ...]:
    """Return the values behind a line, if it is a heading or the head of a table, and is called like a field."""
    line = lines[index]
    if line.lstrip().startswith("|"):
        # a row below another is not the head of a table
        is_head = not index or not lines[index - 1].lstrip().startswith("|")
        return _cells(lines[index + 1 :]) if is_head and _is_called(_first_cell(line).strip(" `*"), name) else ()
    heading = _HEADING.fullmatch(line)
    if heading is None or not (heading["sign"] or heading["end"]) or not _is_called(heading["noun"], name):
        return ()
    return _items(lines[index + 1 :])


def _is_called(noun: str, name: str) -> bool:
    """Say whether a heading is the name of a field, in one number or the other: "Actions", "sort_by"."""
    words = words_of(noun.strip().replace(" ", "_"))
    return [singularize(word) for word in words] == [singularize(word) for word in words_of(name)]


def _items(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the values of the lines below a heading; lines that are further indented go on with the one before."""
    items: list[str] = []
    depth = -1
    for index, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            if index and items:
                break
            continue
        if items and indent > depth:
            continue
        found = _LINE.fullmatch(line) if depth in (-1, indent) else None
        if found is None or not (found["sign"] or found["explained"]):
            # another item of the same list is about all of them
            return () if indent == depth and line.lstrip()[0] in "-*\u2022" else tuple(items)
        depth = indent
        items.append(found["item"])
    return tuple(items)


def _cells(rows: Sequence[str]) -> tuple[str, ...]:
    """Return the values in the first column of a table; none if one of its cells is not a value."""
    cells: list[str] = []
    for row in rows:
        if not row.lstrip().startswith("|"):
            break
        if _RULE.fullmatch(row) is None:
            found = _CELL.fullmatch(_first_cell(row))
            if found is None:
                return ()
            cells.append(found["item"])
    return tuple(cells)


def _first_cell(row: str) -> str:
    return row.strip(" |").split("|")[0].strip()
