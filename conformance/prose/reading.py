"""How much of one text is read for claims, and which sentences speak of a field; one home for all rules on prose."""

from collections.abc import Iterator
from dataclasses import replace

from conformance.inventory.fields import Field
from conformance.inventory.prose import passages_of, sentences

LONGEST_READ = 20_000
"""No real description has a third of it, and what is longer is told by ``prose_read_whole``."""


def read_part(text: str) -> str:
    """Return the part of a text that is read."""
    return text[:LONGEST_READ]


def on_one_line(text: str) -> str:
    """Return the part of a text that is read, with single blanks between its words."""
    return " ".join(read_part(text).split())


def own_sentences(field: Field) -> list[str]:
    """Return the sentences of a field's own description, each on one line."""
    return [on_one_line(text) for text in sentences(field.description)]


def passages(field: Field) -> Iterator[str]:
    """Yield what is said of a field, each on one line: its own sentences, then the parts of its tool's description."""
    yield from own_sentences(field)
    yield from passages_of(replace(field, schema=True))  # without words of its own only the tool's remain
