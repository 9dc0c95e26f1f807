"""One location in both schemas: what differs, which differences are one edit, and the schema with only that edit."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.values import JsonValue, as_object, as_text
from conformance.drift.attribution.aspects import (
    NULL_KEY,
    REST,
    UNEVALUATED,
    Aspect,
    Aspects,
    Branch,
    Key,
    aspects_of,
    compose,
)
from conformance.drift.attribution.layers import Node, Reading
from conformance.drift.attribution.likeness import (
    Features,
    Likeness,
    name_similarity,
    name_words,
    pair_by_similarity,
    text_similarity,
    text_words,
)
from conformance.names import snake_case
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.formulas import Formula, Member

# The least similarity of a renamed field. Fields of equal formulas and one shared word in three reach it.
_ALIKE = 0.6


class Alteration(Struct, frozen=True):
    """What an edit does to one location of one schema: other aspects, or another formula for all of it."""

    nodes: Sequence[Node]
    accepts_null: bool
    alter: Callable[[Aspects], Aspects] | None = None
    formula: Formula | None = None


class Edit(Struct, frozen=True):
    """One edit: its kind, its pointer (into the new schema, into the old one if ``is_gone``), before and after.

    ``in_old`` applies it to the old schema, ``in_new`` undoes it in the new one.
    """

    kind: str
    pointer: str
    is_gone: bool
    before: JsonValue
    after: JsonValue
    in_old: Alteration | None = None
    in_new: Alteration | None = None
    name: str = ""
    was_deprecated: bool = False
    """Whether the old schema marks the field as one that will leave."""


class LocationPair(Struct, frozen=True):
    """The aspects of one location in both schemas, and the subschemas through which it was reached."""

    algebra: Algebra
    old_nodes: Sequence[Node]
    new_nodes: Sequence[Node]
    old: Aspects
    new: Aspects
    null_is_same: bool
    """Whether both accept null or both reject it."""
    deprecated: frozenset[str] = frozenset()
    """The fields that the old schema marks as ones that will leave."""

    def differing_keys(self) -> list[Key]:
        """Return the keys of the aspects that differ, in the order of the new schema, removed ones last."""
        keys = dict.fromkeys((*self.new, *self.old))
        return [key for key in keys if self._formula(self.old, key) is not self._formula(self.new, key)]

    def group_keys(self, keys: Sequence[Key]) -> Iterator[tuple[str, tuple[Key, ...]]]:
        """Yield kind and keys of every edit; the keys of one intention are grouped, the defining one first."""
        left = dict.fromkeys(keys)
        # A rename takes the old and the new member, and whether each is required.
        for gone, come in self._renamed_fields(left):
            joint = [key for name in (come, gone) for key in (("properties", name), ("required", name)) if key in left]
            yield "field_renamed", self._take(left, joint)
        for key in list(left):
            if key[0] == "properties" and (key not in self.old or key not in self.new):
                yield self._membership_edit(key, left)
        # Both sides accept null, in different ways: that belongs to the change of the type or values.
        if NULL_KEY in left and self.null_is_same:
            typed = [key for key in (("type",), ("enum",)) if key in left]
            joint = self._take(left, [*typed[:1], NULL_KEY])
            if typed:
                yield self._kind(joint[0]), joint
        for key in left:
            yield self._kind(key), (key,)

    def _membership_edit(self, key: Key, left: dict[Key, None]) -> tuple[str, tuple[Key, ...]]:
        if key not in self.old and self._describes_the_rest():
            return "field_singled_out", self._take(left, [key])
        # A field that is added or removed together with its requirement is one edit.
        needed = ("required", key[1])
        joint = [key, *([needed] if needed in left and (needed in self.old) is (key in self.old) else [])]
        kind = "field_removed" if key in self.old else "field_added" if len(joint) < 2 else "required_field_added"
        return kind, self._take(left, joint)

    def _describes_the_rest(self) -> bool:
        """Say whether the old schema describes members without naming them, as that of a dictionary does."""
        rests = [self.old[key].formula for key in (REST, UNEVALUATED) if key in self.old]
        return any(one is not self.algebra.always and one is not self.algebra.never for one in rests)

    def edit(self, kind: str, keys: Sequence[Key]) -> Edit:
        """Return the edit that gives the old location these aspects of the new one."""
        before, after = self.old.get(keys[0]), self.new.get(keys[0])
        if kind == "field_renamed":
            before = self.old[next(key for key in keys if key[0] == "properties" and key in self.old)]
        located = after or before
        return Edit(
            kind,
            self._pointer(keys[0], located),
            after is None,
            _reported_value(kind, before),
            _reported_value(kind, after),
            self._old_alteration(lambda own: _mix_aspects(own, self.new, keys)),
            self._new_alteration(lambda own: _mix_aspects(own, self.old, keys)),
            name=keys[0][1] if len(keys[0]) > 1 else "",
            was_deprecated=keys[0] in {("properties", name) for name in self.deprecated},
        )

    def union_edit(self, kind: str, key: Key, branch: Branch) -> Edit:
        """Return the edit that removes a branch from a union or adds one."""
        is_gone = branch in self.old[key].branches
        before, after = (branch.node[1], None) if is_gone else (None, branch.node[1])
        shrink, grow = self._branch_change(key, branch, is_gone=True), self._branch_change(key, branch, is_gone=False)
        made, undone = (shrink, grow) if is_gone else (grow, shrink)
        return Edit(
            kind, branch.node[0], is_gone, before, after, self._old_alteration(made), self._new_alteration(undone)
        )

    def _branch_change(self, key: Key, branch: Branch, *, is_gone: bool) -> Callable[[Aspects], Aspects]:
        """Return what gives a union one branch less or more."""

        def alter(own: Aspects) -> Aspects:
            # Compared by identity: the other schema may have another branch at the same pointer.
            left = [each for each in own[key].branches if each.node[1] is not branch.node[1]]
            branches = left if is_gone else [*own[key].branches, branch]
            formula = self._union_formula(key, [each.formula for each in branches])
            return {**own, key: replace(own[key], branches=tuple(branches), formula=formula)}

        return alter

    def whole_edit(self, kind: str, old: Formula, new: Formula) -> Edit:
        """Return the edit that replaces everything the location says."""
        (first, *_), (last, *_) = self.old_nodes, self.new_nodes
        made, undone = Alteration(self.old_nodes, False, formula=new), Alteration(self.new_nodes, False, formula=old)
        return Edit(kind, last[0], False, first[1], last[1], made, undone)

    def _old_alteration(self, alter: Callable[[Aspects], Aspects]) -> Alteration:
        return Alteration(self.old_nodes, NULL_KEY in self.old, alter)

    def _new_alteration(self, alter: Callable[[Aspects], Aspects]) -> Alteration:
        return Alteration(self.new_nodes, NULL_KEY in self.new, alter)

    def _union_formula(self, key: Key, parts: Sequence[Formula]) -> Formula:
        return self.algebra.any_of(parts) if key == ("anyOf",) else self.algebra.exactly_one(parts)

    def _formula(self, aspects: Aspects, key: Key) -> Formula | None:
        return aspects[key].formula if key in aspects else None

    def _take(self, left: dict[Key, None], keys: Sequence[Key]) -> tuple[Key, ...]:
        for key in keys:
            left.pop(key, None)
        return tuple(keys)

    def _renamed_fields(self, keys: Mapping[Key, None]) -> list[tuple[str, str]]:
        # A field that was announced to leave has left, whatever comes beside it.
        gone = [key[1] for key in keys if key[0] == "properties" and key not in self.new]
        gone = [name for name in gone if name not in self.deprecated]
        come = [key[1] for key in keys if key[0] == "properties" and key not in self.old]
        return pair_by_similarity(gone, come, Likeness(self._similarity, _ALIKE, self._features))

    def _features(self, name: str) -> Features:
        aspect = self.old.get(("properties", name)) or self.new["properties", name]
        return Features(name_words(name) | text_words(as_text(as_object(aspect.value).get("description")) or ""))

    def _similarity(self, gone: str, come: str) -> float:
        """Return how likely one field became the other: same formula, and a similar name or description."""
        before, after = self.old["properties", gone], self.new["properties", come]
        # Compared under one name, since the name is what differs; equal formulas are one object.
        if self.algebra.atoms.member("", _inner_formula(before)) is not self.algebra.atoms.member(
            "", _inner_formula(after)
        ):
            return 0.0
        texts = [as_text(as_object(aspect.value).get("description")) for aspect in (before, after)]
        described = text_similarity(texts[0], texts[1]) if texts[0] and texts[1] else 0.0
        # Equal formulas count for something: one word in common is enough where the formulas are the same.
        return max(described, min(1.0, name_similarity(gone, come) + 0.3 if name_similarity(gone, come) else 0.0))

    def _pointer(self, key: Key, aspect: Aspect | None) -> str:
        if key == NULL_KEY:
            # Null has no keyword of its own: it is located at the type or the values that list it.
            typed = [side[other] for side in (self.new, self.old) for other in (("type",), ("enum",)) if other in side]
            return typed[0].pointer if typed else self.new_nodes[0][0]
        return aspect.pointer if aspect else self.new_nodes[0][0]

    def _kind(self, key: Key) -> str:
        before, after = self.old.get(key), self.new.get(key)
        if key == NULL_KEY:
            return "null_allowed" if after else "null_refused"
        if key[0] == "required":
            return "field_required" if after else "field_optional"
        if key in (REST, UNEVALUATED):
            if after and after.formula is self.algebra.never:
                return "object_closed"
            if before and before.formula is self.algebra.never:
                return "object_opened"
        verb = "added" if before is None else "removed" if after is None else "changed"
        return f"{snake_case(key[0])}_{verb}"


def _mix_aspects(aspects: Aspects, others: Aspects, keys: Sequence[Key]) -> dict[Key, Aspect]:
    """Return the aspects, with those of the given keys taken from ``others``."""
    mixed = {key: aspect for key, aspect in aspects.items() if key not in keys}
    for key in keys:
        if key in others:
            mixed[key] = replace(others[key], layer=_layer(aspects, key))
    return mixed


def _layer(aspects: Aspects, key: Key) -> str:
    """Return the layer for an aspect taken from elsewhere: the one with the remaining members, else with members."""
    if key in aspects:
        return aspects[key].layer
    rests = [aspect.layer for other, aspect in aspects.items() if other in (REST, UNEVALUATED)]
    members = [aspect.layer for other, aspect in aspects.items() if other[0] == "properties"]
    return next(iter((*rests, *members)), "")


def altered_root(reading: Reading, alterations: Iterable[Alteration]) -> Formula:
    """Return the formula of the complete schema with all of these alterations."""
    by_location: dict[tuple[str, ...], list[Alteration]] = {}
    for one in alterations:
        by_location.setdefault(tuple(node[0] for node in one.nodes), []).append(one)
    replaced: dict[str, Callable[[Reading], Formula]] = {}
    for pointers, together in by_location.items():
        # A subschema that describes two locations in different company can be altered for one of them.
        if replaced.keys().isdisjoint(pointers):
            replaced |= dict.fromkeys(pointers, _anything)
            replaced[pointers[0]] = _location_formula(together)
    return reading.root_with_replacements(replaced)


def _anything(reading: Reading) -> Formula:
    return reading.algebra.always


def _location_formula(together: Sequence[Alteration]) -> Callable[[Reading], Formula]:
    def formula(reading: Reading) -> Formula:
        given = next((one.formula for one in together if one.formula is not None), None)
        if given is not None:
            return given
        aspects: Aspects = aspects_of(reading, together[0].nodes, accepts_null=together[0].accepts_null)
        for one in together:
            aspects = one.alter(aspects) if one.alter else aspects
        return compose(reading.algebra, aspects)

    return formula


def _inner_formula(aspect: Aspect) -> Formula:
    return aspect.formula.inner if isinstance(aspect.formula, Member) else aspect.formula


def _reported_value(kind: str, aspect: Aspect | None) -> JsonValue:
    if aspect is None:
        return None
    if kind == "field_renamed":
        return aspect.pointer.rpartition("/")[2]
    return aspect.value
