"""A formula holds for a value exactly if its schema accepts the value, and "unknown" is never turned into an answer."""

from fractions import Fraction
from typing import Any

from conformance.documents.values import JsonValue
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.evaluation import Evaluation, exact_fraction
from conformance.schema.containment.formulas import NUMBER, STRING, AnyOf, ExactlyOne, Formula, Not, Opaque
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import DEFAULT
from conformance.schema.validation import is_valid
from tests.cases import check_each

VALUES: tuple[JsonValue, ...] = (
    *(None, True, False, 0, 1, 2, 3, 0.1, 0.3, -1, 10**20),
    *("", "a", "ab", "abc", "\U0001f600"),
    *([], [1], [1, 1], [1, "a"], ["a", 1, 2], [1, 1.0], [1, "a", None]),
    *({}, {"a": 1}, {"a": "x"}, {"b": 1}, {"a": 1, "b": "y"}, {"c": {"c": {}}}, {"c": {"c": 1}}),
)
SCHEMAS: list[Any] = [
    {"type": ["string", "null"]},
    {"enum": [1, "a", None]},
    {"not": {"enum": [1, "a", None]}},
    {"not": {"minimum": 2}},
    {"anyOf": [{"minLength": 2, "type": "string"}, {"minimum": 2, "type": "number"}]},
    {"oneOf": [{"minimum": 1}, {"maximum": 2}]},
    {"oneOf": [{"minimum": 1}, {"maximum": 2}, {"type": "string"}]},
    {"exclusiveMinimum": 0, "exclusiveMaximum": 2},
    {"minimum": 0.1, "maximum": 0.3},
    {"multipleOf": 0.1},
    {"type": "integer"},
    {"minLength": 1, "maxLength": 2},
    {"pattern": "^a"},
    {"pattern": "^a(?=b)"},
    {"pattern": r"^(a|b)\1$"},
    {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}},
    {"items": {"type": "integer"}, "minItems": 1, "maxItems": 2},
    {"contains": {"type": "string"}},
    {"contains": {"type": "integer"}, "minContains": 2},
    {"uniqueItems": True},
    {"required": ["a"]},
    {"minProperties": 1, "maxProperties": 1},
    {"properties": {"a": {"type": "integer"}}},
    {"properties": {"a": True}, "additionalProperties": {"type": "string"}},
    {"patternProperties": {"^[ab]$": {"type": "integer"}}},
    {"propertyNames": {"maxLength": 0}},
    {"properties": {"c": {"$ref": "#"}}, "type": "object"},
    {"properties": {"a": {"type": "string"}, "b": True}, "required": ["b"], "additionalProperties": False},
    {"patternProperties": {"^b": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
    {"dependentRequired": {"a": ["b"]}},
    {"dependentSchemas": {"b": {"required": ["a"]}}},
    {"if": {"required": ["a"]}, "then": {"maxProperties": 1}, "else": {"type": "object"}},
    {"if": {"type": "string"}, "then": {"maxLength": 1}},
    {"if": {"type": "array"}, "else": {"type": "null"}},
    {"contains": {"type": "integer"}, "minContains": 0, "maxContains": 1},
    {"contains": False},
    {"prefixItems": [True, False]},
    {"prefixItems": [{"type": "integer"}], "allOf": [{"prefixItems": [{"minimum": 1}, {"type": "string"}]}]},
    {"items": {"type": "integer"}, "allOf": [{"items": {"maximum": 1}}]},
    {"minItems": 2, "allOf": [{"maxItems": 2}]},
    {"required": ["a", "b"], "propertyNames": {"enum": ["a", "b"]}},
    {"exclusiveMaximum": 2, "minimum": 2},
    {"minLength": 3, "maxLength": 2},
    {"not": {"minLength": 1, "maxLength": 2}},
    {"not": {"minItems": 1, "maxItems": 1}},
    {"not": {"required": ["a"]}},
    {"not": {"minimum": 1, "maximum": 2}},
    {"const": {"a": 1}},
    {"enum": [[1], {"b": 1}, 1]},
    {"unevaluatedProperties": False},
    {"properties": {"a": True}, "unevaluatedProperties": False},
    {"properties": {"a": True}, "unevaluatedProperties": {"type": "integer"}},
    {"patternProperties": {"^b$": True}, "unevaluatedProperties": False},
    {"additionalProperties": {"type": "integer"}, "unevaluatedProperties": False},
    {"allOf": [{"properties": {"a": True}}, True], "unevaluatedProperties": False},
    {
        "anyOf": [{"properties": {"a": {"type": "integer"}}}, {"required": ["b"], "properties": {"b": True}}],
        "unevaluatedProperties": False,
    },
    {
        "oneOf": [
            {"required": ["a"], "properties": {"a": True}},
            {"required": ["b"], "properties": {"b": True}},
            False,
        ],
        "unevaluatedProperties": False,
    },
    {
        "if": {"required": ["a"], "properties": {"a": {"type": "integer"}}},
        "then": {"properties": {"b": True}},
        "else": {"properties": {"c": True}},
        "unevaluatedProperties": False,
    },
    {"if": {"properties": {"a": {"type": "integer"}}}, "unevaluatedProperties": False},
    {"dependentSchemas": {"a": {"properties": {"a": True, "b": True}}}, "unevaluatedProperties": False},
    {"allOf": [{"unevaluatedProperties": {"type": "integer"}}], "unevaluatedProperties": False},
    {"$ref": "#/$defs/x", "$defs": {"x": {"properties": {"a": True}}}, "unevaluatedProperties": False},
    {"unevaluatedItems": False},
    {"prefixItems": [True], "unevaluatedItems": {"type": "string"}},
    {"prefixItems": [True], "allOf": [{"prefixItems": [True, True]}], "unevaluatedItems": False},
    {"contains": {"type": "integer"}, "unevaluatedItems": {"type": "string"}},
    {"contains": {"type": "integer"}, "allOf": [{"contains": {"type": "string"}}], "unevaluatedItems": False},
    {"anyOf": [{"items": {"type": "integer"}}, {"prefixItems": [True]}], "unevaluatedItems": False},
    {"if": {"prefixItems": [{"type": "integer"}]}, "then": {"minItems": 1}, "unevaluatedItems": {"type": "string"}},
    {"allOf": [{"unevaluatedItems": {"type": "integer"}}], "unevaluatedItems": False},
]


def evaluation_of(algebra: Algebra) -> Evaluation:
    return Evaluation(algebra.atoms.languages, lambda: None)


@check_each(("schema", "value"), [(schema, value) for schema in SCHEMAS for value in VALUES])
def test_a_formula_holds_for_what_its_schema_accepts(schema: Any, value: JsonValue) -> None:
    algebra = Algebra(lambda: None)
    formula = SchemaTranslation(algebra, "s", schema, DEFAULT).root()
    accepted = is_valid(value, schema)
    assert evaluation_of(algebra).holds(formula, value) is accepted
    assert evaluation_of(algebra).holds(Not(63, 0, inner=formula), value) is not accepted


def test_a_name_that_may_or_may_not_be_meant_leaves_open_only_what_its_value_does_not_fit() -> None:
    algebra = Algebra(lambda: None)
    members = algebra.atoms.matching_members(Opaque(63, 0, reason="not modelled"), algebra.atoms.type_atom(NUMBER))
    assert evaluation_of(algebra).holds(members, {"a": 1}) is True
    assert evaluation_of(algebra).holds(members, {"a": 1, "b": "x"}) is None


def test_enough_sure_elements_decide_whatever_the_others_are() -> None:
    algebra = Algebra(lambda: None)
    (unknown,) = _parts(None)
    inner = algebra.any_of(
        [algebra.atoms.type_atom(NUMBER), algebra.all_of([algebra.atoms.type_atom(STRING), unknown])]
    )
    some = algebra.atoms.min_matching_elements(2, inner)
    holds = evaluation_of(algebra).holds
    assert holds(some, [1, 1, "x"]) is True
    assert holds(some, [1, "x"]) is None
    assert holds(some, [1, None]) is False


def test_a_reference_that_is_still_being_read_is_unknown() -> None:
    algebra = Algebra(lambda: None)
    reference = algebra.atoms.recursion(("s", "/$defs/a"))
    assert evaluation_of(algebra).holds(reference, 1) is None
    reference.target = algebra.atoms.type_atom(NUMBER)
    assert evaluation_of(algebra).holds(reference, 1) is True
    assert evaluation_of(algebra).holds(reference, "x") is False


def _parts(*answers: bool | None) -> tuple[Formula, ...]:
    algebra = Algebra(lambda: None)
    unknown = Opaque(63, 0, reason="not modelled")
    return tuple({True: algebra.always, False: algebra.never, None: unknown}[answer] for answer in answers)


@check_each(
    ("answers", "some", "one"),
    [
        ((True, None), True, None),
        ((False, None), None, None),
        ((False, False), False, False),
        ((True, True, None), True, False),
        ((True, False), True, True),
    ],
)
def test_an_unknown_part_leaves_open_only_what_depends_on_it(
    answers: tuple[bool | None, ...], some: bool | None, one: bool | None
) -> None:
    evaluation = evaluation_of(Algebra(lambda: None))
    assert evaluation.holds(AnyOf(63, 0, parts=_parts(*answers)), 1) is some
    assert evaluation.holds(ExactlyOne(63, 0, parts=_parts(*answers)), 1) is one


def test_the_opposite_of_an_unknown_part_is_unknown() -> None:
    (unknown,) = _parts(None)
    assert evaluation_of(Algebra(lambda: None)).holds(Not(63, 0, inner=unknown), 1) is None


def test_a_number_is_compared_as_it_is_written() -> None:
    algebra = Algebra(lambda: None)
    tenths = algebra.all_of([algebra.atoms.type_atom(NUMBER), algebra.atoms.multiple_of(Fraction(1, 10))])
    assert evaluation_of(algebra).holds(tenths, 0.3) is True
    assert evaluation_of(algebra).holds(tenths, 0.35) is False


def test_an_integer_of_any_length_is_compared_by_all_its_digits() -> None:
    huge = 10**5_000  # Python writes down no integer of so many digits
    assert exact_fraction(huge) == Fraction(huge)
    assert exact_fraction(0.1) == Fraction(1, 10)
    algebra = Algebra(lambda: None)
    least = algebra.atoms.number_range(Fraction(huge), False, None, False)
    assert evaluation_of(algebra).holds(least, huge) is True
    assert evaluation_of(algebra).holds(least, huge - 1) is False
