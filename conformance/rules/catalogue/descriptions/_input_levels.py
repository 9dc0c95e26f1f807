"""The objects of an input, each with its fields and with the values that may decide which of these apply."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.values import JsonValue, as_array, as_object, as_text, equal, is_number, texts_in
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.cases import SELECTING, compared_values
from conformance.inventory.prose.field_values import listed_values
from conformance.inventory.prose.sample_values import sample
from conformance.inventory.prose.shown_values import shown_values_of
from conformance.names import words_of

INPUT = "/input_schema"
"""Where the whole input is."""
COMPOSITION = frozenset(("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"))
"""Keywords whose objects are already variants."""
# Where schemas are that others refer to.
_DEFINITIONS = ("$defs", "definitions")


class InputLevel(Struct, frozen=True):
    """One object of the input: its schema, pointer and fields, and the values of fields that may select a variant."""

    schema: JsonValue
    pointer: str
    fields: Mapping[str, Field]
    values: Mapping[str, Sequence[JsonValue]]
    description: str = ""
    """What an object inside the input says of itself."""


def sample_of(field: Field) -> JsonValue:
    """Return a value of a field that is not its default: clients send defaults unasked, and nothing is wrong then."""
    value = sample(field.subschemas, field.position)
    defaults = [part["default"] for part in field.parts if "default" in part]
    if not any(equal(value, default) for default in defaults):
        return value
    if isinstance(value, bool):
        return not value
    if is_number(value) and isinstance(value, int | float):
        return value - 1 if any(part.get("maximum") == value for part in field.parts) else value + 1
    if isinstance(value, list):
        return [*value, sample(field.subschemas, child(field.position, "items"))]
    if isinstance(value, str):
        return next((other for other in field.text_values if other not in defaults), f"{value} x")
    return value


def input_levels(tool: Tool) -> Iterator[InputLevel]:
    """Yield each object of a tool's input that is not one of several variants."""
    by_holder: dict[str, dict[str, Field]] = {}
    for field in fields_of(tool):
        by_holder.setdefault(parent(parent(field.pointer)), {})[field.name] = field
    root = as_object(resolve(tool.raw, INPUT))
    definitions = {key: root[key] for key in _DEFINITIONS if key in root}
    for pointer, fields in by_holder.items():
        if not _is_variant(tool, pointer):
            # References of an object are to the definitions of the whole input.
            schema = {**definitions, **as_object(resolve(tool.raw, pointer))}
            values = {name: known for name, field in fields.items() if (known := _values(field))}
            own = "" if pointer == INPUT else as_text(as_object(schema).get("description")) or ""
            yield InputLevel(schema, pointer, fields, values, own)


def _is_variant(tool: Tool, pointer: str) -> bool:
    """Say whether an object is one of several; that of "an object or null" is not."""
    path = split(pointer)
    for index, key in enumerate(path):
        if key not in COMPOSITION:
            continue
        branches = as_array(resolve(tool.raw, child("", *path[: index + 1])))
        if sum(_is_object(branch) for branch in branches) != 1:
            return True
    return False


def _is_object(schema: JsonValue) -> bool:
    keywords = as_object(schema)
    return "object" in texts_in(keywords.get("type")) or not {"properties", "$ref"}.isdisjoint(keywords)


def _values(field: Field) -> Sequence[JsonValue]:
    """Return the values that may decide something: all of them, or those that texts show or compare the field with."""
    if field.types == ["boolean"]:
        return True, False
    if field.values:
        return field.text_values
    listed = field.once(listed_values)
    if listed is None and field.has_only_types("string") and not SELECTING.isdisjoint(words_of(field.name)[-1:]):
        listed = field.once(shown_values_of)
        return field.once(_values_in_comparisons) if listed is None else listed.values
    return listed.values if listed is not None and len(listed.values) > 1 else ()


def _values_in_comparisons(field: Field) -> Sequence[str]:
    texts = (as_text(as_object(sibling).get("description")) or "" for sibling in field.siblings.values())
    return compared_values((*texts, field.tool.description or ""), field.name)
