"""Proofs that a schema has no instance share one budget, also where they are made in several rounds."""

import pytest

from conformance.documents.values import JsonObject
from conformance.schema.containment.budget import BudgetSpentError, Meter, ProofBudget
from conformance.schema.containment.emptiness import Emptiness, whole_meter

_IMPOSSIBLE: JsonObject = {"type": "string", "minLength": 3, "maxLength": 2}


def test_a_contradiction_is_proved_within_a_budget_and_is_none_beyond_it() -> None:
    assert Emptiness(_IMPOSSIBLE, (), whole_meter()).is_proved("", _IMPOSSIBLE)
    assert not Emptiness(_IMPOSSIBLE, (), Meter(ProofBudget(steps=0))).is_proved("", _IMPOSSIBLE)


def test_one_element_is_enough_where_not_every_element_may_fit() -> None:
    for bound, is_empty in ((1, True), (2, False)):
        inner: JsonObject = {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}}
        schema: JsonObject = {
            "type": "array",
            "prefixItems": [{"type": "integer"}],
            "not": inner,
            "maxItems": bound,
        }
        assert Emptiness(schema, (), whole_meter()).is_proved("", schema) is is_empty, bound


def test_what_one_round_has_spent_is_missing_in_the_next() -> None:
    meter = Meter(ProofBudget(steps=60))
    proofs = [Emptiness(_IMPOSSIBLE, (), meter).is_proved("", _IMPOSSIBLE) for _ in range(60)]
    assert proofs[0]
    assert not proofs[-1]


def test_positions_that_are_ignored_are_taken_for_true() -> None:
    assert not Emptiness({"allOf": [_IMPOSSIBLE]}, ("/allOf/0",)).is_proved("", {"allOf": [_IMPOSSIBLE]})


def test_a_meter_beyond_its_deadline_stops_each_later_step_at_once() -> None:
    meter = Meter(ProofBudget(steps=10_000, seconds=-1.0))
    for _ in range(3):
        with pytest.raises(BudgetSpentError):
            meter.check_deadline()
        with pytest.raises(BudgetSpentError):
            meter.spend()


def test_some_keywords_of_a_subschema_are_judged_without_the_others() -> None:
    schema: JsonObject = {**_IMPOSSIBLE, "pattern": "a"}
    proofs = Emptiness(schema)
    assert proofs.is_proved_of("", schema, ["minLength", "maxLength", "type"])
    assert not proofs.is_proved_of("", schema, ["minLength", "maxLength"])  # what is no string has no length
    assert not proofs.is_proved_of("", schema, ["type", "minLength", "pattern"])


def test_keywords_are_judged_together_with_a_branch_if_one_is_given() -> None:
    schema: JsonObject = {"type": "string", "minLength": 3, "anyOf": [{"maxLength": 2}, {"maxLength": 3}]}
    proofs, kept = Emptiness(schema), {"type": "string", "minLength": 3}
    assert not proofs.is_proved_together("", kept)
    assert proofs.is_proved_together("", kept, ("/anyOf/0", {"maxLength": 2}))
    assert not proofs.is_proved_together("", kept, ("/anyOf/1", {"maxLength": 3}))


def test_what_a_search_has_left_out_is_no_proof_and_keeps_no_other_from_its_own() -> None:
    long: JsonObject = {"type": "array", "minItems": 30_000, "items": {"type": "string"}, "contains": {"const": 1}}
    proofs = Emptiness({"anyOf": [long, _IMPOSSIBLE]})
    assert not proofs.is_proved("/anyOf/0", long)
    assert proofs.is_proved("/anyOf/1", _IMPOSSIBLE)
