"""Which schemas speak of one place of the input, and which fields they declare there together.

``allOf``, unions, conditionals and ``$ref`` spread the description of one object over many schemas. What one of them
requires may be declared by another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from conformance.documents.pointers import parent
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.schema.patterns.matching import matches
from conformance.schema.positions import Position, Role, children, positions
from conformance.schema.references import References

_SAME_INSTANCE = (Role.INPLACE, Role.CONDITION)


_MAX_PATTERNS = 100


@dataclass(frozen=True, slots=True)
class _DeclaredFields:
    """What the schemas of one place declare together."""

    names: frozenset[str]
    patterns: tuple[str, ...]
    accepts_any_name: bool
    """Some schema says what a field of any other name holds, or says it by more patterns than are worth trying."""


class InstanceLocations:
    """The places of one schema; a place is named by the pointer of any schema that speaks of it."""

    def __init__(self, schema: JsonValue) -> None:
        self._references = References(schema)
        self._positions = {position.pointer: position for position in positions(schema)}
        self._known: dict[frozenset[str], _DeclaredFields] = {}

    def joined_positions(self, pointer: str) -> list[Position]:
        """Return the schema and all that it joins to itself: ``allOf``, unions, ``then``, ``else``, ``$ref``."""
        return self._collect_joined([pointer])

    def declared_names(self, pointer: str) -> frozenset[str]:
        """Return the names that the schemas of this place declare in their ``properties``, in any branch."""
        return self._declared_fields(pointer).names

    def declares(self, pointer: str, name: str) -> bool:
        """Say whether some schema of this place declares the field by name, by pattern, or as any field.

        A pattern that can't be read counts as one that matches.
        """
        whole = self._declared_fields(pointer)
        by_name = whole.accepts_any_name or name in whole.names
        return by_name or any(matches(pattern, name) is not False for pattern in whole.patterns)

    def _declared_fields(self, pointer: str) -> _DeclaredFields:
        outermost = self._outermost_schemas(pointer)
        if outermost not in self._known:
            self._known[outermost] = _collect_declared(
                [as_object(node.schema) for node in self._collect_joined(outermost)]
            )
        return self._known[outermost]

    def _collect_joined(self, pointers: Iterable[str]) -> list[Position]:
        found: dict[str, Position] = {}
        pending = [self._positions[pointer] for pointer in sorted(pointers, reverse=True) if pointer in self._positions]
        while pending:
            position = pending.pop()
            if position.pointer in found or not isinstance(position.schema, Mapping):
                continue
            found[position.pointer] = position
            inner = [part for part in children(position.schema, position.pointer) if part.role is Role.INPLACE]
            pending.extend(reversed(inner))
            target = self._references.follow(position.pointer, position.schema)
            pending.extend([Position(*target, Role.INPLACE, "$ref")] if target else [])
        return list(found.values())

    def _outermost_schemas(self, pointer: str) -> frozenset[str]:
        """The schemas that speak of the place first: upwards through what joins schemas, and through references."""
        outermost: set[str] = set()
        seen: set[str] = set()
        pending = [pointer]
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            above = [*self._enclosing_schemas(current), *self._referrers.get(current, ())]
            pending.extend(above)
            if not above:
                outermost.add(current)
        return frozenset(outermost or seen)

    def _enclosing_schemas(self, pointer: str) -> Iterator[str]:
        position = self._positions.get(pointer)
        if position is not None and position.role in _SAME_INSTANCE:
            holder = parent(pointer)
            while holder not in self._positions:
                holder = parent(holder)
            yield holder

    @cached_property
    def _referrers(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for reference in self._references:
            if reference.target is not None:
                found.setdefault(reference.target, []).append(parent(reference.pointer))
        return found


def _collect_declared(schemas: Sequence[JsonObject]) -> _DeclaredFields:
    patterns = {pattern for schema in schemas for pattern in as_object(schema.get("patternProperties"))}
    others = [schema.get("additionalProperties") for schema in schemas]
    return _DeclaredFields(
        names=frozenset(name for schema in schemas for name in as_object(schema.get("properties"))),
        patterns=tuple(sorted(patterns)[:_MAX_PATTERNS]),
        accepts_any_name=any(isinstance(other, Mapping) and other for other in others) or len(patterns) > _MAX_PATTERNS,
    )
