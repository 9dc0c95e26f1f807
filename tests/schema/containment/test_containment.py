"""Containment is proved, a break is shown, and what is neither is unknown with a reason."""

import math
import re
from typing import Any

import pytest

from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import ProofBudget, UndecidableError
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.prover import Answer, Verdict
from conformance.schema.containment.questions import Comparison, containment_verdict
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import dialect_of
from conformance.schema.validation import is_valid
from tests.cases import check_each

DRAFT_04 = "http://json-schema.org/draft-04/schema#"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"


def holding(inner: Any, **more: Any) -> dict[str, Any]:
    """A tool's input with one required field."""
    return {"type": "object", "properties": {"p": inner}, "required": ["p"], "additionalProperties": False, **more}


def verdicts(old: Any, new: Any) -> tuple[Verdict, Verdict]:
    """Both verdicts, each break confirmed anew by the reference validator."""
    comparison = Comparison(old, new)
    forward, backward = comparison.forward_verdict(), comparison.backward_verdict()
    for verdict, accepted, refused in ((forward, old, new), (backward, new, old)):
        assert (verdict.answer is Answer.BREAKING) is (verdict.witness is not None)
        assert (verdict.answer is Answer.UNKNOWN) is bool(verdict.reason)
        if verdict.witness is not None:
            assert is_valid(verdict.witness.instance, accepted)
            assert not is_valid(verdict.witness.instance, refused)
    return forward, backward


EQUAL = {
    "a type array and anyOf with null": (
        {"type": ["string", "null"], "minLength": 1},
        {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
    ),
    "an enum and anyOf of consts": ({"enum": ["a", "b"]}, {"anyOf": [{"const": "b"}, {"const": "a"}]}),
    "a listed null and a null type": ({"enum": ["a", None]}, {"oneOf": [{"type": "null"}, {"const": "a"}]}),
    "1 and 1.0": ({"enum": [1, 2]}, {"enum": [2.0, 1.0]}),
    "a flattened allOf": ({"allOf": [{"minimum": 1}, {"maximum": 5}]}, {"minimum": 1, "maximum": 5}),
    "an open bound of integers": (
        {"type": "integer", "exclusiveMinimum": 0, "maximum": 9.5},
        {"type": "integer", "minimum": 1, "maximum": 9},
    ),
    "halves and integers": ({"type": "integer", "multipleOf": 0.5}, {"type": "integer"}),
    "the only multiple in a window": (
        {"type": "number", "multipleOf": 7, "minimum": 1, "maximum": 8},
        {"not": {"not": {"const": 7}}},
    ),
    "search semantics of a pattern": ({"pattern": "^ab.*"}, {"pattern": "^ab"}),
    "a digit class and a range": ({"pattern": r"^\d+$"}, {"pattern": "^[0-9]+$"}),
    "contains anything and not empty": ({"contains": {}}, {"minItems": 1}),
    "unique booleans and at most two": (
        {"type": "array", "items": {"type": "boolean"}, "uniqueItems": True},
        {"type": "array", "items": {"type": "boolean"}, "uniqueItems": True, "maxItems": 2},
    ),
    "a forbidden name spelt as not required": (
        {"type": "object", "not": {"required": ["a"]}},
        {"type": "object", "properties": {"a": False}},
    ),
    "dependentRequired and dependentSchemas": (
        {"dependentRequired": {"a": ["b"]}},
        {"dependentSchemas": {"a": {"required": ["b"]}}},
    ),
    "if without else and anyOf": (
        {"if": {"type": "string"}, "then": {"maxLength": 3}},
        {"anyOf": [{"not": {"type": "string"}}, {"maxLength": 3}]},
    ),
    "what allOf evaluates": (
        {"allOf": [{"properties": {"a": {"type": "integer"}}}], "unevaluatedProperties": False},
        {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    ),
    "a format is an annotation": ({"type": "string", "format": "date"}, {"type": "string", "format": "uuid"}),
    "a definition of another name": (
        {"$defs": {"T": {"properties": {"k": {"$ref": "#/$defs/T"}}}}, "$ref": "#/$defs/T"},
        {"$defs": {"U": {"properties": {"k": {"$ref": "#/$defs/U"}}}}, "$ref": "#/$defs/U"},
    ),
    "a recursion and its unfolding": (
        {"type": "array", "items": {"$ref": "#"}},
        {"type": "array", "items": {"type": "array", "items": {"$ref": "#"}}},
    ),
    "two dialects": (
        {"$schema": DRAFT_07, "definitions": {"S": {"type": "string"}}, "items": [{"$ref": "#/definitions/S"}]},
        {"$defs": {"S": {"type": "string"}}, "prefixItems": [{"$ref": "#/$defs/S"}]},
    ),
    "a hidden sibling of $ref": (
        {"$schema": DRAFT_07, "definitions": {"S": {"type": "string"}}, "$ref": "#/definitions/S", "maxLength": 3},
        {"type": "string"},
    ),
    "an exclusive flag and an exclusive bound": (
        {"$schema": DRAFT_04, "minimum": 3, "exclusiveMinimum": True},
        {"exclusiveMinimum": 3},
    ),
    "a dependency of two dialects": (
        {"$schema": DRAFT_07, "dependencies": {"a": ["b"]}},
        {"dependentRequired": {"a": ["b"]}},
    ),
    "a dynamic reference with one target": (
        {"$dynamicAnchor": "n", "type": "object", "properties": {"k": {"$dynamicRef": "#n"}}},
        {"type": "object", "properties": {"k": {"$ref": "#"}}},
    ),
    "a recursive reference of one resource": (
        {"$schema": DRAFT_2019, "type": "object", "properties": {"k": {"$recursiveRef": "#"}}},
        {"type": "object", "properties": {"k": {"$ref": "#"}}},
    ),
    "schemas that nothing fits": (
        {"type": "string", "minimum": 1, "enum": [3]},
        {"allOf": [{"type": "null"}, {"const": 1}]},
    ),
}


@check_each("name", EQUAL)
def test_equal_schemas_are_compatible_both_ways(name: str) -> None:
    forward, backward = verdicts(*EQUAL[name])
    assert (forward.answer, backward.answer) == (Answer.COMPATIBLE, Answer.COMPATIBLE)


WIDENED = {
    "an optional property of a closed object": (
        {"type": "object", "additionalProperties": False},
        {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
    ),
    "integers among numbers": ({"type": "integer"}, {"type": "number"}),
    "a bound beyond doubles": (holding({"maximum": 2**53}), holding({"maximum": 2**53 + 1})),
    "even numbers among integers": ({"type": "number", "multipleOf": 2}, {"type": "integer"}),
    "multiples by decimal digits": ({"multipleOf": 0.3}, {"multipleOf": 0.1}),
    "a narrower pattern": ({"pattern": "^[a-z]{2,4}$"}, {"pattern": "^[a-z]+$"}),
    "a look-ahead that was dropped": ({"pattern": "^(?!tmp)[a-z]+$"}, {"pattern": "^[a-z]+$"}),
    "a back reference inside a regular language": ({"pattern": r"^(a+)b\1$"}, {"pattern": "^a+ba+$"}),
    "letters of a bounded length": ({"pattern": "^[a-z]{2,4}$"}, {"minLength": 2, "maxLength": 8}),
    "a pair as a list": (
        {"prefixItems": [{"type": "string"}, {"type": "string"}], "items": False, "minItems": 2},
        {"items": {"type": "string"}},
    ),
    "a variant more": (
        {"oneOf": [{"required": ["k"], "properties": {"k": {"const": "a"}}, "type": "object"}]},
        {
            "oneOf": [
                {"required": ["k"], "properties": {"k": {"const": "a"}}, "type": "object"},
                {"required": ["k", "v"], "properties": {"k": {"const": "b"}}, "type": "object"},
            ]
        },
    ),
    "a relaxed leaf of a recursion": (
        {
            "$defs": {"T": {"type": "object", "required": ["v"], "properties": {"k": {"$ref": "#/$defs/T"}}}},
            "$ref": "#/$defs/T",
        },
        {"$defs": {"T": {"type": "object", "properties": {"k": {"$ref": "#/$defs/T"}}}}, "$ref": "#/$defs/T"},
    ),
    "a condition that is dropped": (
        {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}},
        {"type": "object"},
    ),
    "names of a pattern opened": (
        {"type": "object", "propertyNames": {"pattern": "^x_"}},
        {"type": "object", "propertyNames": {"pattern": "^[xy]_"}},
    ),
    "true is not 1": ({"enum": [1]}, {"enum": [1, True]}),
    "unevaluated names of a new branch": (
        {"anyOf": [{"properties": {"a": True}, "required": ["a"]}], "unevaluatedProperties": False},
        {"anyOf": [{"properties": {"a": True, "b": True}, "required": ["a"]}], "unevaluatedProperties": False},
    ),
    "nothing among something": (False, {"type": "string"}),
}


@check_each("name", WIDENED)
def test_a_widened_schema_is_compatible_and_breaks_the_other_way(name: str) -> None:
    forward, backward = verdicts(*WIDENED[name])
    assert (forward.answer, backward.answer) == (Answer.COMPATIBLE, Answer.BREAKING)


def test_disjoint_schemas_break_both_ways() -> None:
    forward, backward = verdicts(holding({"enum": [0, 1]}), holding({"enum": [False, True]}))
    assert forward.witness is not None
    assert backward.witness is not None
    assert (forward.witness.instance, backward.witness.instance) == ({"p": 0}, {"p": True})


def test_the_witness_stands_at_the_bound_that_moved() -> None:
    verdict = containment_verdict(
        holding({"type": "integer", "maximum": 100}), holding({"type": "integer", "maximum": 50})
    )
    assert verdict.witness is not None
    assert verdict.witness.instance == {"p": 51}


def test_draft_04_tells_a_spelling_of_one_from_another() -> None:
    forward, backward = verdicts({"type": "integer"}, {"$schema": DRAFT_04, "type": "integer"})
    assert forward.witness is not None
    assert repr(forward.witness.instance) == "0.0"
    assert backward.answer is Answer.COMPATIBLE


def test_a_witness_deep_in_a_recursion_is_found() -> None:
    def tree(leaf: Any) -> dict[str, Any]:
        inner = {"properties": {"w": leaf, "n": {"$ref": "#/$defs/A"}}}
        return {"$defs": {"A": {"properties": {"n": {"$ref": "#/$defs/B"}}}, "B": inner}, "$ref": "#/$defs/A"}

    forward, backward = verdicts(tree({}), tree({"type": "string"}))
    assert (forward.answer, backward.answer) == (Answer.BREAKING, Answer.COMPATIBLE)


def test_a_witness_holds_in_engines_that_let_a_newline_end_a_text() -> None:
    verdict = containment_verdict({"pattern": "^a?$"}, {"pattern": "^$"})
    assert verdict.witness is not None
    assert verdict.witness.instance == "a"


UNDECIDABLE = {
    "another dialect": ({"$schema": "urn:mine"}, {}, "dialect"),
    "an invalid schema": ({"type": "strin"}, {}, "invalid"),
    "no schema": (None, {}, "not a JSON Schema"),
    "a network reference": ({"$ref": "https://example.com/s"}, {"type": "null"}, "does not resolve within the schema"),
    "a missing definition": (
        {"$ref": "#/$defs/Gone"},
        {"type": "null"},
        "the reference `#/$defs/Gone` does not resolve within the schema",
    ),
    "a missing definition inside": (
        {"not": {"$ref": "#/$defs/Gone"}},
        {"type": "null"},
        "the reference `#/$defs/Gone` at `/not` does not resolve within the schema",
    ),
    "a reference to itself": ({"allOf": [{"$ref": "#"}]}, {"type": "null"}, "back to itself"),
    "a denied reference to itself": ({"not": {"$ref": "#"}}, {"type": "null"}, "back to itself"),
    "another dialect inside": (
        {"items": {"$id": "urn:x", "$schema": DRAFT_07, "type": "null"}},
        {"items": False},
        "switches to another dialect",
    ),
    "an unreadable pattern": ({"pattern": "(", "type": "string"}, {"type": "null"}, "is not an ECMA-262"),
    "a string that nobody builds": ({"type": "string", "minLength": 10**9}, {"type": "null"}, "was not built"),
    "an array that nobody builds": ({"type": "array", "minItems": 10**8}, {"type": "null"}, "was not built"),
    "an object that nobody builds": ({"type": "object", "minProperties": 10**6}, {"type": "null"}, "was not built"),
}


@check_each("name", UNDECIDABLE)
def test_what_cannot_be_decided_is_unknown_and_says_why(name: str) -> None:
    old, new, reason = UNDECIDABLE[name]
    verdict = containment_verdict(old, new)
    assert verdict.answer is Answer.UNKNOWN
    assert reason in verdict.reason


@pytest.mark.parametrize("schema", [{"$schema": "urn:mine"}, {"$ref": "https://example.com"}, {"pattern": "("}])
def test_equal_texts_are_compatible_whatever_they_say(schema: Any) -> None:
    assert containment_verdict(schema, dict(schema)).answer is Answer.COMPATIBLE


def test_bombs_are_answered_within_their_budget() -> None:
    def doubling(last: Any) -> dict[str, Any]:
        inner = {
            f"a{i}": {
                "anyOf": [
                    {"$ref": f"#/$defs/a{i + 1}", "title": "l"},
                    {"required": [f"x{i}"], "$ref": f"#/$defs/a{i + 1}"},
                ]
            }
            for i in range(25)
        }
        return {"$defs": {**inner, "a25": last}, "$ref": "#/$defs/a0"}

    alternatives = {"allOf": [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(25)]}
    for old, new in (
        (doubling({"type": "object"}), doubling({"type": "string"})),
        (alternatives, {**alternatives, "maxProperties": 3}),
        ({"pattern": "^(((a{1,90}){1,90}){1,90})$"}, {"maxLength": 3}),
        ({"pattern": "^(a|a)*b(a|b){40}$"}, {"pattern": "^(a|b)*a(a|b){40}$"}),
    ):
        verdict = containment_verdict(old, new, budget=ProofBudget(steps=2_000, seconds=math.inf))
        assert verdict.answer is not Answer.UNKNOWN or re.search("2,000|60,000", verdict.reason)


def nested_arrays(depth: int) -> dict[str, Any]:
    inner = {f"a{i}": {"type": "array", "minItems": 10, "items": {"$ref": f"#/$defs/a{i + 1}"}} for i in range(depth)}
    return {"$defs": {**inner, f"a{depth}": {"type": "string"}}, "$ref": "#/$defs/a0"}


def forked_objects(depth: int) -> dict[str, Any]:
    def fork(target: str) -> dict[str, Any]:
        sides = {side: {"$ref": target} for side in ("left", "right")}
        return {"type": "object", "properties": sides, "required": ["left", "right"]}

    inner = {f"o{i}": fork(f"#/$defs/o{i + 1}") for i in range(depth)}
    return {"$defs": {**inner, f"o{depth}": {"type": "string"}}, "$ref": "#/$defs/o0"}


def test_an_instance_that_multiplies_with_its_depth_is_not_built() -> None:
    for bomb in (nested_arrays(12), forked_objects(30)):
        verdict = containment_verdict(bomb, {"type": "string"}, budget=ProofBudget(seconds=math.inf))
        assert verdict.answer is Answer.UNKNOWN
        assert verdict.reason == "an instance of more than 50,000 values or 5,000,000 characters was not built"
        assert containment_verdict({"type": "string"}, bomb).answer is Answer.BREAKING
    for small in (nested_arrays(3), forked_objects(9)):
        assert containment_verdict(small, {"type": "string"}).answer is Answer.BREAKING


def test_a_grid_too_fine_for_its_numbers_is_searched_within_the_budget() -> None:
    numbers = {"type": "number", "multipleOf": 5e-324, "minimum": 1e300}
    verdict = containment_verdict(numbers, {"type": "string"}, budget=ProofBudget(steps=200, seconds=math.inf))
    assert (verdict.answer, verdict.methods[-1]) == (Answer.BREAKING, "boundaries")
    large = {"type": "number", "multipleOf": 0.5, "not": {"type": "integer"}, "minimum": int("9" * 399)}
    assert containment_verdict(large, {"type": "string"}, budget=ProofBudget(steps=200)).answer is Answer.UNKNOWN


def test_a_spent_budget_is_unknown() -> None:
    old = {"pattern": "^(a|b)*a(a|b){12}$"}
    verdict = containment_verdict(old, {"pattern": "^(a|b)*a(a|b){11}c$"}, budget=ProofBudget(steps=20, seconds=5))
    assert verdict.answer is Answer.UNKNOWN
    assert "20 steps" in verdict.reason


def test_the_same_question_has_the_same_witness() -> None:
    old = holding({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]})
    new = holding({"type": "string"})
    assert containment_verdict(old, new) == containment_verdict(old, new)


def formula_of(schema: Any) -> Formula:
    dialect = dialect_of(schema)
    assert dialect is not None
    return SchemaTranslation(Algebra(lambda: None), "s", schema, dialect).root()


SCOPED = {
    "$id": "https://example.com/root",
    "$dynamicRef": "#node",
    "$defs": {
        "a": {"$dynamicAnchor": "node", "type": "string"},
        "b": {"$id": "b", "$defs": {"c": {"$dynamicAnchor": "node", "type": "null"}}},
    },
}


def test_a_reference_of_several_possible_targets_is_unknown_and_one_of_a_single_one_is_followed() -> None:
    with pytest.raises(UndecidableError, match="depends on the dynamic scope"):
        formula_of(SCOPED)
    single = {"$dynamicRef": "#/$defs/a", "$defs": {"a": {"type": "string"}}}
    assert containment_verdict(single, {"type": "string"}).answer is Answer.COMPATIBLE
    anchored = {"$dynamicRef": "#n", "$defs": {"a": {"$dynamicAnchor": "n", "type": "string"}}}
    assert containment_verdict(anchored, {"type": "string"}).answer is Answer.COMPATIBLE
    recursive = {"$schema": DRAFT_2019, "$recursiveAnchor": True, "type": "array", "items": {"$recursiveRef": "#"}}
    assert containment_verdict(recursive, {"type": "array"}).answer is Answer.COMPATIBLE
    with pytest.raises(UndecidableError, match=r"the target of `[$]recursiveRef` at `/items` depends on"):
        formula_of({**recursive, "$defs": {"a": {"$id": "urn:a", "$recursiveAnchor": True}}})
    # Only a dynamic reference looks for anchors elsewhere.
    shared = {name: {"$dynamicAnchor": "n", "$id": f"urn:{name}", "type": "string"} for name in ("a", "b")}
    formula_of({"$ref": "#/$defs/a", "$defs": shared})


def test_what_is_evaluated_in_too_many_ways_or_by_itself_is_undecidable() -> None:
    ways = [{"anyOf": [{"properties": {f"p{number}": {"type": "string"}}}]} for number in range(9)]
    with pytest.raises(UndecidableError, match="more than 256 combinations of branches"):
        formula_of({"allOf": ways, "unevaluatedProperties": False})
    formula_of({"allOf": ways[:8], "unevaluatedProperties": False})
    circle = {"anyOf": [{"properties": {"x": True}}, {"$ref": "#/$defs/a"}]}
    with pytest.raises(UndecidableError, match=r"depends on `/[$]defs/a` itself"):
        formula_of({"unevaluatedProperties": False, "$ref": "#/$defs/a", "$defs": {"a": circle}})


def test_what_is_no_schema_is_undecidable() -> None:
    with pytest.raises(UndecidableError, match="`/items` is not a schema"):
        formula_of({"items": 7})
