"""One HTTP exchange with a foreign system, bounded in time and size: the only place that sends anything over HTTP.

The whole exchange has one deadline, from the name lookup to the last byte: a timeout for each read would let a system
that sends a byte now and then take forever. Each exchange has a connection of its own, follows no redirect, uses no
proxy or credentials of the environment, and reads the body as it was sent: nothing is decompressed.
"""

import asyncio
import functools
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from concurrent.futures import Future
from enum import StrEnum
from typing import cast
from urllib.parse import urlsplit

import httpx
from msgspec import Struct, field

from conformance.errors import ErrorKind

MAX_BYTES = 1024 * 1024
_CONNECT_SHARE = 0.9  # of the time: a system that refuses connections is not one that does not answer
_GRACE_SECONDS = 1.0  # for the thread of an exchange to end after its deadline; a name lookup can't be cancelled
_PLAIN = {"Accept-Encoding": "identity"}
# What says when a request that was turned away may be sent again.
_KEPT_HEADERS = ("retry-after", "date")
_SINGLE_USE = httpx.Limits(max_keepalive_connections=0)


class Request(Struct, frozen=True):
    """What to send; a body of pieces is streamed."""

    method: str
    url: str
    body: bytes | Iterable[bytes] = b""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class HttpResponse(Struct, frozen=True):
    """An HTTP status and the beginning of the body; ``is_cut`` where more came than was wanted."""

    status: int
    body: bytes
    is_cut: bool = False
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Those of the response, with names in lower case; only ``retry-after`` and ``date``."""


class ExchangeFailure(StrEnum):
    """How far an exchange without a reply came."""

    NO_ADDRESS = "no address"
    """The URL has no host to connect to."""
    NO_CONNECTION = "no connection"
    """Nothing was sent."""
    LATE = "late"
    BROKEN = "broken"
    """The connection broke, or what came is not HTTP."""


class ExchangeError(Exception):
    """There is no reply, or not all of one; the text says why."""

    def __init__(self, failure: ExchangeFailure, text: str) -> None:
        super().__init__(text)
        self.failure = failure

    @property
    def kind(self) -> ErrorKind:
        """The kind of error that this is for a system that has to be reached."""
        return ErrorKind.USAGE if self.failure is ExchangeFailure.NO_ADDRESS else ErrorKind.UNREACHABLE

    @property
    def is_unsent(self) -> bool:
        """Whether the system can't have seen the request."""
        return self.failure in (ExchangeFailure.NO_ADDRESS, ExchangeFailure.NO_CONNECTION)


def exchange(request: Request, seconds: float, max_bytes: int = MAX_BYTES) -> HttpResponse:
    """Send a request and return the reply, at most ``max_bytes`` of its body, within ``seconds``.

    Raises ``ExchangeError`` when no whole reply comes. It runs in a thread of its own, so it can be called from a
    running event loop, and be given up whatever it hangs in.
    """
    _require_address(request.url)
    reply: Future[HttpResponse] = Future()

    def run() -> None:
        try:
            reply.set_result(asyncio.run(_exchange(request, seconds, max_bytes)))
        except BaseException as error:  # noqa: BLE001  it is raised again by the caller's thread
            reply.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return reply.result(seconds + _GRACE_SECONDS)
    except TimeoutError:
        raise ExchangeError(ExchangeFailure.LATE, f"the answer was not complete within {seconds:g} s") from None
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        raise ExchangeError(ExchangeFailure.NO_CONNECTION, _connect_fault(error)) from error
    except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
        raise ExchangeError(ExchangeFailure.NO_ADDRESS, str(error)) from error
    except httpx.HTTPError as error:
        raise ExchangeError(ExchangeFailure.BROKEN, str(error) or type(error).__name__) from error


def _require_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        has_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is not a number, or a bracket that is not closed
        has_address = False
    if not has_address:
        raise ExchangeError(ExchangeFailure.NO_ADDRESS, "the URL must have the form http://HOST:PORT/PATH")


async def _exchange(request: Request, seconds: float, max_bytes: int) -> HttpResponse:
    content = request.body if isinstance(request.body, bytes) else _stream_pieces(request.body)
    async with (
        asyncio.timeout(seconds),
        httpx.AsyncClient(
            trust_env=False,
            follow_redirects=False,
            verify=_tls_context(),
            limits=_SINGLE_USE,
            timeout=httpx.Timeout(None, connect=_CONNECT_SHARE * seconds),
            headers=_PLAIN,
        ) as client,
        client.stream(request.method, request.url, content=content, headers=request.headers) as response,
    ):
        body = bytearray()
        headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
        # The raw bytes: a small compressed body can unpack to gigabytes.
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > max_bytes:
                return HttpResponse(response.status_code, bytes(body[:max_bytes]), is_cut=True, headers=headers)
        return HttpResponse(response.status_code, bytes(body), headers=headers)


async def _stream_pieces(body: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in body:
        yield piece


@functools.cache
def _tls_context() -> ssl.SSLContext:
    """The certificates that the system trusts, not those that come with a library; slow to load, so loaded once."""
    return ssl.create_default_context()


def _connect_fault(error: Exception) -> str:
    """Return why there is no connection; the reason is buried under the exceptions of three libraries."""
    causes = list(_causes(error))
    if any(isinstance(one, ConnectionRefusedError) for one in causes):
        return "connection refused"
    if any(isinstance(one, socket.gaierror) for one in causes):
        return "unknown host"
    return "connection timed out" if isinstance(error, httpx.ConnectTimeout) else str(error) or type(error).__name__


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
                yield from _causes(inner)
        error = error.__cause__ or error.__context__
