"""Bounds of a schema that no mutation violates, so that their enforcement stays undetermined."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, texts_in
from conformance.schema.generation.mutations import Mutation
from conformance.schema.generation.valid import Inputs
from conformance.schema.subschemas import Subschemas

_OF_TYPE: Mapping[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength", "pattern"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("minItems", "maxItems", "uniqueItems"),
    "object": ("minProperties", "maxProperties"),
}
# Values by which a keyword restricts nothing.
_NO_BOUND: Mapping[str, JsonValue] = {"minLength": 0, "minItems": 0, "minProperties": 0, "uniqueItems": False}
# Recursive schemas stop here.
_DEEPEST = 5


class UntestedBound(Struct, frozen=True):
    """A bound that no mutation violates: its location in an input, the keyword and its value."""

    pointer: str
    keyword: str
    bound: JsonValue


def untested_bounds(inputs: Inputs, tried: Sequence[Mutation]) -> Iterator[UntestedBound]:
    """Yield each bound that none of the mutations violates; a shared subschema is reported once."""
    subschemas = inputs.subschemas
    broken = {
        (id(s), keyword) for one in tried for s in subschemas.schemas_at(one.general_pointer) for keyword in one.broken
    }
    for location in _instance_pointers(subschemas):
        for schema in subschemas.schemas_at(location):
            for keyword in _bounds(schema):
                if (id(schema), keyword) not in broken:
                    broken.add((id(schema), keyword))
                    yield UntestedBound(location, keyword, schema[keyword])


def _instance_pointers(subschemas: Subschemas) -> Iterator[str]:
    """Yield locations, outer ones first; what the same subschemas have inside is not walked again."""
    pending, walked = [("", 0)], dict[tuple[str, ...], int]()
    while pending:
        pointer, depth = pending.pop()
        if pointer:
            yield pointer
        # Where members refer to each other they would multiply; nearer to the root there are more levels inside.
        same = tuple(subschemas.pointers_at(pointer))
        if depth >= _DEEPEST or walked.get(same, _DEEPEST) <= depth:
            continue
        walked[same] = depth
        inner = [*subschemas.names_at(pointer), *([0] if subschemas.is_array(pointer) else [])]
        pending.extend((child(pointer, name), depth + 1) for name in reversed(inner))


def _bounds(schema: JsonObject) -> Iterator[str]:
    """Yield the bounds that apply to the types of a schema; none for a schema that lists its values."""
    if "enum" in schema or "const" in schema:
        return
    types = texts_in(as_array(schema.get("type")) or [schema.get("type")])
    named = {"number" if name == "integer" else name for name in types} or set(_OF_TYPE)
    for name, keywords in _OF_TYPE.items():
        if name in named:
            yield from (key for key in keywords if key in schema and schema[key] != _NO_BOUND.get(key, ()))
