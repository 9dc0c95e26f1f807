"""The fields that several tools take at the top of their input, gathered by name: what means the same should look
the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from conformance.inventory.fields import Field, fields_of
from conformance.inventory.model import Inventory, Tool
from conformance.names import words_of

Key = TypeVar("Key")


class Usage(Struct, frozen=True):
    """One way to write or to type a field, and the fields that do."""

    fields: Sequence[Field]

    @property
    def tools(self) -> list[str]:
        """The names of the tools, in the order of the inventory."""
        return list(dict.fromkeys(field.tool.name for field in self.fields))

    @property
    def first_field(self) -> Field:
        """The first field."""
        return self.fields[0]


# Fewer names than these share their first word by chance.
_FEWEST_PREFIXED = 3


def list_prefix(inventory: Inventory, verbs: Iterable[str]) -> str:
    """Return the word before the verb in most names of a list: ``chroma`` of ``chroma_get_collection``; or nothing."""
    first = Counter(next(iter(words_of(tool.name)), "") for tool in inventory.tools)
    word, number = first.most_common(1)[0] if first else ("", 0)
    is_prefix = number >= _FEWEST_PREFIXED and 2 * number >= len(inventory.tools) and word not in frozenset(verbs)
    return word if is_prefix else ""


def verb_of(tool: Tool, prefix: str) -> str:
    """Return the first word of a tool's name behind the prefix of its list."""
    words = words_of(tool.name)
    return next(iter(words[1:] if prefix and words[:1] == [prefix] else words), "")


def inputs_by_words(inventory: Inventory) -> Mapping[tuple[str, ...], list[Field]]:
    """Return the top-level input fields of all tools, keyed by the words of their names."""
    found: dict[tuple[str, ...], list[Field]] = {}
    for tool in inventory.tools:
        for field in fields_of(tool):
            if field.pointer.count("/") == 3:  # /input_schema/properties/<name>
                found.setdefault(tuple(words_of(field.name)), []).append(field)
    return found


def minority_usages(usages: Mapping[Key, Sequence[Field]]) -> Iterator[tuple[Key, Usage, Key, Usage]]:
    """Yield each usage that differs from the most common one, with that one; the first wins a tie."""
    grouped = {key: Usage(fields) for key, fields in usages.items()}
    if len(grouped) < 2:
        return
    usual = max(grouped, key=lambda key: (len(grouped[key].tools), -grouped[key].first_field.tool.index))
    for key, usage in grouped.items():
        if key != usual and set(usage.tools) - set(grouped[usual].tools):
            yield key, usage, usual, grouped[usual]
