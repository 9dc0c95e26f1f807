"""Every trial of a system ends, however slowly it answers and however much."""

import asyncio
import re
import socket

import pytest

from conformance.callback.ledger import PendingCall
from conformance.callback.trials import runtime
from conformance.callback.trials.runtime import RuntimeTrial, try_runtime
from conformance.commands.callback import judge_tool
from conformance.documents.exchange import HttpResponse
from conformance.errors import ConformanceError, ErrorKind
from conformance.settings.profiles import load_profile
from tests.callback.http import RESULT
from tests.cases import check_each
from tests.documents.http import HEAD, dripping

pytest.importorskip("h11", reason="the extra `callback` is not installed: no tool can be tried")

from conformance.callback.server.arrival import Arrival
from conformance.callback.trials import tool
from conformance.callback.trials.tool import ToolTrial, try_tool


def test_a_tool_that_drips_its_acknowledgement_has_not_acknowledged() -> None:
    with dripping(HEAD) as url:
        trial = ToolTrial(url, "add", acknowledge_within=0.05, result_within=0.05, retry_within=0.05, quiet=0.05)
        calls = try_tool(trial).calls
    assert {call.acknowledgement.status for call in calls} == {None}
    assert "not complete" in (calls[0].acknowledgement.fault or "")


@check_each(("most", "most_bytes"), [(2, 10_000), (100, 2 * len(RESULT))])
def test_a_tool_that_sends_without_end_does_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch, most: int, most_bytes: int
) -> None:
    monkeypatch.setattr(tool, "_MAX_MESSAGES", most)
    monkeypatch.setattr(tool, "_MAX_KEPT_BYTES", most_bytes)
    watch = tool._TrialReceiver(tool._plan_calls(ToolTrial("http://127.0.0.1/", "add")), starts_subscription=False)
    for _ in range(5):
        asyncio.run(watch(Arrival(RESULT, "application/json", "")))
    assert (len(watch.messages), watch.unkept) == (2, 3)


def test_what_was_not_kept_is_counted_in_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    trial, profile = ToolTrial("http://127.0.0.1/", "add"), load_profile("rap_2026_seed")
    for unkept, notes in ((0, []), (3, ["not judged: 3 further messages, as at most 1,000 are, and 32 MB of them"])):
        monkeypatch.setattr(tool, "try_tool", lambda _trial, count=unkept: tool.ToolObservation([], [], count))
        assert judge_tool(trial, profile, []).notes == notes


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


@check_each(
    ("body", "is_text"),
    [
        (b"\x1f\x8b\x08\x00", False),
        ('["first"]'.encode("utf-16"), False),
        (b"\x1b[32mfirst", True),
        (b"first \xff", True),
        (b"", True),
    ],
)
def test_a_transcript_that_is_compressed_or_not_utf8_is_no_fault_of_the_runtime(
    monkeypatch: pytest.MonkeyPatch, body: bytes, is_text: bool
) -> None:
    monkeypatch.setattr(runtime, "exchange", lambda *_: HttpResponse(200, body))
    trial = RuntimeTrial("http://127.0.0.1/", [PendingCall("g", "a")])
    if is_text:
        assert runtime._get_transcript(trial, "http://127.0.0.1/") == body.decode("utf-8", "replace")
    else:
        with pytest.raises(ConformanceError, match="not with text in UTF-8"):
            runtime._get_transcript(trial, "http://127.0.0.1/")


def test_a_transcript_that_can_not_be_reached_is_unreachable() -> None:
    with dripping(HEAD, quick_paths=b"/callback") as url, socket.create_server(("127.0.0.1", 0)) as closed:
        gone = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        closed.close()
        error = try_runtime(RuntimeTrial(f"{url}/callback", [PendingCall("g", "a")], gone, 1)).unread_transcript
    assert error is not None
    assert error.kind is ErrorKind.UNREACHABLE
    assert re.search("cannot read the transcript .* connection refused", error.message)
