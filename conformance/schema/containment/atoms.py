"""Builds the formulas without parts, each at most once; what says nothing becomes the one that always holds."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import cast

from conformance.documents.values import JsonValue, identity
from conformance.schema.containment.evaluation import Evaluation
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


class Atoms:
    """The pool of formulas of one question."""

    def __init__(self, spend: Callable[[], None]) -> None:
        self.spend = spend
        self.languages = Languages(spend)
        self.evaluation = Evaluation(self.languages, spend)
        self._pool: dict[Hashable, Formula] = {}
        self.always = self.type_atom(EVERY_TYPE)
        self.never = self.type_atom(0)

    def type_atom(self, types: int) -> Formula:
        """An instance of one of the types."""
        return self._make((TypeIs, types), lambda order: TypeIs(types, order))

    def scalars(self, found: dict[Key, JsonValue]) -> Formula:
        """One of the scalars, of which none is null and at most one is a boolean."""
        types = 0
        for value in found.values():
            types |= type_of(value)
        if not found:
            return self.never
        return self._make((Values, frozenset(found)), lambda order: Values(types, order, values=found))

    def number_range(self, low: Fraction | None, low_open: bool, high: Fraction | None, high_open: bool) -> Formula:
        """A number between bounds."""
        if low is None and high is None:
            return self.always
        if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
            return self.type_atom(EVERY_TYPE & ~NUMBER)
        key = (NumberRange, low, low_open, high, high_open)
        return self._make(
            key,
            lambda order: NumberRange(EVERY_TYPE, order, low=low, low_open=low_open, high=high, high_open=high_open),
        )

    def multiple_of(self, step: Fraction) -> Formula:
        """A whole multiple of ``step``."""
        return self._make((MultipleOf, step), lambda order: MultipleOf(EVERY_TYPE, order, step=step))

    def size(self, of_type: int, least: int, most: int | None) -> Formula:
        """A count of characters, elements or members between bounds."""
        if least <= 0 and most is None:
            return self.always
        if most is not None and max(least, 0) > most:
            return self.type_atom(EVERY_TYPE & ~of_type)
        key = (Size, of_type, max(least, 0), most)
        return self._make(key, lambda order: Size(EVERY_TYPE, order, type=of_type, least=max(least, 0), most=most))

    def pattern(self, text: str) -> Formula:
        """A string with a match of the pattern."""
        key = (Pattern, text)
        if key in self._pool:
            return self._pool[key]
        found = language_of(text, self.languages)
        if found.exact and found.term is self.languages.anything:
            return self.always
        return self._make(
            key, lambda order: Pattern(EVERY_TYPE, order, text=text, language=found.term, exact=found.exact)
        )

    def element_at(self, index: int, inner: Formula) -> Formula:
        """The element at an index, if any."""
        if inner is self.never:
            return self.size(ARRAY, 0, index)
        return self._make_nested(
            (ElementAt, index, inner),
            inner,
            lambda order: ElementAt(EVERY_TYPE, order, index=index, inner=inner),
        )

    def elements_from(self, index: int, inner: Formula) -> Formula:
        """All elements from an index on."""
        if inner is self.never:
            return self.size(ARRAY, 0, index)
        return self._make_nested(
            (ElementsFrom, index, inner),
            inner,
            lambda order: ElementsFrom(EVERY_TYPE, order, index=index, inner=inner),
        )

    def min_matching_elements(self, count: int, inner: Formula) -> Formula:
        """So many elements, at least, satisfy ``inner``."""
        if inner is self.always or count <= 0:
            return self.size(ARRAY, count, None)
        if inner is self.never:
            return self.type_atom(EVERY_TYPE & ~ARRAY)
        return self._make((AtLeast, count, inner), lambda order: AtLeast(EVERY_TYPE, order, count=count, inner=inner))

    def distinct_elements(self) -> Formula:
        """All elements differ."""
        return self._make((Distinct,), lambda order: Distinct(EVERY_TYPE, order))

    def has_member(self, name: str) -> Formula:
        """The object has a member of that name."""
        return self._make((Has, name), lambda order: Has(EVERY_TYPE, order, name=name))

    def member(self, name: str, inner: Formula) -> Formula:
        """The member of that name, if any."""
        return self._make_nested(
            (Member, name, inner), inner, lambda order: Member(EVERY_TYPE, order, name=name, inner=inner)
        )

    def matching_members(self, names: Formula, inner: Formula) -> Formula:
        """The members whose name satisfies ``names``, a formula about strings alone."""
        if names is self.never:
            return self.always
        return self._make_nested(
            (MembersIn, names, inner), inner, lambda order: MembersIn(EVERY_TYPE, order, names=names, inner=inner)
        )

    def recursion(self, place: tuple[str, str]) -> Recursion:
        """What the schema at a place says, read later."""
        return cast("Recursion", self._make((Recursion, place), lambda order: Recursion(EVERY_TYPE, order)))

    def opaque_formula(self, reason: str, identity_of_it: Hashable) -> Formula:
        """Something that we cannot model."""
        return self._make((Opaque, identity_of_it), lambda order: Opaque(EVERY_TYPE, order, reason=reason))

    def _split_scalars(self, values: Iterable[JsonValue]) -> tuple[int, dict[Key, JsonValue]]:
        """Split scalars into the types they exhaust and the rest; ``true`` and ``false`` are all booleans."""
        types = 0
        found: dict[Key, JsonValue] = {}
        for value in values:
            if value is None:
                types |= NULL
            else:
                found[_key(value)] = value
        if _key(True) in found and _key(False) in found:
            types |= BOOLEAN
            del found[_key(True)], found[_key(False)]
        return types, found

    def _make_nested(self, key: Hashable, inner: Formula, build: Callable[[int], Formula]) -> Formula:
        return self.always if inner is self.always else self._make(key, build)

    def _make_not(self, inner: Formula, types: int) -> Formula:
        return self._make((Not, inner), lambda order: Not(types, order, inner=inner))

    def _make(self, key: Hashable, build: Callable[[int], Formula]) -> Formula:
        found = self._pool.get(key)
        if found is None:
            self.spend()
            found = build(len(self._pool))
            self._pool[key] = found
        return found


def _key(value: JsonValue) -> Key:
    return cast("Key", identity(value))
