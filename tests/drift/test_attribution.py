"""Edits are found place by place, and what the aspects of a place say together is what the place says."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from conformance.documents.values import JsonValue
from conformance.drift.attribution import edits
from conformance.drift.attribution.aspects import InterdependentAspectsError, aspects_of, branches_of, compose
from conformance.drift.attribution.edits import pair_branches
from conformance.drift.attribution.judgement import Direction, judge_edits
from conformance.drift.attribution.layers import Reading
from conformance.drift.attribution.likeness import (
    Features,
    Likeness,
    name_similarity,
    pair_by_similarity,
    text_similarity,
    text_words,
)
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import Meter, ProofBudget
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.prover import Answer
from conformance.schema.containment.questions import Comparison
from conformance.schema.containment.solving.search import Search
from conformance.schema.validation import schema_violations
from tests.cases import check_each
from tests.schema.containment.edited_schemas import Maker
from tests.schema.containment.test_hunt import pair

SEEDS = range(120)


@check_each("seed", SEEDS)
def test_the_aspects_of_a_place_say_what_the_place_says(seed: int) -> None:
    schema = Maker(random.Random(seed)).document(2)
    algebra = Algebra(Meter(ProofBudget()).spend)
    reading = Reading(algebra, "any", schema)
    whole = reading.root()
    try:
        parts = compose(algebra, aspects_of(reading, [("", schema)]))
    except InterdependentAspectsError:
        return
    for left, right in ((whole, parts), (parts, whole)):
        search = Search(algebra)
        assert next(search.instances(algebra.all_of([left, algebra.negate(right)]), 1), None) is None
        assert not search.doubts


@check_each("seed", SEEDS)
def test_the_edits_explain_the_verdict_on_the_whole(seed: int) -> None:
    old, new = pair(seed)
    if any(schema_violations(old)) or any(schema_violations(new)):
        return
    comparison = Comparison(old, new)
    for direction, verdict in (
        (Direction.INPUT, comparison.forward_verdict()),
        (Direction.OUTPUT, comparison.backward_verdict()),
    ):
        answers = {judged.verdict.answer for judged in judge_edits(old, new, direction)}
        if verdict.answer is Answer.BREAKING:
            assert Answer.BREAKING in answers
        if verdict.answer is Answer.COMPATIBLE:
            assert answers <= {Answer.COMPATIBLE}


def test_a_place_whose_aspects_depend_on_each_other_changes_as_a_whole() -> None:
    closed: list[Any] = [{"properties": {name: {}}, "additionalProperties": False} for name in "ab"]
    old: Any = {"properties": {"p": {"type": "object", "allOf": closed}}}
    new: Any = {"properties": {"p": {"type": "object", "allOf": closed, "minProperties": 1}}}
    (judged,) = judge_edits(old, new, Direction.INPUT)
    assert (judged.edit.kind, judged.edit.pointer) == ("schema_changed", "/properties/p")
    assert judged.verdict.witness is not None
    assert judged.verdict.witness.instance == {"p": {}}


EDITS: dict[str, tuple[Any, Any, list[tuple[str, str, Any, Any]]]] = {
    "a variant more": (
        {"oneOf": [{"const": "a"}, {"type": "object"}]},
        {"oneOf": [{"const": "a"}, {"type": "object"}, {"type": "integer"}]},
        [("variant_added", "/oneOf/2", None, {"type": "integer"})],
    ),
    "a variant less": (
        {"anyOf": [{"type": "array", "maxItems": 3}, {"type": "object"}, {"type": "integer"}]},
        {"anyOf": [{"type": "array", "maxItems": 3}, {"type": "integer"}]},
        [("variant_removed", "/anyOf/1", {"type": "object"}, None)],
    ),
    "members of a pattern": (
        {"patternProperties": {"^a": {"type": "string"}}},
        {"patternProperties": {"^b": {"type": "integer"}}},
        [
            ("pattern_properties_added", "/patternProperties/^b", None, {"type": "integer"}),
            ("pattern_properties_removed", "/patternProperties/^a", {"type": "string"}, None),
        ],
    ),
    "a first type": ({}, {"type": "string"}, [("type_added", "/type", None, "string")]),
    "a renamed field": (
        {"properties": {"note_id": {"type": "string"}}},
        {"properties": {"id_of_note": {"type": "string"}}},
        [("field_renamed", "/properties/id_of_note", "note_id", "id_of_note")],
    ),
    "a field of another type is no other name of the former": (
        {"properties": {"note_id": {"type": "string"}}},
        {"properties": {"id_of_note": {"type": "integer"}}},
        [
            ("field_added", "/properties/id_of_note", None, {"type": "integer"}),
            ("field_removed", "/properties/note_id", {"type": "string"}, None),
        ],
    ),
    "a field with the description of the former": (
        {"properties": {"path": {"type": "string", "description": "Where the note is kept."}}},
        {"properties": {"file": {"type": "string", "description": "Where the note is kept."}}},
        [("field_renamed", "/properties/file", "path", "file")],
    ),
    "one element of several kinds": (
        {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}},
        {"type": "array", "prefixItems": [{"type": "string", "maxLength": 2}], "items": {"type": "integer"}},
        [("max_length_added", "/prefixItems/0/maxLength", None, 2)],
    ),
    "the other elements": (
        {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}},
        {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer", "minimum": 3}},
        [("minimum_added", "/items/minimum", None, 3)],
    ),
}


@check_each("name", EDITS)
def test_an_edit_has_its_kind_and_place_and_both_values(name: str) -> None:
    old, new, expected = EDITS[name]
    for direction in Direction:
        edits = [judged.edit for judged in judge_edits(old, new, direction)]
        assert [(one.kind, one.pointer, one.before, one.after) for one in edits] == expected


def test_an_edit_breaks_with_what_only_it_refuses() -> None:
    for name, witness in (("one element of several kinds", ["aaa"]), ("the other elements", ["a", 0])):
        [judged] = judge_edits(*EDITS[name][:2], Direction.INPUT)
        assert judged.verdict.answer is Answer.BREAKING
        assert judged.verdict.witness is not None
        assert judged.verdict.witness.instance == witness


def test_names_are_alike_by_their_words() -> None:
    assert name_similarity("TaskList", "ListTasks") == 1.0
    assert name_similarity("note_id", "path") == 0.0


def _pairs(gone: list[str], come: list[str], asked: list[str] | None = None, steps: int = 1) -> list[tuple[str, str]]:
    def likeness(old: str, new: str) -> float:
        if asked is not None:
            asked.append(old)
        return text_similarity(old, new)

    return pair_by_similarity(gone, come, Likeness(likeness, 0.5, lambda text: Features(text_words(text), steps)))


def test_the_most_alike_are_paired_first() -> None:
    assert _pairs(["a b c", "x y"], ["x y z", "a b c d"]) == [("a b c", "a b c d"), ("x y", "x y z")]


def test_of_many_those_that_share_what_few_others_say_are_compared() -> None:
    count = 1_000
    asked: list[str] = []
    gone, come = ([f"find the one {number} {kind}" for number in range(count)] for kind in ("old", "new"))
    assert _pairs(gone, come[::-1], asked) == list(zip(gone, come, strict=True))
    assert len(asked) <= 4 * count


def test_of_many_that_say_the_same_nothing_is_guessed() -> None:
    asked: list[str] = []
    assert _pairs(["find one of them"] * 200, ["find one of us"] * 200, asked) == []
    assert asked == []


@check_each("count", [(40, 300), (200, 300), (2_000, 1)])
def test_comparisons_end_with_their_steps_and_leave_the_rest_unpaired(count: tuple[int, int]) -> None:
    things, steps = count
    asked: list[str] = []
    gone, come = ([f"find the one {number} {kind}" for number in range(things)] for kind in ("old", "new"))
    pairs = _pairs(gone, come, asked, steps)
    assert len(asked) * steps <= 10_000
    assert all(old.split()[:4] == new.split()[:4] for old, new in pairs)


def test_words_that_keep_repeating_are_compared_without_their_order() -> None:
    assert text_similarity("a b " * 100, "b a " * 100) == 1.0
    assert text_similarity("a b c d", "d c b a") == 0.25


def test_the_branches_of_long_unions_are_paired_in_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Formula] = []
    tags_of = edits._tags

    def count(formula: Formula) -> set[object]:
        asked.append(formula)
        return tags_of(formula)

    monkeypatch.setattr(edits, "_tags", count)
    algebra = Algebra(lambda: None)
    branches = [
        branches_of(Reading(algebra, kind, {}), "/oneOf", [_tagged(number, kind) for number in range(500)])
        for kind in ("old", "new")
    ]
    pairs = pair_branches(branches[0], branches[1][::-1])
    assert [(old.node[0], new.node[0]) for old, new in pairs] == [(f"/oneOf/{n}", f"/oneOf/{n}") for n in range(500)]
    assert len(asked) == 1_000


def _tagged(number: int, kind: str) -> JsonValue:
    return {"properties": {"tag": {"const": number}, kind: {"type": "string"}}, "required": ["tag"]}


def test_after_the_time_no_edit_is_built_to_be_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    replaced = Reading.root_with_replacements

    def count(self: Reading, made: Mapping[str, Callable[[Reading], Formula]]) -> Formula:
        built.extend(made)
        return replaced(self, made)

    monkeypatch.setattr(Reading, "root_with_replacements", count)
    old, new = ({"properties": {name: {"type": kind} for name in "ab"}} for kind in ("string", "integer"))
    assert len(judge_edits(old, new, Direction.INPUT)) == 2
    # each of the two alone, then both together
    assert len(built) == 4
    judged = judge_edits(old, new, Direction.INPUT, ProofBudget(seconds=-1.0))
    assert {one.verdict.answer for one in judged} <= {Answer.UNKNOWN, Answer.BREAKING}
    assert len(built) == 4
