"""Formulas: what a schema says about one instance, without dialects, references or keywords.

Equal formulas of one ``Algebra`` are the same object, so identity is equality. Like a keyword, an atom about one type
holds for every instance of another type. Formulas are built by ``algebra``, never directly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from conformance.documents.values import JsonValue, type_name
from conformance.schema.patterns.automata import Term

# Types are bits, so that a set of types is one integer.
NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT = 1, 2, 4, 8, 16, 32
EVERY_TYPE = 63
TYPES = (STRING, NUMBER, BOOLEAN, NULL, OBJECT, ARRAY)
"""The types in the order in which instances are searched for."""

_TYPE_OF_NAME = {
    "null": NULL,
    "boolean": BOOLEAN,
    "integer": NUMBER,
    "number": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}

Key: TypeAlias = tuple[str, object]


def type_of(value: JsonValue) -> int:
    """Return the type of a value as one bit."""
    return _TYPE_OF_NAME[type_name(value)]


@dataclass(eq=False, slots=True)
class Formula:
    """A statement about an instance; ``types`` has the bit of every type that may satisfy it.

    ``order`` is the sequence number in the pool; ``opposite`` and ``by_type`` cache the negation and restrictions.
    """

    types: int
    order: int
    opposite: "Formula | None" = field(default=None, repr=False)
    by_type: "dict[int, Formula]" = field(default_factory=dict[int, "Formula"], repr=False)


@dataclass(eq=False, slots=True)
class TypeIs(Formula):
    """The instance has one of ``types``; with all types it always holds, with none it never holds."""


@dataclass(eq=False, slots=True)
class Values(Formula):
    """The instance is one of these scalars, which are keyed by their JSON identity."""

    values: Mapping[Key, JsonValue] = field(kw_only=True)


@dataclass(eq=False, slots=True)
class AllOf(Formula):
    """All parts hold."""

    parts: tuple[Formula, ...] = field(kw_only=True)


@dataclass(eq=False, slots=True)
class AnyOf(Formula):
    """At least one part holds."""

    parts: tuple[Formula, ...] = field(kw_only=True)


@dataclass(eq=False, slots=True)
class ExactlyOne(Formula):
    """One part holds and no other; a part may be listed twice."""

    parts: tuple[Formula, ...] = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Not(Formula):
    """The inner formula does not hold; it is an atom, "exactly one" or a recursion."""

    inner: Formula = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Recursion(Formula):
    """The formula of a schema that is still being read; ``target`` is set when it has been read."""

    target: Formula | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class Opaque(Formula):
    """A statement that cannot be modelled and may or may not hold."""

    reason: str = field(kw_only=True)


@dataclass(eq=False, slots=True)
class NumberRange(Formula):
    """A number between two bounds; a bound of ``None`` does not restrict."""

    low: Fraction | None = field(kw_only=True)
    low_open: bool = field(kw_only=True)
    high: Fraction | None = field(kw_only=True)
    high_open: bool = field(kw_only=True)


@dataclass(eq=False, slots=True)
class MultipleOf(Formula):
    """A number that is an integer multiple of ``step``; a step of 1 means integer."""

    step: Fraction = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Size(Formula):
    """Bounds of the number of characters of a string, elements of an array, or members of an object."""

    type: int = field(kw_only=True)
    least: int = field(kw_only=True)
    most: int | None = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Pattern(Formula):
    """A string in which the pattern finds a match; the language may be wider unless ``exact``."""

    text: str = field(kw_only=True)
    language: Term = field(kw_only=True)
    exact: bool = field(kw_only=True)


@dataclass(eq=False, slots=True)
class ElementAt(Formula):
    """The element at an index, if there is one, satisfies ``inner``."""

    index: int = field(kw_only=True)
    inner: Formula = field(kw_only=True)


@dataclass(eq=False, slots=True)
class ElementsFrom(Formula):
    """Every element from an index on satisfies ``inner``."""

    index: int = field(kw_only=True)
    inner: Formula = field(kw_only=True)


@dataclass(eq=False, slots=True)
class AtLeast(Formula):
    """At least ``count`` elements satisfy ``inner``."""

    count: int = field(kw_only=True)
    inner: Formula = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Distinct(Formula):
    """No two elements are equal."""


@dataclass(eq=False, slots=True)
class Has(Formula):
    """The object has a member of this name."""

    name: str = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Member(Formula):
    """The member of this name, if there is one, satisfies ``inner``."""

    name: str = field(kw_only=True)
    inner: Formula = field(kw_only=True)


@dataclass(eq=False, slots=True)
class MembersIn(Formula):
    """Every member whose name satisfies ``names`` has a value that satisfies ``inner``."""

    names: Formula = field(kw_only=True)
    inner: Formula = field(kw_only=True)


# `Size` is missing, since it is about the type that it carries.
ATOM_TYPES: Mapping[type[Formula], int] = {
    NumberRange: NUMBER,
    MultipleOf: NUMBER,
    Pattern: STRING,
    ElementAt: ARRAY,
    ElementsFrom: ARRAY,
    AtLeast: ARRAY,
    Distinct: ARRAY,
    Has: OBJECT,
    Member: OBJECT,
    MembersIn: OBJECT,
}


def atom_type(formula: Formula) -> int | None:
    """Return the type that an atom is about, ``None`` for a formula that is not an atom."""
    return formula.type if isinstance(formula, Size) else ATOM_TYPES.get(type(formula))
