"""How a field or an enum value gets another name, in all places of the input schema that name it.

Only in an experimental tool, which may change: callers of any other one keep the names that they know. A name that
the texts of the tool mention is left to a person, who has to reword them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from conformance.documents.edits import Edit, RenameMember, SetMember
from conformance.documents.pointers import child, parent, walk
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, texts_in
from conformance.inventory.closing import describes_alone
from conformance.inventory.fields import Field
from conformance.inventory.model import INPUT_SCHEMA, Tool
from conformance.lazy_patterns import LazyPattern

EXPERIMENTAL = "experimental"
"""The stability of a tool that nobody relies on yet."""

# Keywords beside `properties` and `required` that name fields of the same object.
_NAMING = frozenset(("dependentRequired", "dependencies", "dependentSchemas", "patternProperties", "propertyNames"))
# A longer enumeration was written by a program, which is what has to change; and each rename reads all values.
_MOST_VALUES = 500
# One word, which a text may also use without the field in mind.
_PLAIN_WORD = LazyPattern("[a-z]+")


def field_rename(field: Field, name: str) -> list[Edit]:
    """Return the edits that rename a field, relative to its tool; none where it may not or cannot be renamed."""
    owner = parent(parent(field.position))
    keywords = field.subschemas.keywords_of(owner)
    is_free = name not in field.siblings and field.name in field.siblings and _NAMING.isdisjoint(keywords)
    is_own = field.subschemas.references.pointers.get(owner) is not None and describes_alone(field.subschemas, owner)
    if field.is_result or not is_free or not is_own or not _may_rename(field.tool, field.name):
        return []
    base = INPUT_SCHEMA + owner
    required = as_array(keywords.get("required"))
    entries = [index for index, one in enumerate(required) if one == field.name]
    return [
        *(SetMember(child(base, "required"), str(index), name) for index in entries),
        RenameMember(child(base, "properties"), field.name, name),
    ]


def value_rename(tool: Tool, position: str, schema: JsonObject, old: str, new: str) -> list[Edit]:
    """Return the edits that rename an enum value of a subschema of the input, relative to the tool.

    Where another part of the schema names the value, such as a condition, there are none.
    """
    values = as_array(schema.get("enum"))
    if len(values) > _MOST_VALUES or new in values or not _may_rename(tool, old):
        return []
    edits = list(_value_edits(INPUT_SCHEMA + position, schema, old, new))
    return edits if tool.once(_text_counts)[old] == len(edits) else []


def _value_edits(pointer: str, schema: JsonObject, old: str, new: str) -> Iterator[Edit]:
    for key in ("const", "default"):
        if schema.get(key) == old:
            yield SetMember(pointer, key, new)
    for key in ("enum", "examples"):
        for index, value in enumerate(as_array(schema.get(key))):
            if value == old:
                yield SetMember(child(pointer, key), str(index), new)


def _text_counts(tool: Tool) -> Counter[JsonValue]:
    """Count each text value of the input schema."""
    return Counter(value for _, value in walk(tool.input_schema) if isinstance(value, str))


def _may_rename(tool: Tool, name: str) -> bool:
    return tool.stability == EXPERIMENTAL and not any(_mentions(text, name) for text in tool.once(_texts_of))


def _texts_of(tool: Tool) -> list[str]:
    inner = (texts_in(as_object(value).get("description")) for _, value in walk(tool.input_schema))
    return [tool.description or "", *chain.from_iterable(inner)]


def _mentions(text: str, name: str) -> bool:
    """Say whether a text names the field or value: in quotes, or as a word that is no word of the language."""
    if name not in text:
        return False
    quoted = re.search(rf"[`'\"]{re.escape(name)}[`'\"]", text)
    is_word = _PLAIN_WORD.fullmatch(name) is not None
    return quoted is not None or (not is_word and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None)
