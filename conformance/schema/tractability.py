"""A weaker schema that canonical forms can be computed of in milliseconds.

The work doubles with every alternative that may hold beside another one. Where a place of the instance has too many,
they are left out: then more values are valid, so a proof that there is none still holds. Where leaving out would not
weaken, inside ``not``, ``if`` or ``oneOf``, nothing is proved.
"""

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.positions import Role, children
from conformance.schema.references import References
from conformance.schema.rewriting import rewrite

MAX_ALTERNATIVES = 5
_MAX_PARTS = 60
_MAX_BRANCHES = 40
_MAX_DEPENDENCIES = 12
_ALTERNATIVES = ("anyOf", "oneOf", "if", "not")
_DROPPED_KEYWORDS = frozenset(
    (*_ALTERNATIVES, "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "$ref", "allOf")
)


def tractable_schema(schema: JsonValue) -> JsonValue:
    """Return a schema that accepts all that ``schema`` accepts, and maybe more; ``None`` when none is known."""
    weights = _AlternativeCounts(References(schema))
    heavy = {pointer for pointer in weights.pointers if weights.count_at(pointer) > MAX_ALTERNATIVES}
    if not heavy:
        return schema
    if not heavy.isdisjoint(weights.reversed_positions()):
        return None
    return rewrite(schema, lambda pointer, members: _simplify(pointer, members, weights))


def _simplify(pointer: str, schema: JsonObject, weights: "_AlternativeCounts") -> JsonObject:
    if weights.count_at(pointer) <= MAX_ALTERNATIVES:
        return schema
    parts = enumerate(as_array(schema.get("allOf")))
    light: list[JsonValue] = [part for index, part in parts if weights.count_at(child(pointer, "allOf", index)) == 0]
    kept = {keyword: value for keyword, value in schema.items() if keyword not in _DROPPED_KEYWORDS}
    return {**kept, "allOf": light[:_MAX_PARTS]} if light else kept


class _AlternativeCounts:
    """How many alternatives hold beside each other at the place that a subschema judges."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._known: dict[str, int] = {}

    @property
    def pointers(self) -> list[str]:
        return list(self._references.pointers)

    def count_at(self, pointer: str) -> int:
        if pointer not in self._known:
            self._known[pointer] = 0
            self._known[pointer] = self._count(pointer, as_object(self._references.pointers.get(pointer, True)))
        return self._known[pointer]

    def reversed_positions(self) -> set[str]:
        """Return what is reached through ``not``, ``if`` or ``oneOf``: to weaken it may strengthen the whole."""
        pending = [
            position.pointer
            for pointer in self.pointers
            for position in children(as_object(self._references.pointers[pointer]), pointer)
            if position.role is Role.CONDITION or position.keyword == "oneOf"
        ]
        found: set[str] = set()
        while pending:
            pointer = pending.pop()
            if pointer in found:
                continue
            found.add(pointer)
            inside = children(as_object(self._references.pointers[pointer]), pointer)
            pending.extend(position.pointer for position in inside if position.role is not Role.DEFINITION)
            pending.extend(self._references.targets_of(pointer))
        return found

    def _count(self, pointer: str, schema: JsonObject) -> int:
        own = sum(keyword in schema for keyword in _ALTERNATIVES)
        dependencies = sum(
            len(as_object(schema.get(keyword))) for keyword in _DROPPED_KEYWORDS if keyword.startswith("depend")
        )
        parts = [child(pointer, "allOf", index) for index, _ in enumerate(as_array(schema.get("allOf")))]
        too_wide = len(parts) > _MAX_PARTS or dependencies > _MAX_DEPENDENCIES or _branch_count(schema) > _MAX_BRANCHES
        joined = sum(self.count_at(part) for part in (*parts, *self._references.targets_of(pointer)))
        deepest = max((self.count_at(branch) for branch in self._branches_of(pointer, schema)), default=0)
        return own + joined + deepest + (MAX_ALTERNATIVES + 1 if too_wide else 0)

    def _branches_of(self, pointer: str, schema: JsonObject) -> list[str]:
        inside = children(schema, pointer)
        return [position.pointer for position in inside if position.role.is_inplace and position.keyword != "allOf"]


def _branch_count(schema: JsonObject) -> int:
    return sum("const" not in as_object(branch) for branch in as_array(schema.get("oneOf")))
