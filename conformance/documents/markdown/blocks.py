"""A Markdown file as a list of blocks: paragraphs, list items and code, each with its line and the headings above
it.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from conformance.display import escape_text, quote_text
from conformance.documents.markdown.tables import MarkdownTable, tables_of
from conformance.documents.reader import require_regular_file
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_BYTES = 2_000_000

Kind = Literal["prose", "code", "heading", "cell"]


class Block(Struct, frozen=True):
    """One piece of a file; ``line`` counts from 1, ``before`` is the prose right before a piece of code."""

    kind: Kind
    text: str
    line: int
    headings: tuple[str, ...] = ()
    language: str = ""
    before: str = ""


class GuidanceFile(Struct, frozen=True, dict=True):
    """A Markdown file: its display name and its text."""

    name: str
    text: str

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """The blocks of text and code, in document order."""
        return list(_blocks(self._tokens))

    @cached_property
    def tables(self) -> Sequence[MarkdownTable]:
        """The tables, in document order."""
        return list(tables_of(self._tokens))

    @cached_property
    def _tokens(self) -> "Sequence[Token]":
        from markdown_it import MarkdownIt  # costs start-up time that checks without guidance never need

        return MarkdownIt("commonmark").enable("table").parse(self.text)


def read_guidance(path: Path, shown: str) -> GuidanceFile:
    """Read a Markdown file; raises ``ConformanceError`` if it is not UTF-8 text or too large."""
    name = escape_text(shown)
    claimed = require_regular_file(path, "pass a Markdown file")
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if (size := max(claimed, len(data))) > MAX_BYTES:
            raise ConformanceError(
                ErrorKind.TOO_LARGE, f"{name} has {size:,} bytes, more than {MAX_BYTES:,}", "split the file"
            )
        return GuidanceFile(shown, data.decode("utf-8-sig"))
    except OSError as error:
        raise ConformanceError(
            ErrorKind.UNREADABLE, f"cannot read {name}: {error.strerror}", "check the path"
        ) from None
    except UnicodeDecodeError as error:
        raise ConformanceError(
            ErrorKind.UNREADABLE, f"{name} is not UTF-8: byte {error.start}", f"save {quote_text(name)} as UTF-8"
        ) from None


def _blocks(tokens: "Sequence[Token]") -> Iterator[Block]:
    headings: list[tuple[int, str]] = []
    before = ""
    for index, token in enumerate(tokens):
        line = (token.map or [0])[0] + 1
        opener = tokens[index - 1].type if index else ""
        above = tuple(text for _, text in headings)
        if token.type in ("fence", "code_block"):
            first = line + 1 if token.type == "fence" else line
            yield Block("code", token.content, first, above, token.info.strip(), before)
        elif token.type == "inline" and opener == "heading_open":
            depth = int(tokens[index - 1].tag[1:])
            outer = [entry for entry in headings if entry[0] < depth]
            headings = [*outer, (depth, token.content)]
            before = ""
            yield Block("heading", token.content, line, tuple(text for _, text in outer))
        elif token.type == "inline":
            before = token.content
            yield Block("cell" if opener in ("td_open", "th_open") else "prose", token.content, line, above)
