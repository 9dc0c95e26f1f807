"""The locations in the valid inputs of a tool, each with an input that has it."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue
from conformance.schema.generation.valid import Inputs

# A location is tried in so many inputs; the fullest ones have what a condition demands beside a value.
_MOST_INPUTS = 12
_FULLEST = 4


class LocatedValue(Struct, frozen=True):
    """A value in a valid input, with its pointer there."""

    pointer: str
    value: JsonValue
    base: JsonValue


def generalize_pointer(pointer: str) -> str:
    """Return the pointer with every array index replaced by ``0``."""
    return "".join(f"/{'0' if token.isdigit() else token}" for token in pointer.split("/")[1:])


def located_values(inputs: Inputs) -> Iterator[tuple[str, JsonValue, JsonValue]]:
    """Yield each location of the valid inputs, once per type of value: pointer, value, and the input."""
    seen: set[tuple[str, type]] = set()
    for entry in inputs.simplest_inputs:
        for pointer, value in walk(entry.value):
            key = (generalize_pointer(pointer), type(value))
            if key not in seen:
                seen.add(key)
                yield pointer, value, entry.value


def grouped_values(inputs: Inputs) -> Sequence[Sequence[LocatedValue]]:
    """Return the values of each location and type, those of a few inputs: the simplest first, then the fullest.

    After the first input only those count with which the tool works: of others it may refuse what is not asked about.
    """
    groups: dict[tuple[str, type], list[LocatedValue]] = {}
    for entry in inputs.simplest_inputs:
        passed: set[tuple[str, type]] = set()
        for pointer, value in walk(entry.value):
            key = (generalize_pointer(pointer), type(value))
            if key not in passed and (entry.works or key not in groups):
                passed.add(key)
                groups.setdefault(key, []).append(LocatedValue(pointer, value, entry.value))
    return [_few(group) for group in groups.values()]


def _few(group: Sequence[LocatedValue]) -> Sequence[LocatedValue]:
    if len(group) <= _FULLEST:
        return group
    return [group[0], *reversed(group[-_FULLEST:]), *group[1:-_FULLEST]][:_MOST_INPUTS]


def object_pointers(inputs: Inputs) -> list[str]:
    """Return the pointers of the objects that declare their members, the root first."""
    places = dict.fromkeys(
        generalize_pointer(p) for p, value, _ in located_values(inputs) if isinstance(value, Mapping)
    )
    return [pointer for pointer in places if not inputs.subschemas.is_map(pointer)]


def closed_map_pointers(inputs: Inputs) -> list[str]:
    """Return the pointers of the objects that allow undeclared names, but not all."""
    places = dict.fromkeys(
        generalize_pointer(p) for p, value, _ in located_values(inputs) if isinstance(value, Mapping)
    )
    subschemas = inputs.subschemas
    return [
        pointer
        for pointer in places
        if subschemas.is_map(pointer)
        and any(
            schema.get(key) is False
            for schema in subschemas.schemas_at(pointer)
            for key in ("additionalProperties", "unevaluatedProperties")
        )
    ]
