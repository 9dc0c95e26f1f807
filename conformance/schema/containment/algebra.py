"""The algebra of formulas: conjunction, disjunction, "exactly one" and negation, and the restriction to one type.

Formulas are kept in a normal form, so that different spellings become the same object. Whatever is simplified here need
not be proved later, and most edits of a schema leave most of its formulas unchanged.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

from conformance.documents.values import JsonValue
from conformance.schema.containment.atoms import Atoms, subject_of
from conformance.schema.containment.budget import UndecidableError
from conformance.schema.containment.evaluation import Evaluation
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
    Key,
    Member,
    Not,
    NumberRange,
    Recursion,
    Size,
    TypeIs,
    Values,
    atom_type,
)

# Pairs grow with the square of the alternatives; a longer "exactly one" is left to the search.
_MOST_COMPARED_ALTERNATIVES = 24
# Looking at so many parts takes about as long as a step.
_PARTS_OF_STEP = 64
# Reading so many values of an enumeration takes longer than that, and no step comes while they are read.
_VALUES_OF_STEP = 8
_LOOP = Formula(0, -1)
"""Marks a reference that is being followed."""


class Algebra:
    """The formulas of one question; ``spend`` is called for every step and may raise to stop the question.

    A question that was stopped leaves nothing half-built, so the next one may use the same algebra.
    """

    def __init__(self, spend: Callable[[], None]) -> None:
        self.spend = spend
        self._uncounted = 0
        self.atoms = Atoms(spend)
        self.always = self.atoms.always
        self.never = self.atoms.never
        self.languages = self.atoms.languages
        self.evaluation = Evaluation(self.languages, spend)

    def spend_many(self, steps: int) -> None:
        """Count several steps at once."""
        for _ in range(steps):
            self.spend()

    def spend_on(self, parts: int) -> None:
        """Count the look at so many parts: few formulas have many, or come together with many others."""
        steps, self._uncounted = divmod(self._uncounted + parts, _PARTS_OF_STEP)
        self.spend_many(steps)

    def enumeration(self, values: Sequence[JsonValue]) -> Formula:
        """Return "the instance is one of these scalars"."""
        self.spend_many(len(values) // _VALUES_OF_STEP)
        types, found = self.atoms.split_scalars(values)
        return self.any_of([self.atoms.type_atom(types), self.atoms.scalars(found)])

    def members_in(self, names: Formula, inner: Formula) -> Formula:
        """Return "every member whose name satisfies ``names`` has a value that satisfies ``inner``"."""
        about = self.restrict_to_type(names, STRING)
        # A finite set of names becomes one atom per name, which merges with other atoms about the same name.
        if isinstance(about, Values):
            return self.all_of([self.atoms.member(str(name), inner) for name in about.values.values()])
        return self.atoms.matching_members(about, inner)

    def all_of(self, parts: Iterable[Formula]) -> Formula:
        """Return "all parts hold"."""
        given = dict.fromkeys(parts)
        self.spend_on(len(given))
        types, values, rest = self._conjuncts(given)
        if self._has_contradiction(rest, types) or any(part.opposite in given for part in given if part.opposite):
            return self.never
        narrowed = types
        for part in rest:
            narrowed &= part.types
        # A list of scalars is decided at once: each is tested by everything else.
        if values is not None:
            return self._filter_values(values, narrowed, rest)
        # A choice loses the alternatives for types that the rest excludes, which may leave one or none.
        if any(isinstance(part, AnyOf) and self._is_wider(part, narrowed) for part in rest):
            restricted = (self._restrict_alternatives(part, narrowed) for part in rest)
            return self.all_of([self.atoms.type_atom(narrowed), *restricted])
        # An atom about an excluded type holds anyway.
        about = [part for part in rest if (atom_type(part) or narrowed) & narrowed]
        # Absorption: (A or B) and A is A.
        about = [part for part in about if not (isinstance(part, AnyOf) and any(one in rest for one in part.parts))]
        if not narrowed:
            return self.never
        # The type is written down only where the other parts do not imply it.
        implied = EVERY_TYPE
        for part in about:
            implied &= part.types
        typed = about if implied & ~narrowed == 0 else [self.atoms.type_atom(narrowed), *about]
        if len(typed) < 2:
            return typed[0] if typed else self.always
        return self.atoms.make((AllOf, frozenset(typed)), lambda order: AllOf(narrowed, order, parts=tuple(typed)))

    def any_of(self, parts: Iterable[Formula]) -> Formula:
        """Return "at least one part holds"."""
        types, values, rest = self._disjuncts(parts)
        exhausted, found = self.atoms.split_scalars(values.values())
        types |= exhausted
        # A scalar adds nothing if all values of its type are allowed.
        whole = self.atoms.type_atom(types)
        found = {key: value for key, value in found.items() if not self.evaluation.holds(whole, value)}
        rest = {part: None for part in rest if part.types & ~types and not self._is_absorbed(part, rest)}
        # A or not A; and an atom holds for all other types, so with its own type allowed it holds for every instance.
        if types == EVERY_TYPE or any(part.opposite in rest or (atom_type(part) or 0) & types for part in rest):
            return self.always
        joined = (*([whole] if types else []), *([self.atoms.scalars(found)] if found else []), *rest)
        if len(joined) < 2:
            return joined[0] if joined else self.never
        covered = 0
        for part in joined:
            covered |= part.types
        return self.atoms.make((AnyOf, frozenset(joined)), lambda order: AnyOf(covered, order, parts=joined))

    def exactly_one(self, parts: Iterable[Formula]) -> Formula:
        """Return "one part holds and no other"; a part that is listed twice counts twice."""
        counts: dict[Formula, int] = {}
        for part in parts:
            if part is not self.never:
                counts[part] = counts.get(part, 0) + 1
        # A part that is listed twice cannot be the only one that holds, so it must not hold at all.
        excluded = [self.negate(part) for part, count in counts.items() if count > 1]
        single = [part for part, count in counts.items() if count == 1]
        # No two of several lists without a common scalar hold at once: one holds if the value is in one of them.
        lists = [part for part in single if isinstance(part, Values)]
        listed = {key: value for part in lists for key, value in part.values.items()}
        if len(listed) == sum(len(part.values) for part in lists) and len(lists) > 1:
            single = [*(part for part in single if not isinstance(part, Values)), self.any_of(lists)]
        # If one part always holds, no other may.
        if self.always in single:
            excluded += [self.negate(part) for part in single if part is not self.always]
            return self.all_of(excluded)
        return self.all_of([self._exactly_one_of(single), *excluded])

    def negate(self, formula: Formula) -> Formula:
        """Return the formula that holds exactly where the given one does not."""
        if formula.opposite is None:
            found = self._build_negation(formula)
            formula.opposite = found
            # Only these negate back to the same formula: the opposite of an atom also states the type.
            if found.opposite is None and isinstance(found, Not | AllOf | AnyOf):
                found.opposite = formula
        return formula.opposite

    def restrict_to_type(self, formula: Formula, of_type: int) -> Formula:
        """Return the formula for instances of one type; raises ``UndecidableError`` for a reference loop."""
        found = formula.by_type.get(of_type)
        if found is None:
            self.spend()
            found = self._unfold(formula, of_type) if isinstance(formula, Recursion) else self._cut(formula, of_type)
            formula.by_type[of_type] = found
            found.by_type[of_type] = found
        # A reference that is met again before anything is known of the instance, as in {"allOf": [{"$ref": "#"}]}.
        if found is _LOOP:
            raise UndecidableError("a reference refers back to itself without descending into the instance")
        return found

    def _conjuncts(self, parts: Iterable[Formula]) -> tuple[int, dict[Key, JsonValue] | None, dict[Formula, None]]:
        """Flatten a conjunction into the remaining types, the remaining scalars if listed, and one part per subject."""
        types, values = EVERY_TYPE, None
        merged: dict[Hashable, Formula] = {}
        pending, looked_at = list(parts)[::-1], 0
        while pending:
            part = pending.pop()
            if isinstance(part, AllOf):
                pending.extend(reversed(part.parts))
            elif isinstance(part, TypeIs):
                types &= part.types
            elif isinstance(part, Values):
                values = {key: part.values[key] for key in part.values if values is None or key in values}
            else:
                looked_at += 1
                subject = subject_of(part)
                joined = self.atoms.meet(merged[subject], part, self.all_of) if subject in merged else part
                # Two atoms may meet in one of another kind, such as a bound of the length or another type.
                if subject_of(joined) == subject:
                    merged[subject] = joined
                else:
                    del merged[subject]
                    pending.append(joined)
        # A conjunction that is given as one part has many.
        self.spend_on(looked_at)
        return types, values, dict.fromkeys(merged.values())

    def _has_contradiction(self, parts: dict[Formula, None], types: int) -> bool:
        """Say whether two parts are opposites, or an object needs a member that no value fits."""
        if any(part.opposite in parts for part in parts):
            return True
        # A required member that no value fits; only an object must have its members, so the type must be certain.
        empty = [part for part in parts if isinstance(part, Member) and part.inner is self.never]
        return types == OBJECT and any(self.atoms.has_member(part.name) in parts for part in empty)

    def _filter_values(self, values: dict[Key, JsonValue], types: int, rest: Iterable[Formula]) -> Formula:
        """Keep the scalars that every other part accepts; parts that cannot be evaluated stay in the conjunction."""
        tests = [self.atoms.type_atom(types), *rest]
        self.spend_on(len(values) * len(tests))
        unsure: dict[Formula, None] = {}
        kept: dict[Key, JsonValue] = {}
        for key, value in values.items():
            answers = [self.evaluation.holds(test, value) for test in tests]
            if False not in answers:
                kept[key] = value
                unsure.update({test: None for test, answer in zip(tests, answers, strict=True) if answer is None})
        found = self.atoms.scalars(kept)
        if found is self.never or not unsure:
            return found
        both = (found, *unsure)
        return self.atoms.make((AllOf, frozenset(both)), lambda order: AllOf(found.types, order, parts=both))

    def _is_wider(self, formula: AnyOf, types: int) -> bool:
        """Say whether an alternative is for other types alone, or for more types."""
        return any(
            not part.types & types or (isinstance(part, TypeIs) and part.types & ~types) for part in formula.parts
        )

    def _restrict_alternatives(self, formula: Formula, types: int) -> Formula:
        """Return a disjunction without the alternatives for other types."""
        if not isinstance(formula, AnyOf):
            return formula
        atom = self.atoms.type_atom
        kept = [part for part in formula.parts if part.types & types]
        return self.any_of([atom(part.types & types) if isinstance(part, TypeIs) else part for part in kept])

    def _disjuncts(self, parts: Iterable[Formula]) -> tuple[int, dict[Key, JsonValue], dict[Formula, None]]:
        """Flatten a disjunction into the completely allowed types, the scalars, and the other alternatives."""
        types = 0
        values: dict[Key, JsonValue] = {}
        rest: dict[Formula, None] = {}
        pending, looked_at = list(parts)[::-1], 0
        while pending:
            part = pending.pop()
            looked_at += 1
            if isinstance(part, AnyOf):
                pending.extend(reversed(part.parts))
            elif isinstance(part, TypeIs):
                types |= part.types
            elif isinstance(part, Values):
                looked_at += len(part.values)
                values.update(part.values)
            else:
                rest[part] = None
        self.spend_on(looked_at)
        return types, values, rest

    def _is_absorbed(self, part: Formula, others: dict[Formula, None]) -> bool:
        """Say whether an alternative is absorbed: (A and B) or A is A."""
        return isinstance(part, AllOf) and any(inner in others for inner in part.parts)

    def _exactly_one_of(self, parts: list[Formula]) -> Formula:
        """Return "exactly one", or "at least one" where no two parts can hold at once, which is easier to search."""
        if len(parts) < 2 or self._exclude_each_other(parts):
            return self.any_of(parts)
        types = 0
        for part in parts:
            types |= part.types
        key = (ExactlyOne, frozenset(parts))
        return self.atoms.make(key, lambda order: ExactlyOne(types, order, parts=tuple(parts)))

    def _exclude_each_other(self, parts: list[Formula]) -> bool:
        """Say whether no two parts can hold at once, as far as normalization shows it."""
        if len(parts) > _MOST_COMPARED_ALTERNATIVES:
            return False
        pairs = ((left, right) for index, left in enumerate(parts) for right in parts[:index])
        return all(not left.types & right.types or self.all_of((left, right)) is self.never for left, right in pairs)

    def _build_negation(self, formula: Formula) -> Formula:
        atoms = self.atoms
        match formula:
            case TypeIs(types):
                return atoms.type_atom(EVERY_TYPE & ~types)
            # De Morgan. The opposite of a negation is known since it was made.
            case AllOf():
                return self.any_of([self.negate(part) for part in formula.parts])
            case AnyOf():
                return self.all_of([self.negate(part) for part in formula.parts])
            # An atom holds for every other type, so its opposite names its type.
            case NumberRange():
                return self.all_of([atoms.type_atom(NUMBER), self._outside_range(formula)])
            case Size():
                return self.all_of([atoms.type_atom(formula.type), self._outside_size(formula)])
            # "Not every element fits" is "some element does not"; and the other way round.
            case ElementsFrom() if formula.index == 0:
                return self.all_of([atoms.type_atom(ARRAY), atoms.min_matching_elements(1, self.negate(formula.inner))])
            case AtLeast() if formula.count == 1:
                return self.all_of([atoms.type_atom(ARRAY), atoms.elements_from(0, self.negate(formula.inner))])
            case _:
                return atoms.negation(formula, atom_type(formula) or EVERY_TYPE)

    def _outside_range(self, formula: NumberRange) -> Formula:
        """Return "below or above the range"; an exclusive bound belongs to the outside."""
        return self.any_of(
            [
                self._range_below(formula.low, not formula.low_open),
                self._range_above(formula.high, not formula.high_open),
            ]
        )

    def _range_below(self, high: Fraction | None, is_open: bool) -> Formula:
        return self.never if high is None else self.atoms.number_range(None, False, high, is_open)

    def _range_above(self, low: Fraction | None, is_open: bool) -> Formula:
        return self.never if low is None else self.atoms.number_range(low, is_open, None, False)

    def _outside_size(self, formula: Size) -> Formula:
        """Return "too few or too many"; counts are integers, so the outside begins right next to the bounds."""
        few = self.atoms.size(formula.type, 0, formula.least - 1) if formula.least else self.never
        many = self.never if formula.most is None else self.atoms.size(formula.type, formula.most + 1, None)
        return self.any_of([few, many])

    def _unfold(self, formula: Recursion, of_type: int) -> Formula:
        """Restrict the target of a reference; meeting the reference again meanwhile is a loop."""
        if formula.target is None:
            raise UndecidableError("`propertyNames` refers back to the schema that contains it")
        formula.by_type[of_type] = _LOOP
        try:
            return self._cut(formula, of_type)
        except BaseException:
            # The next question must not take an interrupted restriction for a loop.
            del formula.by_type[of_type]
            raise

    def _cut(self, formula: Formula, of_type: int) -> Formula:
        if not formula.types & of_type:
            return self.never
        match formula:
            case TypeIs():
                return self.always
            case Values():
                only = self.atoms.type_atom(of_type)
                kept = {key: value for key, value in formula.values.items() if self.evaluation.holds(only, value)}
                return self.atoms.scalars(kept)
            case AllOf():
                return self.all_of([self.restrict_to_type(part, of_type) for part in formula.parts])
            case AnyOf():
                return self.any_of([self.restrict_to_type(part, of_type) for part in formula.parts])
            case ExactlyOne():
                return self.exactly_one([self.restrict_to_type(part, of_type) for part in formula.parts])
            case Not():
                return self._cut_negation(formula, of_type)
            case Recursion() if formula.target is not None:
                return self.restrict_to_type(formula.target, of_type)
            # A member that no value fits must be absent; "absent" is the spelling that other formulas meet.
            case Member() if formula.inner is self.never and of_type == OBJECT:
                return self.negate(self.atoms.has_member(formula.name))
            # An atom about another type holds for this one.
            case _:
                return formula if atom_type(formula) in (None, of_type) else self.always

    def _cut_negation(self, formula: Not, of_type: int) -> Formula:
        inner = self.restrict_to_type(formula.inner, of_type)
        opposite = self.negate(inner)
        # The opposite of a simplified formula may state its type again, which is known here.
        return (
            opposite
            if inner is formula.inner or isinstance(opposite, Not)
            else self.restrict_to_type(opposite, of_type)
        )
