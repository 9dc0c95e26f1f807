"""Recorded calls are counted against the changes that refuse them, in the direction in which each can break."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.documents.location import Location
from conformance.documents.values import JsonValue
from conformance.drift.compare import compare
from conformance.drift.usage import CallUsage, RecordedUse, UsageClass, UsageCount, UsageTotals, accepts
from conformance.schema.containment.budget import ProofBudget
from conformance.schema.containment.prover import Answer, Verdict
from tests.drift.inventories import closed, inventory, tool
from tests.growth import LENGTH, assert_linear

MINUTE = 60.0
FIRST, SECOND = "1970-01-01T00:01:00Z", "1970-01-01T00:02:00Z"


def count_of(old: list[dict[str, Any]], new: list[dict[str, Any]], *uses: RecordedUse) -> tuple[UsageCount, list[bool]]:
    """The count of some calls against the changes of an inventory, and what was said of each call."""
    before, after = inventory(*old), inventory(*new)
    count = UsageCount(compare(before, after), before, after)
    return count, [count.add(use) for use in uses]


def call(value: JsonValue, line: int = 1, name: str = "ReadNote", time: float | None = None) -> RecordedUse:
    return RecordedUse(name, Location("log", line, 1), value, has_input=True, time=time)


def result(value: JsonValue, line: int = 1) -> RecordedUse:
    return RecordedUse("ReadNote", Location("log", line, 1), result=value, has_result=True)


def hits(count: UsageCount) -> dict[str, tuple[int, int]]:
    """Refused and counted calls of each change, by kind and field."""
    return {f"{change.kind} {change.field}".strip(): (usage.hits, usage.calls) for change, usage in count.usages}


AB = closed({"a": {"type": "string"}, "b": {"type": "integer", "maximum": 9}})
B5 = closed({"b": {"type": "integer", "maximum": 5}})


def test_a_call_counts_for_each_change_that_refuses_it_on_its_own() -> None:
    uses = [call({"a": "x"}), call({"b": 7}), call({"a": "x", "b": 7}), call({"b": 3}), call({})]
    count, refused = count_of([tool(input_schema=AB)], [tool(input_schema=B5)], *uses)
    assert refused == [True, True, True, False, False]
    assert hits(count) == {"field_removed a": (2, 5), "maximum_changed": (2, 5)}
    assert count.totals == UsageTotals(5, 5, 0, 0)


def test_a_call_that_was_refused_before_or_goes_to_another_tool_shows_nothing() -> None:
    uses = [call({"b": 99}), call({"a": "x"}, name="Unknown"), RecordedUse("ReadNote", Location("log", 3, 1))]
    count, refused = count_of([tool(input_schema=AB)], [tool(input_schema=B5)], *uses)
    assert refused == [False, False, False]
    assert set(hits(count).values()) == {(0, 0)}
    assert count.totals == UsageTotals(calls=3, known=2, refused_before=1, undecided=0)


def test_a_call_that_no_schema_can_judge_is_undecided() -> None:
    broken = {"$ref": "elsewhere.json"}
    for old, new in ((broken, AB), (AB, broken)):
        count, refused = count_of([tool(input_schema=old)], [tool(input_schema=new)], call({"a": "x"}))
        assert refused == [False]
        assert count.totals == UsageTotals(1, 1, 0, 1)
    assert accepts(broken, {}) is None
    assert accepts(None, {"any": 1}) is True
    assert accepts(AB, {"a": 1}) is False
    assert accepts(AB, {"a": "x"}) is True


def test_a_result_that_no_schema_can_judge_is_undecided() -> None:
    broken = {"$ref": "elsewhere.json"}
    for old, new in ((broken, {"type": "string"}), ({"type": "string"}, broken)):
        count, told = count_of([tool(result_schema=old)], [tool(result_schema=new)], result("a"))
        assert told == [False]
        assert count.totals == UsageTotals(1, 1, 0, 1)


@pytest.mark.parametrize(
    ("uses", "usage_class", "says"),
    [
        ([], UsageClass.UNUSED, "unused: of 0 recorded results none"),
        ([call({})], UsageClass.UNMEASURED, "the recorded call has no result that the new version allows"),
        ([result("of the old version")], UsageClass.UNMEASURED, "the recorded call has no result"),
        ([call({}), result("old")], UsageClass.UNMEASURED, "no result of 2 recorded calls is one"),
        ([call({}), result(5)], UsageClass.BROKEN, "1 of 1 recorded results"),
        ([call({}, name="Other")], UsageClass.UNUSED, "unused: of 0 recorded results none"),
    ],
)
def test_calls_without_a_result_that_could_show_a_change_of_results_do_not_prove_it_unused(
    uses: list[RecordedUse], usage_class: UsageClass, says: str
) -> None:
    old, new = (tool(result_schema={"type": kind}) for kind in ("string", "integer"))
    ((_, usage),) = count_of([old], [new], *uses)[0].usages
    assert usage.usage_class is usage_class
    assert says in usage.sentence(is_output=True)


def test_one_result_of_the_new_version_measures_a_change_beside_failed_calls() -> None:
    old, new = (tool(result_schema={"type": kind}) for kind in (["string", "null"], ["integer", "null"]))
    ((_, usage),) = count_of([old], [new], call({}), result(None))[0].usages
    assert (usage.usage_class, usage.calls, usage.blank) == (UsageClass.UNUSED, 1, 1)


def test_every_call_to_a_tool_that_is_gone_is_refused_by_that_alone() -> None:
    count, refused = count_of([tool(input_schema=AB)], [], call({"a": "x"}), call({"a": 1}))
    assert refused == [True, False]
    assert hits(count) == {"tool_removed": (1, 1)}
    renamed = tool("NoteRead", input_schema=AB, description="What ReadNote is good for.")
    count, refused = count_of([tool(input_schema=AB)], [renamed], call({"a": "x"}))
    assert refused == [True]
    assert {kind for kind, (hit, _) in hits(count).items() if hit} == {"tool_renamed"}


def test_a_call_of_which_no_change_is_known_to_refuse_it_counts_for_each_that_may() -> None:
    before, after = (inventory(tool(input_schema=closed({"a": {"minItems": least}}))) for least in (0, 2))
    (change,) = compare(before, after)
    blind = replace(change, refuses=None)
    harmless = replace(change, kind="other", refuses=None, evidence=Verdict(Answer.COMPATIBLE))
    count = UsageCount([blind, harmless], before, after)
    assert count.add(call({"a": ["x"]}))
    assert [usage.hits for _, usage in count.usages] == [1, 0]
    # where nothing is known to break, each counts
    count = UsageCount([harmless, harmless], before, after)
    assert count.add(call({"a": ["x"]}))
    assert [usage.hits for _, usage in count.usages] == [1, 1]


def test_results_count_in_the_other_direction() -> None:
    old, new = tool(result_schema={"enum": ["a", "b"]}), tool(result_schema={"enum": ["b", "c"]})
    # a result that the new version does not allow is none of it
    count, told = count_of([old], [new], result("a"), result("b"), result("c", 3))
    assert told == [False, False, True]
    assert [(usage.hits, usage.calls) for _, usage in count.usages] == [(1, 2)]
    assert count.usages[0][1].first == [Location("log", 3, 1)]
    both = RecordedUse("ReadNote", Location("log", 1, 1), {"text": "x"}, has_input=True, result="c", has_result=True)
    assert count.add(both)


def test_what_calls_cannot_show_is_unmeasured() -> None:
    count, _ = count_of([tool()], [tool(family="other", description="Another.")], call({"text": "x"}))
    assert {usage.usage_class for _, usage in count.usages} == {UsageClass.UNMEASURED}
    assert count.usages[0][1].sentence(is_output=True) == "unmeasured: recorded results cannot show this change"


def test_the_usage_of_a_change_is_found_by_the_change_itself() -> None:
    count, _ = count_of([tool(input_schema=AB)], [tool(input_schema=B5)])
    (first, usage), (second, other) = count.usages
    assert count.usage_of(first) is usage
    assert count.usage_of(second) is other
    (alike, _), *_ = count_of([tool(input_schema=AB)], [tool(input_schema=B5)])[0].usages
    assert count.usage_of(alike) is None


def usage_of_hits(calls: int, *times: float | None) -> CallUsage:
    found = CallUsage(calls=calls)
    for line, time in enumerate(times, 1):
        found.add_hit(call({}, line, time=time), 2)
    return found


@pytest.mark.parametrize(
    ("usage", "is_output", "says"),
    [
        (usage_of_hits(1_200), False, "unused: of 1,200 recorded calls none would be refused"),
        (usage_of_hits(3), True, "unused: of 3 recorded results none was not allowed before"),
        (usage_of_hits(8, None), False, "1 of 8 recorded calls (12.5 %) would be refused: log:1:1"),
        (
            usage_of_hits(9, *[None] * 3),
            True,
            "3 of 9 recorded results (33.3 %) were not allowed before: log:1:1, log:2:1, ...",
        ),
        (usage_of_hits(1_000, None), False, "1 of 1,000 recorded calls (0.1 %) would be refused: log:1:1"),
        (usage_of_hits(1_001, None), False, "1 of 1,001 recorded calls (under 0.1 %) would be refused: log:1:1"),
        (
            usage_of_hits(4, 2 * MINUTE, MINUTE),
            False,
            f"2 of 4 recorded calls (50.0 %) would be refused: log:1:1, log:2:1 (from {FIRST} to {SECOND})",
        ),
    ],
)
def test_a_sentence_says_how_many_calls_a_change_refuses_and_which(
    usage: CallUsage, is_output: bool, says: str
) -> None:
    assert usage.sentence(is_output=is_output) == says


def test_the_json_report_says_the_same_in_numbers() -> None:
    assert usage_of_hits(6, MINUTE, None, 3 * MINUTE).to_value() == {
        "class": "broken",
        "calls": 6,
        "refused": 3,
        "share": 0.5,
        "first": [{"file": "log", "line": 1, "column": 1}, {"file": "log", "line": 2, "column": 1}],
        "first_time": "1970-01-01T00:01:00Z",
        "last_time": "1970-01-01T00:03:00Z",
    }
    assert CallUsage(is_measured=False).to_value() == {
        "class": "unmeasured",
        "calls": 0,
        "refused": 0,
        "share": 0.0,
        "first": [],
        "first_time": None,
        "last_time": None,
    }
    assert UsageTotals(4, 3, 2, 1).to_value() == {"read": 4, "known": 3, "refused_before": 2, "undecided": 1}


def _typed_fields(count: int, kind: str) -> dict[str, Any]:
    return closed({f"field_{index}": {"type": kind} for index in range(count)})


AROUND: dict[str, Callable[[Any], Any]] = {
    "flat": lambda inner: inner,
    "nested": lambda inner: closed({"o": inner}),
    "nullable": lambda inner: closed({"o": {"anyOf": [inner, {"type": "null"}]}}),
    "items": lambda inner: closed({"o": {"type": "array", "items": inner}}),
}
VALUES: dict[str, Callable[[Any], Any]] = {
    "flat": lambda value: value,
    "nested": lambda value: {"o": value},
    "nullable": lambda value: {"o": value},
    "items": lambda value: {"o": [value]},
}


@pytest.mark.parametrize("shape", AROUND)
def test_a_call_costs_in_proportion_to_its_fields_and_not_to_their_product_with_the_changes(shape: str) -> None:
    counts: dict[int, UsageCount] = {}

    def add(size: int) -> None:
        value = VALUES[shape]({f"field_{index}": "x" for index in range(size)})
        if size not in counts:
            old, new = (tool(input_schema=AROUND[shape](_typed_fields(size, kind))) for kind in ("string", "integer"))
            counts[size], _ = count_of([old], [new], call(value))
            assert [usage.hits for _, usage in counts[size].usages] == [1] * size
        counts[size].add(call(value))

    for size in (LENGTH, 2 * LENGTH):
        add(size)
    assert_linear(add)


def test_a_change_of_which_a_call_is_too_costly_to_judge_is_not_unused() -> None:
    old, new = (inventory(tool(input_schema=_typed_fields(9, kind))) for kind in ("string", "integer"))
    count = UsageCount(compare(old, new), old, new, budget=ProofBudget(steps=9))
    count.add(call({"field_2": "x"}))
    usages = {change.pointer.split("/")[-2]: usage for change, usage in count.usages}
    assert {name for name, usage in usages.items() if usage.hits} == {"field_2"}
    assert usages["field_1"].usage_class is UsageClass.UNUSED
    assert usages["field_8"].usage_class is UsageClass.UNMEASURED
    assert "1 of the recorded calls could not be judged" in usages["field_8"].sentence(is_output=False)
