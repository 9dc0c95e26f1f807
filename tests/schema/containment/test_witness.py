"""The judge confirms what the reference validator says, and is never asked what could hang."""

import re
from typing import Any

import pytest

from conformance.schema.containment.boundary import near_misses
from conformance.schema.containment.questions import containment_verdict
from conformance.schema.containment.witness import Judge, Witness, first_violation
from conformance.schema.containment.workload import Workload
from conformance.schema.patterns.matching import matches


def test_a_witness_is_accepted_under_old_and_rejected_under_new() -> None:
    judge = Judge([{"type": "integer"}], [{"type": "integer", "maximum": 3}])
    assert judge.confirms(4)
    assert not judge.confirms(3)
    assert not judge.confirms("a")


def test_the_objection_names_the_keyword() -> None:
    violation = first_violation(Witness({"a": 4}), {"properties": {"a": {"maximum": 3}}})
    assert violation is not None
    assert (violation.pointer, violation.schema_pointer) == ("/a", "/properties/a/maximum")


def test_what_only_breaks_under_one_reading_of_patterns_is_no_witness() -> None:
    judge = Judge([{}], [{"pattern": "^a$"}])
    assert not judge.confirms("a\n")
    assert judge.confirms("b")
    assert judge.refusals


def branching(depth: int) -> Any:
    """A schema that doubles its work at every level of an instance."""
    ways = {
        str(i): [{"properties": {"k": {"$ref": f"#/$defs/{i + 1}"}}, "title": side} for side in "lr"]
        for i in range(depth)
    }
    levels = {name: {"anyOf": both} for name, both in ways.items()}
    return {"$defs": {**levels, str(depth): {"type": "integer"}}, "$ref": "#/$defs/0"}


def test_work_is_counted_along_the_instance() -> None:
    deep: Any = 1
    for _ in range(20):
        deep = {"k": deep}
    load = Workload(branching(20), 10_000)
    assert load.evaluations(deep) > 10_000
    assert load.evaluations({}) <= 10_000


def test_a_circle_at_one_place_exceeds_every_limit() -> None:
    assert Workload({"allOf": [{"$ref": "#"}]}, 1000).evaluations(1) > 1000
    assert Workload({"items": {"$ref": "#"}}, 1000).evaluations([[], []]) <= 1000


def test_an_instance_that_would_cost_too_much_is_not_judged() -> None:
    deep: Any = 1
    for _ in range(20):
        deep = {"k": deep}
    judge = Judge([branching(20)], [False])
    assert not judge.confirms(deep)
    assert any("evaluations" in reason for reason in judge.refusals)


def test_near_misses_are_the_same_every_time_and_never_twice() -> None:
    schemas = [{"properties": {"a": {"maximum": 3}, "b": {"enum": ["x"]}}}]
    first, second = (list(near_misses(schemas, [{"a": 1}])) for _ in range(2))
    assert first == second
    assert {"a": 4} in first
    assert {"a": 1, "b": "x"} in first
    texts = [repr(each) for each in first]
    assert len(set(texts)) == len(texts)


def test_near_misses_change_what_is_inside_arrays_too() -> None:
    schemas = [{"items": {"items": {"enum": ["x"]}}}]
    found = list(near_misses(schemas, [[["a", 1], 2]]))
    assert [["x", 1], 2] in found  # a value of the schema in the place of an inner one
    assert [["a", "x"], 2] in found
    assert [["a", 1], 2, 2] in found  # one element more, and one less
    assert [["a", 1]] in found
    assert [["a"], 2] in found


def test_near_misses_have_one_more_and_one_less_than_a_size_that_a_schema_states() -> None:
    found = list(near_misses([{"minLength": 5}, {"maxItems": 4}], []))
    assert [len(one) for one in found if isinstance(one, str) and one and not one.strip("a")] == [4, 5, 6, 1]
    assert sorted(len(one) for one in found if isinstance(one, list) and one) == [3, 4, 5]


def test_a_witness_in_a_report_has_no_text_that_is_too_long_for_it() -> None:
    long = "x" * 300_000
    short = Witness({"a": [long, 1, {long: True}], "b": "y"}).short_form().instance
    assert isinstance(short, dict)
    assert short["b"] == "y"
    assert short["a"][1] == 1
    assert 200_000 <= len(short["a"][0]) < 200_100
    assert 200_000 <= max(map(len, short["a"][2])) < 200_100


def test_a_validator_that_fails_is_no_witness_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_instance: Any, _schema: Any) -> bool:
        raise RecursionError

    monkeypatch.setattr("conformance.schema.containment.witness.is_valid", fails)
    judge = Judge([{}])
    assert not judge.confirms(1)
    assert list(judge.refusals) == ["the reference validator failed: RecursionError"]


def test_a_pattern_that_cannot_be_used_is_no_witness_and_says_so() -> None:
    judge = Judge([{"pattern": "("}])
    assert not judge.confirms("a")
    assert ["is not an ECMA-262 regular expression" in reason for reason in judge.refusals] == [True]


@pytest.mark.parametrize(
    "pattern", [r"^.{0,100}$", r"^(?!.*\.\.).*$", r"^.*$", r"^\w*$", r"^(?!.*/).{0,8}$", r"^[^\n]*\S?$"]
)
def test_engines_that_differ_on_line_ends_and_letters_hide_no_break_on_which_they_agree(pattern: str) -> None:
    verdict = containment_verdict({"type": "string"}, {"type": "string", "pattern": pattern})
    assert verdict.witness is not None
    text = verdict.witness.instance
    assert isinstance(text, str)
    assert re.search(pattern, text) is None
    assert matches(pattern, text) is False
