"""Every exchange with a system under test ends, however slowly it answers and however much."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import httpx
import pytest

from conformance.callback.ledger import PendingCall
from conformance.callback.trials.exchange import DeadlineClient
from conformance.callback.trials.runtime import RuntimeTrial, try_runtime
from conformance.callback.trials.tool import ToolTrial, try_tool
from conformance.errors import ConformanceError

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"


@contextmanager
def _dripping(at_once: bytes, quick_paths: bytes = b"/none") -> Generator[str]:
    """Serve what sends its beginning at once and then 40 single bytes, ten a second; some paths are answered whole."""
    over = threading.Event()

    def drip(connection: socket.socket) -> None:
        with connection:
            try:
                asked = connection.recv(65536)
                if quick_paths in asked.split(b"\r\n")[0]:
                    connection.sendall(_HEAD + b" " * 38 + b"{}")
                    return
                connection.sendall(at_once)
                for _ in range(40):
                    if over.wait(0.1):
                        return
                    connection.sendall(b" ")
            except OSError:
                return

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=drip, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            over.set()


@pytest.mark.parametrize("at_once", [_HEAD, b"HTTP/1.1 200 OK\r\nX-Slow: "], ids=["body", "head"])
def test_an_answer_that_drips_is_given_up_within_the_stated_seconds(at_once: bytes) -> None:
    late = pytest.raises(httpx.ReadTimeout, match=r"not complete within 0\.5 s")
    with _dripping(at_once) as url, DeadlineClient(0.5) as exchanges, late:
        exchanges.post(url, b"{}", {})


def test_an_answer_without_end_is_cut() -> None:
    with _dripping(b"HTTP/1.1 200 OK\r\n\r\n0123456789") as url, DeadlineClient(3) as exchanges:
        reply = exchanges.get(url, 8)
    assert (reply.status, reply.body, reply.is_cut) == (200, b"01234567", True)


def test_a_tool_that_drips_its_acknowledgement_has_not_acknowledged() -> None:
    with _dripping(_HEAD) as url:
        trial = ToolTrial(url, "add", acknowledge_within=0.1, result_within=0.1, retry_within=0.1, quiet=0.1)
        calls = try_tool(trial).calls
    assert {call.acknowledgement.status for call in calls} == {None}
    assert "not complete" in (calls[0].acknowledgement.fault or "")


def test_a_runtime_that_drips_its_answers_has_not_answered() -> None:
    with _dripping(_HEAD) as url:
        trial = RuntimeTrial(url, [PendingCall("g", "a")], oversized_bytes=1, answer_within=0.2)
        receptions = try_runtime(trial)
    assert {reception.status for reception in receptions} == {None}


def test_a_transcript_that_drips_is_said_to_be_unreadable() -> None:
    with _dripping(_HEAD, quick_paths=b"/callback") as url:
        trial = RuntimeTrial(f"{url}/callback", [PendingCall("g", "a")], f"{url}/shown", 1, 1.0, 1.0)
        try:
            told = [reception.fault or "" for reception in try_runtime(trial)]
        except ConformanceError as error:
            told = [error.message]
    assert any("cannot read the transcript" in text for text in told)


def test_a_runtime_that_dies_keeps_its_findings_and_the_transcript_is_said_to_be_gone() -> None:
    with _dripping(_HEAD) as url:
        trial = RuntimeTrial(url, [PendingCall("g", "a")], f"{url}/shown", 1, 0.2, 0.2)
        receptions = try_runtime(trial)
    assert {reception.status for reception in receptions} == {None}
    assert all("cannot read the transcript" in (reception.fault or "") for reception in receptions)
