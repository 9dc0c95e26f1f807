"""The object levels of an input schema: every location that may hold an object, and whether it is closed.

One place may be described by many schemas: through ``$ref`` and ``allOf`` together, through ``anyOf`` and ``oneOf`` in
turn. ``if``, ``then``, ``not`` and ``dependentSchemas`` are applicators: what they say of members counts, but they are
no objects of their own. Shared definitions and recursion are visited once.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.model import Tool
from conformance.inventory.openness import Conjunction, Disjunction, Openness, remove_implied, schemas_in
from conformance.inventory.steps import describes_objects, is_dictionary, opening_keyword

_PLACES_PER_POSITION = 8


class ObjectLevel(Struct, frozen=True):
    """One place of a tool's input that may hold an object; ``pointer`` is the schema's, relative to the tool."""

    tool: Tool
    pointer: str
    schema: JsonObject
    is_closed: bool
    """An unknown field is rejected, or the object is a dictionary: any name is a key, every value has a schema."""
    opening_pointer: str
    """Pointer of the keyword that opens the level, or of the schema that fails to close it; relative to the tool."""
    is_dictionary: bool = False
    is_composed: bool = False
    """Several schemas name the object's fields, so that only ``unevaluatedProperties`` can close it."""


def object_levels_of(tool: Tool) -> Iterator[ObjectLevel]:
    """Yield every object level of the input schema, also through references, unions and arrays.

    Raises ``ConformanceError`` when references combine into far more places than the schema has subschemas.
    """
    if isinstance(tool.input_schema, Mapping):
        yield from _Walk(tool, Openness(tool.input_subschemas)).levels()


class _Visit(Struct, frozen=True):
    """``heads`` are the schemas that describe a place, ``context`` is what else holds there."""

    heads: tuple[str, ...]
    context: Conjunction
    is_applied: bool = False
    """The heads apply to a place that is described elsewhere."""


class _Walk:
    def __init__(self, tool: Tool, openness: Openness) -> None:
        self._tool = tool
        self._openness = openness
        self._subschemas = openness.subschemas
        self._visited: set[tuple[frozenset[str], Conjunction, bool]] = set()
        self._reported: set[tuple[str, bool]] = set()
        self._max_visits = 1_000 + _PLACES_PER_POSITION * len(openness.subschemas.references.pointers)

    def levels(self) -> Iterator[ObjectLevel]:
        pending = [_Visit(("",), frozenset())]
        while pending:
            visit = pending.pop()
            together = self._openness.joined_pointers(visit.heads)
            key = (frozenset(together), visit.context, visit.is_applied)
            if not together or key in self._visited:
                continue
            self._visited.add(key)
            self._refuse_explosion()
            everything = frozenset((*together, *visit.context))
            if not visit.is_applied:
                yield from self._level(together, everything, frozenset((*together, *visit.heads)))
            pending.extend(reversed(list(self._next_visits(together, everything, visit.is_applied))))

    def _next_visits(self, together: list[str], everything: Conjunction, is_applied: bool) -> Iterator[_Visit]:
        for union in self._subschemas.unions_of(together):
            yield from (_Visit((branch,), everything, is_applied) for branch in union)
        for part in self._subschemas.conditions_of(together):
            yield _Visit((part,), everything, is_applied=True)
        for step, heads in self._openness.steps_of(together).items():
            yield _Visit(tuple(heads), remove_implied(self._openness.derive_member(everything, step), heads))

    def _level(self, together: list[str], everything: Conjunction, own: frozenset[str]) -> Iterator[ObjectLevel]:
        speakers = [pointer for pointer in together if describes_objects(self._schema(pointer))]
        if not speakers:
            return
        closed = self._openness.rejects_unknown(everything)
        if not closed and self._is_covered_by_branches(together, everything, own):
            return
        level = self._object_level(together, speakers, closed=closed)
        if (level.pointer, level.is_closed) not in self._reported:
            self._reported.add((level.pointer, level.is_closed))
            yield level

    def _is_covered_by_branches(self, together: list[str], everything: Conjunction, own: frozenset[str]) -> bool:
        """Say whether each branch of a union here, or of an enclosing one, is its own level or admits no object."""
        here = [frozenset(frozenset([branch]) for branch in union) for union in self._subschemas.unions_of(together)]
        outer = [atom for atom in everything if isinstance(atom, Disjunction) and own.isdisjoint(schemas_in(atom))]
        unions = [*here, *(atom.options for atom in outer)]
        return any(
            all(self._openness.rejects_unknown(way) or self._has_object_schema(way) for way in ways) for ways in unions
        )

    def _has_object_schema(self, way: Conjunction) -> bool:
        heads = [atom for atom in way if isinstance(atom, str)]
        return any(describes_objects(self._schema(pointer)) for pointer in self._openness.joined_pointers(heads))

    def _object_level(self, together: list[str], speakers: list[str], *, closed: bool) -> ObjectLevel:
        main = next((pointer for pointer in speakers if self._schema(pointer).get("properties")), speakers[0])
        dictionary = not closed and is_dictionary([self._schema(pointer) for pointer in together])
        opener = next((pointer for pointer in together if opening_keyword(self._schema(pointer))), main)
        keywords = opening_keyword(self._schema(opener)) or ()
        return ObjectLevel(
            self._tool,
            f"/input_schema{main}",
            self._schema(main),
            closed or dictionary,
            child(f"/input_schema{opener}", *keywords),
            dictionary,
            self._is_composed(together),
        )

    def _is_composed(self, together: list[str]) -> bool:
        naming = [pointer for pointer in together if self._schema(pointer).get("properties")]
        return len(naming) > 1 or (bool(naming) and any(self._subschemas.unions_of(together)))

    def _schema(self, pointer: str) -> JsonObject:
        return self._subschemas.keywords_of(pointer)

    def _refuse_explosion(self) -> None:
        if len(self._visited) > self._max_visits:
            raise ConformanceError(
                ErrorKind.TOO_LARGE,
                f"the references of {quote_text(self._tool.name)} lead to more than {self._max_visits:,} locations",
                "do not combine recursive definitions with `allOf`",
            )
