"""The pool of atoms of one question: formulas without connectives, each built at most once.

Equal atoms are one object. An atom that says nothing becomes the formula that always holds, an atom that no value of
its type satisfies becomes "another type", and two atoms about the same subject merge into one.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias, cast

from conformance.documents.values import JsonValue, identity
from conformance.schema.containment.formulas import (
    ARRAY,
    BOOLEAN,
    EVERY_TYPE,
    NULL,
    NUMBER,
    AtLeast,
    Distinct,
    ElementAt,
    ElementsFrom,
    Formula,
    Has,
    Key,
    Member,
    MembersIn,
    MultipleOf,
    Not,
    NumberRange,
    Opaque,
    Pattern,
    Recursion,
    Size,
    TypeIs,
    Values,
    type_of,
)
from conformance.schema.patterns.automata import Languages
from conformance.schema.patterns.languages import language_of

Join: TypeAlias = Callable[[Iterable[Formula]], Formula]
"""Joins several formulas into one."""


class Atoms:
    """Builds the atoms of one question; ``spend`` is called for each new one and may raise to stop the question."""

    def __init__(self, spend: Callable[[], None]) -> None:
        self._spend = spend
        self.languages = Languages(spend)
        self._pool: dict[Hashable, Formula] = {}
        self.always = self.type_atom(EVERY_TYPE)
        self.never = self.type_atom(0)

    def type_atom(self, types: int) -> Formula:
        """Return "the instance has one of the types", given as bits."""
        return self.make((TypeIs, types), lambda order: TypeIs(types, order))

    def scalars(self, found: dict[Key, JsonValue]) -> Formula:
        """Return "the instance is one of these scalars"; null must not be among them, and at most one boolean."""
        types = 0
        for value in found.values():
            types |= type_of(value)
        if not found:
            return self.never
        return self.make((Values, frozenset(found)), lambda order: Values(types, order, values=found))

    def number_range(self, low: Fraction | None, low_open: bool, high: Fraction | None, high_open: bool) -> Formula:
        """Return "a number lies between these bounds"; ``None`` means unbounded, an open bound is exclusive."""
        if low is None and high is None:
            return self.always
        # An empty interval: no number is left, so the instance must be of another type.
        if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
            return self.type_atom(EVERY_TYPE & ~NUMBER)
        # A bound that is missing is neither open nor closed.
        low_open, high_open = low_open and low is not None, high_open and high is not None
        key = (NumberRange, low, low_open, high, high_open)
        return self.make(
            key,
            lambda order: NumberRange(EVERY_TYPE, order, low=low, low_open=low_open, high=high, high_open=high_open),
        )

    def multiple_of(self, step: Fraction) -> Formula:
        """Return "a number is an integer multiple of ``step``"."""
        return self.make((MultipleOf, step), lambda order: MultipleOf(EVERY_TYPE, order, step=step))

    def size(self, of_type: int, least: int, most: int | None) -> Formula:
        """Return "the number of characters, elements or members is between the bounds"."""
        if least <= 0 and most is None:
            return self.always
        # An empty range of counts: no instance of the type is left.
        if most is not None and max(least, 0) > most:
            return self.type_atom(EVERY_TYPE & ~of_type)
        key = (Size, of_type, max(least, 0), most)
        return self.make(key, lambda order: Size(EVERY_TYPE, order, type=of_type, least=max(least, 0), most=most))

    def pattern(self, text: str) -> Formula:
        """Return "a string has a match of the pattern"."""
        key = (Pattern, text)
        if key in self._pool:
            return self._pool[key]
        found = language_of(text, self.languages)
        # A pattern that every string matches says nothing; an inexact language may be wider than the pattern.
        if found.exact and found.term is self.languages.anything:
            return self.always
        return self.make(
            key, lambda order: Pattern(EVERY_TYPE, order, text=text, language=found.term, exact=found.exact)
        )

    def element_at(self, index: int, inner: Formula) -> Formula:
        """Return "the element at the index, if any, satisfies ``inner``"."""
        # No value fits the element, so the array must end before it.
        if inner is self.never:
            return self.size(ARRAY, 0, index)
        return self._make_unless_always(
            (ElementAt, index, inner),
            inner,
            lambda order: ElementAt(EVERY_TYPE, order, index=index, inner=inner),
        )

    def elements_from(self, index: int, inner: Formula) -> Formula:
        """Return "every element from the index on satisfies ``inner``"."""
        if inner is self.never:
            return self.size(ARRAY, 0, index)
        return self._make_unless_always(
            (ElementsFrom, index, inner),
            inner,
            lambda order: ElementsFrom(EVERY_TYPE, order, index=index, inner=inner),
        )

    def min_matching_elements(self, count: int, inner: Formula) -> Formula:
        """Return "at least ``count`` elements satisfy ``inner``"."""
        # Any element counts, so it is a matter of length alone.
        if inner is self.always or count <= 0:
            return self.size(ARRAY, count, None)
        # No element ever counts, so no array has enough of them.
        if inner is self.never:
            return self.type_atom(EVERY_TYPE & ~ARRAY)
        return self.make((AtLeast, count, inner), lambda order: AtLeast(EVERY_TYPE, order, count=count, inner=inner))

    def distinct_elements(self) -> Formula:
        """Return "no two elements are equal"."""
        return self.make((Distinct,), lambda order: Distinct(EVERY_TYPE, order))

    def has_member(self, name: str) -> Formula:
        """Return "the object has a member of this name"."""
        return self.make((Has, name), lambda order: Has(EVERY_TYPE, order, name=name))

    def member(self, name: str, inner: Formula) -> Formula:
        """Return "the member of this name, if any, satisfies ``inner``"."""
        return self._make_unless_always(
            (Member, name, inner), inner, lambda order: Member(EVERY_TYPE, order, name=name, inner=inner)
        )

    def matching_members(self, names: Formula, inner: Formula) -> Formula:
        """Return "every member whose name satisfies ``names``, a formula about strings, satisfies ``inner``"."""
        if names is self.never:
            return self.always
        return self._make_unless_always(
            (MembersIn, names, inner), inner, lambda order: MembersIn(EVERY_TYPE, order, names=names, inner=inner)
        )

    def recursion(self, place: tuple[str, str]) -> Recursion:
        """Return a placeholder for the schema at a pointer, whose target is filled in later."""
        return cast("Recursion", self.make((Recursion, place), lambda order: Recursion(EVERY_TYPE, order)))

    def opaque_formula(self, reason: str, identity_of_it: Hashable) -> Formula:
        """Return a formula of unknown truth, for what cannot be modelled; equal keys give the same formula."""
        return self.make((Opaque, identity_of_it), lambda order: Opaque(EVERY_TYPE, order, reason=reason))

    def negation(self, inner: Formula, types: int) -> Formula:
        """Return the explicit negation of a formula that has no simpler opposite."""
        return self.make((Not, inner), lambda order: Not(types, order, inner=inner))

    def meet(self, left: Formula, right: Formula, join: Join) -> Formula:
        """Merge two atoms with the same ``subject_of`` into one; ``join`` builds the conjunction of inner formulas."""
        match left, right:
            case Size(), Size():
                most = [size.most for size in (left, right) if size.most is not None]
                return self.size(left.type, max(left.least, right.least), min(most, default=None))
            case NumberRange(), NumberRange():
                low, low_open = _tighter_bound(left.low, left.low_open, right.low, right.low_open, 1)
                high, high_open = _tighter_bound(left.high, left.high_open, right.high, right.high_open, -1)
                return self.number_range(low, low_open, high, high_open)
            # Two grids through zero meet in the grid of their least common multiple.
            case MultipleOf(), MultipleOf():
                return self.multiple_of(least_common_multiple(left.step, right.step))
            # "Every such part fits A" and "every such part fits B" is "every such part fits A and B".
            case Member(), Member():
                return self.member(left.name, join((left.inner, right.inner)))
            case ElementAt(), ElementAt():
                return self.element_at(left.index, join((left.inner, right.inner)))
            case ElementsFrom(), ElementsFrom():
                return self.elements_from(left.index, join((left.inner, right.inner)))
            case MembersIn(), MembersIn():
                return self.matching_members(left.names, join((left.inner, right.inner)))
            case _:
                return left

    def split_scalars(self, values: Iterable[JsonValue]) -> tuple[int, dict[Key, JsonValue]]:
        """Split scalars into the types that they exhaust and the remaining values."""
        types = 0
        found: dict[Key, JsonValue] = {}
        for value in values:
            if value is None:
                types |= NULL
            else:
                found[_key(value)] = value
        # Null is the only value of its type; true and false together are all booleans.
        if _key(True) in found and _key(False) in found:
            types |= BOOLEAN
            del found[_key(True)], found[_key(False)]
        return types, found

    def _make_unless_always(self, key: Hashable, inner: Formula, build: Callable[[int], Formula]) -> Formula:
        return self.always if inner is self.always else self.make(key, build)

    def make(self, key: Hashable, build: Callable[[int], Formula]) -> Formula:
        """Return the formula with this key; ``build`` gets its sequence number if it is new."""
        found = self._pool.get(key)
        if found is None:
            self._spend()
            found = build(len(self._pool))
            self._pool[key] = found
        return found


def subject_of(formula: Formula) -> Hashable:
    """Return the subject of a formula: two conjuncts with the same subject are merged.

    A formula that is never merged is its own subject. That holds for existential formulas (two ``contains`` may be
    satisfied by two elements), patterns and negations.
    """
    match formula:
        case Size():
            return (Size, formula.type)
        case NumberRange() | MultipleOf():
            return type(formula)
        case Member():
            return (Member, formula.name)
        case ElementAt() | ElementsFrom():
            return (type(formula), formula.index)
        case MembersIn():
            return (MembersIn, formula.names)
        case _:
            return formula


def least_common_multiple(left: Fraction, right: Fraction) -> Fraction:
    """Return the smallest number that is a whole multiple of both."""
    # Both fractions are in lowest terms, so the multiples of a/b and c/d meet first at lcm(a, c) / gcd(b, d).
    return Fraction(lcm(left.numerator, right.numerator), gcd(left.denominator, right.denominator))


def _tighter_bound(
    left: Fraction | None, left_open: bool, right: Fraction | None, right_open: bool, sign: int
) -> tuple[Fraction | None, bool]:
    """The stricter of two bounds; ``sign`` is 1 for lower bounds and -1 for upper ones."""
    if left is None or right is None:
        return (right, right_open) if left is None else (left, left_open)
    # At the same number the bound that excludes the number is the stricter one.
    if left == right:
        return left, left_open or right_open
    return (left, left_open) if (left - right) * sign > 0 else (right, right_open)


def _key(value: JsonValue) -> Key:
    return cast("Key", identity(value))
