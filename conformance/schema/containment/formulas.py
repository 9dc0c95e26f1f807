"""What a schema says of one instance, without a dialect, a reference or a keyword left.

Equal formulas of one ``Algebra`` are one object, so identity is equality. An atom about one type holds for every
instance of another type, as a keyword does. Formulas are built by ``algebra``, never directly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from conformance.documents.values import JsonValue, type_name
from conformance.schema.patterns.automata import Term

NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT = 1, 2, 4, 8, 16, 32
EVERY_TYPE = 63
TYPES = (STRING, NUMBER, BOOLEAN, NULL, OBJECT, ARRAY)
"""In the order in which an instance is looked for."""

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
    """Anything that can be said of an instance; ``types`` has the bit of every type that may satisfy it."""

    types: int
    order: int
    opposite: "Formula | None" = field(default=None, repr=False)
    by_type: "dict[int, Formula]" = field(default_factory=dict[int, "Formula"], repr=False)


@dataclass(eq=False, slots=True)
class TypeIs(Formula):
    """The instance has one of ``types``; with all of them it is the formula that always holds, with none never."""


@dataclass(eq=False, slots=True)
class Values(Formula):
    """The instance is one of these scalars, by the identity of each."""

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
    """One part holds and no other; a part may be there twice."""

    parts: tuple[Formula, ...] = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Not(Formula):
    """The inner formula, an atom or what is expanded late, does not hold."""

    inner: Formula = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Recursion(Formula):
    """What the schema at a place says; filled in when that place has been read."""

    target: Formula | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class Opaque(Formula):
    """Something that we cannot model: it may hold or not."""

    reason: str = field(kw_only=True)


@dataclass(eq=False, slots=True)
class NumberRange(Formula):
    """A number between two bounds; ``None`` is no bound."""

    low: Fraction | None = field(kw_only=True)
    low_open: bool = field(kw_only=True)
    high: Fraction | None = field(kw_only=True)
    high_open: bool = field(kw_only=True)


@dataclass(eq=False, slots=True)
class MultipleOf(Formula):
    """A number that is a whole multiple of ``step``; ``step`` 1 means integer."""

    step: Fraction = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Size(Formula):
    """Bounds of a count: the characters of a string, the elements of an array, the members of an object."""

    type: int = field(kw_only=True)
    least: int = field(kw_only=True)
    most: int | None = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Pattern(Formula):
    """A string in which the pattern finds a match."""

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
    """The object has a member of that name."""

    name: str = field(kw_only=True)


@dataclass(eq=False, slots=True)
class Member(Formula):
    """The member of that name, if there is one, satisfies ``inner``."""

    name: str = field(kw_only=True)
    inner: Formula = field(kw_only=True)


@dataclass(eq=False, slots=True)
class MembersIn(Formula):
    """Every member whose name satisfies ``names`` has a value that satisfies ``inner``."""

    names: Formula = field(kw_only=True)
    inner: Formula = field(kw_only=True)


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
    """Return the type that an atom speaks of, ``None`` for what is no atom."""
    return formula.type if isinstance(formula, Size) else ATOM_TYPES.get(type(formula))
