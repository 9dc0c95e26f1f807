"""Evaluates a formula for one instance, with exact arithmetic and ECMA-262 patterns.

Answers have three values: ``None`` is "unknown" and combines as in Kleene's logic.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

from conformance.documents.values import JsonObject, JsonValue, identity
from conformance.schema.containment.formulas import (
    ARRAY,
    NUMBER,
    OBJECT,
    STRING,
    AllOf,
    AnyOf,
    AtLeast,
    Distinct,
    ElementAt,
    ElementsFrom,
    ExactlyOne,
    Formula,
    Has,
    Member,
    MembersIn,
    MultipleOf,
    Not,
    NumberRange,
    Pattern,
    Recursion,
    Size,
    TypeIs,
    Values,
    atom_type,
    type_of,
)
from conformance.schema.patterns.automata import Languages
from conformance.schema.patterns.matching import matches

# The atoms about each of these types, so that a new one is missed by the type checker and not by a reader.
_ArrayAtom: TypeAlias = Size | ElementAt | ElementsFrom | AtLeast | Distinct
_ObjectAtom: TypeAlias = Size | Has | Member | MembersIn


def exact_fraction(number: int | float) -> Fraction:
    """Return the decimal number written in the JSON text instead of the nearest binary one."""
    # `repr` gives the shortest decimal that reads back as the same float.
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


class Evaluation:
    """Evaluates formulas; the answer is ``None`` if it depends on a part that could not be modelled."""

    def __init__(self, languages: Languages, spend: Callable[[], None]) -> None:
        self._languages = languages
        self._spend = spend

    def holds(self, formula: Formula, value: JsonValue) -> bool | None:
        """Say whether the value satisfies the formula; ``None`` if unknown."""
        # An atom about one type holds for every value of another type.
        about = atom_type(formula)
        if about is None:
            return self._holds_compound(formula, value)
        if isinstance(value, str):
            return about != STRING or self._holds_for_string(cast("Size | Pattern", formula), value)
        if isinstance(value, Mapping):
            return about != OBJECT or self._holds_for_object(cast("_ObjectAtom", formula), value)
        if isinstance(value, bool) or value is None:
            return True
        if isinstance(value, int | float):
            return about != NUMBER or _holds_for_number(cast("NumberRange | MultipleOf", formula), value)
        return about != ARRAY or self._holds_for_array(cast("_ArrayAtom", formula), value)

    def _holds_compound(self, formula: Formula, value: JsonValue) -> bool | None:
        match formula:
            case TypeIs(types):
                return bool(types & type_of(value))
            case Values():
                return identity(value) in formula.values
            case Not(inner=inner):
                return _negate(self.holds(inner, value))
            case AllOf():
                return _all_hold(self.holds(part, value) for part in formula.parts)
            case AnyOf():
                # De Morgan: some part holds unless all parts fail.
                return _negate(_all_hold(_negate(self.holds(part, value)) for part in formula.parts))
            case ExactlyOne():
                return _exactly_one([self.holds(part, value) for part in formula.parts])
            case Recursion(target=target):
                self._spend()
                return self.holds(target, value) if target else None
            case _:
                return None

    def _holds_for_string(self, formula: Size | Pattern, value: str) -> bool | None:
        if isinstance(formula, Size):
            return _fits(formula, len(value))
        self._spend()
        # The language contains all matches, so a text outside of it never matches; inside, the pattern itself decides.
        if formula.exact or not self._languages.matches(formula.language, value):
            return self._languages.matches(formula.language, value)
        return matches(formula.text, value)

    def _holds_for_array(self, formula: "_ArrayAtom", value: Sequence[JsonValue]) -> bool | None:
        self._spend()
        match formula:
            case Size():
                return _fits(formula, len(value))
            case ElementAt(index=index, inner=inner):
                return len(value) <= index or self.holds(inner, value[index])
            case ElementsFrom(index=index, inner=inner):
                return _all_hold(self.holds(inner, item) for item in value[index:])
            case AtLeast(count=count, inner=inner):
                return _has_at_least(count, [self.holds(inner, item) for item in value])
            case _:  # no two are equal
                return len({identity(item) for item in value}) == len(value)

    def _holds_for_object(self, formula: "_ObjectAtom", value: JsonObject) -> bool | None:
        self._spend()
        match formula:
            case Size():
                return _fits(formula, len(value))
            case Has(name=name):
                return name in value
            case Member(name=name, inner=inner):
                return name not in value or self.holds(inner, value[name])
            case _:
                return _all_hold(self._is_allowed(formula, name, member) for name, member in value.items())

    def _is_allowed(self, formula: MembersIn, name: str, member: JsonValue) -> bool | None:
        is_meant = self.holds(formula.names, name)
        if is_meant is False:
            return True
        fits = self.holds(formula.inner, member)
        # Whether the name is meant is unknown: the answer is certain only if the value fits anyway.
        return fits if is_meant or fits else None


def _holds_for_number(formula: NumberRange | MultipleOf, value: int | float) -> bool:
    if isinstance(formula, NumberRange):
        return _is_in_range(formula, value)
    return (exact_fraction(value) / formula.step).denominator == 1


def _fits(formula: Size, count: int) -> bool:
    return formula.least <= count and (formula.most is None or count <= formula.most)


def _exactly_one(answers: list[bool | None]) -> bool | None:
    if answers.count(True) > 1:
        return False
    return None if None in answers else True in answers


def _has_at_least(count: int, answers: list[bool | None]) -> bool | None:
    sure = answers.count(True)
    if sure >= count:
        return True
    return None if sure + answers.count(None) >= count else False


def _is_in_range(formula: NumberRange, value: int | float) -> bool:
    number = exact_fraction(value)
    above = formula.low is None or number > formula.low or (number == formula.low and not formula.low_open)
    below = formula.high is None or number < formula.high or (number == formula.high and not formula.high_open)
    return above and below


def _negate(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _all_hold(answers: Iterable[bool | None]) -> bool | None:
    unsure = False
    for answer in answers:
        if answer is False:
            return False
        unsure = unsure or answer is None
    return None if unsure else True
