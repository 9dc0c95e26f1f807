"""The endpoint answers as documented, within its limits, and outlives whoever sends to it."""

import contextlib
import json
import resource
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from conformance.callback.ledger import Outcome, PendingCall
from conformance.callback.server.arrival import Arrival, EndpointLimits, HttpReply
from conformance.errors import ConformanceError, ErrorKind
from tests.callback.http import RESULT, Target, endpoint, exchange, post, responses, status
from tests.cases import check_each

httpx = pytest.importorskip("httpx", reason="the extra `callback` is not installed: the endpoint can't run")
pytest.importorskip("h11", reason="the extra `callback` is not installed: the endpoint can't run")

SMALL = EndpointLimits(body_bytes=2000, header_seconds=0.4, body_seconds=0.4, idle_seconds=1, drained_seconds=0.2)
JSON = {"Content-Type": "application/json"}
MALFORMED_HOSTS = ("", "[::1", "[::1]evil.example", "localhost:a", "127.0.0.1/x", "127.0.0.1:80:80", "a@localhost")


@pytest.fixture
def target() -> Iterator[Target]:
    with endpoint(SMALL) as running:
        yield running


def _alive(target: Target) -> bool:
    return httpx.post(target.url, content=RESULT, headers=JSON).status_code == 200


def test_a_result_is_taken_once(target: Target) -> None:
    answers = [httpx.post(target.url, content=RESULT, headers=JSON) for _ in range(3)]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, {"received": True})] * 3
    assert target.accepted == [json.loads(RESULT)]
    assert [outcome.value for outcome in target.outcomes] == ["accepted", "duplicate", "duplicate"]


def test_the_answer_does_not_tell_whether_ids_exist(target: Target) -> None:
    known = httpx.post(target.url, content=RESULT, headers=JSON)
    unknown = httpx.post(target.url, content=RESULT.replace(b"call_abc123", b"call_abc124"), headers=JSON)
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    assert target.outcomes == [Outcome.ACCEPTED, Outcome.UNKNOWN]
    assert len(target.accepted) == 1


@check_each(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"[" * 1500,
        RESULT + RESULT,
        RESULT.replace(b"Deployment", b"D\xe9ployment"),
        RESULT.replace(b"Deployment", b"\\ud800"),
        RESULT.replace(b"tool_result", b"tool_response"),
        RESULT.replace(b'"text"', b'"txt"'),
        RESULT.replace(b'"text": "Deployment completed."', b'"text": 7'),
        RESULT.replace(b'"id"', b'"id": "x", "id"'),
    ],
    ids=range(11),
)
def test_what_is_no_message_is_answered_400(target: Target, body: bytes) -> None:
    answer = httpx.post(target.url, content=body, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert target.outcomes == []
    assert _alive(target)
    target.outcomes.clear()


@check_each("method", ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
def test_another_method_is_answered_405(target: Target, method: str) -> None:
    answer = httpx.request(method, target.url)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@check_each("path", ["/", "/callback", "/callback/", "{0}/", "{0}x", "/..{0}", "{0}%20", "//{0}"])
def test_another_path_is_answered_404(target: Target, path: str) -> None:
    answers = exchange(target.port, post(path.format(target.path)))
    assert [status(answer) for answer in answers] == [404]
    assert target.outcomes == []


@check_each(
    "headers",
    [
        {},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
)
def test_another_type_or_encoding_is_answered_415(target: Target, headers: dict[str, str]) -> None:
    assert httpx.post(target.url, content=RESULT, headers=headers).status_code == 415
    assert target.outcomes == []


@check_each("other", ["text/plain", "application/json"])
def test_two_content_types_are_answered_415(target: Target, other: str) -> None:
    headers = [("Content-Type", "application/json"), ("Content-Type", other)]
    assert httpx.post(target.url, content=RESULT, headers=headers).status_code == 415
    assert target.outcomes == []


def test_a_body_that_is_declared_too_large_is_answered_413_at_once(target: Target) -> None:
    for length, expected in (("10737418240", 413), ("9" * 18, 413), ("9" * 5000, 400)):
        head = post(target.path, b"", "Content-Type: application/json", f"Content-Length: {length}")
        assert [status(answer) for answer in exchange(target.port, head)] == [expected]
    assert _alive(target)


def test_a_body_that_grows_too_large_is_answered_413_and_cut(target: Target) -> None:
    head = post(target.path, b"", "Content-Type: application/json", "Transfer-Encoding: chunked")
    piece = b"1000\r\n" + b"x" * 4096 + b"\r\n"
    assert [status(answer) for answer in exchange(target.port, head, *[piece] * 2000)] == [413]
    assert _alive(target)


def test_a_web_page_cannot_send_whatever_address_it_knows(target: Target) -> None:
    def sent(*lines: str) -> list[int]:
        head = ("Content-Type: application/json", f"Content-Length: {len(RESULT)}")
        request = "\r\n".join((f"POST {target.path} HTTP/1.1", *lines, *head, "", "")).encode() + RESULT
        return [status(answer) for answer in exchange(target.port, request)]

    assert sent("Host: 127.0.0.1", "Origin: http://evil.example") == [403]
    assert sent("Host: 127.0.0.1", "Origin: null") == [403]
    for host in (
        "evil.example",
        "127.0.0.1.evil.example:80",
        "localhost.evil.example",
        "[::2]:1",
        "",
        *MALFORMED_HOSTS,
    ):
        assert sent(f"Host: {host}") == [421], host
    assert target.outcomes == []
    for host in ("127.0.0.1", f"127.0.0.1:{target.port}", "LocalHost", "[::1]:80"):
        assert sent(f"Host: {host}", "Connection: close") == [200], host


def test_an_endpoint_behind_a_tunnel_is_addressed_by_the_names_that_are_allowed() -> None:
    from conformance.callback.server.socket_server import running_endpoint

    async def take(_arrival: Arrival) -> HttpReply:
        return HttpReply(200)

    with running_endpoint(take, allowed_hosts=["Hooks.Example.org"]) as running:
        for host, expected in (("hooks.example.org", 200), ("other.example.org", 421), ("127.0.0.1", 200)):
            request = post(running.path).replace(b"Host: 127.0.0.1", b"Connection: close\r\nHost: " + host.encode())
            assert [status(answer) for answer in exchange(running.port, request)] == [expected]


@pytest.mark.parametrize(("host", "expected"), [("localhost", 200), ("LOCALHOST", 200), ("evil.example", 421)])
def test_a_name_of_loopback_in_capitals_is_one_of_loopback(host: str, expected: int) -> None:
    from conformance.callback.server.socket_server import running_endpoint

    async def take(_arrival: Arrival) -> HttpReply:
        return HttpReply(200)

    with running_endpoint(take, host="LOCALHOST") as running:
        assert httpx.post(running.url, content=RESULT, headers={**JSON, "Host": host}).status_code == expected


def test_a_thousand_connections_that_say_nothing_keep_nobody_waiting() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < 3_000:
        pytest.skip(f"this machine allows {most} open files: a thousand connections at both ends need more")
    patient = EndpointLimits(header_seconds=600)
    with endpoint(patient) as target, contextlib.ExitStack() as idle:
        for number in range(1_000):
            connection = idle.enter_context(socket.create_connection(("127.0.0.1", target.port)))
            connection.sendall(b"POST " * (number % 2))
        for _ in range(20):
            assert httpx.post(target.url, content=RESULT, headers=JSON, timeout=600).status_code == 200


def test_too_many_headers_are_answered_431(target: Target) -> None:
    many = [f"X-{number}: y" for number in range(80)]
    head = post(target.path, RESULT, "Content-Type: application/json", f"Content-Length: {len(RESULT)}", *many)
    assert [status(answer) for answer in exchange(target.port, head)] == [431]


@pytest.mark.parametrize("sent", [b"", b"POST ", b"POST /callback HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\nX: "])
def test_a_head_that_is_never_complete_costs_its_time_and_no_more(target: Target, sent: bytes) -> None:
    assert [status(answer) for answer in exchange(target.port, sent)] == ([408] if sent else [])
    assert _alive(target)


def _drip(connection: socket.socket, head: bytes) -> None:
    for byte in head:
        connection.sendall(bytes([byte]))
        time.sleep(0.05)


def test_a_head_that_comes_byte_by_byte_gets_no_longer_time(target: Target) -> None:
    head = post(target.path, b"", *(f"X-{number}: y" for number in range(60)))
    with (
        socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection,
        pytest.raises(OSError, match=r"(?i)reset|broken pipe"),
    ):
        _drip(connection, head)
    assert _alive(target)


def test_a_second_head_on_a_connection_has_its_time_too(target: Target) -> None:
    with socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection:
        connection.sendall(post(target.path))
        time.sleep(0.2)
        connection.sendall(b"POST /callback")
        assert [status(answer) for answer in responses(connection)] == [200, 408]


def test_a_body_that_does_not_come_is_answered_408(target: Target) -> None:
    answers = exchange(target.port, post(target.path)[:-20])
    assert [status(answer) for answer in answers] == [408]
    assert _alive(target)


@pytest.mark.parametrize("head", [("Connection: close",), ()])
@pytest.mark.parametrize(("missing", "expected"), [(20, 400), (len(RESULT), 400), (len(RESULT) + 5, 400), (0, 200)])
def test_a_client_that_ends_its_side_is_answered(
    target: Target, head: tuple[str, ...], missing: int, expected: int
) -> None:
    request = post(target.path, RESULT, "Content-Type: application/json", f"Content-Length: {len(RESULT)}", *head)
    with socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection:
        connection.sendall(request[: len(request) - missing])
        connection.shutdown(socket.SHUT_WR)
        assert [status(answer) for answer in responses(connection)] == [expected]
    assert len(target.accepted) == (expected == 200)
    assert _alive(target)


def test_a_client_that_ends_its_side_without_a_word_gets_none(target: Target) -> None:
    with socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert responses(connection) == []


def test_two_lengths_at_once_are_no_way_to_smuggle_a_request(target: Target) -> None:
    hidden = b"0\r\n\r\n" + post(target.path)
    head = post(
        target.path, hidden, "Content-Type: application/json", "Content-Length: 5", "Transfer-Encoding: chunked"
    )
    assert [status(answer) for answer in exchange(target.port, head)] == [400]
    assert target.outcomes == []


def test_a_client_that_asks_first_is_told_to_go_on(target: Target) -> None:
    head = post(
        target.path, b"", "Content-Type: application/json", f"Content-Length: {len(RESULT)}", "Expect: 100-continue"
    )
    with socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection:
        connection.sendall(head)
        assert status(connection.recv(1000)) == 100
        connection.sendall(RESULT)
        assert status(connection.recv(1000)) == 200


def test_many_clients_at_once_are_all_answered() -> None:
    calls = [PendingCall("g", str(number)) for number in range(200)]
    patient = EndpointLimits(header_seconds=600, body_seconds=600, idle_seconds=600)
    with endpoint(patient, *calls) as target:
        answers: list[int] = []

        def work(mine: list[PendingCall]) -> None:
            with httpx.Client(timeout=600) as client:
                for call in mine:
                    body = {"type": "tool_result", "group_id": call.group_id, "id": call.id, "text": "done"}
                    answers.append(client.post(target.url, json=body).status_code)

        threads = [threading.Thread(target=work, args=(calls,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [200] * 800
        assert len(target.accepted) == 200


def test_while_a_long_message_is_read_others_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    from conformance.callback.server import arrival

    answered, read, waited = threading.Event(), arrival.message_from_body, list[bool]()

    def read_slowly(name: str, body: bytes, *others: object) -> object:
        if len(body) > 100_000:
            waited.append(answered.wait(30))
        return read(name, body, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(arrival, "message_from_body", read_slowly)
    long = json.dumps({**json.loads(RESULT), "pad": "x" * 200_000}).encode()
    with endpoint() as target:
        statuses: list[int] = []
        sending = threading.Thread(
            target=lambda: statuses.append(httpx.post(target.url, content=long, headers=JSON, timeout=60).status_code)
        )
        sending.start()
        assert _alive(target)
        answered.set()
        sending.join()
    assert (statuses, waited) == ([200], [True])


def test_a_ledger_that_is_locked_is_answered_503_and_reported_without_a_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    from conformance.callback.ledger import MemoryLedger
    from conformance.callback.server.arrival import LedgerReceiver
    from conformance.callback.server.socket_server import running_endpoint

    def refuse(_message: object) -> None:
        raise ConformanceError(ErrorKind.UNWRITABLE, "cannot use `x` as a ledger: database is locked", "wait")

    ledger = MemoryLedger(refuse)
    ledger.expect(PendingCall("thread_xyz", "call_abc123"))
    with running_endpoint(LedgerReceiver(ledger)) as running:
        assert httpx.post(running.url, content=RESULT, headers=JSON).status_code == 503
    (record,) = caplog.records
    assert "database is locked" in record.getMessage()
    assert record.exc_info is None


def test_a_ledger_that_can_not_store_is_answered_503() -> None:
    from conformance.callback.ledger import MemoryLedger
    from conformance.callback.server.arrival import LedgerReceiver
    from conformance.callback.server.socket_server import running_endpoint

    def refuse(_message: object) -> None:
        raise OSError("the disk is full")

    ledger = MemoryLedger(refuse)
    ledger.expect(PendingCall("thread_xyz", "call_abc123"))
    with running_endpoint(LedgerReceiver(ledger)) as running:
        assert httpx.post(running.url, content=RESULT, headers=JSON).status_code == 503


def test_a_transcript_is_shown_where_it_is_wanted() -> None:
    from conformance.callback.server.arrival import RECEIVED
    from conformance.callback.server.socket_server import running_endpoint

    async def take(_arrival: Arrival) -> HttpReply:
        return RECEIVED

    with running_endpoint(take, transcript=lambda: [{"text": "told"}], token="") as running:
        assert running.path == "/callback"
        assert httpx.get(f"{running.url}/transcript").json() == [{"text": "told"}]
        assert httpx.get(running.url).status_code == 405
    with running_endpoint(take) as running:
        assert httpx.get(f"{running.url}/transcript").status_code == 404


def test_each_endpoint_has_a_path_of_its_own() -> None:
    with endpoint() as one, endpoint() as other:
        assert one.path != other.path
        assert len(one.path) > 25
        assert one.url.startswith("http://127.0.0.1:")
