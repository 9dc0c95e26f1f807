"""The subschemas that judge one place of an instance together, through references and ``allOf``.

Whether a keyword stands in the schema itself, in a part of its ``allOf`` or in a definition makes no difference here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.formulas import NULL, Formula
from conformance.schema.containment.translation import Translation
from conformance.schema.dialects import DEFAULT, dialect_of
from conformance.schema.subschemas import Subschemas

Node: TypeAlias = tuple[str, JsonValue]
"""A subschema with its pointer."""

_STRUCTURE = ("$ref", "$dynamicRef", "$recursiveRef", "allOf")
_UNIONS = ("anyOf", "oneOf")


@dataclass(frozen=True, slots=True)
class Layer:
    """One subschema of a place: its pointer, its keywords that say something, and all that is written there."""

    pointer: str
    members: JsonObject
    source: JsonObject


class Reading:
    """One schema as it was read into formulas, with access to its parts."""

    def __init__(self, algebra: Algebra, label: str, schema: JsonValue) -> None:
        self.algebra = algebra
        self.schema = schema
        self.translation = Translation(algebra, label, schema, dialect_of(schema) or DEFAULT)
        self._label = label
        self._hybrids = 0
        self._subschemas = Subschemas(schema)

    def root(self) -> Formula:
        """Return the formula of the whole schema."""
        return self.translation.root()

    def root_with_replacements(self, replaced: dict[str, Formula]) -> Formula:
        """Return the formula of the whole schema, with other formulas at some pointers."""
        self._hybrids += 1
        label = f"{self._label} {self._hybrids}"
        return Translation(self.algebra, label, self.schema, self.translation.dialect, replaced).root()

    def formula(self, nodes: Iterable[Node]) -> Formula:
        """Return what the subschemas of a place say together."""
        return self.algebra.all_of([self.translation.formula_at(*node) for node in nodes])

    def layers(self, nodes: Iterable[Node]) -> tuple[list[Layer], bool]:
        """Return the subschemas of a place that say something; and whether null was one more way."""
        return self._strip_null_branch([layer for layer in self._flatten(nodes) if layer.members])

    def subschemas(self, nodes: Sequence[Node]) -> Iterator[tuple[str, JsonObject]]:
        """Yield pointer and text of every subschema of a place, the ones that lead to the others first."""
        seen = {layer.pointer: layer for layer in (*self._flatten(nodes), *self.layers(nodes)[0])}
        yield from ((pointer, layer.source) for pointer, layer in seen.items())

    def _flatten(self, nodes: Iterable[Node]) -> Iterator[Layer]:
        """The subschemas of a location, with what references and ``allOf`` lead to, each once."""
        heads = [pointer for pointer, _ in nodes]
        for pointer in self._subschemas.closure(heads, unions=False, conditions=False):
            schema = self._subschemas.references.schema_at(pointer)
            members = self.translation.members_of(schema)
            own: JsonObject = {key: value for key, value in members.items() if key not in _STRUCTURE}
            yield Layer(pointer, {"enum": ()} if schema is False else own, as_object(schema))

    def _strip_null_branch(self, layers: list[Layer]) -> tuple[list[Layer], bool]:
        """A place that is only a union of something and null is that something, or null."""
        keyword = next(iter(layers[0].members)) if len(layers) == 1 and len(layers[0].members) == 1 else ""
        if keyword not in _UNIONS:
            return layers, False
        layer = layers[0]
        parts = as_array(layer.members[keyword])
        branches = [(child(layer.pointer, keyword, i), part) for i, part in enumerate(parts)]
        others = [
            node for node in branches if self.translation.formula_at(*node) is not self.algebra.atoms.type_atom(NULL)
        ]
        if len(branches) != 2 or len(others) != 1:
            return layers, False
        return self.layers(others)[0], True
