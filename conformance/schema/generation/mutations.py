"""One named change of a known-good input, judged again by the reference validator.

A mutation is kept only when the validator objects to exactly what its name says: nothing else is wrong with it. An
unknown field is also kept where the schema is open, for then nothing at all speaks against it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from conformance.documents.pointers import child, parent, resolve, split, walk
from conformance.documents.values import JsonValue, as_object, equal, identity
from conformance.schema.generation import candidates
from conformance.schema.generation.acceptance import (
    BOUNDS,
    CONDITIONAL,
    TYPES,
    UNIONS,
    Acceptance,
    broken_keyword,
    causes,
    conditional_at,
    exactly,
    one_of,
    unnamed_at,
)
from conformance.schema.generation.candidates import Spot
from conformance.schema.generation.edits import put, remove, rename
from conformance.schema.generation.elements import Parts
from conformance.schema.generation.object_positions import general, hosts, object_places
from conformance.schema.generation.out_of_bounds import beyond_bounds
from conformance.schema.generation.samples import distinct
from conformance.schema.generation.size_limits import is_small
from conformance.schema.generation.valid import Inputs
from conformance.schema.positions import positions
from conformance.schema.validation import violations

UNKNOWN_FIELD = "conformance_unknown_field"
MOST_PER_PLACE = 6


class Kind(StrEnum):
    """The names of the mutations."""

    UNKNOWN_FIELD = "unknown_field"
    MISSPELT_FIELD = "misspelt_field"
    ADDED_FIELD = "added_field"
    MISSING_REQUIRED = "missing_required"
    WRONG_TYPE = "wrong_type"
    NULL = "null"
    LOOSE_TYPE = "loose_type"
    OUT_OF_BOUND = "out_of_bound"
    NOT_IN_ENUM = "not_in_enum"
    CONDITION_BROKEN = "condition_broken"


@dataclass(frozen=True, slots=True)
class Mutation:
    """A changed input: what was changed where, which keyword it breaks (empty: none), and the good input it was.

    ``schema_pointer`` leads to that keyword in the tool's input schema.
    """

    kind: Kind
    input: JsonValue
    pointer: str
    keyword: str
    before: JsonValue
    after: JsonValue
    base: JsonValue
    schema_pointer: str = ""
    broken: frozenset[str] = frozenset()
    """All keywords that it breaks."""

    @property
    def place(self) -> str:
        """The pointer with every array index as ``0``: one place of the schema, whatever the element."""
        return general(self.pointer)


def unknown_fields(inputs: Inputs) -> Iterator[Mutation]:
    """A field of a name that nothing knows, at the root and in each nested object."""
    for pointer in object_places(inputs):
        yield from added_field(inputs, pointer, UNKNOWN_FIELD, "unexpected", Kind.UNKNOWN_FIELD)


def added_field(
    inputs: Inputs, pointer: str, name: str, value: JsonValue, kind: Kind = Kind.ADDED_FIELD
) -> Iterator[Mutation]:
    """One more member in the object at ``pointer``; nothing when the schema knows the name, or objects to more."""
    for place, holder, base in hosts(inputs):
        if general(place) == pointer and isinstance(holder, Mapping) and name not in inputs.places.names_at(pointer):
            target = child(place, name)
            made = _judged(inputs, kind, base, put(base, target, value), target, None, value, unnamed_at(place))
            if made:
                yield made
                return


def misspelt_fields(inputs: Inputs) -> Iterator[Mutation]:
    """An optional field under a name with one letter too few, and in the other case: snake or camel.

    Where there is a choice its value is not the default, so that losing it makes a difference.
    """
    seen: set[tuple[str, str]] = set()
    for base, pointer in _optional_members(inputs):
        known = inputs.places.names_at(general(parent(pointer)))
        for twin in candidates.misspellings(split(pointer)[-1], known):
            if (general(pointer), twin) not in seen and (made := _misspelt(inputs, base, pointer, twin)):
                seen.add((general(pointer), twin))
                yield made


def _optional_members(inputs: Inputs) -> Iterator[tuple[JsonValue, str]]:
    """Members that the schema names, with an input that has them; those with their default value come last."""
    last: list[tuple[JsonValue, str]] = []
    for entry in inputs.plainest:
        for pointer, value in walk(entry.value):
            if not pointer or not isinstance(_holder(entry.value, pointer), Mapping):
                continue
            place = general(parent(pointer))
            if inputs.places.is_map(place) or split(pointer)[-1] not in inputs.places.names_at(place):
                continue
            if any(equal(value, hint) for hint in inputs.places.hints_at(pointer)):
                last.append((entry.value, pointer))
            else:
                yield entry.value, pointer
    yield from last


def _misspelt(inputs: Inputs, base: JsonValue, pointer: str, twin: str) -> Mutation | None:
    holder, name = parent(pointer), split(pointer)[-1]
    changed, target = rename(base, pointer, twin), child(holder, twin)
    return _judged(inputs, Kind.MISSPELT_FIELD, base, changed, target, name, twin, unnamed_at(holder))


def missing_required(inputs: Inputs) -> Iterator[Mutation]:
    """A required field left out, where nothing but its plain ``required`` demands it."""
    for pointer, value, base in hosts(inputs):
        if pointer and isinstance(_holder(base, pointer), Mapping):
            accept = exactly("required", parent(pointer), conditional=False)
            made = _judged(inputs, Kind.MISSING_REQUIRED, base, remove(base, pointer), pointer, value, None, accept)
            if made:
                yield made


def broken_conditions(inputs: Inputs) -> Iterator[Mutation]:
    """A field left out or added so that only a condition (``then``, ``anyOf``, ``dependentRequired``) objects."""
    if not any(CONDITIONAL & as_object(position.schema).keys() for position in positions(inputs.schema)):
        return
    seen: set[tuple[str, str, str]] = set()
    for base, changed, pointer, before, after in _restructured(inputs):
        accept = conditional_at(parent(pointer))
        made = _judged(inputs, Kind.CONDITION_BROKEN, base, changed, pointer, before, after, accept)
        if made and (key := (made.place, made.schema_pointer, str(identity(after)))) not in seen:
            seen.add(key)
            yield made


def _restructured(inputs: Inputs) -> Iterator[tuple[JsonValue, JsonValue, str, JsonValue, JsonValue]]:
    values = {general(p): value for p, value, _ in hosts(inputs) if p}
    for entry in inputs.pool:
        for pointer, value in walk(entry.value):
            if pointer and isinstance(_holder(entry.value, pointer), Mapping):
                yield entry.value, remove(entry.value, pointer), pointer, value, None
            if isinstance(value, Mapping):
                for name in inputs.places.names_at(general(pointer)):
                    target = child(pointer, name)
                    if name not in value and general(target) in values:
                        new = values[general(target)]
                        yield entry.value, put(entry.value, target, new), target, None, new


def replaced(inputs: Inputs, kind: Kind) -> Iterator[Mutation]:
    """A value replaced by one of a wrong type, by null, by a look-alike, by one out of bounds or out of the enum."""
    candidates_for, keywords = _REPLACEMENTS[kind]
    for pointer, value, base in hosts(inputs):
        if not pointer:
            continue
        counts: Counter[frozenset[str]] = Counter()
        spot = Spot(value, inputs.places.schemas_at(pointer), Parts(inputs, base, pointer))
        for new in filter(is_small, distinct(candidates_for(spot))):
            accept = one_of(keywords, pointer)
            made = _judged(inputs, kind, base, put(base, pointer, new), pointer, value, new, accept)
            if made and counts[made.broken] < MOST_PER_PLACE:
                counts[made.broken] += 1
                yield made


Candidates = Callable[[Spot], list[JsonValue]]
_REPLACEMENTS: Mapping[Kind, tuple[Candidates, frozenset[str]]] = {
    Kind.WRONG_TYPE: (candidates.other_types, TYPES),
    Kind.NULL: (candidates.nulls, TYPES),
    Kind.LOOSE_TYPE: (candidates.look_alikes, TYPES),
    Kind.OUT_OF_BOUND: (beyond_bounds, BOUNDS),
    Kind.NOT_IN_ENUM: (candidates.outsiders, frozenset(("enum", "const", *UNIONS))),
}


def _judged(
    inputs: Inputs,
    kind: Kind,
    base: JsonValue,
    changed: JsonValue,
    pointer: str,
    before: JsonValue,
    after: JsonValue,
    accept: Acceptance,
) -> Mutation | None:
    inputs.tick()
    found = causes(violations(changed, inputs.schema))
    if not all(accept(violation) for violation in found):
        return None
    if not found and kind not in (Kind.UNKNOWN_FIELD, Kind.ADDED_FIELD, Kind.MISSPELT_FIELD):
        return None
    if not found:
        return Mutation(kind, changed, pointer, "", before, after, base)
    told = next((violation for violation in found if violation.keyword == "type"), found[0])
    broken = frozenset(broken_keyword(violation) for violation in found)
    return Mutation(kind, changed, pointer, broken_keyword(told), before, after, base, told.schema_pointer, broken)


def _holder(value: JsonValue, pointer: str) -> JsonValue:
    return resolve(value, parent(pointer))
