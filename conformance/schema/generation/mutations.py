"""Mutations: one named change of a valid input, judged again by the reference validator.

A mutation is kept only if the validator reports exactly the intended fault. A mutation that adds or misspells a field
is also kept if the schema is open and the input stays valid.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from conformance.documents.pointers import child, parent, resolve, split, walk
from conformance.documents.values import JsonValue, as_object, equal, identity, type_name
from conformance.schema.generation import candidates
from conformance.schema.generation.acceptance import (
    BOUNDS,
    CONDITIONAL,
    TYPES,
    Acceptance,
    accept_any_keyword,
    accept_conditional,
    accept_missing_member,
    accept_unknown_member,
    broken_keyword,
    causes,
)
from conformance.schema.generation.bounds import bound_places, value_bounds
from conformance.schema.generation.candidates import MutationTarget
from conformance.schema.generation.edits import put, remove, rename
from conformance.schema.generation.elements import Parts
from conformance.schema.generation.lone_violations import lone_violations
from conformance.schema.generation.object_positions import (
    LocatedValue,
    closed_map_pointers,
    generalize_pointer,
    grouped_values,
    located_values,
    object_pointers,
)
from conformance.schema.generation.out_of_bounds import STRANGE_TEXTS, bound_violations
from conformance.schema.generation.samples import deduplicate
from conformance.schema.generation.size_limits import is_small
from conformance.schema.generation.valid import Inputs
from conformance.schema.positions import positions
from conformance.schema.unions import UNIONS
from conformance.schema.validation import violations

UNKNOWN_FIELD = "conformance_unknown_field"
# Mutations that break the same keywords at one location; more of them would test the same check again.
MAX_PER_LOCATION = 6


class MutationKind(StrEnum):
    """The kinds of mutations."""

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


class Mutation(Struct, frozen=True):
    """A mutated input: the change, the violated keyword (empty if none), and the valid input ``base`` it was made from.

    ``schema_pointer`` locates the keyword in the tool's input schema.
    """

    kind: MutationKind
    input: JsonValue
    pointer: str
    keyword: str
    before: JsonValue
    after: JsonValue
    base: JsonValue
    schema_pointer: str = ""
    broken: frozenset[str] = frozenset()
    """All keywords that it violates, each by the pointer at which the schema has it."""

    @property
    def general_pointer(self) -> str:
        """The pointer with every array index replaced by ``0``, the same for all elements."""
        return generalize_pointer(self.pointer)


def unknown_fields(inputs: Inputs) -> Iterator[Mutation]:
    """Yield an unknown field at the root, in each nested object, and in each map that excludes some names."""
    for pointer in object_pointers(inputs):
        yield from added_field(inputs, pointer, UNKNOWN_FIELD, "unexpected", MutationKind.UNKNOWN_FIELD)
    for pointer in closed_map_pointers(inputs):
        # A pattern of names may match one of these.
        for name in (UNKNOWN_FIELD, *STRANGE_TEXTS):
            made = next(added_field(inputs, pointer, name, "unexpected", MutationKind.UNKNOWN_FIELD), None)
            if made and made.keyword:
                yield made
                break


def added_field(
    inputs: Inputs, pointer: str, name: str, value: JsonValue, kind: MutationKind = MutationKind.ADDED_FIELD
) -> Iterator[Mutation]:
    """Yield a member added to the object at ``pointer``, unless the schema knows the name or reports other faults."""
    for place, holder, base in located_values(inputs):
        if (
            generalize_pointer(place) == pointer
            and isinstance(holder, Mapping)
            and name not in inputs.subschemas.names_at(pointer)
        ):
            target = child(place, name)
            made = _make_mutation(
                inputs, kind, base, put(base, target, value), target, None, value, accept_unknown_member(place)
            )
            if made:
                yield made
                return


def misspelt_fields(inputs: Inputs) -> Iterator[Mutation]:
    """Yield optional fields with misspelled names: a letter dropped, or the other of snake case and camel case.

    If possible the value is not the default, so that losing it makes a difference.
    """
    seen: set[tuple[str, str]] = set()
    for base, pointer in _optional_members(inputs):
        known = inputs.subschemas.names_at(generalize_pointer(parent(pointer)))
        for twin in candidates.misspellings(split(pointer)[-1], known):
            if (generalize_pointer(pointer), twin) not in seen and (made := _misspell(inputs, base, pointer, twin)):
                seen.add((generalize_pointer(pointer), twin))
                yield made


def _optional_members(inputs: Inputs) -> Iterator[tuple[JsonValue, str]]:
    """Yield declared members with an input that has them; those that have their default value come last."""
    last: list[tuple[JsonValue, str]] = []
    for entry in inputs.simplest_inputs:
        for pointer, value in walk(entry.value):
            if not pointer or not isinstance(_container(entry.value, pointer), Mapping):
                continue
            location = generalize_pointer(parent(pointer))
            if inputs.subschemas.is_map(location) or split(pointer)[-1] not in inputs.subschemas.names_at(location):
                continue
            if any(equal(value, hint) for hint in inputs.subschemas.hints_at(pointer)):
                last.append((entry.value, pointer))
            else:
                yield entry.value, pointer
    yield from last


def _misspell(inputs: Inputs, base: JsonValue, pointer: str, twin: str) -> Mutation | None:
    holder, name = parent(pointer), split(pointer)[-1]
    changed, target = rename(base, pointer, twin), child(holder, twin)
    return _make_mutation(
        inputs, MutationKind.MISSPELT_FIELD, base, changed, target, name, twin, accept_unknown_member(holder)
    )


def missing_required_fields(inputs: Inputs) -> Iterator[Mutation]:
    """Yield inputs without a required field, where only an unconditional ``required`` objects."""
    for pointer, value, base in located_values(inputs):
        if pointer and isinstance(_container(base, pointer), Mapping):
            accept = accept_missing_member(parent(pointer))
            made = _make_mutation(
                inputs, MutationKind.MISSING_REQUIRED, base, remove(base, pointer), pointer, value, None, accept
            )
            if made:
                yield made


def broken_conditions(inputs: Inputs) -> Iterator[Mutation]:
    """Yield a field removed or added so that only a condition (``then``, ``anyOf``, ``dependentRequired``) objects."""
    if not any(CONDITIONAL & as_object(position.schema).keys() for position in positions(inputs.schema)):
        return
    seen: set[tuple[str, str, str]] = set()
    for base, changed, pointer, before, after in _member_changes(inputs):
        accept = accept_conditional(parent(pointer))
        made = _make_mutation(inputs, MutationKind.CONDITION_BROKEN, base, changed, pointer, before, after, accept)
        if made and (key := (made.general_pointer, made.schema_pointer, str(identity(after)))) not in seen:
            seen.add(key)
            yield made


def _member_changes(inputs: Inputs) -> Iterator[tuple[JsonValue, JsonValue, str, JsonValue, JsonValue]]:
    values = {generalize_pointer(p): value for p, value, _ in located_values(inputs) if p}
    for entry in inputs.pool:
        for pointer, value in walk(entry.value):
            if pointer and isinstance(_container(entry.value, pointer), Mapping):
                yield entry.value, remove(entry.value, pointer), pointer, value, None
            if isinstance(value, Mapping):
                for name in inputs.subschemas.names_at(generalize_pointer(pointer)):
                    target = child(pointer, name)
                    if name not in value and generalize_pointer(target) in values:
                        new = values[generalize_pointer(target)]
                        yield entry.value, put(entry.value, target, new), target, None, new


def replacements(inputs: Inputs, kind: MutationKind) -> Iterator[Mutation]:
    """Yield a value replaced by one of a wrong type, null, a look-alike, or one out of bounds or not in the enum."""
    for group in grouped_values(inputs):
        # The input itself is an object by the protocol; only its bounds are a matter of the tool.
        if group[0].pointer or kind is MutationKind.OUT_OF_BOUND:
            yield from _Replacements(inputs, kind).find_at(group)


class _Replacements:
    """Replaces the value at one location by wrong ones, in one valid input after another until each bound is tried.

    What a condition demands beside the value differs from input to input, and so does which bounds apply to it.
    """

    def __init__(self, inputs: Inputs, kind: MutationKind) -> None:
        self._inputs = inputs
        self._kind = kind
        self._counts: Counter[tuple[frozenset[str], frozenset[str]]] = Counter()
        """How many mutations violate the same keywords in objects with the same members."""
        self._left: set[str] = set()

    def find_at(self, group: Sequence[LocatedValue]) -> Iterator[Mutation]:
        """Yield the mutations of the location that the values of a group share."""
        makers, keywords = _REPLACEMENTS[self._kind]
        if self._kind is MutationKind.LOOSE_TYPE and self._inputs.given_only:
            makers = (candidates.equivalents,)  # converted, any other one is a valid input that nobody has given
        self._left = set(self._list_wanted(group[0]))
        for place in group:
            if self._counts and not self._left:
                return
            parts = Parts(self._inputs, place.base, place.pointer)
            target = MutationTarget(place.value, self._inputs.subschemas.schemas_at(place.pointer), parts)
            # Where no branch lists the value, the members alone say which branch is meant.
            beside = _names_beside(place) if any(map(_is_in_union, self._left)) else frozenset[str]()
            is_first, is_new = not self._counts, all(names != beside for _, names in self._counts)
            for number, maker in enumerate(makers):
                if number == 0 or self._left:
                    values, is_free = deduplicate(maker(target)), is_first or (is_new and number == 0)
                    yield from self._replace(place, values, keywords, beside, is_first=is_free)

    def _replace(
        self,
        place: LocatedValue,
        values: Sequence[JsonValue],
        keywords: frozenset[str],
        beside: frozenset[str],
        *,
        is_first: bool,
    ) -> Iterator[Mutation]:
        accept = accept_any_keyword(keywords, place.pointer)
        for new in filter(is_small, values):
            changed = put(place.base, place.pointer, new)
            made = _make_mutation(
                self._inputs, self._kind, place.base, changed, place.pointer, place.value, new, accept
            )
            if made and (is_first or (len(made.broken) == 1 and made.broken & self._left)):
                if self._counts[made.broken, beside] < MAX_PER_LOCATION:
                    self._counts[made.broken, beside] += 1
                    yield made
                if len(made.broken) == 1:
                    self._left -= made.broken

    def _list_wanted(self, place: LocatedValue) -> Iterator[str]:
        """Yield the bounds and lists of values that have to be violated, each on its own."""
        subschemas, kind = self._inputs.subschemas, type_name(place.value)
        for holder in subschemas.pointers_at(place.pointer):
            keywords = subschemas.keywords_of(holder)
            if self._kind is MutationKind.OUT_OF_BOUND:
                for keyword in value_bounds(keywords, kind):
                    yield from bound_places(subschemas, holder, keyword)
            elif self._kind is MutationKind.NOT_IN_ENUM:
                yield from (child(holder, keyword) for keyword in ("enum", "const") if keyword in keywords)


def _is_in_union(pointer: str) -> bool:
    """Say whether a keyword may be inside of a branch of a union."""
    return not set(UNIONS).isdisjoint(split(pointer))


def _names_beside(place: LocatedValue) -> frozenset[str]:
    """Return the names of all members of the object that holds a value."""
    return frozenset(as_object(_container(place.base, place.pointer))) if place.pointer else frozenset()


# The values that are tried first, and those that are tried where these leave a bound or list untested.
Candidates = tuple[Callable[[MutationTarget], Iterable[JsonValue]], ...]
_REPLACEMENTS: Mapping[MutationKind, tuple[Candidates, frozenset[str]]] = {
    MutationKind.WRONG_TYPE: ((candidates.other_types,), TYPES),
    MutationKind.NULL: ((candidates.nulls,), TYPES),
    MutationKind.LOOSE_TYPE: ((candidates.look_alikes,), TYPES),
    MutationKind.OUT_OF_BOUND: ((bound_violations, lone_violations), BOUNDS),
    MutationKind.NOT_IN_ENUM: (
        (candidates.non_members, candidates.lone_non_members),
        frozenset(("enum", "const", *UNIONS)),
    ),
}


def _make_mutation(
    inputs: Inputs,
    kind: MutationKind,
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
    # Still valid: only an extra or misspelled field is of interest then, because it may be ignored silently.
    if not found and kind not in (MutationKind.UNKNOWN_FIELD, MutationKind.ADDED_FIELD, MutationKind.MISSPELT_FIELD):
        return None
    if not found:
        return Mutation(kind, changed, pointer, "", before, after, base)
    # The type is the most telling of several violated keywords.
    main = next((violation for violation in found if violation.keyword == "type"), found[0])
    broken = frozenset(inputs.subschemas.references.place_of(violation.schema_pointer) for violation in found)
    return Mutation(kind, changed, pointer, broken_keyword(main), before, after, base, main.schema_pointer, broken)


def _container(value: JsonValue, pointer: str) -> JsonValue:
    return resolve(value, parent(pointer))
