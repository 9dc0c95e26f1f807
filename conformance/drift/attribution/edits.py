"""Finds the edits that lead from one schema to another, location by location; one intention is one edit.

Locations are paired by their path in an instance, not by where they are written: a moved definition, a flattened
``allOf`` or another spelling of null is not an edit.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from conformance.drift.attribution.aspects import Aspect, Aspects, Branch, InterdependentAspectsError, Key, aspects_of
from conformance.drift.attribution.layers import Node, Reading
from conformance.drift.attribution.location_pair import Edit, LocationPair
from conformance.schema.containment.formulas import AllOf, Formula, Has, Member, Values

MOST_EDITS = 200
"""Edits of one schema that are reported one by one; a longer report would not be read."""
# Stops the descent where both schemas recurse and differ at every level.
_DEEPEST = 100


class FoundEdits(Struct, frozen=True):
    """The edits from one schema to another, each with all locations that it applies to, and whether there are more."""

    edits: Sequence[Sequence[Edit]]
    is_cut: bool


def edits_between(old: Reading, new: Reading) -> FoundEdits:
    """Return the edits from old to new, at most ``MOST_EDITS``."""
    # A definition may describe several locations, and its edit is found at each.
    alike: dict[tuple[str, str, str], list[Edit]] = {}
    is_cut = False
    for edit in _Finder(old, new).edits([("", old.schema)], [("", new.schema)], 0):
        key = (edit.kind, edit.pointer, edit.name)
        if key in alike or len(alike) < MOST_EDITS:
            alike.setdefault(key, []).append(edit)
        else:
            is_cut = True
    return FoundEdits(list(alike.values()), is_cut)


class _Finder:
    def __init__(self, old: Reading, new: Reading) -> None:
        self._old = old
        self._new = new
        self._seen: set[tuple[str, ...]] = set()

    def edits(self, old: Sequence[Node], new: Sequence[Node], depth: int) -> Iterator[Edit]:
        """Yield the edits at one location and at all locations below it."""
        # The empty text separates the two sides. An unchanged location is one formula object and ends the descent.
        pointers = (*(node[0] for node in old), "", *(node[0] for node in new))
        formulas = (self._old.formula(old), self._new.formula(new))
        if pointers in self._seen or depth > _DEEPEST or formulas[0] is formulas[1]:
            return
        self._seen.add(pointers)
        nulls = [self._old.algebra.evaluation.holds(formula, None) for formula in formulas]
        aspects: tuple[Aspects, Aspects] = {}, {}
        # Without aspects no key differs, and the location is reported as one change below.
        with suppress(InterdependentAspectsError):
            aspects = aspects_of(self._old, old), aspects_of(self._new, new)
        pair = LocationPair(
            self._old.algebra, old, new, *aspects, nulls[0] == nulls[1], self._announced_leavers(*aspects)
        )
        differing = pair.differing_keys()
        if not differing or _is_union_replacement(pair, differing):
            yield pair.whole_edit("alternatives_changed" if differing else "schema_changed", *formulas)
            return
        # A difference inside a common subschema is reported there, not at the keyword that holds it.
        inside = [key for key in differing if _can_descend(pair, key)]
        for kind, keys in pair.group_keys([key for key in differing if key not in inside]):
            yield pair.edit(kind, keys)
        for key in inside:
            yield from self._inner_edits(pair, key, depth)

    def _announced_leavers(self, old: Aspects, new: Aspects) -> frozenset[str]:
        """Return the fields that only the old schema has, and marks as deprecated in any of its parts."""
        gone = {key[1]: aspect.nodes for key, aspect in old.items() if key[0] == "properties" and key not in new}
        return frozenset(name for name, nodes in gone.items() if self._is_deprecated(nodes))

    def _is_deprecated(self, nodes: Sequence[Node]) -> bool:
        return any(written.get("deprecated") is True for _, written in self._old.subschemas(nodes))

    def _inner_edits(self, pair: LocationPair, key: Key, depth: int) -> Iterator[Edit]:
        before, after = pair.old[key], pair.new[key]
        if before.nodes:
            yield from self.edits(before.nodes, after.nodes, depth + 1)
        else:
            yield from self._union_edits(pair, key, before, after, depth)

    def _union_edits(self, pair: LocationPair, key: Key, before: Aspect, after: Aspect, depth: int) -> Iterator[Edit]:
        pairs = pair_branches(before.branches, after.branches)
        for left, right in pairs:
            yield from self.edits([left.node], [right.node], depth + 1)
        # Compared by identity: two branches of the same union may have equal values.
        paired = {id(branch) for both in pairs for branch in both}
        lost = [branch for branch in before.branches if id(branch) not in paired]
        come = [branch for branch in after.branches if id(branch) not in paired]
        yield from (pair.union_edit("variant_removed", key, branch) for branch in lost)
        yield from (pair.union_edit("variant_added", key, branch) for branch in come)


def pair_branches(old: Sequence[Branch], new: Sequence[Branch]) -> list[tuple[Branch, Branch]]:
    """Pair the branches of two unions: equal ones, ones that share a tag, then the only two left."""
    lost, come, pairs = list(old), list(new), list[tuple[Branch, Branch]]()
    for marks_of in (_identity, _tags):
        found = _pairs_with_common_mark(lost, come, marks_of)
        pairs += [(lost[i], come[j]) for i, j in found.items()]
        taken = set(found.values())
        lost = [branch for i, branch in enumerate(lost) if i not in found]
        come = [branch for j, branch in enumerate(come) if j not in taken]
    return [*pairs, (lost[0], come[0])] if len(lost) == len(come) == 1 else pairs


def _pairs_with_common_mark(
    lost: Sequence[Branch], come: Sequence[Branch], marks_of: Callable[[Formula], set[object]]
) -> dict[int, int]:
    """Pair each old branch with the first new one that shares a mark and is not taken; unions may be long."""
    index: dict[object, deque[int]] = {}
    for j, branch in enumerate(come):
        for mark in marks_of(branch.formula):
            index.setdefault(mark, deque()).append(j)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for i, branch in enumerate(lost):
        waiting = [index[mark] for mark in marks_of(branch.formula) if mark in index]
        for positions in waiting:
            while positions and positions[0] in taken:
                positions.popleft()
        first = min((positions[0] for positions in waiting if positions), default=None)
        if first is not None:
            found[i] = first
            taken.add(first)
    return found


def _identity(formula: Formula) -> set[object]:
    return {id(formula)}


def _is_union_replacement(pair: LocationPair, differing: Sequence[Key]) -> bool:
    """Say whether a union replaced the type or values of a location, or was replaced by them."""
    unions = [key for key in (("anyOf",), ("oneOf",)) if (key in pair.old) is not (key in pair.new)]
    return bool(unions) and not {("type",), ("enum",)}.isdisjoint(differing)


def _can_descend(pair: LocationPair, key: Key) -> bool:
    """Say whether both sides have subschemas or branches in which to look for the difference."""
    before, after = pair.old.get(key), pair.new.get(key)
    if before is None or after is None:
        return False
    return bool((before.nodes and after.nodes) or (before.branches and after.branches))


def _tags(formula: Formula) -> set[object]:
    """Return the constants that identify a branch: the listed values of each required member."""
    parts = formula.parts if isinstance(formula, AllOf) else (formula,)
    needed = {part.name for part in parts if isinstance(part, Has)}
    return {
        (part.name, key)
        for part in parts
        if isinstance(part, Member) and part.name in needed and isinstance(part.inner, Values)
        for key in part.inner.values
    }
