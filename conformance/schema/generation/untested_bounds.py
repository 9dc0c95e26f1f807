"""Bounds of a schema that no mutation violates, so that their enforcement stays undetermined."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.pointers import child, parent, split
from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.generation.bounds import bound_places, bounds_of, value_bounds
from conformance.schema.generation.lone_violations import TEXT_BOUNDS, is_implied_for_texts
from conformance.schema.generation.mutations import Mutation
from conformance.schema.generation.object_positions import generalize_pointer, located_values
from conformance.schema.generation.valid import Inputs

# Recursive schemas stop here.
_DEEPEST = 5


class UntestedBound(Struct, frozen=True):
    """A bound that no mutation violates: its location in an input, the keyword and its value."""

    pointer: str
    keyword: str
    bound: JsonValue


def untested_bounds(inputs: Inputs, tried: Sequence[Mutation]) -> Iterator[UntestedBound]:
    """Yield each bound that no mutation violates on its own; a shared subschema is reported once.

    What violates another bound too may be rejected for that one. It tests both only if none violates the first alone.
    """
    subschemas = inputs.subschemas
    tested = {next(iter(one.broken)) for one in tried if len(one.broken) == 1}
    together = {source for one in tried for source in one.broken}
    for location in _instance_pointers(inputs):
        holders = subschemas.pointers_at(location)
        for holder in holders:
            schema = subschemas.keywords_of(holder)
            for keyword in bounds_of(schema) if location else value_bounds(schema, "object"):
                places = set(bound_places(subschemas, holder, keyword)) - tested
                tested |= places
                others = map(subschemas.keywords_of, holders)
                if places - together or (places and not _is_implied(others, keyword, schema)):
                    yield UntestedBound(location, keyword, schema[keyword])


def _is_implied(schemas: Iterable[JsonObject], keyword: str, schema: JsonObject) -> bool:
    """Say whether what violates a bound violates another one too, as far as that can be known.

    Numbers next to a bound, and arrays and objects of a size, violate it alone if any do. Texts are too many for that.
    """
    return keyword not in TEXT_BOUNDS or is_implied_for_texts(schemas, keyword, schema)


def _instance_pointers(inputs: Inputs) -> Iterator[str]:
    """Yield locations, outer ones first; what the same subschemas have inside is not walked again."""
    subschemas, sent = inputs.subschemas, _sent_names(inputs)
    pending, walked = [("", 0)], dict[tuple[str, ...], int]()
    while pending:
        pointer, depth = pending.pop()
        yield pointer
        # Where members refer to each other they would multiply; nearer to the root there are more levels inside.
        same = tuple(subschemas.pointers_at(pointer))
        if depth >= _DEEPEST or walked.get(same, _DEEPEST) <= depth:
            continue
        walked[same] = depth
        names = dict.fromkeys((*subschemas.names_at(pointer), *sent.get(pointer, ())))
        inner = [*names, *([0] if subschemas.is_array(pointer) else [])]
        pending.extend((child(pointer, name), depth + 1) for name in reversed(inner))


def _sent_names(inputs: Inputs) -> Mapping[str, Sequence[str]]:
    """Return a name for each kind of member that a map has in the inputs, by the location of the map."""
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for pointer, _, _ in located_values(inputs):
        holder = parent(generalize_pointer(pointer))
        if pointer and inputs.subschemas.is_map(holder):
            found.setdefault(holder, {}).setdefault(tuple(inputs.subschemas.pointers_at(pointer)), split(pointer)[-1])
    return {holder: list(names.values()) for holder, names in found.items()}
