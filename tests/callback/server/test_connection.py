"""A connection is answered as its bytes deserve, in however many pieces they come and wherever they end."""

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest
from msgspec.structs import replace

from conformance.callback.server.arrival import Arrival, EndpointLimits, HttpReply
from tests.callback.http import RESULT, Target, endpoint, post, responses, status
from tests.cases import check_each

pytest.importorskip("h11", reason="the extra `callback` is not installed: the endpoint can't run")

SMALL = EndpointLimits(body_bytes=2000, header_seconds=600, body_seconds=600, idle_seconds=600)
PATH = "/callback"
TYPE = "Content-Type: application/json"
LENGTH = f"Content-Length: {len(RESULT)}"
CHUNKED = "Transfer-Encoding: chunked"
WHOLE = b"%x\r\n%s\r\n0\r\n\r\n" % (len(RESULT), RESULT)

GOOD = post(PATH)
OTHER = post("/other")


def line(text: str, *headers: str, body: bytes = RESULT) -> bytes:
    """Return a request with a request line of its own."""
    return post(PATH, body, *(headers or (TYPE, LENGTH))).replace(b"POST /callback HTTP/1.1", text.encode("latin-1"))


def chunks(body: bytes) -> bytes:
    return post(PATH, body, TYPE, CHUNKED)


def declared(length: str) -> bytes:
    return post(PATH, RESULT, TYPE, f"Content-Length: {length}")


ANSWERS: dict[str, tuple[bytes, list[int]]] = {
    "a good request": (GOOD, [200]),
    "three at once": (GOOD * 3, [200, 200, 200]),
    "one after a rejection": (GOOD + OTHER + GOOD, [200, 404]),
    "what follows is not HTTP": (GOOD + b"garbage\r\n\r\n", [200, 400]),
    "what follows is cut off": (GOOD + GOOD[:30], [200, 400]),
    "more than was announced": (post(PATH, RESULT, TYPE, LENGTH, "Connection: close") + GOOD, [200]),
    "the older version": (line("POST /callback HTTP/1.0") + GOOD, [200]),
    "the older version without a host": (
        line("POST /callback HTTP/1.0").replace(b"Host: 127.0.0.1\r\n", b""),
        [421],
    ),
    "no host": (GOOD.replace(b"Host: 127.0.0.1\r\n", b""), [400]),
    "two hosts": (post(PATH, RESULT, TYPE, LENGTH, "Host: 127.0.0.1"), [400]),
    "no version": (b"GET /callback\r\n\r\n", [400]),
    "the hello of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]),
    "the preface of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [404]),
    "a line of a proxy before it": (b"PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n" + GOOD, [400]),
    "an empty line before it": (b"\r\n" + GOOD, [200]),
    "an empty line between two": (GOOD + b"\r\n" + GOOD, [200, 200]),
    "an empty line and what is not HTTP": (GOOD + b"\r\ngarbage\r\n\r\n", [200, 400]),
    "an empty line at the end": (GOOD + b"\r\n", [200]),
    "lines that end as in Unix": (GOOD.replace(b"\r\n", b"\n"), [200]),
    "a folded header": (post(PATH, RESULT, TYPE, LENGTH, "X-A: a\r\n b"), [200]),
    "a blank before a colon": (post(PATH, RESULT, TYPE, LENGTH, "X-A : a"), [400]),
    "a NUL in a header": (post(PATH, RESULT, TYPE, LENGTH, "X-A: \0"), [400]),
    "a letter beyond ASCII in a path": (line("POST /callback\xe9 HTTP/1.1"), [400]),
    "a query": (line("POST /callback?a=b HTTP/1.1"), [200]),
    "a fragment": (line("POST /callback#a HTTP/1.1"), [404]),
    "a path with its host": (line("POST http://127.0.0.1/callback HTTP/1.1"), [200]),
    "a path with its host and a query": (line("POST HTTP://LocalHost:80/callback?a=b HTTP/1.1"), [200]),
    "a path with another host": (line("POST http://evil.example/callback HTTP/1.1"), [421]),
    "a path with a user": (line("POST http://127.0.0.1@evil.example/callback HTTP/1.1"), [421]),
    "another path with its host": (line("POST http://127.0.0.1/other HTTP/1.1"), [404]),
    "a host without a path": (line("POST http://127.0.0.1 HTTP/1.1"), [404]),
    "an escaped path": (line("POST /%63allback HTTP/1.1"), [404]),
    "a tunnel": (line("CONNECT 127.0.0.1:80 HTTP/1.1"), [404]),
    "another protocol": (post(PATH, RESULT, TYPE, LENGTH, "Connection: Upgrade", "Upgrade: h2c") + GOOD, [200, 200]),
    "a method in lower case": (line("post /callback HTTP/1.1"), [405]),
    "a negative length": (declared("-1"), [400]),
    "a length with a sign": (declared("+5"), [400]),
    "a hexadecimal length": (declared("0x10"), [400]),
    "no digits of a length": (declared(""), [400]),
    "two different lengths": (declared(f"{len(RESULT)}, 5"), [400]),
    "one length twice": (declared(f"{len(RESULT)}, {len(RESULT)}"), [200]),
    "a length of 20 digits": (declared("9" * 20), [413]),
    "a length of 21 digits": (declared("9" * 21), [400]),
    "a body of 2000 bytes": (post(PATH, RESULT.ljust(2000)), [200]),
    "a body of 2001 bytes": (post(PATH, RESULT.ljust(2001)), [413]),
    "neither length nor chunks": (post(PATH, b"", TYPE), [400]),
    "chunks": (chunks(WHOLE) + GOOD, [200, 200]),
    "chunks of one byte": (
        chunks(b"".join(b"1\r\n%c\r\n" % byte for byte in RESULT) + b"0\r\n\r\n") + GOOD,
        [200, 200],
    ),
    "chunks and a trailer": (chunks(WHOLE[:-2] + b"X-A: a\r\n\r\n") + GOOD, [200, 200]),
    "a chunk with an extension": (chunks(WHOLE.replace(b"\r\n", b";a=b\r\n", 1)), [200]),
    "a chunk with an endless extension": (chunks(b"5;" + b"a" * 40_000), [431]),
    "a chunk of no size": (chunks(b"xyz\r\n"), [400]),
    "a chunk of a negative size": (chunks(b"-5\r\nhello\r\n0\r\n\r\n"), [400]),
    "a chunk that is longer than its size": (chunks(b"5\r\nhelloXX0\r\n\r\n"), [400]),
    "a chunk that is cut off": (chunks(WHOLE[:50]), [400]),
    "no last chunk": (chunks(WHOLE[:-5]), [400]),
    "chunks for the older version": (line("POST /callback HTTP/1.0", TYPE, CHUNKED, body=WHOLE), [200]),
    "a first chunk that is too large": (chunks(b"7d1\r\n"), [413]),
    "a first chunk that may still come": (chunks(b"7d0\r\n"), [400]),
    "a second chunk that is too large": (chunks(b"5;a=b\r\nhello\r\n7cc\r\n"), [413]),
    "a body that begins like a chunk": (post(PATH, b"fffff\r\n"), [400]),
    "compressed chunks": (post(PATH, WHOLE, TYPE, "Transfer-Encoding: gzip, chunked"), [501]),
    "two transfer encodings": (post(PATH, WHOLE, TYPE, CHUNKED, CHUNKED), [501]),
    "a rejection before chunks that are none": (line("POST /other HTTP/1.1", TYPE, CHUNKED, body=b"xyz\r\n"), [404]),
    "a head of 15 KB": (post(PATH, RESULT, TYPE, LENGTH, "X-A: " + "a" * 15 * 1024), [200]),
    "a head of 17 KB": (post(PATH, RESULT, TYPE, LENGTH, "X-A: " + "a" * 17 * 1024), [431]),
    "a head of 17 KB after another": (GOOD + post(PATH, RESULT, TYPE, LENGTH, "X-A: " + "a" * 17 * 1024), [200, 431]),
    "a path of 20 KB": (line("POST /" + "a" * 20_000 + " HTTP/1.1"), [431]),
    "an endless line": (b"a" * 40_000, [431]),
    "64 headers": (post(PATH, RESULT, TYPE, LENGTH, *(f"X-{number}: a" for number in range(61))), [200]),
    "65 headers": (post(PATH, RESULT, TYPE, LENGTH, *(f"X-{number}: a" for number in range(62))), [431]),
    "a body that was to be asked for": (post(PATH, RESULT, TYPE, LENGTH, "Expect: 100-continue"), [100, 200]),
    "a body that nobody asks for": (
        line("POST /other HTTP/1.1", TYPE, LENGTH, "Expect: 100-continue", body=b""),
        [404],
    ),
    "a body that is too large to ask for": (
        post(PATH, b"", TYPE, "Content-Length: 2001", "Expect: 100-continue"),
        [413],
    ),
}


def answers(target: Target, *pieces: bytes) -> list[bytes]:
    """Send pieces, end the client's side and return the responses."""
    with socket.create_connection(("127.0.0.1", target.port), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(OSError):
            for piece in pieces:
                connection.sendall(piece)
            connection.shutdown(socket.SHUT_WR)
        return responses(connection)


def addressed(request: bytes, target: Target) -> bytes:
    return request.replace(b"/callback", target.path.encode())


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with endpoint(SMALL) as running:
        yield running


@check_each("case", ANSWERS)
def test_bytes_are_answered_as_they_deserve(target: Target, caplog: pytest.LogCaptureFixture, case: str) -> None:
    request, expected = ANSWERS[case]
    assert [status(answer) for answer in answers(target, addressed(request, target))] == expected
    assert [status(answer) for answer in answers(target, addressed(GOOD, target))] == [200]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@check_each("case", ANSWERS)
def test_bytes_are_answered_alike_in_two_pieces(target: Target, case: str) -> None:
    request, expected = ANSWERS[case]
    sent = addressed(request, target)
    half = len(sent) // 2
    assert [status(answer) for answer in answers(target, sent[:half], sent[half:])] == expected


def test_a_request_that_is_cut_off_anywhere_is_answered_400(target: Target) -> None:
    request = addressed(GOOD, target)
    found = {length: [status(answer) for answer in answers(target, request[:length])] for length in range(len(request))}
    assert found == {length: [400] if length else [] for length in range(len(request))}


def test_a_request_with_any_byte_replaced_is_answered_by_one_status(target: Target) -> None:
    request = addressed(GOOD, target)
    for position in range(len(request)):
        (answer,) = answers(target, request[:position] + b"\0" + request[position + 1 :])
        # within the text of the message the byte makes the JSON invalid; nothing of the request may be repaired
        assert status(answer) == 400, request[:position]


def test_every_answer_states_its_date_length_and_type(target: Target) -> None:
    for request in (GOOD, OTHER, GOOD[:40], b"garbage\r\n\r\n"):
        head, _, body = answers(target, addressed(request, target))[0].partition(b"\r\n\r\n")
        assert b"\r\ndate: " in head
        assert b"\r\ncontent-type: application/json" in head
        assert f"\r\ncontent-length: {len(body)}".encode() in head
        assert (b"\r\nconnection: close" in head) == (status(head) != 200)


def test_an_answer_to_head_has_the_headers_of_one_with_a_body_but_none(target: Target) -> None:
    (answer,) = answers(target, addressed(line("HEAD /callback HTTP/1.1", TYPE, body=b""), target))
    assert (status(answer), answer[-4:]) == (405, b"\r\n\r\n")
    assert b"content-length: 0" not in answer


def test_a_reason_does_not_repeat_the_bytes(target: Target) -> None:
    (answer,) = answers(target, b"garbage\r\n\r\n")
    assert answer.endswith(b'{"error":"not valid HTTP: illegal request line"}')


def test_a_kept_connection_on_which_nothing_more_comes_is_closed_silently() -> None:
    with (
        endpoint(EndpointLimits(idle_seconds=0.1)) as target,
        socket.create_connection(("127.0.0.1", target.port), timeout=60) as connection,
    ):
        connection.sendall(addressed(GOOD, target))
        assert [status(answer) for answer in responses(connection)] == [200]


def test_a_client_that_still_sends_when_it_is_rejected_reads_the_answer() -> None:
    with (
        endpoint(EndpointLimits(drained_seconds=600)) as target,
        socket.create_connection(("127.0.0.1", target.port), timeout=60) as connection,
    ):
        connection.sendall(post("/other", b"", TYPE, "Content-Length: 900000"))
        connection.sendall(b"x" * 900_000)
        assert [status(answer) for answer in responses(connection)] == [404]


def eventual_status(target: Target, request: bytes) -> int:
    """Return the status of a request that is repeated while too many connections are open."""
    code = 503
    for _ in range(6000):
        code = status(answers(target, request)[0])
        if code != 503:
            break
        time.sleep(0.01)
    return code


PATIENT = EndpointLimits(connections=1, idle_seconds=6000, header_seconds=6000, body_seconds=6000)


def test_more_messages_at_once_than_allowed_are_answered_503_until_one_ends() -> None:
    with endpoint(PATIENT) as target:
        with socket.create_connection(("127.0.0.1", target.port), timeout=60) as first:
            asking = post(target.path, b"", TYPE, LENGTH, "Expect: 100-continue")
            first.sendall(asking)
            assert status(first.recv(1000)) == 100
            assert [status(answer) for answer in answers(target, addressed(GOOD, target))] == [503]
            first.sendall(RESULT)
            assert status(first.recv(1000)) == 200
        assert eventual_status(target, addressed(GOOD, target)) == 200


@pytest.mark.parametrize("sent", [b"", b"POST ", GOOD, OTHER])
def test_the_oldest_connection_without_a_message_makes_room_for_one_with_a_message(sent: bytes) -> None:
    with endpoint(PATIENT) as target, socket.create_connection(("127.0.0.1", target.port), timeout=60) as first:
        request = addressed(sent, target)
        first.sendall(request)
        if request.endswith(RESULT):
            assert first.recv(1000)
        assert [status(answer) for answer in answers(target, addressed(GOOD, target))] == [200]
        assert first.recv(1000) == b""


def test_a_connection_on_which_nothing_has_come_is_closed_before_one_with_half_a_head() -> None:
    with endpoint(replace(PATIENT, connections=2)) as target, contextlib.ExitStack() as connections:
        address = ("127.0.0.1", target.port)
        half = connections.enter_context(socket.create_connection(address, timeout=60))
        request = addressed(GOOD, target)
        half.sendall(request + request[:5])
        # its answer shows that the half has arrived too
        assert status(half.recv(1000)) == 200
        silent = connections.enter_context(socket.create_connection(address, timeout=60))
        assert [status(answer) for answer in answers(target, request)] == [200]
        assert silent.recv(1000) == b""
        half.sendall(request[5:])
        assert status(half.recv(1000)) == 200


def test_long_messages_that_are_too_many_together_are_answered_503_until_others_are_answered() -> None:
    from conformance.callback.server.socket_server import running_endpoint

    begun, ended = threading.Event(), threading.Event()
    limits = EndpointLimits(short_body_bytes=300, long_bodies_bytes=1_000)
    long = post(PATH, RESULT + b" " * 1_000, TYPE, f"Content-Length: {len(RESULT) + 1_000}")

    async def take(arrival: Arrival) -> HttpReply:
        if len(arrival.body) > 1_000 and not begun.is_set():
            begun.set()
            await asyncio.to_thread(ended.wait, 60)
        return HttpReply(200)

    with running_endpoint(take, limits) as running, contextlib.ExitStack() as connections:
        target = Target(running.url, running.port, running.path)
        first = connections.enter_context(socket.create_connection(("127.0.0.1", target.port), timeout=60))
        first.sendall(addressed(long, target))
        assert begun.wait(60)
        assert [status(answer) for answer in answers(target, addressed(long, target))] == [503]
        assert [status(answer) for answer in answers(target, addressed(GOOD, target))] == [200]
        ended.set()
        assert status(first.recv(1000)) == 200
        assert [status(answer) for answer in answers(target, addressed(long, target))] == [200]


def test_a_receiver_that_fails_is_answered_500_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    from conformance.callback.server.socket_server import running_endpoint

    async def fail(_arrival: Arrival) -> HttpReply:
        raise LookupError("no such tool")

    with running_endpoint(fail) as running:
        target = Target(running.url, running.port, running.path)
        for _ in range(2):
            (answer,) = answers(target, addressed(GOOD, target))
            assert (status(answer), b"no such tool" in answer) == (500, False)
    assert "no such tool" in caplog.text


def test_an_endpoint_that_is_stopped_finishes_the_answer_that_it_prepares_and_ends_the_rest() -> None:
    from conformance.callback.server.socket_server import running_endpoint

    begun = threading.Event()

    async def take(_arrival: Arrival) -> HttpReply:
        begun.set()
        await asyncio.sleep(0.1)
        return HttpReply(200)

    with contextlib.ExitStack() as connections:
        with running_endpoint(take, EndpointLimits(header_seconds=600, idle_seconds=600)) as running:
            silent, slow, busy = (
                connections.enter_context(socket.create_connection(("127.0.0.1", running.port), timeout=60))
                for _ in range(3)
            )
            slow.sendall(b"POST ")
            busy.sendall(post(running.path))
            assert begun.wait(60)
        answer = responses(busy)[0]
        assert (status(answer), b"connection: close" in answer) == (200, True)
        assert responses(silent) == responses(slow) == []
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", running.port), timeout=60)


class _Sink:
    """Takes the place of a writer and its transport."""

    def __init__(self) -> None:
        self.transport, self.sent = self, b""

    def write(self, data: bytes) -> None:
        self.sent += data

    async def drain(self) -> None: ...

    def write_eof(self) -> None: ...

    def abort(self) -> None: ...

    def set_write_buffer_limits(self, high: int) -> None: ...


def test_a_client_that_floods_leaves_the_others_their_turn() -> None:
    from conformance.callback.server.connection import ClientConnection, LongBodies

    flood = chunks(b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n")
    turns = 0

    async def answer(_request: object, read_body: Callable[[], Awaitable[bytes | HttpReply]]) -> HttpReply:
        assert await read_body() == b"x" * 100_000
        return HttpReply(200)

    async def serve() -> bytes:
        nonlocal turns
        reader, sink, limits = asyncio.StreamReader(), _Sink(), EndpointLimits()
        reader.feed_data(flood)
        reader.feed_eof()
        connection = ClientConnection(answer, limits, reader, sink, LongBodies(limits))  # type: ignore[arg-type]
        while not connection.task.done():
            turns += 1
            await asyncio.sleep(0)
        return sink.sent

    assert status(asyncio.run(serve())) == 200
    assert turns >= len(flood) // EndpointLimits().header_bytes


def test_text_that_looks_like_the_size_of_a_chunk_is_text() -> None:
    from conformance.callback.server.connection import ClientConnection, LongBodies

    async def answer(_request: object, read_body: Callable[[], Awaitable[bytes | HttpReply]]) -> HttpReply:
        assert await read_body() == b"ffffff,ffffff,"
        return HttpReply(200)

    async def serve() -> bytes:
        reader, sink = asyncio.StreamReader(), _Sink()
        connection = ClientConnection(answer, SMALL, reader, sink, LongBodies(SMALL))  # type: ignore[arg-type]
        for piece in (chunks(b"7\r\n"), b"ffffff,", b"\r\n7\r\nff", b"ffff,", b"\r\n0\r\n\r\n"):
            reader.feed_data(piece)
            # each piece is read before the next one comes
            for _ in range(10):
                await asyncio.sleep(0)
        reader.feed_eof()
        await connection.task
        return sink.sent

    assert status(asyncio.run(serve())) == 200


def test_a_client_that_does_not_read_is_ended() -> None:
    from conformance.callback.server.socket_server import running_endpoint

    async def take(_arrival: Arrival) -> HttpReply:
        return HttpReply(200)

    # more than the system keeps for a client that does not read
    text = "x" * 20_000_000
    with (
        running_endpoint(take, EndpointLimits(body_seconds=0.2, connections=1), transcript=lambda: text) as running,
        socket.create_connection(("127.0.0.1", running.port), timeout=60) as connection,
    ):
        connection.sendall(b"GET %s/transcript HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % running.path.encode())
        # the answer has begun, so that this connection is the first one
        received = len(connection.recv(1000))
        assert eventual_status(Target(running.url, running.port, running.path), post(running.path)) == 200
        with contextlib.suppress(OSError):
            while piece := connection.recv(1 << 20):
                received += len(piece)
        assert 0 < received < len(text)
