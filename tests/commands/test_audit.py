"""An audit judges every record, keeps the first findings, counts the rest, and says where each stands."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.commands.audit import MAX_KEPT_FINDINGS, audit
from conformance.commands.finding_tally import MAX_KEPT_ALIKE
from conformance.commands.registry import applied_rules
from conformance.commands.report import Report
from conformance.commands.reporters.text import render_findings
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.inventory import EMPTY_INVENTORY
from conformance.rules.examples import from_tool
from conformance.settings.profiles import load_profile

PROFILE = load_profile("holon")
ENVELOPE: dict[str, Any] = {
    "tool_name": "ListTasks",
    "status": "success",
    "summary_text": "no tasks",
    "result": {},
    "error": None,
}


def _audit(folder: Path, *lines: Any) -> Report:
    log = folder / "log.jsonl"
    log.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return audit(log, from_tool({"name": "ListTasks"}).inventory, PROFILE, applied_rules(PROFILE))


def test_good_envelopes_and_records_are_clean(tmp_path: Path) -> None:
    record = {"seq": 1, "canonical_result": ENVELOPE, "rendered_receipt": "No active tasks"}
    report = _audit(tmp_path, ENVELOPE, record)
    assert (report.findings, report.checked_count) == ([], 2)


def test_a_finding_tells_line_column_and_pointer_of_the_envelope(tmp_path: Path) -> None:
    report = _audit(tmp_path, ENVELOPE, {**ENVELOPE, "status": "Success"})
    (finding,) = [finding for finding in report.findings if finding.rule == "status_known"]
    assert finding.pointer == "/status"
    assert finding.location is not None
    assert (finding.location.line, finding.location.column) == (2, 28)


def test_a_finding_in_a_record_points_into_the_record(tmp_path: Path) -> None:
    broken = {"seq": 1, "canonical_result": {**ENVELOPE, "result": None}, "rendered_receipt": "No active tasks"}
    pointers = {finding.pointer for finding in _audit(tmp_path, broken).findings}
    assert pointers == {"/canonical_result/result"}


def test_an_unreadable_line_is_one_finding_among_others(tmp_path: Path) -> None:
    report = _audit(tmp_path, ENVELOPE, '{"tool_name": ', {**ENVELOPE, "summary_text": ""})
    assert {"record_readable", "summary_present"} == {finding.rule for finding in report.findings}


def test_one_result_with_two_receipts_is_a_finding_that_names_both_lines(tmp_path: Path) -> None:
    told = [{"canonical_result": ENVELOPE, "rendered_receipt": text} for text in ("No active tasks", "No tasks at all")]
    (finding,) = _audit(tmp_path, *told).findings
    assert finding.rule == "receipt_deterministic"
    assert finding.pointer == "/rendered_receipt"
    assert finding.location is not None
    assert (finding.location.line, finding.evidence["other_receipt"]) == (2, f"{finding.location.file}:1:1")


def test_of_two_receipts_of_a_result_only_the_untrue_one_is_reported(tmp_path: Path) -> None:
    result = {"disposition": "completed", "exit_status": 3, "stdout_preview": "built", "stderr_preview": None}
    envelope = {**ENVELOPE, "result": result}
    right, other, wrong = (f"Exit code {code}\nstdout:\nbuilt{end}" for code, end in ((3, ""), (3, "\n"), (0, "")))
    for receipts, rules in (
        ((wrong, right, right), [("receipt_outcome_true", 1)]),
        ((right, wrong), [("receipt_outcome_true", 2)]),
        ((wrong, wrong, right), [("receipt_outcome_true", 1), ("receipt_outcome_true", 2)]),
        ((wrong, right, other), [("receipt_outcome_true", 1), ("receipt_deterministic", 3)]),
        (
            (wrong, wrong + "\n"),
            [("receipt_outcome_true", 1), ("receipt_deterministic", 2), ("receipt_outcome_true", 2)],
        ),
    ):
        records = [{"canonical_result": envelope, "rendered_receipt": receipt} for receipt in receipts]
        found = _audit(tmp_path, *records).findings
        assert sorted((one.location and one.location.line, one.rule) for one in found) == [
            (line, rule) for rule, line in rules
        ]


def test_two_results_with_one_receipt_are_a_finding_unless_something_else_tells_them_apart(tmp_path: Path) -> None:
    def line(receipt: str, given: Any = None, **result: Any) -> dict[str, Any]:
        envelope = {**ENVELOPE, "result": result}
        return {"canonical_result": envelope, "rendered_receipt": receipt, "input": given or {}}

    for first, second, pointers in (
        (line("Done", row_count=5), line("Done", row_count=9), ["/canonical_result/result/row_count"]),
        (line("Done", row_count=5), line("Done", row_count=5), []),
        # What the receipt shows, what the model asked for, when it was, and what one result does not have.
        (line("5 or 9 rows", row_count=5), line("5 or 9 rows", row_count=9), []),
        (line("Done", {"file_path": "a.c"}, file_path="a.c"), line("Done", {"file_path": "b.c"}, file_path="b.c"), []),
        (line("Done", waited_ms=5), line("Done", waited_ms=9), []),
        (line("Done", row_count=5), line("Done", col_count=9), []),
        # Another rule says what is wrong with the first one.
        (line("Exit code 0", exit_status=3, row_count=5), line("Exit code 0", exit_status=0, row_count=9), []),
    ):
        found = [one for one in _audit(tmp_path, first, second).findings if one.rule == "rendering_follows_result"]
        assert [one.pointer for one in found] == pointers, (first, second)
        for one in found:
            assert one.location is not None
            assert (one.level, one.location.line) == (Level.ERROR, 2)
            assert str(one.evidence["other"]).endswith("log.jsonl:1:1")


def test_a_leaf_that_the_profile_hides_may_differ_behind_one_receipt(tmp_path: Path) -> None:
    hiding = replace(PROFILE.results, hidden_fields={"ListTasks": ("row_count",)})
    profile = replace(PROFILE, results=hiding)
    log = tmp_path / "log.jsonl"
    lines = [{"envelope": {**ENVELOPE, "result": {"row_count": count}}, "receipt": "Done"} for count in (5, 9)]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    report = audit(log, from_tool({"name": "ListTasks"}).inventory, profile, applied_rules(profile))
    assert [one.rule for one in report.findings] == []


def test_a_receipt_that_leaves_out_much_is_compared_in_all_of_it_that_the_profile_does_not_hide(tmp_path: Path) -> None:
    telling: dict[str, Any] = {f"{name}_status": "ready" for name in "abcdefghijkl"}
    kept: dict[str, Any] = {f"{name}_path": f"{name}.py" for name in "abcdefghijklmnopqrst"}
    profile = replace(PROFILE, results=replace(PROFILE.results, hidden_fields={"ListTasks": ("?_path",)}))
    results = [{**kept, **telling, "row_count": count} for count in (5, 9)]
    lines = [{"envelope": {**ENVELOPE, "result": result}, "receipt": "Done"} for result in results]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    report = audit(log, from_tool({"name": "ListTasks"}).inventory, profile, applied_rules(profile))
    assert [one.pointer for one in report.findings] == ["/envelope/result/row_count"]


def test_what_a_record_keeps_beside_the_result_is_held_to_the_published_schema(tmp_path: Path) -> None:
    kept: Any = {"seq": 1, "canonical_result": ENVELOPE, "rendered_receipt": 5, "latency_ms": -1, "runtime_details": []}
    alike = {"envelope": ENVELOPE, "receipt": {"text": "No active tasks"}, "cost": "1 cent"}
    found = _audit(tmp_path, kept, alike, {**ENVELOPE, "latency_ms": -1}).findings
    own = [(finding.rule, finding.pointer, finding.location and finding.location.line) for finding in found]
    assert own == [
        ("record_fields", "/rendered_receipt", 1),
        ("record_fields", "/runtime_details", 1),
        ("record_fields", "/latency_ms", 1),
        ("record_fields", "/receipt", 2),
        ("envelope_fields", "/latency_ms", 3),
    ]


def test_previews_that_fit_no_receipt_together_are_told_unless_one_holds_them_all(tmp_path: Path) -> None:
    result = {"stdout_preview": "a\n" * 4_000, "stderr_preview": "b\n" * 3_900, "truncated": False}
    envelope = {**ENVELOPE, "result": result}
    both = f"exit 0\n{result['stdout_preview']}{result['stderr_preview']}"
    records = [{"canonical_result": envelope, "rendered_receipt": text} for text in (both, "exit 0")]
    found = [finding for finding in _audit(tmp_path, envelope, *records).findings if finding.rule == "budget_nesting"]
    assert [finding.pointer for finding in found] == ["/result", "/canonical_result/result"]
    assert [finding.location.line for finding in found if finding.location] == [1, 3]
    assert "15,800 characters in total" in found[0].message


def test_a_flood_of_bad_lines_is_counted_and_not_kept(tmp_path: Path) -> None:
    flood = ["{"] * (MAX_KEPT_FINDINGS + 300)
    report = _audit(tmp_path, ENVELOPE, *flood)
    assert len(report.findings) == MAX_KEPT_ALIKE
    assert report.summary()["error"] == len(flood)
    assert report.fails_on(Level.ERROR)


def test_one_fault_on_many_lines_is_one_block_and_leaves_room_for_others(tmp_path: Path) -> None:
    report = _audit(tmp_path, *['{"tool_name": "x",}', {**ENVELOPE, "status": "done"}] * 400, "nonsense")
    text = render_findings(report, tmp_path)
    assert text.count("record_readable") == 2
    assert text.count("status_known") == 1
    assert "--> log.jsonl:1:18\n    --> log.jsonl:3:18\n" in text
    assert text.count("(and 390 more)") == 2
    assert "--> log.jsonl:801:1\n" in text
    assert "801 errors" in text
    assert "... and" not in text


def test_no_message_of_a_log_names_a_line_or_an_offset(tmp_path: Path) -> None:
    told = [{"canonical_result": ENVELOPE, "rendered_receipt": text} for text in ("No active tasks", "No tasks at all")]
    found = _audit(
        tmp_path, *told, *['{"a": 1, "a": 2}', '{"a": "\\ud8', "[", '{"a": NaN}', "\x00\x00", "5"], "{"
    ).findings
    assert len({finding.message for finding in found}) > 6
    assert [finding.message for finding in found if re.search(r"\b(?:line|offset|column) ?\d", finding.message)] == []


def test_rules_about_the_promise_are_not_asked_again_for_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(ENVELOPE) + "\n")
    inventory = from_tool({"name": "ListTasks", "description": ""}).inventory
    assert audit(log, inventory, PROFILE, applied_rules(PROFILE)).findings == []


def test_a_promised_field_that_no_result_of_a_long_log_holds_is_named_once(tmp_path: Path) -> None:
    fields = {name: {"type": ["integer", "null"]} for name in ("returned", "rejected")}
    schema = {"type": "object", "properties": fields, "required": ["returned", "rejected"]}
    inventory = from_tool({"name": "ListTasks", "result_envelope": {"success_result_schema": schema}}).inventory
    log = tmp_path / "log.jsonl"
    log.write_text(
        "".join(json.dumps({**ENVELOPE, "result": {"returned": n, "rejected": None}}) + "\n" for n in range(300))
    )
    report = audit(log, inventory, PROFILE, applied_rules(PROFILE, ["dormant_result_field"]))
    (finding,) = report.findings
    assert "is empty in all 300 results" in finding.message
    assert finding.pointer.endswith("/properties/rejected")


def test_no_finding_on_a_record_shows_the_secret_that_it_holds(tmp_path: Path) -> None:
    token = "ghp_" + "Qx7Zk2Lm9Pw4Rt6Vn8Bc3Hd5Jf1Gs0Ya2Ue"
    result = {**ENVELOPE, "status": token, "summary_text": f"\u001b[8m{token}", "result": {"output_preview": token}}
    report = _audit(tmp_path, {"canonical_result": result, "rendered_receipt": "No active tasks"}, result)
    found = {(finding.rule, finding.pointer) for finding in report.findings}
    assert {("no_secrets", "/canonical_result/result/output_preview"), ("status_known", "/status")} <= found
    shown = repr(report.findings)
    assert not [at for at in range(len(token) - 7) if token[at : at + 8] in shown]


def test_an_empty_log_is_refused_instead_of_called_clean(tmp_path: Path) -> None:
    log = tmp_path / "empty.jsonl"
    for content in ("", "\n \n"):
        log.write_text(content, "utf-8")
        with pytest.raises(ConformanceError, match="contains no record"):
            audit(log, from_tool({"name": "ListTasks"}).inventory, PROFILE, applied_rules(PROFILE))


def test_an_inventory_without_tools_is_refused_instead_of_checking_nothing_against_it(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(ENVELOPE) + "\n")
    with pytest.raises(ConformanceError, match="has no tools"):
        audit(log, EMPTY_INVENTORY, PROFILE, applied_rules(PROFILE))
    assert audit(log, None, PROFILE, applied_rules(PROFILE)).unexamined is None


def test_envelopes_under_the_profile_of_a_protocol_that_has_none_are_never_called_clean(tmp_path: Path) -> None:
    log, profile = tmp_path / "log.jsonl", load_profile("mcp")
    published: JsonObject = {"name": "ListTasks", "result_envelope": {"success_result_schema": {"type": "object"}}}
    with_schema, without = (from_tool(one).inventory for one in (published, {"name": "ListTasks"}))
    record = {"canonical_result": ENVELOPE, "rendered_receipt": "Failed with exit code 3"}
    log.write_text(json.dumps(record) + "\n" + json.dumps(ENVELOPE) + "\n")
    report = audit(log, without, profile, applied_rules(profile))
    assert report.unexamined is not None
    assert report.unexamined.message.startswith("no result was judged: the profile has no rules on envelopes")
    report = audit(log, with_schema, profile, applied_rules(profile))
    assert report.unexamined is None
    assert any(one.startswith("2 records are judged by no rule on envelopes and receipts") for one in report.notes)
    # What an adapter made of a reply is no envelope of the system.
    log.write_text(json.dumps({**record, "envelope_made_by": "the adapter"}) + "\n")
    report = audit(log, without, profile, applied_rules(profile))
    assert (report.unexamined, report.notes) == (None, [])


def test_receipts_of_one_result_may_differ_in_what_they_state_of_their_inputs(tmp_path: Path) -> None:
    def record(receipt: str, **given: Any) -> dict[str, Any]:
        return {"canonical_result": ENVELOPE, "rendered_receipt": receipt, "input": given}

    def rules(*records: dict[str, Any]) -> list[str]:
        found = [one.rule for one in _audit(tmp_path, *records).findings]
        return [one for one in found if one == "receipt_deterministic"]

    first, second = record("No tasks of grace", owner="grace"), record("No tasks of alan", owner="alan")
    assert rules(first, second) == []
    assert len(rules(first, record("grace has no tasks", owner="grace"))) == 1
    assert len(rules(record("No tasks", owner="grace"), record("Nothing", owner="alan"))) == 1
    brief, full = record("No tasks", response_format="concise"), record("Nothing", response_format="detailed")
    assert rules(brief, full) == []
    assert len(rules(brief, record("Nothing", response_format="concise"))) == 1
