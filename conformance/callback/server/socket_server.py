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

import h11
from msgspec import Struct
from msgspec.structs import replace

from conformance.callback.ledger import LOG
from conformance.callback.server.arrival import DEFAULT_LIMITS, BodyReader, EndpointLimits, HttpReply, Receiver
from conformance.callback.server.connection import ClientConnection, LongBodies
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
# File descriptors of the process that are no connections: its streams, the ledger, and what a library opens.
_OWN_FILES = 32
# What a system reports that has no room for another connection, and when it is asked again.
_SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_RETRY_SECONDS = 0.1


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
    limits = replace(limits, connections=min(limits.connections, _connection_room(2 * limits.connections)))
    listener = _listener(host, port)
    hosts = {*_LOOPBACK_NAMES, *map(str.lower, (host, *allowed_hosts))} if is_loopback(host) or allowed_hosts else None
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
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _connection_room(wanted: int) -> int:
    """Allow this process as many open files as ``wanted``, where that is allowed; return how many connections fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return wanted if soft == resource.RLIM_INFINITY else max(1, soft - _OWN_FILES)


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
        self._long_bodies = LongBodies(limits)
        # the oldest first
        self._open: dict[ClientConnection, None] = {}
        self._is_reported = False

    async def run(self, listener: socket.socket, started: Future[Callable[[], object]]) -> None:
        """Serve until the function that ``started`` receives is called, by whatever thread."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        listener.setblocking(False)
        listener.listen(self._limits.connections)
        accepting = asyncio.create_task(self._accept_all(listener))
        started.set_result(lambda: loop.call_soon_threadsafe(stop.set))
        await stop.wait()
        accepting.cancel()
        await asyncio.wait([accepting])
        listener.close()
        for connection in self._open:
            connection.stop()
        if self._open:
            await asyncio.wait([connection.task for connection in self._open], timeout=_ANSWERS_WITHIN_SECONDS)

    async def _accept_all(self, listener: socket.socket) -> None:
        """Accept one connection after the other: each has its room before the next one takes a file descriptor."""
        while True:
            try:
                client, _ = await asyncio.get_running_loop().sock_accept(listener)
                reader, writer = await asyncio.open_connection(sock=client, limit=self._limits.header_bytes)
            except OSError as error:
                if error.errno not in _SHORTAGES or not await self._end_oldest():
                    await asyncio.sleep(_RETRY_SECONDS)
                continue
            if len(self._open) >= self._limits.connections:
                await self._end_oldest()
            connection = ClientConnection(self._answer, self._limits, reader, writer, self._long_bodies)
            self._open[connection] = None
            connection.task.add_done_callback(lambda _, own=connection: self._open.pop(own))

    async def _end_oldest(self) -> bool:
        """Make room: end the oldest connection on which nothing has come, else one whose request is incomplete."""
        if not self._is_reported:
            self._is_reported = True
            LOG.warning("too many connections: the oldest without a complete request are closed for new ones")
        waiting = [connection for connection in self._open if not connection.is_answering]
        if waiting:
            # the first of them is the oldest
            oldest = min(waiting, key=lambda connection: connection.has_begun)
            oldest.stop()
            await asyncio.wait([oldest.task])
        return bool(waiting)

    async def _answer(self, request: h11.Request, read_body: BodyReader) -> HttpReply:
        if len(self._open) > self._limits.connections:
            return HttpReply(503, "too many connections; send it again")
        return await self._endpoint.answer(request, read_body)
