"""Formulas: what a schema says about one instance, without dialects, references or keywords.

Equal formulas of one ``Algebra`` are the same object, so identity is equality. Like a keyword, an atom about one type
holds for every instance of another type. Formulas are built by ``algebra``, never directly.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct, field

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


class Formula(Struct, eq=False):
    """A statement about an instance; ``types`` has the bit of every type that may satisfy it.

    ``order`` is the sequence number in the pool; ``opposite`` and ``by_type`` cache the negation and restrictions.
    """

    types: int
    order: int
    opposite: "Formula | None" = None
    by_type: "dict[int, Formula]" = field(default_factory=dict[int, "Formula"])


class TypeIs(Formula, eq=False):
    """The instance has one of ``types``; with all types it always holds, with none it never holds."""


class Values(Formula, eq=False, kw_only=True):
    """The instance is one of these scalars, which are keyed by their JSON identity."""

    values: Mapping[Key, JsonValue]


class AllOf(Formula, eq=False, kw_only=True):
    """All parts hold."""

    parts: tuple[Formula, ...]


class AnyOf(Formula, eq=False, kw_only=True):
    """At least one part holds."""

    parts: tuple[Formula, ...]


class ExactlyOne(Formula, eq=False, kw_only=True):
    """One part holds and no other; a part may be listed twice."""

    parts: tuple[Formula, ...]


class Not(Formula, eq=False, kw_only=True):
    """The inner formula does not hold; it is an atom, "exactly one" or a recursion."""

    inner: Formula


class Recursion(Formula, eq=False, kw_only=True):
    """The formula of a schema that is still being read; ``target`` is set when it has been read."""

    target: Formula | None = None


class Opaque(Formula, eq=False, kw_only=True):
    """A statement that cannot be modelled and may or may not hold."""

    reason: str


class NumberRange(Formula, eq=False, kw_only=True):
    """A number between two bounds; a bound of ``None`` does not restrict."""

    low: Fraction | None
    low_open: bool
    high: Fraction | None
    high_open: bool


class MultipleOf(Formula, eq=False, kw_only=True):
    """A number that is an integer multiple of ``step``; a step of 1 means integer."""

    step: Fraction


class Size(Formula, eq=False, kw_only=True):
    """Bounds of the number of characters of a string, elements of an array, or members of an object."""

    type: int
    least: int
    most: int | None


class Pattern(Formula, eq=False, kw_only=True):
    """A string in which the pattern finds a match; the language may be wider unless ``exact``."""

    text: str
    language: Term
    exact: bool


class ElementAt(Formula, eq=False, kw_only=True):
    """The element at an index, if there is one, satisfies ``inner``."""

    index: int
    inner: Formula


class ElementsFrom(Formula, eq=False, kw_only=True):
    """Every element from an index on satisfies ``inner``."""

    index: int
    inner: Formula


class AtLeast(Formula, eq=False, kw_only=True):
    """At least ``count`` elements satisfy ``inner``."""

    count: int
    inner: Formula


class Distinct(Formula, eq=False):
    """No two elements are equal."""


class Has(Formula, eq=False, kw_only=True):
    """The object has a member of this name."""

    name: str


class Member(Formula, eq=False, kw_only=True):
    """The member of this name, if there is one, satisfies ``inner``."""

    name: str
    inner: Formula


class MembersIn(Formula, eq=False, kw_only=True):
    """Every member whose name satisfies ``names`` has a value that satisfies ``inner``."""

    names: Formula
    inner: Formula


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
