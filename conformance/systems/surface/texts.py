"""Every text that a model reads about its tools: descriptions of tools and fields, and the prose of guidance files."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from conformance.documents.location import Location
from conformance.documents.markdown import Block
from conformance.documents.pointers import child
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, fields_of, result_fields_of
from conformance.inventory.prose.reading import sentences_of
from conformance.inventory.vocabulary import Vocabulary
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.context import Surroundings

# What a runtime stores as the program printed it, and leaves out of a preview or shows as a visible escape: sequences
# for the terminal, and other control characters.
TERMINAL_SEQUENCE = LazyPattern(
    r"(?:(?:\x1b|\\x1b|\\u001b|\\033|\\e)\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|[\x00-\x08\x0e-\x1f\x7f]"
)

# A heading or a title of a table about what a tool returns.
_RESULT_TITLE = LazyPattern(r"\b(?:results?|returns?|returned|outputs?|responses?|envelope|receipt)\b", re.IGNORECASE)
# What an answer in such a column says of the field.
_ANSWERS = {
    "required": {"yes": "required", "required": "required", "no": "optional", "optional": "optional"},
    "optional": {"yes": "optional", "optional": "optional", "no": "required", "required": "required"},
}
Origin = Literal["tool", "field", "guidance"]


class ModelText(Struct, frozen=True):
    """One text; ``tool`` is its tool, if any; either ``pointer`` or ``location`` says where it is."""

    text: str
    origin: Origin
    inventory: Inventory
    vocabulary: Vocabulary
    pointer: str = ""
    tool: Tool | None = None
    field: Field | None = None
    block: Block | None = None
    location: Location | None = None


def texts_of_tools(inventory: Inventory, around: Surroundings) -> Iterator[ModelText]:
    """Yield the descriptions of every tool and of every field of its input and its published result."""
    words = Vocabulary(inventory, around.earlier)
    for tool in inventory.tools:
        if tool.description:
            yield ModelText(tool.description, "tool", inventory, words, child(tool.pointer, "description"), tool)
        for field in (*fields_of(tool), *result_fields_of(tool)):
            if field.description:
                pointer = child(tool.pointer + field.pointer, "description")
                yield ModelText(field.description, "field", inventory, words, pointer, tool, field)


def texts_of_guidance(inventory: Inventory, around: Surroundings) -> Iterator[ModelText]:
    """Yield the paragraphs, list items, headings and cells of every guidance file; code is skipped."""
    words = Vocabulary(inventory, around.earlier)
    for file in around.guidance:
        for block in file.blocks:
            if block.kind != "code":
                location = Location(file.name, block.line, 1)
                yield ModelText(block.text, "guidance", inventory, words, block=block, location=location)


class RowText(Struct, frozen=True):
    """What one row of a table in guidance says of the field in its first cell, a statement per paragraph."""

    text: str
    headings: Sequence[str]
    vocabulary: Vocabulary
    location: Location


def rows_of_guidance(inventory: Inventory, around: Surroundings) -> Iterator[RowText]:
    """Yield the rows of the tables in guidance files, without those about results, whose fields may be named alike."""
    words = Vocabulary(inventory, around.earlier)
    for file in around.guidance:
        headings = {block.line: block.headings for block in file.blocks if block.kind == "cell"}
        for table in file.tables:
            above = headings.get(table.line, ())
            if not any(_RESULT_TITLE.search(title) for title in (*above, *table.head)):
                for row in table.rows:
                    text = "\n\n".join(_statements(table.head, row.cells))
                    yield RowText(text, above, words, Location(file.name, row.line, 1))


def _statements(head: Sequence[str], cells: Sequence[str]) -> Iterator[str]:
    """Yield the statements of a row, each with the name in its first cell: ``limit: default: 50``."""
    name = cells[0].strip().strip("`*") if cells else ""
    for title, cell in zip(head[1:], cells[1:], strict=False):
        kind, stated = title.strip().strip("*`").casefold(), cell.strip()
        plain = stated.strip("`*").casefold()
        if kind in ("default", "default value"):
            yield f"{name}: default: {stated}"
        elif kind in _ANSWERS and plain in _ANSWERS[kind]:
            yield f"{name}: ({_ANSWERS[kind][plain]})"
        else:
            yield from (f"{name}: {sentence}" for sentence in sentences_of(stated))


def named_tools(text: str, tools: Sequence[Tool]) -> list[Tool]:
    """Return the tools whose names occur in a text as separate words."""
    found = [tool for tool in tools if tool.name in text]  # to compile a pattern for each of many tools takes long
    return [tool for tool in found if re.search(rf"(?<!\w){re.escape(tool.name)}(?!\w)", text)]
