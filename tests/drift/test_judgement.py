"""Each edit is judged on its own, and what no edit explains is said of the complete schema at the place that breaks."""

from collections.abc import Mapping
from typing import Any

import pytest

from conformance.documents.values import JsonValue, as_object
from conformance.drift.attribution import partial_change
from conformance.drift.attribution.edits import MOST_EDITS
from conformance.drift.attribution.judgement import Direction, JudgedEdit, judge_edits
from conformance.drift.attribution.partial_change import PartialChange
from conformance.schema.containment.budget import BudgetSpentError, Meter, ProofBudget
from conformance.schema.containment.prover import Answer
from conformance.schema.containment.questions import Comparison
from conformance.schema.validation import schema_violations
from tests.cases import check_each
from tests.schema.containment.test_hunt import pair

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
    # the side that refuses: the new schema for inputs, the old one for outputs
    is_gone = direction is Direction.OUTPUT
    assert told(whole) == ("breaking", "schema_changed", "/$defs/A/minimum", is_gone, old, new)
    assert witness_of(whole) == {"a": 1}
    assert whole.refuses is None


def test_an_edit_on_which_the_budget_ends_breaks_where_the_witness_of_the_whole_is_refused_by_it() -> None:
    [edit] = judge_edits(LOW, HIGH, Direction.INPUT, SOME_STEPS)
    assert told(edit) == ("breaking", "minimum_changed", "/$defs/A/minimum", False, 0, 5)
    assert witness_of(edit) == {"a": 1}


@pytest.mark.parametrize(("old", "new"), [(HIGH, LOW), (LOW, HIGH)])
def test_what_breaks_nothing_is_compatible_however_small_the_budget(old: Any, new: Any) -> None:
    direction = Direction.INPUT if old is HIGH else Direction.OUTPUT
    [whole] = judge_edits(old, new, direction, FEW_STEPS)
    assert told(whole) == ("compatible", "schema_changed", "", False, old, new)
    [edit] = judge_edits(old, new, direction)
    assert told(edit)[:3] == ("compatible", "minimum_changed", "/$defs/A/minimum")
    assert edit.refuses is None


def test_a_break_by_a_new_keyword_is_located_there() -> None:
    new: Any = {"properties": {"a": {"type": "integer", "minimum": 4}}}
    old: Any = {"properties": {"a": {}}}
    [whole] = judge_edits(old, new, Direction.INPUT, FEW_STEPS)
    assert told(whole) == ("breaking", "schema_changed", "/properties/a/minimum", False, old, new)


def test_an_edit_that_nests_too_deeply_to_be_judged_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhaust(*_arguments: object) -> None:
        raise RecursionError

    monkeypatch.setattr(partial_change, "search_instance", exhaust)
    old: Any = {"properties": {**LOW["properties"], "b": {"maxLength": 5}}, "$defs": LOW["$defs"]}
    new: Any = {"properties": {**HIGH["properties"], "b": {"maxLength": 6}}, "$defs": HIGH["$defs"]}
    tightened, widened = judge_edits(old, new, Direction.INPUT)
    # the witness of the complete schema is one of this edit, and the search for another one is not needed to say so
    assert told(tightened)[:2] == ("breaking", "minimum_changed")
    assert (widened.verdict.answer, widened.verdict.reason) == ("unknown", "the schemas are nested too deeply")


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


def refused(judged: JudgedEdit, instance: JsonValue, steps: int = 20_000) -> bool | None:
    assert judged.refuses is not None
    return judged.refuses(instance, Meter(ProofBudget(steps)))


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
    assert [refused(tightened, {"a": value}) for value in (4, 5, "x")] == [True, False, False]
    assert refused(tightened, {"b": "x"}) is False
    assert refused(widened, {"b": None}) is False
    _, widened = judge_edits(*TWO, Direction.OUTPUT)
    assert refused(widened, {"b": None}) is True
    assert refused(widened, {"a": 5, "b": "x"}) is False


def test_what_the_budget_does_not_reach_is_neither_said_to_be_refused_nor_to_be_accepted() -> None:
    old: Any = {"items": {"pattern": "^a"}}
    [edit] = judge_edits(old, {"items": {"pattern": "^ab"}}, Direction.INPUT)
    texts = ["abc"] * 1_000
    assert refused(edit, ["abc", "ac"], steps=500) is True
    assert refused(edit, [*texts, "ac"], steps=500) is None
    assert refused(edit, ["ac"], steps=500) is True


def test_two_schemas_that_accept_the_same_have_no_edits() -> None:
    assert judge_edits({"enum": [1, 2]}, {"anyOf": [{"const": 2}, {"const": 1}]}, Direction.INPUT) == []
    assert judge_edits(LOW, LOW, Direction.OUTPUT) == []


def _object(properties: JsonValue, *required: str) -> JsonValue:
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


OLD_FIELD: dict[str, Any] = {"old": {"type": "string"}}
PAIRS: dict[str, Any] = {"anyOf": [{"enum": ["x", "y"]}, {"enum": ["y", "z"]}, {"enum": ["x", "z"]}]}
ONE_PAIR: dict[str, Any] = {"anyOf": [{"enum": ["x", "y"]}]}


@pytest.mark.parametrize(
    ("old", "new", "direction"),
    [
        (_object({"m": PAIRS, **OLD_FIELD}), _object({"m": ONE_PAIR}), Direction.INPUT),
        (_object({"m": ONE_PAIR}), _object({"m": PAIRS, **OLD_FIELD}), Direction.OUTPUT),
    ],
    ids=["input", "output"],
)
def test_what_no_edit_breaks_alone_is_reported_beside_one_that_breaks(
    old: JsonValue, new: JsonValue, direction: Direction
) -> None:
    broken = [one for one in judge_edits(old, new, direction) if one.verdict.answer is Answer.BREAKING]
    field, whole = broken
    assert field.edit.kind == ("field_removed" if direction is Direction.INPUT else "field_added")
    assert told(whole)[:3] == ("breaking", "schema_changed", "/properties/m/anyOf")
    assert witness_of(whole) == {"m": "z"}
    assert refused(whole, {"m": "z"}) is True
    assert refused(whole, {"m": "x", "old": "a"}) is False


@pytest.mark.parametrize("depth", [0, 1])
def test_what_breaks_only_together_is_one_change_for_each_field_that_breaks_so(depth: int) -> None:
    def nested(field: JsonValue) -> JsonValue:
        fields = _object({"k": field, "m": field})
        return _object({"in": fields}) if depth else fields

    found = judge_edits(nested(PAIRS), nested(ONE_PAIR), Direction.INPUT)
    broken = [one for one in found if one.verdict.answer is Answer.BREAKING]
    above = "/properties/in" * depth
    assert [told(one)[1:3] for one in broken] == [
        ("schema_changed", f"{above}/properties/{name}/anyOf") for name in ("k", "m")
    ]
    witnesses: list[JsonValue] = [{"k": "z"}, {"m": "z"}]
    for index, one in enumerate(broken):
        found_refused = [refused(one, {"in": each} if depth else each) for each in witnesses]
        assert found_refused == [index == 0, index == 1]


def test_what_breaks_together_at_two_positions_of_a_field_is_located_around_both() -> None:
    old, new = (_object({"l": {"type": "array", "prefixItems": [one, one]}}) for one in (PAIRS, ONE_PAIR))
    broken = [one for one in judge_edits(old, new, Direction.INPUT) if one.verdict.answer is Answer.BREAKING]
    assert [told(one)[2] for one in broken] == ["/properties/l/prefixItems"]


FILTER: dict[str, Any] = _object({"tag": {"type": "string"}, "state": {"type": "string"}})  # type: ignore[assignment]
K: list[Any] = [{"properties": {"k": {"const": number}}} for number in (1, 2)]
REWRITTEN: list[tuple[Any, Any]] = [
    (
        {"anyOf": [{"enum": ["x", "y"]}, {"type": "integer"}]},
        {"anyOf": [{"enum": ["x"]}, {"type": ["integer"]}, PAIRS]},
    ),
    (FILTER, {"type": "object"}),
    ({"oneOf": [{**one, "required": ["k"]} for one in K]}, {"oneOf": K}),
]


@check_each(("before", "after"), REWRITTEN)
def test_an_edit_is_not_blamed_for_what_other_edits_accept_again(before: JsonValue, after: JsonValue) -> None:
    """However else the schema breaks: the instances that such an edit refuses are refused for something else."""
    alone = judge_edits(_object({"m": before}), _object({"m": after}), Direction.INPUT)
    assert {one.verdict.answer for one in alone} <= {Answer.COMPATIBLE}
    old, new = _object({"m": before, **OLD_FIELD}), _object({"m": after})
    assert [
        one.edit.kind for one in judge_edits(old, new, Direction.INPUT) if one.verdict.answer is not Answer.COMPATIBLE
    ] == ["field_removed"]


# What the removed enum and the first added variant accept besides is accepted once again, and something else breaks.
AMBIGUOUS_ALONE: list[tuple[Any, Any]] = [
    ({"oneOf": [{"const": {}}, {"enum": ["z"]}]}, {"oneOf": [{"const": {}}, {"type": "number"}]}),
    (
        {"oneOf": [{"type": ["null", "boolean"]}, {"type": ["array", "integer", "string"]}]},
        {"oneOf": [{"type": ["array", "integer"]}, {"type": ["string", "null"]}, {"const": "z"}]},
    ),
]


@check_each(("before", "after"), AMBIGUOUS_ALONE)
def test_an_edit_is_not_blamed_for_what_the_edits_of_its_field_accept_again_beside_a_break_of_theirs(
    before: JsonValue, after: JsonValue
) -> None:
    def breaks(old: JsonValue, new: JsonValue) -> list[tuple[str, JsonValue]]:
        judged = judge_edits(old, new, Direction.INPUT)
        found = [one for one in judged if one.verdict.answer is Answer.BREAKING and one.edit.name != "old"]
        return [(one.edit.kind, one.verdict.witness and one.verdict.witness.instance) for one in found]

    for depth in range(2):
        old, new = (_object({"m": one if depth == 0 else _object({"n": one})}) for one in (before, after))
        alone = breaks(old, new)
        assert alone
        assert (
            breaks({**as_object(old), "properties": {**as_object(as_object(old)["properties"]), **OLD_FIELD}}, new)
            == alone
        )


def _member(schema: Mapping[str, Any], **others: JsonValue) -> JsonValue:
    """An object of which one member has the schema; definitions stay at the root, where the references find them."""
    document = {key: value for key, value in schema.items() if key in ("$schema", "$defs", "definitions")}
    inner = {key: value for key, value in schema.items() if key not in document}
    return {**document, **as_object(_object({"m": inner, **others}))}


@check_each("seed", range(250))
def test_a_field_that_comes_or_goes_hides_no_break_and_makes_none(seed: int) -> None:
    """Said by the prover of the pair without that field, which knows of no edits."""
    old, new = pair(seed)
    if any(schema_violations(old)) or any(schema_violations(new)):
        return
    without = Comparison(_member(old), _member(new))
    questions = (
        (Direction.INPUT, without.forward_verdict(), _member(old, **OLD_FIELD), _member(new)),
        (Direction.OUTPUT, without.backward_verdict(), _member(old), _member(new, **OLD_FIELD)),
    )
    for direction, expected, before, after in questions:
        judged = judge_edits(before, after, direction)
        answers = {one.verdict.answer for one in judged if one.edit.name != "old"}
        # A direct recursion on both sides is unknown where it is not the same text.
        assert expected.answer is Answer.UNKNOWN or (Answer.BREAKING in answers) is (expected.answer is Answer.BREAKING)


def test_a_keyword_that_says_nothing_there_does_not_hide_what_an_edit_is() -> None:
    old = {**as_object(_object({})), "unevaluatedProperties": False}
    assert [one.edit.kind for one in judge_edits(old, _object(OLD_FIELD), Direction.OUTPUT)] == ["field_added"]
    old = {**as_object(_object(OLD_FIELD)), "unevaluatedProperties": True}
    assert [one.edit.kind for one in judge_edits(old, _object({}), Direction.INPUT)] == ["field_removed"]


def test_two_edits_that_refuse_the_same_instances_both_break() -> None:
    old, new = {"enum": ["a", "b", "abcd"]}, {"enum": ["a", "abcd"], "minLength": 4}
    assert [told(one)[:2] for one in judge_edits(old, new, Direction.INPUT)] == [
        ("breaking", "enum_changed"),
        ("breaking", "min_length_added"),
    ]
    renamed = judge_edits(_object({"a": {"type": "string"}}), _object({"b": {"type": "integer"}}, "b"), Direction.INPUT)
    assert [told(one)[0] for one in renamed] == ["breaking", "breaking"]


def test_an_edit_of_a_definition_is_applied_to_all_its_uses_and_depths() -> None:
    def tree(length: int, **more: JsonValue) -> JsonValue:
        node = _object({"text": {"maxLength": length}, "nodes": {"items": {"$ref": "#/$defs/Node"}}, **more})
        return {"properties": {name: {"$ref": "#/$defs/Node"} for name in "abc"}, "$defs": {"Node": node}}

    judged = judge_edits(tree(5, **OLD_FIELD), tree(4), Direction.INPUT)
    assert {told(one)[:2] for one in judged} == {("breaking", "field_removed"), ("breaking", "max_length_changed")}
    assert len(judged) == 2


# Enough time on any machine, however busy: what counts there is the number of edits.
_AMPLE = ProofBudget(seconds=1_000_000)


def test_more_edits_than_a_report_lists_are_one_more_change() -> None:
    names = [f"p{index}" for index in range(MOST_EDITS + 100)]
    old = _object({name: {"maxLength": 5} for name in names})
    for last, verdict in ((4, "breaking"), (6, "compatible")):
        new = _object({name: {"maxLength": last if name == names[-1] else 6} for name in names})
        *edits, rest = judge_edits(old, new, Direction.INPUT, budget=_AMPLE)
        assert [told(one)[0] for one in edits] == ["compatible"] * MOST_EDITS
        # It stands for all that is not listed, so whoever accepts it by a place accepts no other one with it.
        assert told(rest)[:3] == (verdict, "schema_changed", "")
        assert rest.verdict.reason == "it has more than 200 edits, and not all are listed"


def test_where_the_limit_leaves_open_what_else_breaks_that_is_a_question_that_needs_too_much_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new = _object({"m": {"maxLength": 5}, **OLD_FIELD}), _object({"m": {"maxLength": 6}})

    def exhaust(*_arguments: object) -> None:
        raise BudgetSpentError("no answer within 7 steps")

    monkeypatch.setattr(PartialChange, "_search_broken", exhaust)
    removed, rest = (
        one for one in judge_edits(old, new, Direction.INPUT) if one.verdict.answer is not Answer.COMPATIBLE
    )
    assert told(removed)[:2] == ("breaking", "field_removed")
    assert told(rest)[:3] == ("unknown", "schema_changed", "")
    assert rest.verdict.is_spent
