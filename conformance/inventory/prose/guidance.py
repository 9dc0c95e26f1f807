"""What guidance says about the fields of a tool: its sentences are read as if they stood in the tool's description.

A sentence is about the only tool that it names, or, if it names none, about the tool of its own heading.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from conformance.inventory.fields import Field, fields_of
from conformance.inventory.model import Tool
from conformance.inventory.prose.reading import sentences_of
from conformance.inventory.vocabulary import Vocabulary


def tool_of(sentence: str, headings: Sequence[str], words: Vocabulary) -> Tool | None:
    """Return the tool that a sentence is about, ``None`` where it names several or stands under none."""
    for text in (sentence, *reversed(headings)):
        named = words.tools_named_in(text)
        if named:
            return named[0] if len(named) == 1 else None
    return None


def described_fields(text: str, headings: Sequence[str], words: Vocabulary) -> Iterator[Field]:
    """Yield each field that a text mentions, with what the text says of its tool as the only description."""
    statements: dict[str, tuple[Tool, list[str]]] = {}
    for sentence in sentences_of(text):
        tool = tool_of(sentence, headings, words)
        if tool is not None:
            statements.setdefault(tool.name, (tool, []))[1].append(sentence)
    for tool, sentences in statements.values():
        described = replace(tool, description="\n\n".join(sentences))
        for field in fields_of(tool):
            if field.name in text and isinstance(field.schema, dict):
                schema = {key: value for key, value in field.schema.items() if key != "description"}
                yield replace(field, tool=described, schema=schema, source="guidance")
