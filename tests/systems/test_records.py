"""One reader says what a line of a results file holds, whoever wrote it."""

from typing import Any

from conformance.systems.records import read_result

ENVELOPE: dict[str, Any] = {"tool_name": "ListTasks", "status": "success"}


def test_an_envelope_alone_is_a_result_without_name_and_receipt() -> None:
    result = read_result(ENVELOPE, "3")
    assert (result.record.name, result.record.envelope, result.record.receipt) == ("3", ENVELOPE, None)
    assert (result.name, result.tool, result.envelope_pointer) == (None, "ListTasks", "")


def test_an_audit_record_and_a_recorded_call_hold_the_same_result() -> None:
    audited = {"canonical_result": ENVELOPE, "rendered_receipt": "Done.\r\n", "input": {"limit": 1}, "seq": 1}
    called = {"name": "a/b", "tool_name": "Other", "input": {"limit": 1}, "envelope": ENVELOPE, "receipt": "Done.\r\n"}
    first, second = read_result(audited, "1"), read_result(called, "1")
    for result, line in ((first, audited), (second, called)):
        assert (result.record.envelope, result.record.receipt) == (ENVELOPE, "Done.\r\n")
        assert (result.tool, result.input, result.record.log_entry) == ("ListTasks", {"limit": 1}, line)
    assert (first.name, second.name) == (None, "a/b")
    assert (first.envelope_pointer, first.receipt_pointer) == ("/canonical_result", "/rendered_receipt")
    assert (second.envelope_pointer, second.receipt_pointer) == ("/envelope", "/receipt")


def test_a_second_rendering_and_the_tool_of_an_unusable_envelope_are_kept() -> None:
    result = read_result({"tool_name": "ListTasks", "envelope": [], "receipt": "a", "rendered_again": "b"}, "1")
    assert (result.record.second_receipt, result.tool, result.record.envelope) == ("b", "ListTasks", [])


def test_what_is_not_text_or_not_an_object_is_left_to_the_rules() -> None:
    result = read_result({"name": 3, "envelope": ENVELOPE, "receipt": 5}, "1")
    assert (result.name, result.record.receipt, result.record.log_entry["receipt"]) == (None, None, 5)
    assert read_result("text", "1").record.envelope == "text"
