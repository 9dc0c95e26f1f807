"""A runtime behind an HTTP address that takes one protocol request a POST: ``http://127.0.0.1:8080/conformance``.

The answer is read within bounds of size and time, however slowly it drips; redirects are not followed.
"""

import contextlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Generator
from urllib.parse import SplitResult, urlsplit

from conformance.display import quote_text
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._protocol import ProtocolRuntime, decode_line, encode_line, fault_of
from conformance.systems.runtime import Adapter, Opening, Runtime, SlowAnswerError

_CHUNK = 65536


class HttpCarrier:
    """Carries each request in a connection of its own."""

    def __init__(self, url: str, opening: Opening) -> None:
        self._url = url
        self._parts = urlsplit(url)
        self._max_bytes = opening.limits.answer_bytes
        if not self._parts.hostname or not _has_valid_port(self._parts):
            raise ConformanceError(
                ErrorKind.USAGE, f"{quote_text(url)} names no host and port", "write http://HOST:PORT/PATH"
            )

    def ask(self, request: JsonObject, deadline: float, doing: str) -> JsonObject:
        """Return the answer to a request."""
        connection = self._connection(deadline)
        try:
            connection.connect()
            with _enforce_deadline(connection.sock, deadline):
                body = self._exchange(connection, encode_line(request), doing)
        except (OSError, http.client.HTTPException) as error:
            if time.monotonic() >= deadline or isinstance(error, TimeoutError):
                raise self._timeout_error(doing) from None
            raise self._error(f"{_reason(error)}, {doing}") from None
        finally:
            connection.close()
        if time.monotonic() >= deadline:
            raise self._timeout_error(doing)
        answer = decode_line(body)
        if answer is None:
            shown = quote_text(body[:200].decode("utf-8", "replace"), 120)
            raise self._error(f"{fault_of(body) or f'answered {shown}, which is no JSON object'}, {doing}")
        if answer.get("id") != request["id"]:
            raise self._error(f"answered with another id than {request['id']}, {doing}")
        return answer

    def close(self) -> None:
        """Have nothing to end: every request had its own connection."""

    def _connection(self, deadline: float) -> http.client.HTTPConnection:
        seconds = max(0.1, deadline - time.monotonic())
        host = self._parts.hostname or ""
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(
                host, self._parts.port, timeout=seconds, context=ssl.create_default_context()
            )
        return http.client.HTTPConnection(host, self._parts.port, timeout=seconds)

    def _exchange(self, connection: http.client.HTTPConnection, body: bytes, doing: str) -> bytes:
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        connection.request("POST", path, body, headers)
        with connection.getresponse() as response:
            if response.status != http.client.OK:
                raise self._error(f"answered with HTTP status {response.status} {response.reason}, {doing}")
            return self._read(response, doing)

    def _read(self, response: http.client.HTTPResponse, doing: str) -> bytes:
        data = bytearray()
        while chunk := response.read1(_CHUNK):
            data += chunk
            if len(data) > self._max_bytes:
                raise self._error(f"answered with more than {self._max_bytes // 2**20} MB, {doing}")
        return bytes(data)

    def _timeout_error(self, doing: str) -> SlowAnswerError:
        error = self._error(f"did not answer in time, {doing}")
        return SlowAnswerError(error.kind, error.message, error.recovery_hint)

    def _error(self, what: str) -> ConformanceError:
        hint = "check the address, and that the system runs; --timeout gives it more time"
        return ConformanceError(ErrorKind.UNREACHABLE, f"{quote_text(self._url, 160)} {what}", hint)


@contextlib.contextmanager
def _enforce_deadline(connected: socket.socket, deadline: float) -> Generator[None]:
    """End a connection whose time is over, however slowly it still drips."""
    timer = threading.Timer(deadline - time.monotonic(), _shut_down, [connected])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _has_valid_port(parts: SplitResult) -> bool:
    try:
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def _shut_down(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def _reason(error: Exception) -> str:
    if isinstance(error, socket.gaierror):
        return "names a host that is not known"
    if isinstance(error, ConnectionRefusedError):
        return "refuses the connection"
    return f"broke off: {getattr(error, 'strerror', None) or str(error) or type(error).__name__}"


def open_http(url: str, opening: Opening) -> Runtime:
    """Return the runtime at an address; nothing is sent yet."""
    limits = opening.limits
    return ProtocolRuntime(
        HttpCarrier(url, opening), limits.start_seconds or limits.request_seconds, limits.request_seconds
    )


ADAPTER = Adapter(schemes=("http", "https"), open=open_http, takes_scheme=True)
