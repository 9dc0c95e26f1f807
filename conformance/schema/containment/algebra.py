"""The rest of the algebra: exactly one, not; and what is left of a formula for instances of one type."""

from collections.abc import Iterable
from fractions import Fraction

from conformance.schema.containment.budget import UndecidableError
from conformance.schema.containment.formulas import (
    ARRAY,
    EVERY_TYPE,
    NUMBER,
    OBJECT,
    STRING,
    AllOf,
    AnyOf,
    AtLeast,
    ElementsFrom,
    ExactlyOne,
    Formula,
    Member,
    Not,
    NumberRange,
    Recursion,
    Size,
    TypeIs,
    Values,
    atom_type,
)
from conformance.schema.containment.joining import Connectives

_MOST_COMPARED_PAIRS = 24
_LOOP = Formula(0, -1)
"""Stands for a reference that is being followed."""


class Algebra(Connectives):
    """Formulas of one question, with all their connectives."""

    def members_in(self, names: Formula, inner: Formula) -> Formula:
        """Every member whose name satisfies ``names`` has a value that satisfies ``inner``."""
        about = self.restrict_to_type(names, STRING)
        if isinstance(about, Values):
            return self.all_of([self.member(str(name), inner) for name in about.values.values()])
        return self.matching_members(about, inner)

    def exactly_one(self, parts: Iterable[Formula]) -> Formula:
        """One part holds and no other."""
        counts: dict[Formula, int] = {}
        for part in parts:
            if part is not self.never:
                counts[part] = counts.get(part, 0) + 1
        excluded = [self.negate(part) for part, count in counts.items() if count > 1]
        single = [part for part, count in counts.items() if count == 1]
        if self.always in single:
            excluded += [self.negate(part) for part in single if part is not self.always]
            return self.all_of(excluded)
        return self.all_of([self._make_exactly_one(single), *excluded])

    def _make_exactly_one(self, parts: list[Formula]) -> Formula:
        if len(parts) < 2 or self._are_disjoint(parts):
            return self.any_of(parts)
        types = 0
        for part in parts:
            types |= part.types
        return self._make((ExactlyOne, frozenset(parts)), lambda order: ExactlyOne(types, order, parts=tuple(parts)))

    def _are_disjoint(self, parts: list[Formula]) -> bool:
        if len(parts) > _MOST_COMPARED_PAIRS:
            return False
        pairs = ((left, right) for index, left in enumerate(parts) for right in parts[:index])
        return all(not left.types & right.types or self.all_of((left, right)) is self.never for left, right in pairs)

    def negate(self, formula: Formula) -> Formula:
        """What holds exactly where the formula does not."""
        if formula.opposite is None:
            found = self._build_negation(formula)
            formula.opposite = found
            if found.opposite is None and isinstance(found, Not | AllOf | AnyOf):
                found.opposite = formula
        return formula.opposite

    def _build_negation(self, formula: Formula) -> Formula:
        match formula:
            case TypeIs(types):
                return self.type_atom(EVERY_TYPE & ~types)
            case Not():
                return formula.inner
            case AllOf():
                return self.any_of([self.negate(part) for part in formula.parts])
            case AnyOf():
                return self.all_of([self.negate(part) for part in formula.parts])
            case NumberRange():
                below = self._range_below(formula.low, not formula.low_open)
                above = self._range_above(formula.high, not formula.high_open)
                return self.all_of([self.type_atom(NUMBER), self.any_of([below, above])])
            case Size():
                few = self.size(formula.type, 0, formula.least - 1) if formula.least else self.never
                many = self.never if formula.most is None else self.size(formula.type, formula.most + 1, None)
                return self.all_of([self.type_atom(formula.type), self.any_of([few, many])])
            case ElementsFrom() if formula.index == 0:
                return self.all_of([self.type_atom(ARRAY), self.min_matching_elements(1, self.negate(formula.inner))])
            case AtLeast() if formula.count == 1:
                return self.all_of([self.type_atom(ARRAY), self.elements_from(0, self.negate(formula.inner))])
            case _:
                return self._make_not(formula, atom_type(formula) or EVERY_TYPE)

    def _range_below(self, high: Fraction | None, is_open: bool) -> Formula:
        return self.never if high is None else self.number_range(None, False, high, is_open)

    def _range_above(self, low: Fraction | None, is_open: bool) -> Formula:
        return self.never if low is None else self.number_range(low, is_open, None, False)

    def restrict_to_type(self, formula: Formula, of_type: int) -> Formula:
        """What is left of a formula when the instance is known to be of one type."""
        found = formula.by_type.get(of_type)
        if found is None:
            self.spend()
            if isinstance(formula, Recursion):
                if formula.target is None:
                    raise UndecidableError("a schema of names leads back to the schema that holds it")
                formula.by_type[of_type] = _LOOP
            found = self._restrict(formula, of_type)
            formula.by_type[of_type] = found
            found.by_type[of_type] = found
        if found is _LOOP:
            raise UndecidableError("a reference leads back to itself at the same place of the instance")
        return found

    def _restrict(self, formula: Formula, of_type: int) -> Formula:
        if not formula.types & of_type:
            return self.never
        match formula:
            case TypeIs():
                return self.always
            case Values():
                return self._values_of_type(formula, of_type)
            case AllOf():
                return self.all_of([self.restrict_to_type(part, of_type) for part in formula.parts])
            case AnyOf():
                return self.any_of([self.restrict_to_type(part, of_type) for part in formula.parts])
            case ExactlyOne():
                return self.exactly_one([self.restrict_to_type(part, of_type) for part in formula.parts])
            case Not():
                return self._restrict_negation(formula, of_type)
            case Recursion() if formula.target is not None:
                return self.restrict_to_type(formula.target, of_type)
            case Member() if formula.inner is self.never and of_type == OBJECT:
                return self.negate(self.has_member(formula.name))
            case _:
                spoken_of = atom_type(formula)
                return formula if spoken_of is None or spoken_of == of_type else self.always

    def _restrict_negation(self, formula: Not, of_type: int) -> Formula:
        inner = self.restrict_to_type(formula.inner, of_type)
        opposite = self.negate(inner)
        return (
            opposite
            if inner is formula.inner or isinstance(opposite, Not)
            else self.restrict_to_type(opposite, of_type)
        )

    def _values_of_type(self, formula: Values, of_type: int) -> Formula:
        kept = {
            key: value for key, value in formula.values.items() if self.evaluation.holds(self.type_atom(of_type), value)
        }
        return self.scalars(kept)
