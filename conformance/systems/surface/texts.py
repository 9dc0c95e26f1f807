"""Every text that a model reads about its tools: descriptions of tools and fields, and the prose of guidance files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from conformance.documents.location import Location
from conformance.documents.markdown import Block
from conformance.documents.pointers import child
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, fields_of, result_fields_of
from conformance.inventory.vocabulary import Vocabulary
from conformance.systems.surface.context import Surroundings

Origin = Literal["tool", "field", "guidance"]


@dataclass(frozen=True, slots=True)
class ModelText:
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


def named_tools(text: str, tools: Sequence[Tool]) -> list[Tool]:
    """Return the tools whose names occur in a text as separate words."""
    import re

    return [tool for tool in tools if re.search(rf"(?<!\w){re.escape(tool.name)}(?!\w)", text)]
