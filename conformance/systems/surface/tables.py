"""The tables of a text: of Markdown with bars at its ends or without, drawn with lines, or with tabs between cells."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern

_BAR = LazyPattern(r"[|\u2502\u2503\u2551]")
_BARS = "|\u2502\u2503\u2551"
# Between heading and rows, or around them. Matches "|---|:-:|", "---|---", "+----+", "├───┼───┤"; not "---".
_RULE = LazyPattern(
    r"\s{0,8}(?=.{0,2000}[-=\u2500-\u257f])(?=.{0,2000}[|+\u2500-\u257f])[\s|:+=\u2500-\u257f-]{2,2000}"
)
# Nobody can follow a longer row.
_MOST_CHARS = 2_000


class ShownTable(Struct, frozen=True):
    """The rows of a table with the numbers of their lines; ``has_heading`` says that a rule sets off the first one."""

    rows: Sequence[tuple[int, Sequence[str]]]
    has_heading: bool


def tables_in(lines: Sequence[str]) -> Iterator[ShownTable]:
    """Yield the tables of a text: rows and rules that follow each other."""
    rows: list[tuple[int, Sequence[str]]] = []
    has_heading = False
    for number, line in enumerate((*lines, "")):
        if _is_rule(line):
            has_heading |= len(rows) == 1
        elif cells := cells_of(line):
            rows.append((number, cells))
        elif rows:
            yield ShownTable(rows, has_heading)
            rows, has_heading = [], False


def _is_rule(line: str) -> bool:
    return _RULE.fullmatch(line) is not None


def cells_of(line: str) -> Sequence[str]:
    """Return the cells of the row of a table, none where a line is not such a row."""
    text = line.strip()
    if len(text) > _MOST_CHARS or _is_rule(text):
        return []
    if _BAR.search(text):
        cells = _BAR.split(text)
        # One at each end is the edge.
        cells = cells[text[0] in _BARS : len(cells) - (text[-1] in _BARS)]
        is_row = len(cells) > 1 or (text[0] in _BARS and text[-1] in _BARS)
    else:
        cells = [cell for cell in text.split("\t") if cell]
        is_row = len(cells) > 1
    return [cell.strip(" `*") for cell in cells] if is_row else []
