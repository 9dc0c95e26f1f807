"""What a change means is a table: lifecycle, experimental tools, accepted breaks, fingerprints."""

import datetime
from typing import Any

import pytest

from conformance.documents.values import as_array, as_object
from conformance.drift.acceptance import apply_acceptances
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, FailOn, RuledChange, report_value
from conformance.settings.repository import Accept
from tests.drift.inventories import closed, drifted, input_drift, inventory, tool

TODAY = datetime.date(2026, 5, 1)
OLD, NEW = closed({"a": {"type": "string"}, "b": {}}), closed({"b": {}})


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ("stable", "deprecated", "compatible"),
        ("experimental", "stable", "compatible"),
        ("deprecated", "stable", "compatible"),
        ("stable", "experimental", "breaking"),
        ("stable", "whatever", "breaking"),
    ],
)
def test_stability_may_not_silently_drop(before: str, after: str, verdict: str) -> None:
    (ruled,) = drifted(inventory(tool(stability=before)), inventory(tool(stability=after))).changes
    assert ruled.verdict == verdict


def test_a_break_of_an_experimental_tool_warns() -> None:
    (ruled,) = input_drift(OLD, NEW, stability="experimental")
    assert (ruled.verdict, ruled.level) == ("breaking", "warning")
    assert ruled.suppressed == "the tool was experimental, so it may change"


def test_a_tool_may_leave_after_its_deprecated_phase() -> None:
    report = drifted(inventory(tool(stability="deprecated")), inventory())
    assert not report.fails_on(FailOn.ANY)
    assert report.summary()["suppressed"] == 1


def test_a_field_may_leave_after_its_deprecated_phase() -> None:
    old = closed({"a": {"type": "string", "deprecated": True}, "b": {}})
    (ruled,) = input_drift(old, NEW)
    assert ruled.suppressed == "the field was deprecated before it was removed"


@pytest.mark.parametrize(
    "marked",
    [
        {"type": "string", "deprecated": True},
        {"$ref": "#/$defs/Tag"},
        {"allOf": [{"type": "string", "deprecated": True}]},
        {"anyOf": [{"$ref": "#/$defs/Tag"}, {"type": "null"}]},
    ],
)
def test_a_successor_does_not_turn_the_leave_of_a_deprecated_field_into_a_break(marked: Any) -> None:
    definitions: Any = {"$defs": {"Tag": {"type": "string", "deprecated": True}}}
    old = closed({"tag": marked, "b": {}}, **definitions)
    new = closed({"tag_name": {"type": "string"}, "b": {}}, **definitions)
    told = {ruled.change.kind: ruled for ruled in input_drift(old, new)}
    assert set(told) == {"field_added", "field_removed"}
    assert told["field_removed"].suppressed == "the field was deprecated before it was removed"


def test_a_successor_does_not_turn_the_leave_of_a_deprecated_tool_into_a_break() -> None:
    successor = tool("ReadNotes")
    assert drifted(inventory(tool()), inventory(successor)).fails_on(FailOn.BREAKING)
    report = drifted(inventory(tool(stability="deprecated")), inventory(successor))
    assert [ruled.change.kind for ruled in report.changes] == ["tool_added", "tool_removed"]
    assert not report.fails_on(FailOn.BREAKING)


def changes() -> list[RuledChange]:
    return input_drift(OLD, NEW)


def test_an_accepted_break_does_not_fail_and_keeps_its_reason() -> None:
    (broken,) = changes()
    for entry in (
        Accept(fingerprint=broken.fingerprint, reason="agreed"),
        Accept(rule="field_removed", tool="Read*", pointer="/input_schema/*", reason="agreed"),
        Accept(rule="*removed", tool="ReadNote", pointer="/tools/0/input_schema/properties/a", reason="agreed"),
    ):
        (ruled,) = apply_acceptances(changes(), [entry], TODAY)
        assert ruled.suppressed == "agreed"


def test_an_entry_for_another_fingerprint_or_for_what_needs_none_accepts_nothing() -> None:
    (broken, stale) = apply_acceptances(changes(), [Accept(fingerprint="0" * 16, reason="agreed")], TODAY)
    assert broken.suppressed is None
    assert stale.message == "the `accept` entry for fingerprint `0000000000000000` matches no breaking change"
    assert stale.hint == "remove the entry: the break that it accepted is part of the base by now, or is undone"
    # a change that the policy allows keeps that reason, and the entry is not stale
    allowed = input_drift(OLD, NEW, stability="experimental")
    assert apply_acceptances(allowed, [Accept(rule="*", reason="agreed")], TODAY) == allowed


def test_a_stale_entry_for_everything_is_called_so_and_an_edited_one_is_another() -> None:
    def stale(**entry: str) -> RuledChange:
        (found,) = apply_acceptances([], [Accept(**entry, reason="agreed")], TODAY)
        return found

    assert stale().message == "the `accept` entry for everything matches no breaking change"
    assert stale(rule="a", tool="b").message.startswith("the `accept` entry for rule `a`, tool `b` matches")
    assert stale(rule="a").fingerprint != stale(rule="b").fingerprint
    assert stale().fingerprint == stale().fingerprint


def test_an_entry_that_accepts_nothing_fails() -> None:
    entry = Accept(rule="field_removed", tool="Other", pointer="/input_schema/*", reason="agreed")
    broken, stale = apply_acceptances(changes(), [entry], TODAY)
    assert broken.suppressed is None
    assert (stale.change.kind, stale.verdict, stale.change.pointer) == ("stale_accept", "breaking", "/accept/0")
    assert "tool `Other`" in stale.message


def test_an_entry_whose_time_is_over_fails() -> None:
    expired = TODAY - datetime.timedelta(days=1)
    entry = Accept(rule="field_removed", tool="ReadNote", pointer="/input_schema/*", reason="agreed", expires=expired)
    broken, stale = apply_acceptances(changes(), [entry], TODAY)
    assert broken.suppressed is None
    assert "expired on 2026-04-30" in stale.message


def test_an_entry_does_not_accept_what_does_not_break() -> None:
    compatible = input_drift(NEW, OLD)
    (_, stale) = apply_acceptances(
        compatible, [Accept(rule="field*", tool="Read*", pointer="/*", reason="agreed")], TODAY
    )
    assert stale.change.kind == "stale_accept"


def test_what_was_not_declared_before_takes_nothing_away() -> None:
    undeclared = {key: value for key, value in tool().items() if key not in ("family", "stability", "result_envelope")}
    found = drifted(inventory(undeclared), inventory(tool())).changes
    assert {ruled.change.kind for ruled in found} == {"capability_changed", "stability_changed", "envelope_changed"}
    assert {ruled.verdict for ruled in found} == {Ruling.COMPATIBLE}
    assert all(ruled.message.endswith("nothing was declared before") for ruled in found)
    taken = drifted(inventory(tool()), inventory(undeclared)).changes
    assert {ruled.verdict for ruled in taken} == {Ruling.BREAKING}


def test_rulings_are_ranked_by_their_severity() -> None:
    assert sorted(Ruling, key=lambda ruling: ruling.rank) == ["cosmetic", "compatible", "unknown", "breaking"]


def test_a_fingerprint_survives_reordering_and_not_another_value() -> None:
    def printed(new: object, *before: str) -> str:
        others = [tool(name) for name in before]
        report = drifted(
            inventory(*others, tool(input_schema=closed({"a": {"maximum": 9}}))),
            inventory(*others, tool(input_schema=closed({"a": {"maximum": new}}))),
        )
        return report.changes[0].fingerprint

    assert printed(5) == printed(5, "Another")
    assert printed(5) != printed(4)


@pytest.mark.parametrize(
    ("least", "fails"),
    [(FailOn.BREAKING, False), (FailOn.UNKNOWN, False), (FailOn.COMPATIBLE, True), (FailOn.ANY, True)],
)
def test_what_fails_is_chosen(least: FailOn, fails: bool) -> None:
    report = DriftReport("old", "new", input_drift(NEW, OLD))
    assert report.fails_on(least) is fails


def test_the_report_as_json_has_the_published_keys() -> None:
    value = report_value(DriftReport("a.json", "b.json", changes()))
    assert set(value) == {"version", "harness", "old", "new", "reason", "suggested_version", "changes", "summary"}
    assert as_object(value["summary"]) == {
        "breaking": 1,
        "compatible": 0,
        "unknown": 0,
        "cosmetic": 0,
        "suppressed": 0,
    }
    change = as_object(as_array(value["changes"])[0])
    assert set(change) == {
        *("tool", "surface", "kind", "verdict", "level", "direction", "pointer", "location", "before"),
        *("after", "witness", "message", "hint", "fingerprint", "suppressed"),
    }
    assert (change["tool"], change["surface"], change["direction"]) == ("ReadNote", "input", "input")
    assert change["witness"] == {"a": "a"}
    assert change["message"] == "field `a` was removed"
