"""Which fields the subschemas of one object declare together: what one of them requires may be declared by another."""

from collections.abc import Mapping

from msgspec import Struct

from conformance.documents.values import as_object
from conformance.schema.patterns.matching import matches
from conformance.schema.subschemas import Subschemas

# Each pattern is tried on each undeclared name; an object with more patterns accepts almost any name anyway.
_MAX_PATTERNS = 100


class _Declared(Struct, frozen=True):
    names: frozenset[str]
    patterns: tuple[str, ...]
    accepts_any_name: bool
    """Some subschema says what a field of any other name holds, or says it by more patterns than are worth trying."""


class Declarations:
    """What is declared beside each subschema of one schema, by all that apply to the same object."""

    def __init__(self, subschemas: Subschemas) -> None:
        self._subschemas = subschemas
        self._known: dict[frozenset[str], _Declared] = {}

    def names(self, pointer: str) -> frozenset[str]:
        """Return the names in the ``properties`` of the subschemas that apply together with the one at ``pointer``."""
        return self._declared_names(pointer).names

    def declares(self, pointer: str, name: str) -> bool:
        """Say whether one of these subschemas declares a field by name, by pattern, or as any field.

        A pattern that can't be read counts as one that matches.
        """
        declared = self._declared_names(pointer)
        by_name = declared.accepts_any_name or name in declared.names
        return by_name or any(matches(pattern, name) is not False for pattern in declared.patterns)

    def _declared_names(self, pointer: str) -> _Declared:
        outermost = self._subschemas.outermost(pointer)
        if outermost not in self._known:
            self._known[outermost] = self._collect(outermost)
        return self._known[outermost]

    def _collect(self, outermost: frozenset[str]) -> _Declared:
        schemas = [self._subschemas.keywords_of(one) for one in self._subschemas.closure(sorted(outermost))]
        patterns = {pattern for schema in schemas for pattern in as_object(schema.get("patternProperties"))}
        others = [schema.get("additionalProperties") for schema in schemas]
        return _Declared(
            names=frozenset(name for schema in schemas for name in as_object(schema.get("properties"))),
            patterns=tuple(sorted(patterns)[:_MAX_PATTERNS]),
            accepts_any_name=any(isinstance(other, Mapping) and other for other in others)
            or len(patterns) > _MAX_PATTERNS,
        )
