"""Plain sockets for what no HTTP client would send, and an endpoint with a ledger to send it to."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from conformance.callback.ledger import MemoryLedger, Outcome, PendingCall
from conformance.callback.server.arrival import DEFAULT_LIMITS, EndpointLimits, LedgerReceiver
from conformance.documents.values import JsonObject

RESULT = b'{"type": "tool_result", "group_id": "thread_xyz", "id": "call_abc123", "text": "Deployment completed."}'


@dataclass
class Target:
    """A running endpoint, what its ledger accepted, and every outcome that it had."""

    url: str
    port: int
    path: str
    accepted: list[JsonObject] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)


@contextmanager
def endpoint(limits: EndpointLimits = DEFAULT_LIMITS, *calls: PendingCall) -> Iterator[Target]:
    """Run an endpoint that waits for one call, or for those given."""
    from conformance.callback.server.socket_server import running_endpoint

    target = Target("", 0, "")
    ledger = MemoryLedger(target.accepted.append)
    for call in calls or (PendingCall("thread_xyz", "call_abc123"),):
        ledger.expect(call)
    receiver = LedgerReceiver(ledger, on_outcome=lambda _message, outcome: target.outcomes.append(outcome))
    with running_endpoint(receiver, limits) as running:
        target.url, target.port, target.path = running.url, running.port, running.path
        yield target


def post(path: str, body: bytes = RESULT, *headers: str) -> bytes:
    """Return the bytes of a request; a content type and the length are added unless headers are given."""
    head = headers or ("Content-Type: application/json", f"Content-Length: {len(body)}")
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", *head]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def exchange(port: int, *parts: bytes, timeout: float = 10) -> list[bytes]:
    """Send bytes and return the responses until the server closes the connection or is silent."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        for part in parts:
            try:
                connection.sendall(part)
            except OSError:
                break
        return responses(connection)


def responses(connection: socket.socket) -> list[bytes]:
    """Read until the end and return what begins with a status line, each."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except (TimeoutError, OSError):
        pass
    return [b"HTTP/1.1 " + part for part in received.split(b"HTTP/1.1 ")[1:]]


def status(response: bytes) -> int:
    """Return the status of a response."""
    return int(response.split()[1])
