"""A log judged by its order: calls without results, late results, events of an ended subscription."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.callback import callback_rules, judge_log
from conformance.errors import ConformanceError
from conformance.settings.profiles import load_profile

AUGUST = load_profile("rap_2026_08")
SEED = load_profile("rap_2026_seed")
CALL = {"operation": "copy", "callback_url": "http://127.0.0.1/", "group_id": "thread_1", "id": "call_1"}
RESULT = {"type": "tool_result", "group_id": "thread_1", "id": "call_1", "text": "2 files copied"}
EVENT = {"type": "subscription_event", "group_id": "thread_1", "tool_call_id": "call_1", "text": "1 new file"}


def _found(folder: Path, *lines: Any, profile: Any = SEED) -> list[tuple[str, str, int]]:
    path = folder / "log.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    report = judge_log(path, profile, callback_rules(profile))
    found = [(one.rule, one.level.value, one.location.line if one.location else 0) for one in report.findings]
    return [one for one in found if one[1] != "info"]


def test_a_call_without_a_result_is_an_error_and_at_the_end_of_a_log_a_warning(tmp_path: Path) -> None:
    second = {**CALL, "id": "call_2"}
    assert _found(tmp_path, CALL, second, RESULT) == [("result_for_every_call", "error", 2)]
    assert _found(tmp_path, CALL, RESULT, second) == [("result_for_every_call", "warning", 3)]
    assert _found(tmp_path, CALL, second, {**RESULT, "id": "call_2"}, RESULT) == []


def test_a_request_for_access_answers_a_call_and_a_wrong_id_is_reported_once(tmp_path: Path) -> None:
    asked = {"type": "oauth", "group_id": "thread_1", "id": "call_1", "auth_url": "https://example.org/grant"}
    assert _found(tmp_path, CALL, asked) == []
    assert _found(tmp_path, CALL, {**RESULT, "id": "CALL_1"}) == [("message_ids_match", "error", 2)]


def test_a_list_of_pending_calls_may_be_longer_than_its_results(tmp_path: Path) -> None:
    talk = {"pending": [CALL, {**CALL, "id": "call_2"}], "deliveries": [{"body": RESULT}]}
    assert _found(tmp_path, talk) == []


def test_a_result_after_its_deadline_is_found_where_the_log_has_both_times(tmp_path: Path) -> None:
    called = {"at": "2026-05-27T10:00:00Z", "invocation": {**CALL, "timeout_ms": 1000}}
    late, in_time, unknown = ({"at": at, "body": RESULT} for at in (f"{_NOON}:02Z", f"{_NOON}:01Z", f"{_NOON}:02"))
    assert _found(tmp_path, called, late) == [("result_in_time", "error", 2)]
    assert _found(tmp_path, called, in_time) == []
    assert _found(tmp_path, called, unknown) == []
    stated = {"invocation": {**CALL, "deadline": "2026-05-27T12:00:01+02:00"}}
    assert _found(tmp_path, stated, late) == [("result_in_time", "error", 2)]
    counted = {"at_ms": 5, "invocation": {**CALL, "deadline_ms": 20}}
    assert _found(tmp_path, counted, {"at_ms": 21, "body": RESULT}) == [("result_in_time", "error", 2)]


def test_a_result_that_came_in_time_may_be_sent_again(tmp_path: Path) -> None:
    called: dict[str, Any] = {"at": f"{_NOON}:00Z", "invocation": {**CALL, "timeout_ms": 1000}}
    in_time, again = ({"at": f"{_NOON}:{at}Z", "body": RESULT} for at in ("00.5", "05"))
    assert _found(tmp_path, called, in_time, again, again) == []
    assert _found(tmp_path, called, again) == [("result_in_time", "error", 2)]
    other = {**again, "body": {**RESULT, "id": "call_2"}}
    second = {**called, "invocation": {**called["invocation"], "id": "call_2"}}
    assert _found(tmp_path, called, second, in_time, other) == [("result_in_time", "error", 4)]


def test_a_late_result_is_found_wherever_its_invocation_is(tmp_path: Path) -> None:
    called = {"at": "2026-05-27T10:00:00Z", "invocation": {**CALL, "timeout_ms": 1000}}
    late, in_time = ({"at": at, "body": RESULT} for at in (f"{_NOON}:02Z", f"{_NOON}:01Z"))
    assert _found(tmp_path, late, called) == [("result_in_time", "error", 1)]
    assert _found(tmp_path, in_time, called) == []
    zoneless = {"at": f"{_NOON}:00", "invocation": {**CALL, "timeout_ms": 1000}}
    assert len(_notes(tmp_path, late, zoneless)) == len(_notes(tmp_path, zoneless, late)) == 1


def _notes(folder: Path, *lines: Any) -> list[str]:
    path = folder / "log.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return list(judge_log(path, SEED, callback_rules(SEED)).notes)


def test_a_deadline_that_no_time_can_be_compared_with_is_counted_and_so_is_a_result_before_its_call(
    tmp_path: Path,
) -> None:
    called = {"at": f"{_NOON}:00Z", "invocation": {**CALL, "timeout_ms": 1000}}
    zoneless = {**called, "at": f"{_NOON}:00"}
    late, unclear = ({"at": at, "body": RESULT} for at in (f"{_NOON}:02Z", "later"))
    reason = "a time is missing, lacks its zone or is neither ISO 8601 nor a number"
    unjudged = [f"deadlines not judged, as {reason}: 1 (first: line 2)"]
    assert _notes(tmp_path, zoneless, late) == _notes(tmp_path, called, unclear) == unjudged
    for written in (
        ({"at": f"{_NOON}:00Z", "invocation": {**CALL, "timeout_ms": "1000"}}, late),
        ({"at": 1767225600, "invocation": {**CALL, "timeout_ms": 1000}}, {"at": 1767235600, "body": RESULT}),
        ({"at_ms": "5", "invocation": {**CALL, "timeout_ms": 1}}, {"at_ms": "900", "body": RESULT}),
        ({"at_ms": 5, "invocation": {**CALL, "deadline_ms": "6"}}, {"at_ms": 900, "body": RESULT}),
        ({"at_ms": 5, "invocation": {**CALL, "deadline_ms": 6}}, {"at_ms": "900", "body": RESULT}),
        ({"at_ms": 5, "invocation": {**CALL, "deadline_ms": 6}}, {"at_ms": 10**350, "body": RESULT}),
        ({"invocation": {**CALL, "timeout_ms": 1000}}, late),
    ):
        assert _notes(tmp_path, *written) == unjudged, written
    assert _notes(tmp_path, {"invocation": {**CALL, "timeout_ms": 1000}}, {"body": RESULT}) == []
    early = {"at": "2026-05-27T09:59:59Z", "body": RESULT}
    assert _notes(tmp_path, called, early) == ["results timed before their invocation: 1 (first: line 2)"]
    assert _notes(tmp_path, called, late) == _notes(tmp_path, called, RESULT) == _notes(tmp_path, CALL, RESULT) == []
    assert _notes(tmp_path, {**zoneless, "invocation": CALL}, late) == []


def test_an_invocation_that_is_sent_again_needs_no_second_result(tmp_path: Path) -> None:
    assert _found(tmp_path, CALL, CALL, RESULT) == []
    assert _found(tmp_path, CALL, RESULT, CALL) == []


def test_another_call_with_the_ids_of_an_earlier_one_is_found_whether_or_not_results_came(tmp_path: Path) -> None:
    first = {**CALL, "arguments": {"path": "a"}}
    others = ({**first, "arguments": {"path": "b"}}, {**first, "operation": "move"})
    for other in others:
        assert _found(tmp_path, first, other, RESULT) == [("call_ids_unique", "error", 2)]
        assert _found(tmp_path, first, RESULT, {"invocation": other, "message": RESULT}) == [
            ("call_ids_unique", "error", 3)
        ]
    talk = {"pending": [first, others[0]], "deliveries": [{"body": RESULT}]}
    assert _found(tmp_path, talk) == [("call_ids_unique", "error", 1)]
    in_another_thread = [{**one, "group_id": "thread_2"} for one in (others[0], RESULT)]
    assert _found(tmp_path, first, RESULT, *in_another_thread) == []


def test_a_retry_may_differ_in_what_the_call_does_not_ask_for_and_a_record_may_repeat_a_part(tmp_path: Path) -> None:
    first = {**CALL, "arguments": {"path": "a", "mode": 1}}
    again = {"id": "call_1", "group_id": "thread_1", "arguments": {"mode": 1, "path": "a"}, "callback_url": "http://b/"}
    assert _found(tmp_path, first, again, RESULT) == []
    timed = {"at": f"{_NOON}:00Z", "invocation": CALL}
    assert _found(tmp_path, timed, first, {"invocation": CALL, "body": RESULT}) == []
    # What an earlier record leaves out is known from a later one.
    assert _found(tmp_path, CALL, first, {**first, "arguments": {}}, RESULT) == [("call_ids_unique", "error", 3)]


_NOON = "2026-05-27T10:00"


def test_an_event_after_the_final_one_is_found(tmp_path: Path) -> None:
    last = {**EVENT, "final": True}
    assert _found(tmp_path, EVENT, last, EVENT, profile=AUGUST) == [("nothing_after_final_event", "error", 3)]
    assert _found(tmp_path, EVENT, EVENT, last, profile=AUGUST) == []
    assert _found(tmp_path, last, {**EVENT, "tool_call_id": "call_2"}, profile=AUGUST) == []


def test_a_log_of_calls_alone_has_no_message_to_judge(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="contains no message"):
        _found(tmp_path, CALL)
