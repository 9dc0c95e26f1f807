"""The fields that several tools take at the top of their input, gathered by name: what means the same should look
the same.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.edits import Edit, edit_below
from conformance.documents.values import JsonValue, as_object, as_text, texts_in
from conformance.inventory.fields import Field, NamedField, fields_of
from conformance.inventory.model import INPUT_SCHEMA, Inventory, Tool
from conformance.inventory.prose.passages import entries_of, prose_of
from conformance.inventory.prose.quantities import unit_of_time
from conformance.inventory.renaming import EXPERIMENTAL, field_rename
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.schema.subschemas import subschemas_of

Key = TypeVar("Key")

OF_VALUES = ("enum", "pattern", "format", "maxLength")
"""Keywords that say what a value looks like, which is the same wherever it is used."""
OF_TOOLS = ("maximum", "minimum", "maxItems", "minLength")
"""Bounds, which a tool may have for reasons of its own."""
# Formats of numbers, which generators write and nothing depends on.
_SIZES = ("double", "float", "int32", "int64")
# The largest whole numbers that a program has without loss, which generators write for any.
_ANY_WHOLE = (2**53 - 1, 1 - 2**53)
_UNLIMITED: Mapping[str, JsonValue] = {}
WHOLE_WORDS: Mapping[str, str] = {
    "repo": "repository",
    "org": "organization",
    "dir": "directory",
    "env": "environment",
    "config": "configuration",
    "desc": "description",
    "msg": "message",
    "cmd": "command",
    "lang": "language",
    "num": "number",
    "src": "source",
    "dest": "destination",
    "dst": "destination",
    "pwd": "password",
    "addr": "address",
    "img": "image",
    "btn": "button",
    "pos": "position",
    "idx": "index",
    "qty": "quantity",
    "doc": "document",
    "tz": "timezone",
}
"""Abbreviations that stand for exactly one word."""
# A name of several words, as the beginning of a text with nothing but remarks behind. Matches "The page size (1 to 9)",
# "Dataset ID."; not "Page size of the list", "Page".
_ALL_OF_TEXT = LazyPattern(
    r"\W{0,3}(?:filter by )?(?:(?:the|an?|optional|unique|required)\W{1,3})*"
    r"(?:(?:array|(?:comma-separated )?list) of )?"
    r"(?P<name>[A-Za-z]+(?:[ _-](?!to\b)[A-Za-z]+){1,3})\s*(?:[.(,;]|\Z|to [a-z]+(?=[.(,;]|\Z))",
    re.IGNORECASE,
)

# What identifies a thing, in a text on a field that is called after the thing alone. Matches "Name of the sector",
# "Path to a script."; not "Name of the sector's owner", "Path to write to".
_HOW_OF = LazyPattern(
    r"\W{0,3}(?:(?:the|an?|optional|unique|required)\W{1,3})*(?P<how>name|id|identifier|slug|path|url|uuid|key) "
    r"(?:of|to|for) (?:the |an? |this )?(?P<thing>[a-z]+(?: [a-z]+)?)\s*(?:[.(,;]|\Z)",
    re.IGNORECASE,
)
# The same behind the thing, at the begin of the text. Matches "Script path to attach"; not "Script", "Path of it".
_HOW_BEHIND = LazyPattern(
    r"\W{0,3}(?:(?:the|an?|optional|unique|required)\W{1,3})*(?P<thing>[a-z]+(?: [a-z]+)?) "
    r"(?P<how>name|id|identifier|slug|path|url|uuid|key)\b(?! ?(?:or|and|/))",
    re.IGNORECASE,
)
_HOW = {"identifier": "id"}

# What a text says that an id is of. Matches "ID of the rule group", "slug of a page."; not "ID of the page to read".
_OF_THING = LazyPattern(
    r"\b(?:id|uid|uuid|slug|identifier|key) (?:of|for) (?:the |an? |this |one )?(?:[a-z][\w-]* ){0,3}?"
    r"(?P<thing>[a-z]{2,30})"
    r"(?=\s*(?:[.,;()]|\Z|\b(?:to|that|which|whose|in|from|for|with|you|as|and|is|or|on)\b))",
    re.IGNORECASE,
)

# What an entry of a block begins with. Matches "- `limit` (int, optional): "; not "How many".
_NAME_OF_ENTRY = LazyPattern(r"\A\W{0,4}\w{1,60}\W{0,3}(?:\([^()]{1,60}\) ?)?[:\u2013\u2014-] ?")


class InputField(NamedField, frozen=True):
    """A field at the top of a tool's input, with what those of other tools are compared by."""

    siblings: Mapping[str, JsonValue]
    description: str
    types: tuple[str, ...]
    """The JSON types that it may have, ``null`` left out."""
    has_values: bool
    """Whether the schema lists its values."""
    is_undetermined: bool
    """Whether a condition or an unresolved reference may constrain it further."""
    limits: Mapping[str, JsonValue]
    """What its schema says by the keywords ``OF_VALUES`` and ``OF_TOOLS``, its exclusive bounds and its default."""
    unit: str
    """The unit of time that a number is in by its name or text, empty for none."""
    members: str = ""
    """What a list or an object holds: the type of its items, and "declared" if the schema names the members."""

    @property
    def label(self) -> str:
        """What a message calls it."""
        return f"parameter {code_text(self.name)}"

    @property
    def meaning(self) -> str:
        """Its description, whatever the case, the blanks and the full stop."""
        return " ".join(self.description.lower().split()).rstrip(".")

    @property
    def is_numeric(self) -> bool:
        """Say whether the field holds a number and nothing else."""
        return bool(self.types) and set(self.types) <= {"integer", "number"}

    def edits_of_name(self, name: str) -> list[Edit]:
        """Return the edits of the inventory that rename it; none where it may not or cannot be renamed."""
        if self.tool.stability != EXPERIMENTAL:
            return []
        subschemas, position = subschemas_of(self.tool.input_schema), self.pointer.removeprefix(INPUT_SCHEMA)
        schema = self.siblings[self.name]
        field = Field(self.tool, self.name, schema, self.pointer, self.siblings, subschemas, position)
        return [edit_below(edit, self.tool.pointer) for edit in field_rename(field, name)]


class InnerText(NamedField, frozen=True):
    """A text inside an object or a list of a tool's input, with the values that the schema lists for it."""

    values: tuple[str, ...]


class Usage(Struct, frozen=True):
    """One way to write or to type a field, and the fields that do."""

    fields: Sequence[InputField]

    @property
    def tools(self) -> list[str]:
        """The names of the tools, in the order of the inventory."""
        return list(dict.fromkeys(field.tool.name for field in self.fields))

    @property
    def first_field(self) -> InputField:
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


def input_fields(tool: Tool) -> Sequence[InputField]:
    """Return the fields at the top of a tool's input, which ``inputs_by_words`` gathers."""
    # /input_schema/properties/<name>
    return tuple(_input_field(field) for field in fields_of(tool) if field.pointer.count("/") == 3)


def inner_texts(tool: Tool) -> Sequence[InnerText]:
    """Return the texts below the top of a tool's input that are written as such, whatever else may apply to them."""
    found = ((field, as_object(field.schema)) for field in fields_of(tool) if field.pointer.count("/") > 3)
    return tuple(
        InnerText(tool, field.name, field.pointer, tuple(texts_in(schema.get("enum"))))
        for field, schema in found
        if schema.get("type") == "string" and "const" not in schema
    )


def _input_field(field: Field) -> InputField:
    limits = {
        keyword: values[0]
        for keyword in (*OF_VALUES, *OF_TOOLS, "exclusiveMinimum", "exclusiveMaximum", "default")
        if (values := [part[keyword] for part in field.parts if part.get(keyword) not in (None, *_SIZES, *_ANY_WHOLE)])
    }
    return InputField(
        field.tool,
        field.name,
        field.pointer,
        field.siblings,
        field.description or _NAME_OF_ENTRY.sub("", " ".join(entries_of(field))),
        tuple(field.types),
        field.values is not None,
        field.is_undetermined,
        limits or _UNLIMITED,
        unit_of_time(words_of(field.name), prose_of(field)) if field.is_numeric else "",
        _members_of(field) if field.types in (["array"], ["object"]) else "",
    )


def _members_of(field: Field) -> str:
    """Return what the schema says that a list or an object holds; nothing where it does not."""
    if field.types == ["object"]:
        return "declared" if any(as_object(part.get("properties")) for part in field.parts) else ""
    every = [as_object(part.get("items")) for part in field.parts if "items" in part]
    items = every[0] if every else _UNLIMITED
    kind = as_text(items.get("type")) or ""
    return f"{kind} declared" if as_object(items.get("properties")) else kind


def identified_thing(field: InputField) -> str:
    """Return the word for the thing of which a field is the id, by its text; or nothing: "ID of the task" is a task."""
    found = _OF_THING.search(field.description)
    return singularize(found["thing"].lower()) if found else ""


def inputs_by_words(inventory: Inventory) -> Mapping[tuple[str, ...], list[InputField]]:
    """Return the top-level input fields of all tools, keyed by the words of their names."""
    found: dict[tuple[str, ...], list[InputField]] = {}
    for fields in inventory.gather(input_fields):
        for field in fields:
            found.setdefault(tuple(words_of(field.name)), []).append(field)
    return found


def minority_usages(usages: Mapping[Key, Sequence[InputField]]) -> Iterator[tuple[Key, Usage, Key, Usage]]:
    """Yield each usage that differs from the most common one, with that one; the first wins a tie."""
    grouped = {key: Usage(fields) for key, fields in usages.items()}
    if len(grouped) < 2:
        return
    usual = max(grouped, key=lambda key: (len(grouped[key].tools), -grouped[key].first_field.tool.index))
    for key, usage in grouped.items():
        if key != usual and set(usage.tools) - set(grouped[usual].tools):
            yield key, usage, usual, grouped[usual]


def joined_names(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[tuple[Usage, Usage]]:
    """Yield each name that other tools write as other words, with the usual one: ``sortby`` and ``sort_by``."""
    groups: dict[str, dict[tuple[str, ...], list[InputField]]] = {}
    for words, fields in by_words.items():
        groups.setdefault("".join(words), {})[words] = fields
    for forms in groups.values():
        yield from ((odd, usual) for _, odd, _, usual in minority_usages(forms))


def names_in_texts(
    by_words: Mapping[tuple[str, ...], list[InputField]],
) -> Iterator[tuple[InputField, Sequence[InputField]]]:
    """Yield the first field of a name for which a text says, and nothing else, another one, with the fields of that.

    ``ps`` is the "Page size (1 to 500)", which is `page_size` elsewhere; the name of fewer tools is the odd one.
    """
    for words, fields in by_words.items():
        own = {field.tool.name for field in fields}
        meanings: dict[tuple[str, ...], list[InputField]] = {}
        for field in fields:
            meant = _meant_name(field.description, words)
            if "".join(meant) != "".join(words):
                meanings.setdefault(meant, []).append(field)
        for meant, alike in meanings.items():
            others = by_words.get(meant, [])
            # a tool that has both gives them different meanings
            if others and own.isdisjoint(other.tool.name for other in others) and alike[0].types == others[0].types:
                # a `name` is that of a volume in a few tools, and nothing to call every `volume_name` after
                is_usual = len(alike) > len(others) and (len(words) > 1 or meant[:1] == words)
                yield (others[0], alike) if is_usual else (alike[0], others)


def _meant_name(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of the name that a text gives to a field of other words, empty where it gives none."""
    for pattern in (_HOW_OF, _HOW_BEHIND):
        found = pattern.match(text)
        if found is not None and tuple(words_of(found["thing"].replace(" ", "_"))) == words:
            how = found["how"].lower()
            return (*words, _HOW.get(how, how))
    found = _ALL_OF_TEXT.match(text)
    meant = tuple(words_of(found["name"].replace(" ", "_"))) if found else ()
    return (*meant[:-1], _HOW.get(meant[-1], meant[-1])) if meant else ()
