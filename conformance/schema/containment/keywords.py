"""Formulas of the keywords without subschemas, and the keywords that each dialect knows."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, texts_in, type_phrase
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import UndecidableError
from conformance.schema.containment.evaluation import exact_fraction
from conformance.schema.containment.formulas import ARRAY, BOOLEAN, EVERY_TYPE, NULL, NUMBER, OBJECT, STRING, Formula
from conformance.schema.dialects import Dialect

_LEXICAL_INTEGER_DRAFT = 4
"""In draft-04 a number written with a fractional part is not an integer, even if the part is zero."""
_TYPES = {"null": NULL, "boolean": BOOLEAN, "number": NUMBER, "string": STRING, "array": ARRAY, "object": OBJECT}

_DRAFT_4 = frozenset(
    """$ref type enum allOf anyOf oneOf not multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength
    minLength pattern items additionalItems maxItems minItems uniqueItems maxProperties minProperties required
    properties patternProperties additionalProperties dependencies""".split()  # noqa: SIM905  as in positions
)
_DRAFT_6 = _DRAFT_4 | {"const", "contains", "propertyNames"}
_DRAFT_7 = _DRAFT_6 | {"if", "then", "else"}
_DRAFT_2019 = (_DRAFT_7 - {"dependencies"}) | {
    "dependentRequired",
    "dependentSchemas",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$recursiveRef",
}
_DRAFT_2020 = (_DRAFT_2019 - {"additionalItems", "$recursiveRef"}) | {"prefixItems", "$dynamicRef"}
KNOWN_KEYWORDS: Mapping[str, frozenset[str]] = {
    "draft-04": _DRAFT_4,
    "draft-06": _DRAFT_6,
    "draft-07": _DRAFT_7,
    "2019-09": _DRAFT_2019,
    "2020-12": _DRAFT_2020,
}
"""The keywords with a meaning, by the name of the dialect; all others are annotations there."""


def assertions(algebra: Algebra, members: JsonObject, dialect: Dialect) -> Iterator[Formula]:
    """Yield the formulas of the keywords without subschemas.

    Raises ``UndecidableError`` for a bound that is not a number.
    """
    if "type" in members:
        yield _type(algebra, members["type"], dialect)
    for keyword, read in _READERS.items():
        if keyword in members:
            yield read(algebra, members[keyword])
    yield from _ranges(algebra, members)
    for of_type, least, most in _SIZES:
        if least in members or most in members:
            yield algebra.atoms.size(of_type, _count(members.get(least, 0)), _bound(members.get(most)))


def literal(algebra: Algebra, value: JsonValue) -> Formula:
    """Return the formula of exactly one value."""
    if isinstance(value, Mapping):
        # An object equals another if it has exactly the same names and equal members.
        inside = [algebra.atoms.member(name, literal(algebra, member)) for name, member in value.items()]
        names = [algebra.atoms.has_member(name) for name in value]
        return algebra.all_of(
            [algebra.atoms.type_atom(OBJECT), algebra.atoms.size(OBJECT, len(value), len(value)), *names, *inside]
        )
    if isinstance(value, list | tuple):
        items = as_array(value)
        inside = [algebra.atoms.element_at(index, literal(algebra, item)) for index, item in enumerate(items)]
        return algebra.all_of(
            [algebra.atoms.type_atom(ARRAY), algebra.atoms.size(ARRAY, len(items), len(items)), *inside]
        )
    return algebra.enumeration([value])


def _enumeration(algebra: Algebra, value: JsonValue) -> Formula:
    values = as_array(value)
    scalars = [each for each in values if not isinstance(each, Mapping | list)]
    rest = [literal(algebra, each) for each in values if isinstance(each, Mapping | list)]
    return algebra.any_of([algebra.enumeration(scalars), *rest])


def _type(algebra: Algebra, value: JsonValue, dialect: Dialect) -> Formula:
    names = texts_in(value)
    types = 0
    for name in names:
        types |= _TYPES.get(name, 0)
    integers = algebra.all_of([algebra.atoms.type_atom(NUMBER), algebra.atoms.multiple_of(Fraction(1))])
    if dialect.draft == _LEXICAL_INTEGER_DRAFT:
        integers = algebra.all_of(
            [integers, algebra.atoms.opaque_formula("draft-04 distinguishes 1.0 from 1", "spelt as an integer")]
        )
    return algebra.any_of([algebra.atoms.type_atom(types), integers if "integer" in names else algebra.never])


def _required_formula(algebra: Algebra, value: JsonValue) -> Formula:
    return algebra.all_of([algebra.atoms.has_member(name) for name in texts_in(value)])


def _dependent_required_formula(algebra: Algebra, value: JsonValue) -> Formula:
    return algebra.all_of(
        [
            algebra.any_of(
                [
                    algebra.negate(algebra.atoms.has_member(name)),
                    *_non_objects(algebra),
                    _required_formula(algebra, needed),
                ]
            )
            for name, needed in as_object(value).items()
        ]
    )


def _non_objects(algebra: Algebra) -> list[Formula]:
    return [algebra.atoms.type_atom(EVERY_TYPE & ~OBJECT)]


def _ranges(algebra: Algebra, members: JsonObject) -> Iterator[Formula]:
    low, low_open = _limit(members.get("minimum")), False
    high, high_open = _limit(members.get("maximum")), False
    below, above = members.get("exclusiveMinimum"), members.get("exclusiveMaximum")
    # In draft-04 these two are flags of `minimum` and `maximum`; later they are bounds of their own.
    if isinstance(below, bool) or isinstance(above, bool):
        low_open, high_open = below is True, above is True
    else:
        yield algebra.atoms.number_range(_limit(below), True, _limit(above), True)
    yield algebra.atoms.number_range(low, low_open, high, high_open)


def _limit(value: JsonValue) -> Fraction | None:
    return None if value is None or isinstance(value, bool) else exact_fraction(_number(value))


def _count(value: JsonValue) -> int:
    return int(_number(value))


def _number(value: JsonValue) -> int | float:
    """Return a bound; what an invalid schema states instead of a number has no meaning that could be compared."""
    if not isinstance(value, int | float):
        raise UndecidableError(f"a bound is {type_phrase(value)}, not a number")
    return value


def _bound(value: JsonValue) -> int | None:
    return None if value is None else _count(value)


_READERS: Mapping[str, Callable[[Algebra, JsonValue], Formula]] = {
    "enum": _enumeration,
    "const": literal,
    "multipleOf": lambda algebra, value: algebra.atoms.multiple_of(exact_fraction(_number(value))),
    "pattern": lambda algebra, value: algebra.atoms.pattern(str(value)),
    "uniqueItems": lambda algebra, value: algebra.atoms.distinct_elements() if value is True else algebra.always,
    "required": _required_formula,
    "dependentRequired": _dependent_required_formula,
}
_SIZES = (
    (STRING, "minLength", "maxLength"),
    (ARRAY, "minItems", "maxItems"),
    (OBJECT, "minProperties", "maxProperties"),
)
