"""What is wrong with a schema as a schema, whatever it describes: each fault with its place and its cure."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from conformance.display import escape_text, list_names, quote_text
from conformance.documents.pointers import child, parent, resolve
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.names import closest_match
from conformance.schema.dialects import DEFAULT, Dialect, dialect_of, known_uris
from conformance.schema.graph import components, cycle_in, is_circular
from conformance.schema.patterns.faults import fault_of
from conformance.schema.references import REFERENCE_KEYWORDS, Reach
from conformance.schema.subschemas import Subschemas
from conformance.schema.validation import Violation, schema_violations
from conformance.schema.vocabulary import closest_keyword, hidden_keywords, is_ignored, replacement_for

_JSON_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_MAX_CYCLE_NAMES = 6


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: its JSON Pointer in the schema, what is wrong, and what to write instead."""

    pointer: str
    message: str
    hint: str


def schema_faults(schema: JsonValue) -> Iterator[Fault]:
    """Yield where a schema is not valid in its dialect, or says what its dialect does not hear."""
    if not isinstance(schema, Mapping):
        return
    named = schema.get("$schema")
    dialect = dialect_of(schema)
    if dialect is None and isinstance(named, str):
        message = f"'$schema' names the dialect {quote_text(named)}, which is unknown here"
        yield Fault("/$schema", message, f"use one of {list_names(known_uris())}")
        return
    yield from (_meta_fault(violation, schema) for violation in schema_violations(schema))
    subschemas = Subschemas(schema)
    for position in subschemas.positions():
        written = as_object(subschemas.references.schema_at(position.pointer))
        yield from _position_faults(position.pointer, written, dialect or DEFAULT)


def reference_faults(schema: JsonValue) -> Iterator[Fault]:
    """Yield the references that lead nowhere, out of the schema, or in a circle back to themselves."""
    subschemas = Subschemas(schema)
    read = {position.pointer: position for position in subschemas.positions()}
    for reference in subschemas.references:
        text = as_text(reference.text)
        if text is None or reference.reach is Reach.LOCAL or parent(reference.pointer) not in read:
            continue
        foreign = reference.reach is Reach.FOREIGN
        where = "out of this schema" if foreign else "to no schema here"
        yield Fault(
            reference.pointer,
            f"{quote_text(text)} leads {where}",
            "refer to a definition of the same schema, such as '#/$defs/Name'",
        )
    yield from _cycle_faults(subschemas, read)


def _cycle_faults(subschemas: Subschemas, read: Collection[str]) -> Iterator[Fault]:
    for component in components(read, subschemas.inplace_of):
        if is_circular(component, subschemas.inplace_of):
            circle = cycle_in(component, subschemas.inplace_of)
            names = [quote_text(f"#{pointer}", 60) for pointer in circle]
            shown = [*names[:_MAX_CYCLE_NAMES], "…"] if len(names) > _MAX_CYCLE_NAMES else names
            yield Fault(
                _reference_pointer(circle, subschemas),
                f"the reference leads in a circle without reading any input: {' -> '.join([*shown, names[0]])}",
                "let the recursion pass through a property or an array item",
            )


def _reference_pointer(circle: list[str], subschemas: Subschemas) -> str:
    for pointer in circle:
        for keyword in REFERENCE_KEYWORDS:
            if keyword in subschemas.keywords_of(pointer):
                return child(pointer, keyword)
    return circle[0]


def _meta_fault(violation: Violation, schema: JsonValue) -> Fault:
    keyword = violation.pointer.rpartition("/")[2]
    if keyword == "items" and violation.keyword == "type" and isinstance(resolve(schema, violation.pointer), list):
        return Fault(violation.pointer, "'items' is one schema in this dialect, not a list", "write 'prefixItems'")
    if keyword == "type" and violation.keyword in ("anyOf", "enum"):
        return _type_fault(violation.pointer, resolve(schema, violation.pointer))
    message = f"{quote_text(keyword)} is not valid: {escape_text(violation.message)[:160]}"
    return Fault(violation.pointer, message, "write it as the meta-schema of the dialect wants it")


def _type_fault(pointer: str, value: JsonValue) -> Fault:
    meant = closest_match(value, _JSON_TYPES) if isinstance(value, str) else None
    shown = quote_text(value) if isinstance(value, str) else "this"
    return Fault(
        pointer, f"{shown} is no JSON type", f"did you mean '{meant}'?" if meant else f"use {list_names(_JSON_TYPES)}"
    )


def _position_faults(pointer: str, schema: JsonObject, dialect: Dialect) -> Iterator[Fault]:
    if pointer and "$schema" in schema and dialect.id_keyword not in schema:
        message = "'$schema' stands in a subschema that has no '$id', so it changes nothing"
        yield Fault(child(pointer, "$schema"), message, "name the dialect once, at the root")
    hidden = hidden_keywords(schema, dialect)
    for keyword in hidden:
        message = f"{quote_text(keyword)} is ignored: in {dialect.name} nothing beside '$ref' counts"
        yield Fault(child(pointer, keyword), message, "join the two by 'allOf', or use 2020-12")
    for keyword in schema:
        if keyword not in hidden:
            yield from _keyword_faults(pointer, keyword, schema, dialect)


def _keyword_faults(pointer: str, keyword: str, schema: JsonObject, dialect: Dialect) -> Iterator[Fault]:
    place = child(pointer, keyword)
    meant = closest_keyword(keyword)
    if meant is not None:
        yield Fault(place, f"{quote_text(keyword)} is no keyword and changes nothing", f"did you mean '{meant}'?")
    if is_ignored(keyword, dialect) and schema[keyword] is not True:
        instead = replacement_for(keyword)
        hint = f"write {instead}" if instead else "name the dialect that has it in '$schema'"
        yield Fault(place, f"{quote_text(keyword)} is no keyword of {dialect.name} and changes nothing", hint)
    patterns = {"pattern": [schema[keyword]], "patternProperties": as_object(schema[keyword])}.get(keyword, ())
    for pattern in patterns:
        fault = fault_of(pattern) if isinstance(pattern, str) else None
        if fault is not None and isinstance(pattern, str):
            at = place if keyword == "pattern" else child(place, pattern)
            yield Fault(at, f"the pattern {quote_text(pattern)} {fault.message}", fault.hint)
