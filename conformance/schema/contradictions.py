"""Where a schema contradicts itself: the innermost subschemas that no value satisfies, and the colliding keywords.

``containment`` proves that no value satisfies a subschema; this module locates the cause. A schema that forbids openly
(``false``, ``{"not": {}}``) is not a contradiction.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from conformance.documents.pointers import parent
from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.graph import components
from conformance.schema.positions import asserted_positions
from conformance.schema.references import References
from conformance.schema.satisfiability import surely_has_value
from conformance.schema.subschemas import once_per_schema, subschemas_of
from conformance.schema.vocabulary import NOT_ASSERTING

if TYPE_CHECKING:  # most schemas surely have values, and need none of what proves that one has none
    from conformance.schema.containment.emptiness import Emptiness

# A contradiction may hide another one around it, which shows once the inner one is ignored. Each round reads the schema
# again, and contradictions nested deeper than this are found once the first ones are fixed.
_MAX_ROUNDS = 4
# The keywords cost one question each. Whoever has so many fixes one and sees the next.
_MAX_EXPLAINED = 8


class Contradiction(Struct, frozen=True):
    """A subschema that no value fits: the innermost one, and a smallest set of its keywords that no value fits.

    The keywords are left out after the first few contradictions of one schema.
    """

    pointer: str
    keywords: tuple[str, ...]
    is_endless: bool = False
    """Whether each value would have to contain another value of the same schema."""


@once_per_schema
def contradictions(schema: JsonValue) -> list[Contradiction]:
    """Return the innermost contradictions of a valid schema, in text order; only what is proved is reported."""
    asserted = _asserted_schemas(schema)
    if not asserted:
        return []
    from conformance.schema.containment.emptiness import Emptiness, whole_meter

    references = subschemas_of(schema).references
    # Everything is walked in text order, so that the same schema always gets the same answer.
    order = {pointer: index for index, pointer in enumerate(references.pointers)}
    found: dict[str, Contradiction] = {}
    meter = whole_meter()
    for _ in range(_MAX_ROUNDS):
        emptiness = Emptiness(schema, found.keys(), meter)
        # Inner positions first: the outer ones are made of them, and find what is known already.
        impossible = [
            pointer
            for pointer, part in reversed(asserted.items())
            if pointer not in found and emptiness.is_proved(pointer, part)
        ]
        innermost = _find_innermost(references, impossible)
        if not innermost:
            break
        for pointer in sorted(innermost, key=order.__getitem__):
            is_explained = len(found) < _MAX_EXPLAINED
            keywords = _colliding_keywords(emptiness, pointer, asserted[pointer]) if is_explained else ()
            found[pointer] = Contradiction(pointer, keywords, is_endless=innermost[pointer])
    return sorted(found.values(), key=lambda one: order[one.pointer])


def _asserted_schemas(schema: JsonValue) -> dict[str, JsonObject]:
    """The positions that may have no value but shall: not those inside conditions, not what forbids openly."""
    found = ((part.pointer, part.schema) for part in asserted_positions(schema) if part.schema != {"not": {}})
    return {pointer: part for pointer, part in found if isinstance(part, Mapping) and not surely_has_value(part)}


def _find_innermost(references: References, impossible: Collection[str]) -> dict[str, bool]:
    """Return the positions that are impossible on their own account, and whether each is so by its recursion.

    A position is impossible because of another one when it refers to it, or when that one is inside it. What depends on
    no other is the cause; positions that depend on each other in a circle are one cause.
    """
    known = set(impossible)
    because = {at: [target for target in references.targets_of(at) if target in known] for at in impossible}
    for at in impossible:
        above = _nearest_above(at, known)
        if above is not None:
            because[above].append(at)
    causes = [
        component
        for component in components(impossible, because.__getitem__)
        if all(target in component for at in component for target in because[at])
    ]
    targets = {target for at in impossible for target in references.targets_of(at)}
    # Of a circle the definition is named, which is where the author can break it.
    return {
        min([at for at in cause if at in targets] or cause, key=lambda at: (at.count("/"), at)): len(cause) > 1
        for cause in causes
    }


def _nearest_above(pointer: str, among: set[str]) -> str | None:
    while pointer:
        pointer = parent(pointer)
        if pointer in among:
            return pointer
    return None


def _colliding_keywords(emptiness: "Emptiness", pointer: str, schema: JsonObject) -> tuple[str, ...]:
    """Return a smallest set of keywords of one position that no value fits together."""
    keywords = sorted(keyword for keyword in schema if keyword not in NOT_ASSERTING)
    alone = next((keyword for keyword in keywords if emptiness.is_proved_of(pointer, schema, [keyword])), None)
    if alone is not None:
        return (alone,)
    # Whatever can be left out while nothing fits still is left out; each of the others is needed. A pattern goes first:
    # two bounds that collide are seen at a glance.
    for keyword in sorted(keywords, key=lambda keyword: keyword != "pattern"):
        fewer = [other for other in keywords if other != keyword]
        if emptiness.is_proved_of(pointer, schema, fewer):
            keywords = fewer
    return tuple(keywords)
