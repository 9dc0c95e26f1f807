"""Faults of a schema as a schema, regardless of what it describes: each with its location and a hint."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import code_text, escape_text, list_codes
from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text, compact_json
from conformance.names import closest_match
from conformance.schema.dialects import DEFAULT, Dialect, dialect_of, known_uris
from conformance.schema.graph import components, cycle_in, is_circular
from conformance.schema.patterns.faults import fault_of
from conformance.schema.positions import positions
from conformance.schema.references import REFERENCE_KEYWORDS, Reach
from conformance.schema.subschemas import Subschemas, once_per_schema, subschemas_of
from conformance.schema.validation import Violation, schema_violations
from conformance.schema.vocabulary import JSON_TYPES, closest_keyword, hidden_keywords, is_ignored, replacement_for

_JSON_TYPES = sorted(JSON_TYPES)
# What other languages call the types.
_OTHER_TYPES = {
    **dict.fromkeys(("str", "text", "varchar", "char"), "string"),
    **dict.fromkeys(("int", "int32", "int64", "long"), "integer"),
    **dict.fromkeys(("float", "double", "decimal"), "number"),
    **dict.fromkeys(("list", "tuple", "set"), "array"),
    **dict.fromkeys(("dict", "map", "record", "struct"), "object"),
    **dict.fromkeys(("none", "nil"), "null"),
}
# Pointers of a cycle that a message lists.
_MAX_CYCLE_NAMES = 6


class SchemaFault(Struct, frozen=True):
    """One fault: its JSON Pointer in the schema, what is wrong, and what to write instead."""

    pointer: str
    message: str
    hint: str


def schema_faults(schema: JsonValue) -> Iterator[SchemaFault]:
    """Yield where a schema is invalid in its dialect, or uses keywords that its dialect ignores."""
    yield from _schema_faults(schema)


@once_per_schema
def _schema_faults(schema: JsonValue) -> Sequence[SchemaFault]:
    return tuple(_find_schema_faults(schema))


def _find_schema_faults(schema: JsonValue) -> Iterator[SchemaFault]:
    if not isinstance(schema, Mapping):
        return
    dialect = dialect_of(schema)
    for fault in dialect_faults(schema):
        yield fault
        # Without the dialect of the root, no keyword has a meaning; the dialect of a part does not matter below.
        if fault.pointer == "/$schema":
            return
    yield from (_meta_fault(violation, schema) for violation in schema_violations(schema))
    subschemas = subschemas_of(schema)
    for position in subschemas.positions():
        written = as_object(subschemas.references.schema_at(position.pointer))
        yield from _position_faults(position.pointer, written, dialect or DEFAULT)


def dialect_faults(schema: JsonValue) -> Iterator[SchemaFault]:
    """Yield where a schema, or a part of it, states an unknown dialect: nothing can be judged by it."""
    for position in positions(schema):
        named = as_text(as_object(position.schema).get("$schema"))
        if named is not None and dialect_of(position.schema) is None:
            message = f"`$schema` names the unknown dialect {code_text(named)}"
            yield SchemaFault(child(position.pointer, "$schema"), message, f"use one of {list_codes(known_uris())}")


def reference_faults(schema: JsonValue) -> Iterator[SchemaFault]:
    """Yield the references that do not resolve, that leave the schema, or that form a cycle without reading input."""
    yield from _reference_faults(schema)


@once_per_schema
def _reference_faults(schema: JsonValue) -> Sequence[SchemaFault]:
    return tuple(_find_reference_faults(schema))


def _find_reference_faults(schema: JsonValue) -> Iterator[SchemaFault]:
    subschemas = subschemas_of(schema)
    read = {position.pointer: position for position in subschemas.positions()}
    for reference in subschemas.references:
        text = as_text(reference.text)
        if text is None or reference.reach is Reach.LOCAL or parent(reference.pointer) not in read:
            continue
        foreign = reference.reach is Reach.FOREIGN
        problem = "points outside this schema" if foreign else "does not resolve to a schema"
        yield SchemaFault(
            reference.pointer,
            f"reference {code_text(text)} {problem}",
            "refer to a definition in the same schema, such as `#/$defs/Name`",
        )
    yield from _cycle_faults(subschemas, read)


def _cycle_faults(subschemas: Subschemas, read: Collection[str]) -> Iterator[SchemaFault]:
    for component in components(read, subschemas.inplace_of):
        if is_circular(component, subschemas.inplace_of):
            circle = cycle_in(component, subschemas.inplace_of)
            names = [code_text(f"#{pointer}", 60) for pointer in circle]
            listed = [*names[:_MAX_CYCLE_NAMES], "…"] if len(names) > _MAX_CYCLE_NAMES else names
            yield SchemaFault(
                _reference_pointer(circle, subschemas),
                f"references form a cycle that consumes no input: {' -> '.join([*listed, names[0]])}",
                "move the recursive reference into a property or an array item",
            )


def _reference_pointer(circle: list[str], subschemas: Subschemas) -> str:
    # Each circle has a reference: without one a subschema only leads to what is inside it.
    places = ((pointer, keyword) for pointer in circle for keyword in REFERENCE_KEYWORDS)
    return next(child(at, keyword) for at, keyword in places if keyword in subschemas.keywords_of(at))


def _meta_fault(violation: Violation, schema: JsonValue) -> SchemaFault:
    keyword = violation.pointer.rpartition("/")[2]
    if keyword == "items" and violation.keyword == "type" and isinstance(resolve(schema, violation.pointer), list):
        return SchemaFault(
            violation.pointer, "`items` is a list, but this dialect takes one schema", "rename it to `prefixItems`"
        )
    if keyword == "type" and violation.keyword in ("anyOf", "enum"):
        return _type_fault(violation.pointer, resolve(schema, violation.pointer))
    message = f"{code_text(keyword)} is invalid: {escape_text(violation.message)[:160]}"
    hint = _slip_hint(violation.pointer, resolve(schema, violation.pointer))
    return SchemaFault(violation.pointer, message, hint or "correct it according to the meta-schema of the dialect")


def _slip_hint(pointer: str, value: JsonValue) -> str | None:
    """Return what to write instead of a value that is no part of a schema, where it is plain what was meant."""
    steps = split(pointer)
    keyword, holder = steps[-1] if steps else "", steps[-2] if len(steps) > 1 else ""
    if keyword == "required" and holder == "properties" and isinstance(value, list):
        return "move `required` out of `properties`, next to it"
    if keyword == "required" and isinstance(value, bool):
        return f"list {code_text(holder)} in `required` of its object" if value else "remove it: this is the default"
    if holder == "properties" and isinstance(value, str):
        name = value if value in JSON_TYPES else _OTHER_TYPES.get(value, "string")
        return f'write {{"type": "{name}"}}'
    if keyword == "enum" and isinstance(value, str):
        return f"write {compact_json([part.strip() for part in value.split(',')])}"[:200]
    return None


def _type_fault(pointer: str, value: JsonValue) -> SchemaFault:
    meant = None
    if isinstance(value, str):
        meant = _OTHER_TYPES.get(value.casefold()) or closest_match(value, _JSON_TYPES)
    message = "`type` is neither a JSON type nor a list of different ones"
    if isinstance(value, str):
        message = f"{code_text(value)} is not a JSON type"
    return SchemaFault(pointer, message, f"did you mean `{meant}`?" if meant else f"use {list_codes(_JSON_TYPES)}")


def _position_faults(pointer: str, schema: JsonObject, dialect: Dialect) -> Iterator[SchemaFault]:
    if pointer and "$schema" in schema and dialect.id_keyword not in schema:
        message = "`$schema` has no effect in a subschema without `$id`"
        yield SchemaFault(child(pointer, "$schema"), message, "declare the dialect once, at the root")
    hidden = hidden_keywords(schema, dialect)
    for keyword in hidden:
        message = f"{code_text(keyword)} next to `$ref` is ignored in {dialect.name}"
        yield SchemaFault(child(pointer, keyword), message, "combine the two with `allOf`, or use 2020-12")
    for keyword in schema:
        if keyword not in hidden:
            yield from _keyword_faults(pointer, keyword, schema, dialect)


def _keyword_faults(pointer: str, keyword: str, schema: JsonObject, dialect: Dialect) -> Iterator[SchemaFault]:
    place = child(pointer, keyword)
    meant = closest_keyword(keyword, schema[keyword])
    if meant is not None:
        yield SchemaFault(
            place, f"{code_text(keyword)} is not a JSON Schema keyword and has no effect", f"did you mean `{meant}`?"
        )
    # An ignored `true`, as in `additionalItems: true`, would change nothing anyway.
    if is_ignored(keyword, dialect) and schema[keyword] is not True:
        instead = replacement_for(keyword)
        hint = f"write {instead}" if instead else "declare a dialect that has it in `$schema`"
        yield SchemaFault(place, f"{code_text(keyword)} is not a keyword of {dialect.name} and has no effect", hint)
    patterns = {"pattern": [schema[keyword]], "patternProperties": as_object(schema[keyword])}.get(keyword, ())
    for pattern in patterns:
        fault = fault_of(pattern) if isinstance(pattern, str) else None
        if fault is not None and isinstance(pattern, str):
            at = place if keyword == "pattern" else child(place, pattern)
            yield SchemaFault(at, f"pattern {code_text(pattern)} {fault.message}", fault.hint)
