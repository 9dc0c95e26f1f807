"""What live calls return is judged like recorded results, told once per tool, and recorded on request."""

import json
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from conformance.commands.audit import audit
from conformance.commands.live_calls import judge_calls, write_records
from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes, applied_rules
from conformance.commands.report import FindingSet, Report
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory
from conformance.probes.interview.answers import LiveCall
from conformance.probes.interview.permission import Permissions
from conformance.probes.miniatures import all_miniatures
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, Runtime, SilentRuntime
from conformance.systems.sources import inventory_of

HOLON = load_profile("holon")
READ_NOTE: JsonObject = {
    "name": "ReadNote",
    "description": "Read a note.",
    "annotations": {"readOnlyHint": True},
    "input_schema": {
        "type": "object",
        "additionalProperties": False,
        "required": ["title"],
        "properties": {"title": {"type": "string"}},
    },
}


class ReadsNotes(SilentRuntime):
    """Answers every call of its one tool, which is annotated read-only, with the same envelope and receipt."""

    def __init__(self, envelope: JsonObject, receipt: str | None = None) -> None:
        self._outcome = CallOutcome(envelope, receipt or json.dumps(envelope), raw=envelope)

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": [READ_NOTE]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer."""
        return self._outcome


def asked(runtime: Runtime, **options: Any) -> Report:
    plan = Plan(applied_probes(HOLON), HOLON, judge_results=lambda _runtime, _inventory: FindingSet(()))
    return probe(runtime, "notes", replace(plan, **options))


def rules_of(report: Report) -> set[str]:
    return {finding.rule for finding in report.findings if finding.level == "error"}


def test_a_tool_that_answers_every_call_with_result_error_and_raw_receipt_is_blamed_for_each() -> None:
    both: JsonObject = {"tool_name": "ReadNote", "status": "success", "summary_text": "read", "result": {}, "error": {}}
    report = asked(ReadsNotes(both))
    assert {"envelope_exclusivity", "receipt_not_raw_envelope"} <= rules_of(report)
    (finding,) = [one for one in report.findings if one.rule == "envelope_exclusivity" and one.tool]
    assert (finding.tool, finding.pointer) == ("ReadNote", "/tools/0")
    assert {"call", "reply", "pointer"} <= finding.evidence.keys()


def test_an_envelope_that_is_none_is_blamed() -> None:
    rules = rules_of(asked(ReadsNotes({"status": "weird", "result": "zzz"})))
    assert {"status_known", "envelope_fields"} <= rules


def test_replies_are_not_judged_where_the_run_is_narrowed_to_probes() -> None:
    envelope: JsonObject = {"status": "weird", "result": "zzz"}
    assert "status_known" not in rules_of(asked(ReadsNotes(envelope), judge_results=None))


def notes() -> Inventory:
    return inventory_of(ReadsNotes({}))


def test_what_many_replies_of_a_tool_share_is_told_once_with_their_number() -> None:
    calls = [
        LiveCall("ReadNote", {"title": str(n)}, CallOutcome({"tool_name": "ReadNote", "status": "weird", "n": n}))
        for n in range(4)
    ]
    findings = [one for one in judge_calls([*calls, *calls], notes(), HOLON) if one.rule == "status_known"]
    assert [one.message.endswith("(and in 3 more replies)") for one in findings] == [True]
    assert findings[0].evidence["call"] == {"op": "call", "tool": "ReadNote", "input": {"title": "0"}}


def test_a_check_that_a_probe_raised_for_a_tool_is_not_raised_again() -> None:
    call = LiveCall("ReadNote", {}, CallOutcome({"tool_name": "ReadNote", "status": "weird"}))
    assert "status_known" in {one.rule for one in judge_calls([call], notes(), HOLON)}
    assert "status_known" not in {
        one.rule for one in judge_calls([call], notes(), HOLON, {("status_known", "ReadNote")})
    }


def test_secrets_in_replies_are_masked_in_findings() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    call = LiveCall("ReadNote", {"title": secret}, CallOutcome({"status": "weird", "result": {"token": secret}}))
    assert secret not in json.dumps([dict(one.evidence) for one in judge_calls([call], notes(), HOLON)])


def test_the_envelope_that_the_adapter_makes_of_a_protocol_reply_is_not_blamed_on_the_server() -> None:
    results: list[JsonObject] = [
        {"content": [{"type": "text", "text": "# Notes\n- a\x1b[0m"}]},
        {"content": [{"type": "text", "text": "no such note\n" * 5000}], "isError": True},
        {"content": [], "structuredContent": {"a": [1]}},
    ]
    calls = [LiveCall("ReadNote", {}, outcome_from_result("ReadNote", result)) for result in results]
    assert judge_calls(calls, notes(), load_profile("mcp")) == []


def test_what_was_recorded_is_judged_by_an_audit_as_it_was_live(tmp_path: Path) -> None:
    for miniature in (one for one in all_miniatures().values() if one.returns and not one.bites):
        runtime, file = miniature.runtime(), tmp_path / f"{miniature.name}.jsonl"
        live = asked(runtime, permissions=Permissions(harmless=True), record=partial(write_records, file))
        audited = audit(file, inventory_of(runtime), HOLON, applied_rules(HOLON))
        about_results = {one.rule for one in live.findings if one.level == "error"}
        assert about_results == {miniature.returns}
        assert miniature.returns in {one.rule for one in audited.findings}, miniature.name
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        assert all(line.keys() == {"name", "tool_name", "input", "envelope", "receipt"} for line in lines)


def test_the_record_of_a_sound_protocol_server_is_clean_without_the_profile_of_the_protocol(tmp_path: Path) -> None:
    results: list[JsonObject] = [
        {"content": [{"type": "text", "text": "# Notes"}]},
        {"content": [{"type": "text", "text": "title must be a string"}], "isError": True},
    ]
    calls = [LiveCall("ReadNote", {"title": "a"}, outcome_from_result("ReadNote", result)) for result in results]
    write_records(tmp_path / "calls.jsonl", calls)
    report = audit(tmp_path / "calls.jsonl", notes(), HOLON, applied_rules(HOLON))
    assert [one.message for one in report.findings] == []


def test_what_was_asked_of_a_tool_that_nobody_has_is_not_recorded() -> None:
    seen: list[LiveCall] = []
    asked(ReadsNotes({"status": "success"}), record=seen.extend)
    assert {one.tool for one in seen} == {"ReadNote"}


class EndsAtTheThirdCall(ReadsNotes):
    """Is gone at its third call."""

    _left = 2

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer, or be gone."""
        if not self._left:
            raise ConformanceError(ErrorKind.UNREACHABLE, "it ended with status 3", "start it again")
        self._left -= 1
        return super().call(tool, arguments)


def test_a_run_that_ends_early_is_recorded_as_far_as_it_came() -> None:
    seen: list[LiveCall] = []
    report = asked(EndsAtTheThirdCall({"status": "weird"}), record=seen.extend)
    assert report.broke_off is not None
    assert len(seen) == 2
    assert "status_known" in rules_of(report)


def test_a_run_that_is_interrupted_is_recorded_too() -> None:
    class IsInterrupted(EndsAtTheThirdCall):
        """Is interrupted by the user at its third call."""

        def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
            """Answer, or be interrupted."""
            if not self._left:
                raise KeyboardInterrupt
            return super().call(tool, arguments)

    seen: list[LiveCall] = []
    report = asked(IsInterrupted({"status": "weird"}), record=seen.extend)
    assert report.broke_off is not None
    assert len(seen) == 2


def _note(title: str, text: str, receipt: str, **more: JsonValue) -> LiveCall:
    result: JsonObject = {"text": text, "pages": 2, **more}
    envelope: JsonObject = {"tool_name": "ReadNote", "status": "success", "summary_text": "read a note", "error": None}
    return LiveCall("ReadNote", {"title": title}, CallOutcome({**envelope, "result": result}, receipt))


def _compared(*calls: LiveCall) -> list[tuple[str, str]]:
    """Return kind and message of what is found by comparing these calls."""
    inventory = inventory_of(ReadsNotes({}))
    found = [one for one in judge_calls(calls, inventory, HOLON) if one.rule == "rendering_follows_result"]
    return [(str(one.evidence["kind"]), one.message) for one in found]


def test_a_receipt_that_is_the_same_for_every_result_is_found_by_comparing_calls() -> None:
    constant = "Note of 9 pages\nsell milk"
    ((kind, message),) = _compared(_note("a", "buy milk", constant), _note("b", "feed the cat", constant))
    assert (kind, message) == ("shared", "receipt is also that of another result, which differs in `text`")


def test_a_receipt_with_the_text_of_another_call_is_found_by_comparing_calls() -> None:
    first, late = _note("a", "buy milk", "Note\nbuy milk"), _note("b", "feed the cat", "Note, read again\nbuy milk")
    ((kind, message),) = _compared(first, late)
    assert (kind, message) == ("foreign", "receipt shows `text` of another call")


def test_receipts_that_follow_their_results_are_believed() -> None:
    pairs = {
        "each its own": (_note("a", "buy milk", "buy milk"), _note("b", "feed the cat", "feed the cat")),
        "only a time differs": (
            _note("a", "buy milk", "buy milk", elapsed_ms=3),
            _note("b", "buy milk", "buy milk", elapsed_ms=4),
        ),
        "the other text too": (
            _note("a", "buy milk", "buy milk"),
            _note("b", "feed the cat", "feed the cat\nThe note before: buy milk"),
        ),
        "the input too": (
            _note("a", "buy milk", "buy milk"),
            _note("buy milk", "feed\nthe cat", "Note `buy milk`: feed, the cat"),
        ),
        "one word": (_note("a", "milk", "milk"), _note("b", "cat", "cats like milk")),
    }
    for what, calls in pairs.items():
        assert _compared(*calls) == [], what


def test_structured_content_is_not_taken_for_what_its_text_shows() -> None:
    calls = [_note(title, text, "Done") for title, text in (("a", "buy milk"), ("b", "feed the cat"))]
    structured = [replace(call, outcome=replace(call.outcome, structured=[])) for call in calls]
    assert _compared(*structured) == []
