"""The locations in the valid inputs of a tool, each with an input that has it."""

from collections.abc import Iterator, Mapping

from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue
from conformance.schema.generation.valid import Inputs


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


def object_pointers(inputs: Inputs) -> list[str]:
    """Return the pointers of the objects that declare their members, the root first."""
    places = dict.fromkeys(
        generalize_pointer(p) for p, value, _ in located_values(inputs) if isinstance(value, Mapping)
    )
    return [pointer for pointer in places if not inputs.subschemas.is_map(pointer)]
