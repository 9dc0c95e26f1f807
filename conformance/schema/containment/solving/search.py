"""Finds instances of a formula type by type, or proves that none exists.

A formula is split into conjunctions of atoms of one type, and the module for that type builds instances of each.
Whatever is left out along the way is noted as a doubt: only a search without doubts that finds nothing is a proof.

The smallest instance of a formula does not contain another instance of it, which would be smaller. So a formula that
recurs inside itself is assumed to be empty there, which makes the search finite for recursive schemas.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from conformance.documents.values import JsonValue, identity
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.formulas import ARRAY, BOOLEAN, NUMBER, OBJECT, STRING, TYPES, Formula
from conformance.schema.containment.keywords import literal
from conformance.schema.containment.solving.arrays import instances_of_arrays
from conformance.schema.containment.solving.branching import Branching
from conformance.schema.containment.solving.finder import InstanceSample
from conformance.schema.containment.solving.numbers import instances_of_numbers
from conformance.schema.containment.solving.objects import Objects
from conformance.schema.containment.solving.strings import instances_of_strings

# Nested values in one instance: parts are shared while it is built, but it is compared and validated as a tree.
_MOST_NODES = 50_000
# A long text counts as one value per so many characters, and so is limited too.
_CHARACTERS_PER_NODE = 100
# All texts that one search builds, which it remembers.
_MOST_CHARACTERS = 20_000_000
# Larger than any depth: nothing rests on an assumption.
_NEVER_OPEN = 1_000_000


class Search:
    """The search for instances in one question; it remembers what it found for every formula."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.doubts: dict[str, None] = {}
        self._characters = 0
        self._objects = Objects(self)
        self._sizes: dict[int, tuple[JsonValue, int]] = {}
        """The nodes of each container that was built, by its identity, which holds while the container is kept."""
        self._known: dict[Formula, InstanceSample] = {}
        self._open: dict[Formula, int] = {}
        self._supposed_empty: dict[Formula, tuple[int, int]] = {}
        self._lowest_hit = _NEVER_OPEN

    def forget(self) -> None:
        """Drop what was found: a search and its parts refer to each other, so long texts would live on after it."""
        self._known.clear()
        self._sizes.clear()

    def doubt(self, reason: str) -> None:
        """Note that something was left out: finding nothing no longer proves that there is nothing."""
        self.doubts[reason] = None

    def may_keep(self, text: str) -> bool:
        """Count a text that was built; false, with a doubt, if all texts together are too long to be kept."""
        self._characters += len(text)
        if self._characters > _MOST_CHARACTERS:
            self.doubt(f"texts of more than {_MOST_CHARACTERS:,} characters in all were not built")
        return self._characters <= _MOST_CHARACTERS

    def instances(self, formula: Formula, width: int) -> Iterator[JsonValue]:
        """Yield instances; a larger ``width`` tries more values at every location."""
        for of_type in TYPES:
            if formula.types & of_type:
                left = self.algebra.restrict_to_type(formula, of_type)
                if left is not self.algebra.never:
                    yield from filter(self._is_small, self._instances_of_type(of_type, left, width))

    def _is_small(self, value: JsonValue) -> bool:
        if self._nodes(value) <= _MOST_NODES:
            return True
        self.algebra.spend()
        most = _MOST_NODES * _CHARACTERS_PER_NODE
        self.doubt(f"an instance of more than {_MOST_NODES:,} values or {most:,} characters was not built")
        return False

    def _nodes(self, value: JsonValue) -> int:
        """Count the values in a value; its parts were counted when they were built."""
        if isinstance(value, str):
            return 1 + len(value) // _CHARACTERS_PER_NODE
        if not isinstance(value, list | dict):
            return 1
        known = self._sizes.get(id(value))
        if known is not None:
            return known[1]
        size = 1
        for part in value.values() if isinstance(value, dict) else value:
            size += self._nodes(part)
            if size > _MOST_NODES:
                break
        self._sizes[id(value)] = (value, size)
        return size

    def has_instance(self, formula: Formula) -> bool:
        """Say whether an instance of the formula was found."""
        return bool(self.sample(formula, 1).values)

    def sample(self, formula: Formula, wanted: int) -> InstanceSample:
        """Return up to ``wanted`` distinct instances."""
        if formula is self.algebra.never:
            return _EMPTY
        known = self._known.get(formula)
        if known is not None and (known.requested_count >= wanted or known.is_complete):
            return known
        # Assumed empty: whatever is concluded from this rests on the outermost formula of the assumption.
        if formula in self._open or formula in self._supposed_empty:
            rests_on = self._open[formula] if formula in self._open else self._supposed_empty[formula][0]
            self._lowest_hit = min(self._lowest_hit, rests_on)
            return _EMPTY
        return self._find(formula, wanted)

    def has_other_instance(self, formula: Formula, values: Sequence[JsonValue]) -> bool:
        """Say whether an instance of the formula was found that equals none of the values."""
        excluded = (self.algebra.negate(literal(self.algebra, value)) for value in values)
        return self.has_instance(self.algebra.all_of([formula, *excluded]))

    def _find(self, formula: Formula, wanted: int) -> InstanceSample:
        self.algebra.spend()
        depth = len(self._open)
        self._open[formula] = depth
        outer_hit, self._lowest_hit = self._lowest_hit, _NEVER_OPEN
        found = self._draw_sample(formula, wanted)
        del self._open[formula]
        self._settle(formula, found, depth)
        self._lowest_hit = min(outer_hit, self._lowest_hit if self._lowest_hit < depth else _NEVER_OPEN)
        return found

    def _settle(self, formula: Formula, found: InstanceSample, depth: int) -> None:
        """Remember a result; an emptiness that rests on an open formula is only valid while that formula is open."""
        inside = {each: on for each, (on, made_at) in self._supposed_empty.items() if made_at > depth}
        # Final: an instance was found, or the emptiness rests on no formula further out.
        if found.values or self._lowest_hit >= depth:
            for each in inside:
                del self._supposed_empty[each]
            self._known[formula] = found
            if not found.values:
                self._known.update(dict.fromkeys(inside, found))
            return
        for each, on in {**inside, formula: self._lowest_hit}.items():
            self._supposed_empty[each] = (min(on, self._lowest_hit), depth)

    def _draw_sample(self, formula: Formula, wanted: int) -> InstanceSample:
        found: dict[object, JsonValue] = {}
        # Different branches may give the same instance, so a few more than wanted are drawn.
        candidates = self.instances(formula, wanted)
        for value in islice(candidates, 4 * wanted + 16):
            found.setdefault(identity(value), value)
            if len(found) >= wanted:
                return InstanceSample(list(found.values()), wanted, is_complete=False)
        exhausted = len(found) < wanted and next(candidates, None) is None
        # Arrays and objects are only sampled: whether there are others than these is a question of its own.
        no_containers = all(not isinstance(value, list | dict) for value in found.values())
        is_whole = exhausted and no_containers and not self.doubts and self._lowest_hit == _NEVER_OPEN
        return InstanceSample(list(found.values()), wanted, is_complete=is_whole)

    def _instances_of_type(self, of_type: int, formula: Formula, width: int) -> Iterator[JsonValue]:
        for literals in Branching(self, of_type).conjunctions(formula):
            self.algebra.spend()
            if of_type == OBJECT:
                yield from self._objects.instances(literals, width)
            elif of_type == ARRAY:
                yield from instances_of_arrays(self, literals, width)
            elif of_type == STRING:
                yield from instances_of_strings(self, literals, width)
            elif of_type == NUMBER:
                yield from instances_of_numbers(self, literals, width)
            else:
                fixed: tuple[JsonValue, ...] = (True, False) if of_type == BOOLEAN else (None,)
                yield from (value for value in fixed if self.may_hold(literals, value))

    def may_hold(self, literals: Sequence[Formula], value: JsonValue) -> bool:
        """Say whether no literal is known to exclude the value."""
        return all(self.algebra.evaluation.holds(literal, value) is not False for literal in literals)

    def is_possible(self, of_type: int, literals: Sequence[Formula], fresh: Formula) -> bool:
        """Return false if a quick check shows that ``fresh`` contradicts the literals."""
        return of_type != OBJECT or self._objects.is_possible(literals, fresh)


_EMPTY = InstanceSample((), _NEVER_OPEN, is_complete=True)
