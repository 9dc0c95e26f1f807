"""Copies a schema with every subschema changed, while data such as defaults and enums stays as it is."""

from collections.abc import Callable, Mapping
from typing import cast

from conformance.documents.pointers import split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.patterns.matching import portable_pattern
from conformance.schema.positions import children

Change = Callable[[str, JsonObject], JsonObject]
"""Takes a pointer and its subschema, whose parts are already changed; returns the replacement."""


def rewrite(schema: JsonValue, change: Change, pointer: str = "") -> JsonValue:
    """Return the schema with ``change`` applied to every subschema that is an object, inner ones first."""
    if not isinstance(schema, Mapping):
        return schema
    return change(pointer, map_children(schema, lambda at, part: rewrite(part, change, pointer + at)))


def map_children(schema: JsonObject, part: Callable[[str, JsonValue], JsonValue]) -> dict[str, JsonValue]:
    """Return the schema with its direct subschemas replaced by ``part(relative pointer, subschema)``."""
    copy: dict[str, JsonValue] = dict(schema)
    for position in children(schema):
        keyword, *name = split(position.pointer)
        value = part(position.pointer, position.schema)
        if not name:
            copy[keyword] = value
            continue
        holder = copy[keyword]
        # Copied at the first change, since the given schema must stay as it is.
        if holder is schema[keyword]:
            holder = copy[keyword] = dict(as_object(holder)) if isinstance(holder, Mapping) else list(as_array(holder))
        if isinstance(holder, dict):
            holder[name[0]] = value
        else:
            cast("list[JsonValue]", holder)[int(name[0])] = value
    return copy


def make_patterns_portable(schema: JsonValue) -> JsonValue:
    """Return the schema with its patterns in portable syntax; a pattern that cannot be parsed stays as it is."""
    return rewrite(schema, _convert_patterns)


def _convert_patterns(_pointer: str, schema: JsonObject) -> JsonObject:
    pattern, patterns = schema.get("pattern"), schema.get("patternProperties")
    changed: dict[str, JsonValue] = {}
    if isinstance(pattern, str):
        changed["pattern"] = portable_pattern(pattern) or pattern
    if isinstance(patterns, Mapping):
        changed["patternProperties"] = {portable_pattern(name) or name: value for name, value in patterns.items()}
    return {**schema, **changed} if changed else schema
