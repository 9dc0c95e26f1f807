"""Equal formulas are one object, in whatever way they are spelt."""

from fractions import Fraction
from typing import Any

import pytest

from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.atoms import least_common_multiple
from conformance.schema.containment.budget import BudgetSpentError, Meter, ProofBudget, UndecidableError
from conformance.schema.containment.formulas import ARRAY, BOOLEAN, EVERY_TYPE, NULL, NUMBER, OBJECT, STRING
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import DEFAULT
from tests.cases import check_each

SAME: list[tuple[Any, Any]] = [
    ({"type": ["string", "null"]}, {"anyOf": [{"type": "null"}, {"type": "string"}]}),
    ({"enum": [None, True, False, 1]}, {"enum": [1.0, False, None, True]}),
    ({"enum": ["a", 1], "type": "string"}, {"const": "a"}),
    ({"minimum": 1, "allOf": [{"minimum": 3}]}, {"minimum": 3}),
    ({"multipleOf": 2, "allOf": [{"multipleOf": 3}]}, {"multipleOf": 6}),
    ({"oneOf": [{"type": "string"}, {"type": "null"}]}, {"anyOf": [{"type": "null"}, {"type": "string"}]}),
    ({"not": {"not": {"type": "array"}}}, {"type": "array"}),
    (
        {"type": "string", "anyOf": [{"type": "null"}, {"type": "string", "minLength": 2}]},
        {"type": "string", "minLength": 2},
    ),
    ({"contains": {}, "minContains": 2}, {"minItems": 2}),
    ({"type": "array", "items": False}, {"type": "array", "maxItems": 0}),
    ({"type": "array", "prefixItems": [{}, False]}, {"type": "array", "maxItems": 1}),
    (
        {"prefixItems": [{"minimum": 1}], "allOf": [{"prefixItems": [{"maximum": 2}]}]},
        {"prefixItems": [{"minimum": 1, "maximum": 2}]},
    ),
    ({"contains": False}, {"not": {"type": "array"}}),
    ({"pattern": ""}, True),
    ({"pattern": "[^]*"}, {}),
    ({"contains": {"minimum": 1}, "minContains": 0}, {}),
    (
        {"not": {"propertyNames": {"not": {"enum": ["a", "b"]}}}},
        {"not": {"allOf": [{"properties": {"a": False}}, {"properties": {"b": False}}]}},
    ),
    (
        {"properties": {"a": {"minLength": 1}}, "allOf": [{"properties": {"a": {"maxLength": 2}}}]},
        {"properties": {"a": {"minLength": 1, "maxLength": 2}}},
    ),
    ({"minLength": 3, "maxLength": 2, "type": "string"}, False),
    ({"minimum": 1, "exclusiveMinimum": 1}, {"exclusiveMinimum": 1}),
    ({"exclusiveMaximum": 2, "maximum": 2}, {"exclusiveMaximum": 2}),
]


@check_each(("left", "right"), SAME)
def test_two_spellings_are_one_object(left: Any, right: Any) -> None:
    algebra = Algebra(lambda: None)
    formulas = [
        SchemaTranslation(algebra, name, schema, DEFAULT).root() for name, schema in (("l", left), ("r", right))
    ]
    assert formulas[0] is formulas[1]


def test_a_formula_and_its_opposite_are_never_and_always() -> None:
    algebra = Algebra(lambda: None)
    formula = algebra.all_of([algebra.atoms.size(STRING, 2, 5), algebra.atoms.multiple_of(Fraction(3))])
    assert algebra.negate(algebra.negate(formula)) is formula
    assert algebra.all_of([formula, algebra.negate(formula)]) is algebra.never
    assert (
        algebra.any_of([algebra.atoms.has_member("a"), algebra.negate(algebra.atoms.has_member("a"))]) is algebra.always
    )


def test_only_what_speaks_of_a_type_is_left_for_it() -> None:
    algebra = Algebra(lambda: None)
    formula = algebra.all_of([algebra.atoms.type_atom(STRING | NULL), algebra.atoms.size(STRING, 1, None)])
    assert algebra.restrict_to_type(formula, NULL) is algebra.always
    assert algebra.restrict_to_type(formula, STRING) is algebra.atoms.size(STRING, 1, None)
    assert algebra.restrict_to_type(formula, NUMBER) is algebra.never


def test_multiples_meet_at_the_least_common_one() -> None:
    assert least_common_multiple(Fraction("0.5"), Fraction("0.75")) == Fraction("1.5")


def test_a_meter_stops_at_its_steps_and_at_its_time() -> None:
    meter = Meter(ProofBudget(steps=2, seconds=60))
    meter.spend()
    meter.spend()
    with pytest.raises(BudgetSpentError, match="2 steps"):
        meter.spend()
    with pytest.raises(BudgetSpentError, match="seconds"):
        Meter(ProofBudget(seconds=-1)).check_deadline()


def test_a_question_that_was_stopped_leaves_the_algebra_whole() -> None:
    meters = [Meter(ProofBudget())]
    algebra = Algebra(lambda: meters[-1].spend())
    reference = algebra.atoms.recursion(("s", "/$defs/N"))
    reference.target = algebra.all_of([algebra.atoms.type_atom(STRING), algebra.atoms.size(STRING, 2, None)])
    meters.append(Meter(ProofBudget(steps=1)))
    with pytest.raises(BudgetSpentError):
        algebra.restrict_to_type(reference, STRING)
    meters.append(Meter(ProofBudget()))
    assert algebra.restrict_to_type(reference, STRING) is algebra.atoms.size(STRING, 2, None)


def test_a_finite_set_of_names_is_one_statement_for_each() -> None:
    algebra = Algebra(lambda: None)
    inner = algebra.atoms.type_atom(NUMBER)
    listed = algebra.members_in(algebra.enumeration(["a", "b"]), inner)
    assert listed is algebra.all_of([algebra.atoms.member("a", inner), algebra.atoms.member("b", inner)])


def test_listed_values_that_only_an_unknown_part_may_exclude_stay_beside_it() -> None:
    algebra = Algebra(lambda: None)
    unknown = algebra.atoms.opaque_formula("not modelled", "key")
    found = algebra.all_of([algebra.enumeration([1, "a"]), algebra.atoms.type_atom(NUMBER), unknown])
    assert algebra.evaluation.holds(found, 1) is None
    assert algebra.evaluation.holds(found, "a") is False
    assert algebra.evaluation.holds(found, 2) is False
    assert algebra.all_of([algebra.enumeration(["a"]), algebra.atoms.type_atom(NUMBER), unknown]) is algebra.never


def test_a_statement_that_refers_to_what_is_still_being_read_is_undecidable() -> None:
    algebra = Algebra(lambda: None)
    with pytest.raises(UndecidableError, match="refers back to the schema that contains it"):
        SchemaTranslation(algebra, "s", {"propertyNames": {"$ref": "#"}}, DEFAULT).root()


def test_the_parts_of_a_conjunction_that_is_joined_again_and_again_are_counted() -> None:
    steps = 0

    def spend() -> None:
        nonlocal steps
        steps += 1

    algebra = Algebra(spend)
    names = [algebra.atoms.has_member(f"a{number}") for number in range(640)]
    whole = algebra.all_of(names)
    before = steps
    for name in names[:100]:
        algebra.all_of([whole, name])
    assert steps - before >= 100 * 640 // 64


def test_of_more_alternatives_than_can_be_compared_one_and_only_one_is_searched() -> None:
    def formula_of(count: int) -> object:
        texts = [{"type": "string", "minLength": length, "maxLength": length} for length in range(count)]
        schema = {"oneOf": texts}
        translation = SchemaTranslation(Algebra(lambda: None), "any", schema, DEFAULT)
        return type(translation.root()).__name__

    assert [formula_of(24), formula_of(25)] == ["AnyOf", "ExactlyOne"]


@check_each(
    ("schema", "types"),
    [
        ({"anyOf": [{"type": "string", "minLength": 2}, {"type": "array", "minItems": 1}]}, STRING | ARRAY),
        ({"not": {"pattern": "^a"}}, STRING),
        ({"not": {"uniqueItems": True}}, ARRAY),
        ({"not": {"multipleOf": 2}}, NUMBER),
        ({"not": {"required": ["a"]}}, OBJECT),
        ({"not": {"minLength": 1}}, STRING),
        ({"not": {"oneOf": [{"pattern": "a"}, {"pattern": "b"}]}}, EVERY_TYPE),
        ({"enum": [None, "a", True]}, NULL | STRING | BOOLEAN),
    ],
)
def test_a_formula_names_the_types_that_its_instances_may_have_and_no_other(schema: Any, types: int) -> None:
    assert SchemaTranslation(Algebra(lambda: None), "any", schema, DEFAULT).root().types == types


def test_the_values_of_an_enumeration_are_counted_before_they_are_read() -> None:
    algebra = Algebra(Meter(ProofBudget(steps=200, seconds=60)).spend)
    assert algebra.enumeration([f"{at}" for at in range(80)]).types == STRING
    with pytest.raises(BudgetSpentError, match="200 steps"):
        algebra.enumeration([f"{at}" for at in range(1_600)])


def test_values_and_types_that_are_joined_are_counted() -> None:
    steps: list[int] = []
    algebra = Algebra(lambda: steps.append(1))
    lists = [algebra.enumeration([f"{at}"]) for at in range(6_400)]
    before = len(steps)
    algebra.any_of(lists)
    assert len(steps) - before >= 100
