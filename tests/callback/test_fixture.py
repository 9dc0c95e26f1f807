"""The fixture ``callback_endpoint`` gives a test a callback URL, what came to it, and what the rules say of it."""

import pytest

from conformance.pytest_plugin.callbacks import CallbackFixture

httpx = pytest.importorskip("httpx", reason="the extra `callback` is not installed: the fixture can't run")

RESULT = {"type": "tool_result", "group_id": "thread_1", "id": "call_1", "text": "3 words"}


def test_a_good_result_is_accepted_and_without_findings(callback_endpoint: CallbackFixture) -> None:
    callback_endpoint.expect("thread_1", "call_1")
    assert httpx.post(callback_endpoint.url, json=RESULT).status_code == 200
    assert callback_endpoint.wait_for(1) == [RESULT]
    assert callback_endpoint.findings() == []


def test_what_is_wrong_is_found_whether_it_was_accepted_or_not(callback_endpoint: CallbackFixture) -> None:
    callback_endpoint.expect("thread_1", "call_1", "toolu_1")
    for message in ({**RESULT, "call_id": "toolu_1"}, {**RESULT, "call_id": "toolu_1", "text": "4"}, RESULT):
        httpx.post(callback_endpoint.url, json=message)
    httpx.post(callback_endpoint.url, content=b"{", headers={"Content-Type": "application/json"})
    assert len(callback_endpoint.accepted) == 1
    found = [(finding.rule, finding.evidence["record"]) for finding in callback_endpoint.findings()]
    assert ("one_terminal_result", "message 2") in found
    assert ("call_id_echoed", "message 3") in found
    assert ("message_readable", "message 4") in found
    assert not any(record == "message 1" for _, record in found)


def test_a_result_that_does_not_come_is_told_with_what_came_instead(callback_endpoint: CallbackFixture) -> None:
    httpx.post(callback_endpoint.url, json=RESULT)
    with pytest.raises(TimeoutError, match="0 of 1 results were accepted, 1 messages came"):
        callback_endpoint.wait_for(1, seconds=0.05)
