"""Estimates how many evaluations the reference validator needs for one instance, before it starts.

Alternatives multiply along the path into an instance; counting once per pair of subschema and location keeps the
estimate cheap.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from conformance.documents.pointers import unescape
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.positions import Position, SubschemaRole, children
from conformance.schema.references import References


class Workload:
    """Estimates the evaluations for one schema."""

    def __init__(self, schema: JsonValue, limit: int) -> None:
        self._schema = schema
        self._limit = limit
        self._inside: dict[str, list[Position]] = {}

    @cached_property
    def _references(self) -> References:
        return References(self._schema)

    def evaluations(self, instance: JsonValue) -> int:
        """Return how many evaluations the instance may need; beyond the limit, any number above it."""
        return self._count("", self._schema, instance, {})

    def _count(self, pointer: str, schema: JsonValue, value: JsonValue, known: dict[tuple[str, int], int]) -> int:
        if not isinstance(schema, Mapping):
            return 1
        key = (pointer, id(value))
        if key not in known:
            known[key] = self._limit + 1  # a cycle at one location of the instance would never end
            total = 1
            for inner_pointer, inner, part in self._steps(pointer, schema, value):
                total += self._count(inner_pointer, inner, part, known)
                if total > self._limit:
                    break
            known[key] = total
        return known[key]

    def _steps(self, pointer: str, schema: JsonObject, value: JsonValue) -> Iterator[tuple[str, JsonValue, JsonValue]]:
        # A reference applies its target to the same value; other subschemas apply to a part of it or to all of it.
        for target in self._references.targets_of(pointer):
            yield target, self._references.schema_at(target), value
        for position in self._children(pointer, schema):
            for part in _parts(position, value):
                yield position.pointer, position.schema, part

    def _children(self, pointer: str, schema: JsonObject) -> list[Position]:
        if pointer not in self._inside:
            self._inside[pointer] = list(children(schema, pointer))
        return self._inside[pointer]


def _parts(position: Position, value: JsonValue) -> Iterator[JsonValue]:
    """Yield the parts of an instance that a subschema may apply to."""
    members = as_object(value)
    if position.keyword == "properties":
        name = unescape(position.pointer.rpartition("/")[2])
        yield from [members[name]] if name in members else []
    elif position.role is SubschemaRole.PROPERTY:
        yield from members.values()
    elif position.role is SubschemaRole.NAME:
        yield from members
    elif position.role is SubschemaRole.ITEM and position.keyword in ("prefixItems", "items") and _index_of(position):
        yield from as_array(value)[int(_index_of(position)) :][:1]
    elif position.role is SubschemaRole.ITEM:
        yield from as_array(value)
    elif position.role is not SubschemaRole.DEFINITION:
        yield value


def _index_of(position: Position) -> str:
    """Return the place of the one element that a schema of a list of schemas judges; empty for one that judges all."""
    last = position.pointer.rpartition("/")[2]
    return "" if last == position.keyword else last
