"""Each question is answered by a proof, by a witness, or honestly not at all."""

from conformance.documents.values import JsonValue
from conformance.schema.containment.budget import ProofBudget
from conformance.schema.containment.questions import Decision, are_disjoint, contains, is_satisfiable
from conformance.schema.validation import is_valid
from tests.cases import check_each

DRAFT_04 = "http://json-schema.org/draft-04/schema#"


def shown_instance(decision: Decision) -> JsonValue:
    """The instance of a decision that has one."""
    assert decision.witness is not None
    return decision.witness.instance


def test_a_satisfiable_schema_is_shown_an_instance() -> None:
    schema: JsonValue = {"type": "object", "required": ["a"], "properties": {"a": {"pattern": "^x[0-9]{3}$"}}}
    decision = is_satisfiable(schema)
    assert decision.holds is True
    assert is_valid(shown_instance(decision), schema)


@check_each(
    "schema",
    [
        False,
        {"pattern": "^a$", "minLength": 2, "type": "string"},
        {"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2},
        {"$ref": "#/$defs/N", "$defs": {"N": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/N"}}}},
    ],
)
def test_that_nothing_fits_is_proved(schema: JsonValue) -> None:
    assert is_satisfiable(schema) == Decision(False)


def test_containment_is_proved_or_shown_to_fail() -> None:
    assert contains({"type": "integer"}, {"type": "number"}) == Decision(True)
    refuted = contains({"type": "number"}, {"type": "integer"})
    assert refuted.holds is False
    assert not is_valid(shown_instance(refuted), {"type": "integer"})


def test_disjoint_schemas_are_proved_pair_by_pair() -> None:
    kinds: list[JsonValue] = [{"required": ["k"], "properties": {"k": {"const": n}}} for n in range(3)]
    objects: list[JsonValue] = [{"type": "object", "allOf": [kind]} for kind in kinds]
    assert are_disjoint(objects) == Decision(True)
    assert are_disjoint(
        [{"$schema": DRAFT_04, "minimum": 1, "type": "integer"}, {"maximum": 0, "type": "number"}]
    ).holds
    overlapping = are_disjoint([*objects, {"required": ["k"], "maxProperties": 1}])
    assert overlapping.holds is False
    assert is_valid(shown_instance(overlapping), objects[0])


def test_what_is_undecided_says_why() -> None:
    cases = (
        (is_satisfiable({"type": "strin"}), "the schema is invalid"),
        (is_satisfiable({"type": "string", "minLength": 10**9}), "was not built"),
        (are_disjoint([{}, {"$schema": "urn:mine"}]), "schema 2 uses the unknown dialect"),
        (are_disjoint([{"type": "null"}, {"$ref": "https://example.com/s"}]), "does not resolve within the schema"),
        (contains({"type": "null"}, {"$ref": "#/$defs/gone"}), "does not resolve within the schema"),
        (contains({"pattern": "^(a|b)*a(a|b){9}$"}, {"minLength": 9}, budget=ProofBudget(steps=9)), "within 9 steps"),
    )
    for decision, reason in cases:
        assert decision.holds is None
        assert reason in decision.reason
        assert decision.witness is None


@check_each(
    "new",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}]},
        {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}},
        {"pattern": "("},
        {"type": ["integer", "string"], "pattern": "("},
    ],
)
def test_nothing_is_proved_of_a_schema_by_which_nobody_can_judge(new: JsonValue) -> None:
    decision = contains({"type": "integer"}, new)
    assert decision.holds is None
    assert decision.reason
