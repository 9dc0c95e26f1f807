"""Every trial of a system ends, however slowly it answers and however much."""

import re
import socket

import pytest

from conformance.callback.ledger import PendingCall
from conformance.callback.trials import runtime
from conformance.callback.trials.runtime import RuntimeTrial, try_runtime
from conformance.errors import ConformanceError, ErrorKind
from tests.documents.http import HEAD, dripping

pytest.importorskip("h11", reason="the extra `callback` is not installed: no tool can be tried")

from conformance.callback.trials.tool import ToolTrial, try_tool


def test_a_tool_that_drips_its_acknowledgement_has_not_acknowledged() -> None:
    with dripping(HEAD) as url:
        trial = ToolTrial(url, "add", acknowledge_within=0.05, result_within=0.05, retry_within=0.05, quiet=0.05)
        calls = try_tool(trial).calls
    assert {call.acknowledgement.status for call in calls} == {None}
    assert "not complete" in (calls[0].acknowledgement.fault or "")


def test_a_runtime_that_drips_its_answers_has_not_answered() -> None:
    with dripping(HEAD) as url:
        trial = RuntimeTrial(url, [PendingCall("g", "a")], oversized_bytes=1, answer_within=0.05)
        receptions = try_runtime(trial).receptions
    assert {reception.status for reception in receptions} == {None}


def test_a_transcript_that_drips_is_said_to_be_unreadable() -> None:
    with dripping(HEAD, quick_paths=b"/callback") as url:
        trial = RuntimeTrial(f"{url}/callback", [PendingCall("g", "a")], f"{url}/shown", 1, 1.0, 1.0)
        seen = try_runtime(trial)
    assert "cannot read the transcript" in str(seen.unread_transcript)


def test_a_runtime_that_dies_keeps_its_findings_and_the_transcript_is_said_to_be_gone() -> None:
    with dripping(HEAD) as url:
        trial = RuntimeTrial(url, [PendingCall("g", "a")], f"{url}/shown", 1, 0.05, 0.05)
        seen = try_runtime(trial)
    assert {reception.status for reception in seen.receptions} == {None}
    assert "cannot read the transcript" in str(seen.unread_transcript)


def test_what_must_not_be_shown_has_time_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["first", "first, repeated"])
    monkeypatch.setattr(runtime, "_get_transcript", lambda *_: next(answers, "first, repeated"))
    trial = RuntimeTrial("http://127.0.0.1/", [PendingCall("g", "a")], shown_within=5.0, quiet=0.1)
    assert runtime._wait_for_transcript(trial, "http://127.0.0.1/", []) == "first, repeated"


def test_a_system_that_can_not_be_reached_is_unreachable_and_an_address_that_is_none_a_usage_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    for address, kind in ((url, ErrorKind.UNREACHABLE), ("nowhere", ErrorKind.USAGE)):
        with pytest.raises(ConformanceError, match="cannot reach the tool") as of_tool:
            try_tool(ToolTrial(address, "add"))
        with pytest.raises(ConformanceError, match="cannot reach the runtime") as of_runtime:
            try_runtime(RuntimeTrial(address, [PendingCall("g", "a")]))
        assert (of_tool.value.kind, of_runtime.value.kind) == (kind, kind)


def test_a_transcript_that_can_not_be_reached_is_unreachable() -> None:
    with dripping(HEAD, quick_paths=b"/callback") as url, socket.create_server(("127.0.0.1", 0)) as closed:
        gone = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        closed.close()
        error = try_runtime(RuntimeTrial(f"{url}/callback", [PendingCall("g", "a")], gone, 1)).unread_transcript
    assert error is not None
    assert error.kind is ErrorKind.UNREACHABLE
    assert re.search("cannot read the transcript .* connection refused", error.message)
