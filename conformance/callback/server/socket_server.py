"""Runs a callback endpoint on a socket in its own thread, until it is asked to stop."""

import asyncio
import errno
import ipaddress
import os
import resource
import secrets
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import h11
from msgspec import Struct

from conformance.callback.ledger import LOG
from conformance.callback.server.arrival import DEFAULT_LIMITS, BodyReader, EndpointLimits, HttpReply, Receiver
from conformance.callback.server.connection import ClientConnection
from conformance.callback.server.endpoint import CallbackEndpoint
from conformance.display import code_text
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind

LOOPBACK = "127.0.0.1"
_LOOPBACK_NAMES = ("localhost", LOOPBACK, "::1")
# Both take milliseconds; the limits only keep a broken server from blocking the caller.
_STARTS_WITHIN_SECONDS = 10
_STOPS_WITHIN_SECONDS = 5
# How long requests that are being answered keep an endpoint from stopping.
_ANSWERS_WITHIN_SECONDS = 1


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
    server = _Server(CallbackEndpoint(receiver, path, limits, transcript, hosts), limits)
    started = Future[Callable[[], object]]()
    thread = threading.Thread(
        target=lambda: asyncio.run(server.run(listener, started)), name="callback-endpoint", daemon=True
    )
    thread.start()
    try:
        stop = started.result(_STARTS_WITHIN_SECONDS)
    except TimeoutError:
        raise ConformanceError(
            ErrorKind.UNSUPPORTED, "the endpoint did not start", "try again, or use another port"
        ) from None
    try:
        bound = listener.getsockname()[1]
        authority = f"[{host}]" if ":" in host else host
        yield RunningEndpoint(f"http://{authority}:{bound}{path}", host, bound, path)
    finally:
        stop()
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
        listener = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        message = f"cannot listen on {code_text(host)}, port {port}: {_reason(error)}"
        is_taken = isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = "pass another --port, or 0 for a free one" if is_taken else "pass an address of this machine as --host"
        raise ConformanceError(ErrorKind.USAGE, message, hint) from error
    # Connections inherit it; asyncio sets it only for sockets created with an explicit protocol.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _reason(error: OSError | OverflowError) -> str:
    # The text of the library repeats the address; those of names that cannot be resolved have negative numbers.
    number = error.errno if isinstance(error, OSError) else None
    text = os.strerror(number) if number is not None and number > 0 else getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]


class _Server:
    """Accepts connections until it is stopped, and ends those that are left."""

    def __init__(self, endpoint: CallbackEndpoint, limits: EndpointLimits) -> None:
        self._endpoint = endpoint
        self._limits = limits
        self._open: set[ClientConnection] = set()
        self._is_short_of_files = self._is_stopped = False

    async def run(self, listener: socket.socket, started: Future[Callable[[], object]]) -> None:
        """Serve until the function that ``started`` receives is called, by whatever thread."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(self._report)
        size, waiting = self._limits.header_bytes, self._limits.connections
        server = await asyncio.start_server(self._accept, sock=listener, limit=size, backlog=waiting)
        started.set_result(lambda: loop.call_soon_threadsafe(stop.set))
        await stop.wait()
        self._is_stopped = True
        server.close()
        for connection in self._open:
            connection.stop()
        if self._open:
            await asyncio.wait([connection.task for connection in self._open], timeout=_ANSWERS_WITHIN_SECONDS)

    def _report(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say once that connections have to wait for a file descriptor: asyncio reports each with a traceback."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE):
            # a second after a shortage asyncio listens again, even on a socket that is closed by then
            if not self._is_stopped:
                loop.default_exception_handler(context)
        elif not self._is_short_of_files:
            self._is_short_of_files = True
            LOG.warning("too many open files, connections wait until others end; raise the limit with `ulimit -n`")

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = ClientConnection(self._answer, self._limits, reader, writer)
        self._open.add(connection)
        connection.task.add_done_callback(lambda _: self._open.remove(connection))

    async def _answer(self, request: h11.Request, read_body: BodyReader) -> HttpReply:
        if len(self._open) > self._limits.connections:
            return HttpReply(503, "too many connections; send it again")
        return await self._endpoint.answer(request, read_body)
