"""A report counts what fails a run, and says of each change what shows it and how it can be accepted."""

import datetime
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.documents.location import Location
from conformance.documents.values import as_array, as_object
from conformance.drift.acceptance import apply_acceptances, entry_text
from conformance.drift.report import (
    NOTHING,
    DriftHistory,
    DriftReport,
    FailOn,
    RuledChange,
    TimelineEntry,
    history_value,
    report_value,
)
from conformance.drift.usage import CallUsage, UsageTotals
from conformance.findings import Level
from conformance.settings.repository import Accept
from tests.drift.inventories import closed, drifted, input_drift, inventory, result_drift, tool

TODAY = datetime.date(2026, 5, 1)
AB, B = closed({"a": {"type": "string"}, "b": {}}), closed({"b": {}})
UNREADABLE: Any = {"$ref": "elsewhere.json"}


def only(changes: list[RuledChange]) -> RuledChange:
    (change,) = changes
    return change


def accepted(changes: list[RuledChange]) -> list[RuledChange]:
    return apply_acceptances(changes, [Accept(rule="*", reason="agreed")], TODAY)


def test_an_active_change_is_labelled_by_its_verdict_and_an_accepted_one_says_by_what() -> None:
    active = only(input_drift(AB, B))
    assert (active.status, active.acceptance, active.level) == ("breaking", None, Level.ERROR)
    (suppressed,) = accepted([active])
    assert (suppressed.status, suppressed.level) == ("accepted", Level.WARNING)
    assert suppressed.acceptance == "breaking, but accepted by `accept` entry 1: agreed"
    by_policy = only(input_drift(AB, B, stability="experimental"))
    assert by_policy.acceptance == (
        "breaking, but accepted by the drift policy: the tool was experimental, so it may change"
    )


def test_a_change_is_accepted_by_its_fingerprint_if_it_can_fail_a_run_and_is_not_accepted_yet() -> None:
    active = only(input_drift(AB, B))
    assert active.accept_condition == f'fingerprint = "{active.fingerprint}"'
    assert accepted([active])[0].accept_condition == ""
    compatible = only(input_drift(B, AB))
    assert (compatible.can_fail, compatible.accept_condition) == (False, "")
    (_, stale) = accepted([compatible])
    assert (stale.can_fail, stale.accept_condition) == (True, "")


def test_evidence_says_whether_the_witness_is_refused_or_was_not_promised() -> None:
    assert only(input_drift(AB, B)).evidence == {"rejected_witness": {"a": "a"}}
    assert only(result_drift({"enum": [1]}, {"enum": [1, 2]})).evidence == {"unpromised_witness": 2}
    assert only(input_drift(B, AB)).evidence == {}


def test_a_change_that_no_proof_decides_is_shown_by_a_call_that_it_refuses() -> None:
    unknown = only(list(drifted(inventory(tool()), inventory(tool(freeform_grammar="start: WORD"))).changes))
    assert (unknown.verdict, unknown.is_shown) == ("unknown", False)

    def report(usage: CallUsage) -> DriftReport:
        shown = RuledChange(unknown.change, unknown.verdict, "m", "h", "f", usage=usage)
        assert shown.is_shown is (usage.hits > 0)
        # what fails the run is an error in every format
        assert (shown.level is Level.ERROR) is (usage.hits > 0)
        assert replace(shown, suppressed="r", accepted_by="a").level is Level.WARNING
        return DriftReport("old", "new", [shown])

    assert not report(CallUsage(calls=3)).fails_on(FailOn.BREAKING)
    assert report(CallUsage(calls=3)).fails_on(FailOn.UNKNOWN)
    assert report(CallUsage(calls=3, hits=1)).fails_on(FailOn.BREAKING)


def test_a_new_schema_that_nothing_can_judge_fails_unless_that_is_allowed() -> None:
    old, new = inventory(tool(input_schema=AB)), inventory(tool(input_schema=UNREADABLE))
    report = drifted(old, new)
    assert report.fails_on(FailOn.BREAKING)
    assert report.changes[0].level is Level.ERROR
    assert "`--allow-unknown`" in report.changes[0].hint
    allowed = drifted(old, new, allow_unknown=True)
    assert not allowed.fails_on(FailOn.BREAKING)
    assert allowed.changes[0].level is Level.WARNING
    # the other way round the new schema is one that can be judged
    assert not drifted(new, old).fails_on(FailOn.BREAKING)


def test_the_summary_line_counts_the_gravest_first_and_stale_entries_apart() -> None:
    broken, added, renamed = input_drift(AB, B), input_drift(B, AB), input_drift(B, B, description="x")
    assert renamed == []
    stale = accepted(added)[1:]
    lines = {
        "no change": [],
        "1 breaking": broken,
        "1 breaking, 2 compatible": [*added, *broken, *added],
        "1 accepted": accepted(broken),
        "1 breaking, 1 accepted": [*broken, *accepted(broken)],
        "1 stale `accept` entry": stale,
        "1 breaking, 1 compatible, 2 stale `accept` entries": [*stale, *broken, *added, *stale],
    }
    for line, changes in lines.items():
        assert DriftReport("old", "new", changes).summary_line == line


def test_a_report_is_about_the_new_file_and_about_the_old_one_where_that_is_gone() -> None:
    assert DriftReport("old.json", "new.json", []).subject == "new.json"
    assert DriftReport("old.json", NOTHING, []).subject == "old.json"


def test_the_json_report_has_calls_notes_usage_and_places_where_there_are_any() -> None:
    broken = only(input_drift(AB, B))
    plain = report_value(DriftReport("old", "new", [broken]))
    assert {"calls", "notes"}.isdisjoint(plain)
    assert "usage" not in as_object(as_array(plain["changes"])[0])
    full = RuledChange(
        broken.change,
        broken.verdict,
        "m",
        "h",
        "f",
        source_pointer="/paths/0",
        location=Location("new.json", 3, 4),
        usage=CallUsage(calls=2, hits=1),
    )
    value = report_value(DriftReport("old", "new", [full], calls=UsageTotals(5, 4, 1, 0), notes=["One note."]))
    assert value["calls"] == {"read": 5, "known": 4, "refused_before": 1, "undecided": 0}
    assert value["notes"] == ["One note."]
    change = as_object(as_array(value["changes"])[0])
    assert change["pointer"] == full.pointer == "/paths/0"
    assert change["location"] == {"file": "new.json", "line": 3, "column": 4}
    assert as_object(change["usage"])["refused"] == 1


ENTRIES = {
    "first": TimelineEntry("0123456789abcdef", "2026-01-31", "Begin."),
    "lost": TimelineEntry("a" * 40, "2026-02-01", "Break it.", problem="not JSON"),
    "changed": TimelineEntry(
        "b" * 40,
        "2026-02-02",
        "Change it.",
        drifted(
            inventory(tool("Sleep", description="Ends the loop."), tool(input_schema=B)),
            inventory(tool(input_schema=AB), tool("FetchPage", description="Gets a page.")),
        ),
    ),
}


@pytest.mark.parametrize(
    ("name", "outcome", "lines"),
    [
        ("first", "first version", []),
        ("lost", "not JSON", []),
        (
            "changed",
            "1 breaking, 2 compatible",
            [
                "compatible: FetchPage: tool `FetchPage` was added",
                "breaking: Sleep: tool `Sleep` was removed: calls to the old name fail",
            ],
        ),
    ],
)
def test_a_version_in_a_history_has_one_line_and_its_tools_and_breaks(name: str, outcome: str, lines: Any) -> None:
    assert ENTRIES[name].outcome == outcome
    assert ENTRIES[name].notable_lines() == lines


def test_the_json_history_has_every_version_with_its_report_or_problem() -> None:
    value = history_value(DriftHistory("tools.json", list(ENTRIES.values())))
    assert value["file"] == "tools.json"
    first, lost, changed = (as_object(one) for one in as_array(value["versions"]))
    assert first == {
        "commit": "0123456789abcdef",
        "day": "2026-01-31",
        "subject": "Begin.",
        "problem": None,
        "drift": None,
    }
    assert (lost["problem"], lost["drift"]) == ("not JSON", None)
    report = ENTRIES["changed"].report
    assert report is not None
    assert changed["drift"] == report_value(report)
    assert ENTRIES["first"].short_commit == "0123456789"


def test_an_entry_that_accepts_a_kind_has_a_placeholder_where_no_place_is_named() -> None:
    kind = 'accept = [{ rule = "field_removed", '
    assert entry_text("field_removed") == kind + 'tool = "TOOL", pointer = "*", reason = "..." }]'
    named = entry_text("field_removed", "Read*", '/a"b')
    assert named == kind + r'tool = "Read*", pointer = "/a\"b", reason = "..." }]'
    assert 'tool = "*", pointer = "/a"' in entry_text("field_removed", "*", "/a")


def _named(**properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "$defs": {"B": {"items": {"$ref": "#/$defs/A"}}}}


def _with_type(schema: dict[str, Any], kind: str) -> dict[str, Any]:
    return {**schema, "$defs": {**schema["$defs"], "A": {"type": kind}}}


def test_the_fingerprint_of_a_break_in_a_definition_knows_which_fields_it_breaks() -> None:
    one, several = {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}
    base = _named(n=one, m={"type": "string"})
    kept, more = base, _named(n=one, m=one)
    moved, chained = _named(n={"type": "string"}, m=one), _named(n=one, m=several)
    marks = [
        {
            change.fingerprint
            for change in input_drift(_with_type(base, "string"), _with_type(new, "integer"))
            if change.change.kind == "type_changed" and change.change.pointer.endswith("/$defs/A/type")
        }
        for new in (kept, more, moved, chained)
    ]
    assert all(marks)
    assert marks[0].isdisjoint(marks[1] | marks[2] | marks[3])
    assert marks[1].isdisjoint(marks[2])
