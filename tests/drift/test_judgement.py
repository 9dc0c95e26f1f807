"""Each edit is judged on its own, and what no edit explains is said of the complete schema at the place that breaks."""

from typing import Any

import pytest

from conformance.documents.values import JsonValue
from conformance.drift.attribution import judgement
from conformance.drift.attribution.judgement import Direction, JudgedEdit, judge_edits
from conformance.schema.containment.budget import ProofBudget

LOW: dict[str, Any] = {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "integer", "minimum": 0}}}
HIGH: dict[str, Any] = {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "integer", "minimum": 5}}}
TWO: tuple[Any, Any] = (
    {"properties": {"a": {"minimum": 0}, "b": {"type": "string"}}},
    {"properties": {"a": {"minimum": 5}, "b": {"type": ["string", "null"]}}},
)
# The reading of both schemas takes more steps than the first, and the judgement of the edit more than the second.
FEW_STEPS, SOME_STEPS = ProofBudget(steps=5), ProofBudget(steps=15)


def told(judged: JudgedEdit) -> tuple[str, str, str, bool, JsonValue, JsonValue]:
    edit = judged.edit
    return judged.verdict.answer.value, edit.kind, edit.pointer, edit.is_gone, edit.before, edit.after


def witness_of(judged: JudgedEdit) -> JsonValue:
    assert judged.verdict.witness is not None
    return judged.verdict.witness.instance


@pytest.mark.parametrize(
    ("old", "new", "direction"), [(LOW, HIGH, Direction.INPUT), (HIGH, LOW, Direction.OUTPUT)], ids=["input", "output"]
)
def test_a_break_that_no_edit_explains_is_located_where_the_witness_is_refused(
    old: Any, new: Any, direction: Direction
) -> None:
    [whole] = judge_edits(old, new, direction, FEW_STEPS)
    before, after = old["$defs"]["A"]["minimum"], new["$defs"]["A"]["minimum"]
    # the side that refuses: the new schema for inputs, the old one for outputs
    is_gone = direction is Direction.OUTPUT
    assert told(whole) == ("breaking", "schema_changed", "/$defs/A/minimum", is_gone, before, after)
    assert witness_of(whole) == {"a": 1}
    assert whole.refuses is None


def test_an_edit_on_which_the_budget_ends_is_unknown_and_the_break_is_said_beside_it() -> None:
    edit, whole = judge_edits(LOW, HIGH, Direction.INPUT, SOME_STEPS)
    assert told(edit) == ("unknown", "minimum_changed", "/$defs/A/minimum", False, 0, 5)
    assert edit.verdict.reason == "no answer within 15 steps"
    assert told(whole)[:3] == ("breaking", "schema_changed", "/$defs/A/minimum")


@pytest.mark.parametrize(("old", "new"), [(HIGH, LOW), (LOW, HIGH)])
def test_what_breaks_nothing_is_compatible_however_small_the_budget(old: Any, new: Any) -> None:
    direction = Direction.INPUT if old is HIGH else Direction.OUTPUT
    [whole] = judge_edits(old, new, direction, FEW_STEPS)
    assert told(whole) == ("compatible", "schema_changed", "", False, old, new)
    [edit] = judge_edits(old, new, direction)
    assert told(edit)[:3] == ("compatible", "minimum_changed", "/$defs/A/minimum")
    assert edit.refuses is None


def test_a_keyword_that_is_new_had_no_value_before() -> None:
    new: Any = {"properties": {"a": {"type": "integer", "minimum": 4}}}
    [whole] = judge_edits({"properties": {"a": {}}}, new, Direction.INPUT, FEW_STEPS)
    assert told(whole) == ("breaking", "schema_changed", "/properties/a/minimum", False, None, 4)


def test_an_edit_that_nests_too_deeply_to_be_judged_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhaust(*_arguments: object) -> None:
        raise RecursionError

    monkeypatch.setattr(judgement, "search_instance", exhaust)
    edit, whole = judge_edits(LOW, HIGH, Direction.INPUT)
    assert (edit.verdict.answer, edit.verdict.reason) == ("unknown", "the schemas are nested too deeply")
    assert told(whole)[0] == "breaking"


def test_an_invalid_schema_changed_as_a_whole() -> None:
    for direction in Direction:
        [whole] = judge_edits({"type": 5}, LOW, direction)
        assert told(whole) == ("unknown", "schema_changed", "", False, {"type": 5}, LOW)
        assert whole.verdict.reason.startswith("the old schema is invalid at `/type`: ")


def test_schemas_that_cannot_be_read_changed_as_a_whole_for_a_reason() -> None:
    broken: Any = {"$ref": "elsewhere.json"}
    for direction in Direction:
        [whole] = judge_edits(broken, LOW, direction)
        assert told(whole) == ("unknown", "schema_changed", "", False, broken, LOW)
        assert whole.verdict.reason == "the reference `elsewhere.json` does not resolve within the schema"
    inner: Any = {"items": {"$ref": "elsewhere.json"}}
    [whole] = judge_edits(inner, LOW, Direction.INPUT)
    assert "the reference `elsewhere.json` at `/items` does not resolve" in whole.verdict.reason


def test_each_edit_has_a_verdict_and_a_witness_of_its_own() -> None:
    tightened, widened = judge_edits(*TWO, Direction.INPUT)
    assert told(tightened)[:3] == ("breaking", "minimum_changed", "/properties/a/minimum")
    assert witness_of(tightened) == {"a": 0}
    assert told(widened)[:3] == ("compatible", "null_allowed", "/properties/b/type")
    # for results the other way round
    tightened, widened = judge_edits(*TWO, Direction.OUTPUT)
    assert told(tightened)[0] == "compatible"
    assert told(widened)[0] == "breaking"
    assert witness_of(widened) == {"b": None}


def test_an_edit_says_of_any_instance_whether_it_alone_refuses_it() -> None:
    tightened, widened = judge_edits(*TWO, Direction.INPUT)
    assert tightened.refuses is not None
    assert widened.refuses is not None
    for _ in range(2):  # each instance is a question of its own
        assert [tightened.refuses({"a": value}) for value in (4, 5, "x")] == [True, False, False]
        assert not tightened.refuses({"b": "x"})
        assert not widened.refuses({"b": None})
    _, widened = judge_edits(*TWO, Direction.OUTPUT)
    assert widened.refuses is not None
    assert widened.refuses({"b": None})
    assert not widened.refuses({"a": 5, "b": "x"})


def test_what_the_budget_does_not_reach_is_not_said_to_be_refused() -> None:
    old: Any = {"items": {"pattern": "^a"}}
    [edit] = judge_edits(old, {"items": {"pattern": "^ab"}}, Direction.INPUT, ProofBudget(steps=500))
    assert edit.refuses is not None
    texts = ["abc"] * 1_000
    assert edit.refuses(["abc", "ac"])
    assert not edit.refuses([*texts, "ac"])
    # the next instance has the whole budget again
    assert edit.refuses(["ac"])


def test_two_schemas_that_accept_the_same_have_no_edits() -> None:
    assert judge_edits({"enum": [1, 2]}, {"anyOf": [{"const": 2}, {"const": 1}]}, Direction.INPUT) == []
    assert judge_edits(LOW, LOW, Direction.OUTPUT) == []
