"""A proof is only believed where nothing contradicts it, and every way to give up has its reason."""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.containment import prover, witness
from conformance.schema.containment.budget import ProofBudget
from conformance.schema.containment.prover import Answer, Prover, Verdict
from conformance.schema.containment.solving.search import Search
from tests.cases import check_each

NARROW: JsonValue = {"type": "integer", "minimum": 1}
WIDE: JsonValue = {"type": "number", "minimum": 0}
# No string of this length is built, so the formulas leave it open.
UNBUILT: JsonValue = {"type": "string", "minLength": 10**9}


def verdict_of(accepting: JsonValue, rejecting: JsonValue, **budget: Any) -> Verdict:
    return Prover({"a": accepting, "b": rejecting}, ProofBudget(**budget)).search(["a"], ["b"])


@pytest.mark.parametrize(
    ("opinion", "answer"), [(True, Answer.COMPATIBLE), (None, Answer.COMPATIBLE), (False, Answer.UNKNOWN)]
)
def test_a_proof_that_the_canonical_forms_contradict_is_none(
    monkeypatch: pytest.MonkeyPatch, opinion: bool | None, answer: Answer
) -> None:
    asked: list[tuple[JsonValue, JsonValue]] = []
    monkeypatch.setattr(prover, "covers", lambda wider, narrower: asked.append((wider, narrower)) or opinion)
    verdict = verdict_of(NARROW, WIDE)
    assert asked == [(WIDE, NARROW)]
    assert verdict.answer is answer
    assert verdict.methods == ("formulas", "canonical forms")
    assert ("contradict the proof" in verdict.reason) is (opinion is False)


def test_canonical_forms_decide_what_the_formulas_leave_open(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict_of(UNBUILT, {"type": "null"}).answer is Answer.UNKNOWN
    monkeypatch.setattr(prover, "covers", lambda _wider, _narrower: True)
    assert verdict_of(UNBUILT, {"type": "null"}) == Verdict(Answer.COMPATIBLE, methods=("formulas", "canonical forms"))


def test_one_schema_is_compared_with_one_that_accepts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[JsonValue, JsonValue]] = []
    monkeypatch.setattr(prover, "covers", lambda wider, narrower: asked.append((wider, narrower)))
    empty: JsonValue = {"type": "integer", "minimum": 2, "maximum": 1}
    assert Prover({"a": empty}).search(["a"]).answer is Answer.COMPATIBLE
    assert asked == [(False, empty)]
    # canonical forms compare two, so three schemas have no second opinion
    assert Prover({"a": empty, "b": {}, "c": {}}).search(["a", "b"], ["c"]).answer is Answer.COMPATIBLE
    assert len(asked) == 1


def test_the_time_also_ends_the_search_near_the_bounds() -> None:
    verdict = verdict_of(UNBUILT, {"type": "null"}, seconds=-1.0)
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.methods == ("formulas", "canonical forms", "boundaries")


def chain(length: int, last: JsonValue) -> JsonValue:
    links = {f"a{at}": {"items": {"anyOf": [{"$ref": f"#/$defs/a{at + 1}"}, {"type": "null"}]}} for at in range(length)}
    return {"$ref": "#/$defs/a0", "$defs": {**links, f"a{length}": last}}


def test_schemas_that_exhaust_the_stack_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "covers", lambda _wider, _narrower: None)
    verdict = verdict_of(chain(500, {"type": "integer"}), chain(500, {"type": "number"}), seconds=math.inf)
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason == "the schemas are nested too deeply"


def test_one_formula_cannot_hold_and_fail() -> None:
    verdict = verdict_of({"type": ["integer", "string"]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]})
    assert verdict == Verdict(Answer.COMPATIBLE, methods=("formulas",))


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        (True, None),
        ({"type": "null"}, None),
        ([], "b is not a JSON Schema but of type array"),
        ({"$schema": "urn:mine"}, "b uses the unknown dialect `urn:mine` (known: "),
        ({"type": "strin"}, "b is invalid at `/type`: "),
    ],
)
def test_a_schema_that_cannot_be_read_is_named(schema: JsonValue, says: str | None) -> None:
    fault = Prover({"a": {}, "b": schema}).fault()
    assert fault is None if says is None else (fault or "").startswith(says)


def test_schemas_that_are_nested_too_deeply_are_unknown_for_that_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow(*_arguments: object) -> Verdict:
        raise RecursionError

    monkeypatch.setattr(prover, "search_instance", overflow)
    verdict = verdict_of(WIDE, {"type": "null"}, seconds=-1.0)
    assert (verdict.answer, verdict.reason) == (Answer.UNKNOWN, "the schemas are nested too deeply")


def test_so_many_near_misses_are_tried_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def endless(*_arguments: object) -> Iterator[JsonValue]:
        for number in itertools.count():
            tried.append(number)
            yield "too short"

    monkeypatch.setattr(prover, "near_misses", endless)
    monkeypatch.setattr(prover, "_MOST_NEAR_MISSES", 7)
    assert verdict_of(UNBUILT, {"type": "null"}).methods == ("formulas", "canonical forms", "boundaries")
    assert len(tried) == 7


def test_no_search_near_the_bounds_begins_after_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    monkeypatch.setattr(prover, "near_misses", lambda _schemas, _seeds: begun.append(1) or iter(()))
    monkeypatch.setattr(Prover, "_seeds", lambda _self, name: begun.append(1) or [name])
    assert verdict_of(UNBUILT, {"type": "null"}, seconds=-1.0).answer is Answer.UNKNOWN
    assert begun == []


def test_what_the_reference_validator_may_not_evaluate_counts_as_work_beyond_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide: JsonValue = {"type": "object", "required": ["a"]}
    assert not verdict_of(UNBUILT, {"type": "null"}).is_spent
    monkeypatch.setattr(witness, "_MOST_EVALUATIONS", 0)
    verdict = verdict_of(wide, {"type": "null"})
    assert (verdict.answer, verdict.is_spent) == (Answer.UNKNOWN, True)


@check_each(
    "many",
    [
        lambda count, side: {"dependentRequired": {f"a{at}": [f"{side}{at}"] for at in range(count)}},
        lambda count, side: {"allOf": [{"anyOf": [{"required": [f"{side}{at}"]}, {"minProperties": at}]}
                                       for at in range(count)]},
    ],
)  # fmt: skip
def test_looks_at_alternatives_are_counted_where_each_is_short(
    monkeypatch: pytest.MonkeyPatch, many: Callable[[int, str], JsonValue]
) -> None:
    looks = [0]
    is_possible = Search.is_possible

    def count(self: Search, *of: Any) -> bool:
        looks[0] += 1
        return is_possible(self, *of)

    monkeypatch.setattr(Search, "is_possible", count)
    steps = 300
    asked = Prover({"a": many(600, "old"), "b": many(600, "new")}, ProofBudget(steps, 3600.0))
    assert asked.search(["a"], ["b"]).answer is Answer.UNKNOWN
    # a search, and one for the seeds of near misses
    assert looks[0] <= 2 * 64 * steps
