"""The judge confirms what the reference validator says, and is never asked what could hang."""

from typing import Any

from conformance.schema.containment.boundary import near_misses
from conformance.schema.containment.witness import Judge, Witness, first_violation
from conformance.schema.containment.workload import Workload


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
