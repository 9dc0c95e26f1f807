"""Tables of a Markdown file: headings, rows of cells, and the line of each row."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from markdown_it.token import Token


class Row(Struct, frozen=True):
    """The raw cells of one row; ``line`` is 1-based."""

    cells: tuple[str, ...]
    line: int


class MarkdownTable(Struct, frozen=True):
    """A table: the texts of its header row, and its body rows."""

    head: tuple[str, ...]
    rows: Sequence[Row]
    line: int

    def column(self, *titles: str) -> int | None:
        """Return the index of the first column with one of these titles, case-insensitively."""
        plain = [title.strip().strip("*`").casefold() for title in self.head]
        return next((index for index, title in enumerate(plain) if title in titles), None)


def tables_of(tokens: "Sequence[Token]") -> Iterator[MarkdownTable]:
    """Yield the tables of a parsed file."""
    rows: list[Row] = []
    cells: list[str] = []
    line = start = 0
    for token in tokens:
        if token.type == "table_open":
            rows, start = [], (token.map or [0])[0] + 1
        elif token.type == "tr_open":
            cells, line = [], (token.map or [0])[0] + 1
        elif token.type == "inline":  # outside of tables nothing asks for the cells
            cells.append(token.content)
        elif token.type == "tr_close":
            rows.append(Row(tuple(cells), line))
        elif token.type == "table_close" and rows:
            yield MarkdownTable(rows[0].cells, rows[1:], start)
