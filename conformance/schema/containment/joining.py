"""Joins formulas by "every" and "some", and writes in one way what two spellings share.

Whatever is simplified here need not be proved later: most edits of a schema leave most of its formulas the same object.
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import gcd, lcm

from conformance.documents.values import JsonValue
from conformance.schema.containment.atoms import Atoms
from conformance.schema.containment.formulas import (
    EVERY_TYPE,
    OBJECT,
    AllOf,
    AnyOf,
    ElementAt,
    ElementsFrom,
    Formula,
    Key,
    Member,
    MembersIn,
    MultipleOf,
    NumberRange,
    Size,
    TypeIs,
    Values,
    atom_type,
)


class Connectives(Atoms):
    """Formulas of one question, with "every" and "some"."""

    def enumeration(self, values: Iterable[JsonValue]) -> Formula:
        """One of the scalars."""
        types, found = self._split_scalars(values)
        return self.any_of([self.type_atom(types), self.scalars(found)])

    def all_of(self, parts: Iterable[Formula]) -> Formula:
        """All parts hold."""
        given = dict.fromkeys(parts)
        types, values, rest = self._conjuncts(given)
        if self._has_contradiction(rest, types) or any(part.opposite in given for part in given if part.opposite):
            return self.never
        narrowed = types
        for part in rest:
            narrowed &= part.types
        if values is not None:
            return self._filter_values(values, narrowed, rest)
        if any(isinstance(part, AnyOf) and self._is_wider(part, narrowed) for part in rest):
            return self.all_of(
                [self.type_atom(narrowed), *(self._restrict_alternatives(part, narrowed) for part in rest)]
            )
        about = [part for part in rest if (atom_type(part) or narrowed) & narrowed]
        about = [part for part in about if not (isinstance(part, AnyOf) and any(one in rest for one in part.parts))]
        implied = EVERY_TYPE
        for part in about:
            implied &= part.types
        if not narrowed:
            return self.never
        typed = about if implied & ~narrowed == 0 else [self.type_atom(narrowed), *about]
        if len(typed) < 2:
            return typed[0] if typed else self.always
        return self._make((AllOf, frozenset(typed)), lambda order: AllOf(narrowed, order, parts=tuple(typed)))

    def _is_wider(self, formula: AnyOf, types: int) -> bool:
        """Say whether an alternative is for other types alone, or for more types."""
        return any(
            not part.types & types or (isinstance(part, TypeIs) and part.types & ~types) for part in formula.parts
        )

    def _restrict_alternatives(self, formula: Formula, types: int) -> Formula:
        """A choice without the alternatives for other types."""
        if not isinstance(formula, AnyOf):
            return formula
        kept = [part for part in formula.parts if part.types & types]
        return self.any_of([self.type_atom(part.types & types) if isinstance(part, TypeIs) else part for part in kept])

    def _conjuncts(self, parts: Iterable[Formula]) -> tuple[int, dict[Key, JsonValue] | None, dict[Formula, None]]:
        types, values = EVERY_TYPE, None
        merged: dict[Hashable, Formula] = {}
        pending = list(parts)[::-1]
        while pending:
            part = pending.pop()
            if isinstance(part, AllOf):
                pending.extend(reversed(part.parts))
            elif isinstance(part, TypeIs):
                types &= part.types
            elif isinstance(part, Values):
                values = {key: part.values[key] for key in part.values if values is None or key in values}
            else:
                key = _merge_key(part)
                joined = self._merge(merged[key], part) if key in merged else part
                if _merge_key(joined) == key:
                    merged[key] = joined
                else:
                    del merged[key]
                    pending.append(joined)
        return types, values, dict.fromkeys(merged.values())

    def _merge(self, left: Formula, right: Formula) -> Formula:
        """One atom for two of the same kind and place."""
        match left, right:
            case Size(), Size():
                most = [size.most for size in (left, right) if size.most is not None]
                return self.size(left.type, max(left.least, right.least), min(most, default=None))
            case NumberRange(), NumberRange():
                low, low_open = _tighter_bound(left.low, left.low_open, right.low, right.low_open, 1)
                high, high_open = _tighter_bound(left.high, left.high_open, right.high, right.high_open, -1)
                return self.number_range(low, low_open, high, high_open)
            case MultipleOf(), MultipleOf():
                return self.multiple_of(least_common_multiple(left.step, right.step))
            case Member(), Member():
                return self.member(left.name, self.all_of((left.inner, right.inner)))
            case ElementAt(), ElementAt():
                return self.element_at(left.index, self.all_of((left.inner, right.inner)))
            case ElementsFrom(), ElementsFrom():
                return self.elements_from(left.index, self.all_of((left.inner, right.inner)))
            case MembersIn(), MembersIn():
                return self.matching_members(left.names, self.all_of((left.inner, right.inner)))
            case _:
                return left

    def _has_contradiction(self, parts: dict[Formula, None], types: int) -> bool:
        for part in parts:
            if part.opposite in parts:
                return True
            if (
                isinstance(part, Member)
                and part.inner is self.never
                and types == OBJECT
                and self.has_member(part.name) in parts
            ):
                return True
        return False

    def _filter_values(self, values: dict[Key, JsonValue], types: int, rest: Iterable[Formula]) -> Formula:
        tests = [self.type_atom(types), *rest]
        unsure: dict[Formula, None] = {}
        kept: dict[Key, JsonValue] = {}
        for key, value in values.items():
            answers = [self.evaluation.holds(test, value) for test in tests]
            if False not in answers:
                kept[key] = value
                unsure.update({test: None for test, answer in zip(tests, answers, strict=True) if answer is None})
        found = self.scalars(kept)
        if found is self.never or not unsure:
            return found
        both = (found, *unsure)
        return self._make((AllOf, frozenset(both)), lambda order: AllOf(found.types, order, parts=both))

    def any_of(self, parts: Iterable[Formula]) -> Formula:
        """At least one part holds."""
        types, values, rest = self._disjuncts(parts)
        exhausted, found = self._split_scalars(values.values())
        types |= exhausted
        found = {key: value for key, value in found.items() if not self.evaluation.holds(self.type_atom(types), value)}
        rest = {part: None for part in rest if part.types & ~types and not self._is_absorbed(part, rest)}
        if types == EVERY_TYPE or any(part.opposite in rest or (atom_type(part) or 0) & types for part in rest):
            return self.always
        named: list[Formula] = [self.type_atom(types)] if types else []
        named += [self.scalars(found)] if found else []
        joined = (*named, *rest)
        if len(joined) < 2:
            return joined[0] if joined else self.never
        covered = 0
        for part in joined:
            covered |= part.types
        return self._make((AnyOf, frozenset(joined)), lambda order: AnyOf(covered, order, parts=joined))

    def _disjuncts(self, parts: Iterable[Formula]) -> tuple[int, dict[Key, JsonValue], dict[Formula, None]]:
        types = 0
        values: dict[Key, JsonValue] = {}
        rest: dict[Formula, None] = {}
        pending = list(parts)[::-1]
        while pending:
            part = pending.pop()
            if isinstance(part, AnyOf):
                pending.extend(reversed(part.parts))
            elif isinstance(part, TypeIs):
                types |= part.types
            elif isinstance(part, Values):
                values.update(part.values)
            else:
                rest[part] = None
        return types, values, rest

    def _is_absorbed(self, part: Formula, others: dict[Formula, None]) -> bool:
        return isinstance(part, AllOf) and any(inner in others for inner in part.parts)


def least_common_multiple(left: Fraction, right: Fraction) -> Fraction:
    """Return the smallest number that is a whole multiple of both."""
    return Fraction(lcm(left.numerator, right.numerator), gcd(left.denominator, right.denominator))


def _merge_key(part: Formula) -> Hashable:
    match part:
        case Size():
            return (Size, part.type)
        case NumberRange() | MultipleOf():
            return type(part)
        case Member():
            return (Member, part.name)
        case ElementAt() | ElementsFrom():
            return (type(part), part.index)
        case MembersIn():
            return (MembersIn, part.names)
        case _:
            return part


def _tighter_bound(
    left: Fraction | None, left_open: bool, right: Fraction | None, right_open: bool, sign: int
) -> tuple[Fraction | None, bool]:
    """The stricter of two bounds; ``sign`` is 1 for lower bounds and -1 for upper ones."""
    if left is None or right is None:
        return (right, right_open) if left is None else (left, left_open)
    if left == right:
        return left, left_open or right_open
    return (left, left_open) if (left - right) * sign > 0 else (right, right_open)
