"""Every exchange over HTTP ends, however slowly a system answers and however much, and goes nowhere else."""

import asyncio
import gzip
import socket
import threading
from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from conformance.documents import exchange as exchanges
from conformance.documents.exchange import ExchangeError, ExchangeFailure, HttpResponse, Request, exchange
from conformance.errors import ErrorKind
from tests.documents.http import HEAD, dripping, recording

_OK = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"


def get(url: str, seconds: float = 30, most: int = 1000) -> HttpResponse:
    return exchange(Request("GET", url), seconds, most)


@pytest.mark.parametrize("at_once", [HEAD, b"HTTP/1.1 200 OK\r\nX-Slow: "], ids=["body", "head"])
def test_an_answer_that_drips_is_abandoned_within_the_stated_seconds(at_once: bytes) -> None:
    with dripping(at_once) as url, pytest.raises(ExchangeError, match=r"not complete within 0\.5 s") as caught:
        exchange(Request("POST", url, b"{}"), 0.5)
    assert caught.value.failure is ExchangeFailure.LATE
    assert caught.value.kind is ErrorKind.UNREACHABLE


def test_an_answer_without_end_is_cut() -> None:
    with dripping(b"HTTP/1.1 200 OK\r\n\r\n0123456789") as url:
        assert get(url, most=8) == HttpResponse(200, b"01234567", is_cut=True)


def test_an_answer_of_exactly_the_most_bytes_is_whole() -> None:
    with dripping(_OK) as url:
        assert get(url, most=4) == HttpResponse(200, b"done")
    with dripping(_OK) as url:
        assert get(url, most=3) == HttpResponse(200, b"don", is_cut=True)


def test_a_redirect_is_returned_and_not_followed() -> None:
    with dripping(b"HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n") as url:
        assert get(url).status == 307


def test_a_compressed_answer_is_not_unpacked() -> None:
    packed = gzip.compress(bytes(10_000_000))
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed)
    with dripping(head + packed) as url:
        assert get(url, most=100_000) == HttpResponse(200, packed)


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with dripping(_OK) as url:
        assert get(url) == HttpResponse(200, b"done")


def test_an_exchange_can_be_made_while_an_event_loop_runs() -> None:
    async def ask() -> HttpResponse:
        return get(url)

    with dripping(_OK) as url:
        assert asyncio.run(ask()) == HttpResponse(200, b"done")


def test_a_body_of_pieces_is_streamed() -> None:
    with dripping(_OK) as url:
        assert exchange(Request("POST", url, (b"x" for _ in range(3))), 30) == HttpResponse(200, b"done")


def test_what_speaks_no_http_has_broken_the_exchange() -> None:
    with dripping(b"220 mail.example ESMTP\r\n", drops=2) as url, pytest.raises(ExchangeError) as caught:
        get(url)
    assert caught.value.failure is ExchangeFailure.BROKEN
    assert not caught.value.is_unsent


@pytest.mark.parametrize("url", ["", "x", "http://", "http://:80/x", "http://[::1", "http://a:port/", "file:///etc"])
def test_a_url_without_an_address_is_a_usage_error(url: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        get(url)
    assert (caught.value.failure, caught.value.kind) == (ExchangeFailure.NO_ADDRESS, ErrorKind.USAGE)
    assert str(caught.value) == "the URL must have the form http://HOST:PORT/PATH"


def test_why_there_is_no_connection_is_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nobody(*_arguments: object, **_named: object) -> Sequence[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(ExchangeError, match=r"^connection refused$") as caught:
        get(f"http://127.0.0.1:{port}/")
    assert caught.value.is_unsent
    monkeypatch.setattr(socket, "getaddrinfo", find_nobody)
    with pytest.raises(ExchangeError, match=r"^unknown host$"):
        get("http://nowhere.invalid/")


class _Hung:
    """A future of which nothing comes, as the thread hangs in a name lookup."""

    def result(self, seconds: float) -> None:
        assert seconds == 31  # the deadline and the second of grace
        raise TimeoutError


def test_an_exchange_that_hangs_in_what_cannot_be_cancelled_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchanges, "Future", _Hung)
    started: list[bool] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread.daemon))
    with pytest.raises(ExchangeError, match="not complete within 30 s") as caught:
        get("http://127.0.0.1:9/")
    assert caught.value.failure is ExchangeFailure.LATE
    assert caught.value.kind is ErrorKind.UNREACHABLE
    assert started == [True]  # a thread that hangs must not keep the program from ending


@pytest.mark.parametrize(
    ("error", "failure", "text"),
    [
        (httpx.ConnectTimeout(""), ExchangeFailure.NO_CONNECTION, "connection timed out"),
        (httpx.ConnectError("odd"), ExchangeFailure.NO_CONNECTION, "odd"),
        (httpx.ConnectError(""), ExchangeFailure.NO_CONNECTION, "ConnectError"),
        (httpx.InvalidURL("no such URL"), ExchangeFailure.NO_ADDRESS, "no such URL"),
        (httpx.UnsupportedProtocol("no such scheme"), ExchangeFailure.NO_ADDRESS, "no such scheme"),
        (httpx.RemoteProtocolError("half of it"), ExchangeFailure.BROKEN, "half of it"),
        (httpx.ReadError(""), ExchangeFailure.BROKEN, "ReadError"),
    ],
)
def test_what_the_library_raises_becomes_how_far_the_exchange_came(
    monkeypatch: pytest.MonkeyPatch, error: Exception, failure: ExchangeFailure, text: str
) -> None:
    async def fails(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(exchanges, "_exchange", fails)
    with pytest.raises(ExchangeError) as caught:
        get("http://127.0.0.1:9/")
    assert (caught.value.failure, str(caught.value)) == (failure, text)


def test_the_reason_is_found_in_a_group_of_exceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_arguments: object) -> None:
        try:
            raise ExceptionGroup("both addresses", [OSError("odd"), ConnectionRefusedError("refused")])
        except ExceptionGroup as group:
            raise httpx.ConnectError("all failed") from group

    monkeypatch.setattr(exchanges, "_exchange", fails)
    with pytest.raises(ExchangeError, match="connection refused"):
        get("http://127.0.0.1:9/")


def test_an_answer_in_several_pieces_is_put_together() -> None:
    with dripping(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n0123", drops=2) as url:
        assert get(url) == HttpResponse(200, b"0123  ")


def test_a_request_is_sent_with_its_own_headers_and_asks_for_a_body_that_is_not_packed() -> None:
    with recording(_OK) as (url, asked):
        exchange(Request("PUT", f"{url}/x", b"body", {"X-Own": "1"}), 30)
    (request,) = asked
    head, _, body = request.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    assert lines[0] == b"put /x http/1.1"
    assert {b"x-own: 1", b"accept-encoding: identity"} <= {*lines}
    assert body == b"body"


def test_only_the_connection_has_a_limit_of_its_own_below_that_of_the_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts: list[httpx.Timeout] = []

    class Watched(httpx.AsyncClient):
        def __init__(self, **options: Any) -> None:
            timeouts.append(options["timeout"])
            super().__init__(**options)

    monkeypatch.setattr(httpx, "AsyncClient", Watched)
    with dripping(_OK) as url:
        get(url, 40)
    (timeout,) = timeouts
    assert (timeout.connect, timeout.read, timeout.write, timeout.pool) == (36, None, None, None)
