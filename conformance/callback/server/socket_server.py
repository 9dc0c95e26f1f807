"""Runs a callback endpoint on a socket in its own thread, until it is asked to stop.

The server library limits the size of a request head, but not the time a client takes to send it. The protocol class
here adds that deadline: a connection that has not sent a complete head by then is closed.
"""

import asyncio
import errno
import ipaddress
import os
import resource
import secrets
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import h11
import uvicorn
from msgspec import Struct
from uvicorn.protocols.http.h11_impl import H11Protocol

from conformance.callback.server.arrival import DEFAULT_LIMITS, EndpointLimits, Receiver
from conformance.callback.server.endpoint import CallbackEndpoint
from conformance.display import code_text
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind

LOOPBACK = "127.0.0.1"
_LOOPBACK_NAMES = ("localhost", LOOPBACK, "::1")
# Both take milliseconds; the limits only keep a broken server from blocking the caller.
_STARTS_WITHIN_SECONDS = 10
_STOPS_WITHIN_SECONDS = 5
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_CUT_OFF = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class RunningEndpoint(Struct, frozen=True):
    """A listening endpoint; ``url`` is the callback URL with its secret path."""

    url: str
    host: str
    port: int
    path: str


@contextmanager
def running_endpoint(
    receiver: Receiver,
    limits: EndpointLimits = DEFAULT_LIMITS,
    host: str = LOOPBACK,
    port: int = 0,
    token: str | None = None,
    transcript: Callable[[], JsonValue] | None = None,
    allowed_hosts: Sequence[str] = (),
) -> Generator[RunningEndpoint]:
    """Listen until the block ends; port 0 selects a free port, ``token`` is random by default, ``""`` means none.

    On loopback it may be addressed by the names of loopback and by ``allowed_hosts``, such as that of a tunnel.
    Raises ``ConformanceError`` when the address cannot be used.
    """
    secret = secrets.token_urlsafe(16) if token is None else token
    path = f"/callback/{secret}" if secret else "/callback"
    _raise_file_limit(2 * limits.connections)
    listener = _listener(host, port)
    hosts = {*_LOOPBACK_NAMES, host, *map(str.lower, allowed_hosts)} if is_loopback(host) or allowed_hosts else None
    server = _Server(_config(CallbackEndpoint(receiver, path, limits, transcript, hosts), limits))
    thread = threading.Thread(target=server.run, args=([listener],), name="callback-endpoint", daemon=True)
    thread.start()
    try:
        if not server.ready.wait(_STARTS_WITHIN_SECONDS):
            raise ConformanceError(
                ErrorKind.UNSUPPORTED, "the endpoint did not start", "try again, or use another port"
            )
        bound = listener.getsockname()[1]
        authority = f"[{host}]" if ":" in host else host
        yield RunningEndpoint(f"http://{authority}:{bound}{path}", host, bound, path)
    finally:
        server.should_exit = True
        thread.join(_STOPS_WITHIN_SECONDS)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _raise_file_limit(wanted: int) -> None:
    """Allow this process as many open files as it serves connections, with room for its own, where that is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _listener(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=256)
    except (OSError, OverflowError) as error:
        message = f"cannot listen on {code_text(host)}, port {port}: {_reason(error)}"
        is_taken = isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = "pass another --port, or 0 for a free one" if is_taken else "pass an address of this machine as --host"
        raise ConformanceError(ErrorKind.USAGE, message, hint) from error


def _reason(error: OSError | OverflowError) -> str:
    # The text of the library repeats the address; those of names that cannot be resolved have negative numbers.
    number = error.errno if isinstance(error, OSError) else None
    text = os.strerror(number) if number is not None and number > 0 else getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]


def _config(application: CallbackEndpoint, limits: EndpointLimits) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        http=_deadline_protocol(limits.header_seconds),
        loop="asyncio",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=limits.connections,
        timeout_keep_alive=max(1, round(limits.idle_seconds)),
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=limits.header_bytes,
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


class _HeadWithDeadline(H11Protocol):
    """Closes a connection that does not send a complete request head in time; one that has begun gets a 408.

    uvicorn takes a class of protocol, and has no time limit of its own for a head: its options begin after that. It
    drops a client that ends its side of the connection, whose request may be complete and unanswered.
    """

    seconds = DEFAULT_LIMITS.header_seconds
    _deadline: asyncio.TimerHandle | None = None
    _has_begun = False

    def connection_made(self, transport: Any) -> None:
        # asyncio does so only for sockets created with an explicit protocol
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
        self._update_deadline()

    def data_received(self, data: bytes) -> None:
        self._has_begun = True
        super().data_received(data)
        self._update_deadline()

    def eof_received(self) -> Any:
        """Say whether the connection stays open for an answer; a request that was cut off gets a 400."""
        theirs, ours = self.conn.their_state, self.conn.our_state
        if theirs in (h11.DONE, h11.MUST_CLOSE):
            return ours in (h11.SEND_RESPONSE, h11.SEND_BODY)
        if (self._has_begun or theirs is h11.SEND_BODY) and ours in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_CUT_OFF)
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def _update_deadline(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._has_begun = False
            self._cancel_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.seconds, self._give_up)

    def _give_up(self) -> None:
        if self._has_begun and not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
        self.transport.close()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _deadline_protocol(seconds: float) -> type[H11Protocol]:
    return type("HeadWithDeadline", (_HeadWithDeadline,), {"seconds": seconds})
