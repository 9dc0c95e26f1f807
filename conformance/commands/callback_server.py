"""``callback serve``: run an endpoint with a ledger in memory or in a file."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from conformance.callback.extra import import_optional
from conformance.callback.ledger import Ledger, MemoryLedger, Outcome, PendingCall
from conformance.callback.message import SEED
from conformance.callback.server.arrival import DEFAULT_LIMITS, EndpointLimits, LedgerReceiver
from conformance.callback.server.durable_ledger import DurableLedger
from conformance.documents.values import JsonObject, JsonValue

MAX_TRANSCRIPT_MESSAGES = 1000
"""Most accepted results in a transcript; the last ones are kept."""


class Service(Struct, frozen=True):
    """What to serve: address, expected calls and duration; ``seconds=None`` means until it is stopped."""

    pending: Sequence[PendingCall] = ()
    host: str = "127.0.0.1"
    port: int = 0
    token: str | None = None
    store: Path | None = None
    transcript: bool = False
    until_settled: bool = False
    seconds: float | None = None
    allow_host: Sequence[str] = ()
    limits: EndpointLimits = DEFAULT_LIMITS
    dialect: str = SEED


def serve(
    service: Service,
    listening: Callable[[str], None],
    observer: Callable[[JsonObject, Outcome], None],
    stop: threading.Event,
    tick: Callable[[], None] = lambda: None,
) -> Sequence[PendingCall]:
    """Serve until ``stop`` is set, the time is over or every call is settled, and return the calls still pending.

    ``listening`` gets the callback URL, ``observer`` each message; ``tick`` is called several times a second. Raises
    ``ConformanceError`` if the address or the store cannot be used, or the extra is not installed.
    """
    server = import_optional("server.socket_server")
    shown: deque[JsonObject] = deque(maxlen=MAX_TRANSCRIPT_MESSAGES)

    def report(message: JsonObject, outcome: Outcome) -> None:
        if outcome is Outcome.ACCEPTED:
            shown.append(message)
        observer(message, outcome)

    transcript = (lambda: _transcript(shown)) if service.transcript else None
    with _open_ledger(service) as ledger:
        receiver = LedgerReceiver(ledger, service.dialect, report)
        address = (service.host, service.port, service.token)
        with server.running_endpoint(receiver, service.limits, *address, transcript, service.allow_host) as endpoint:
            listening(endpoint.url)
            _wait_until_done(service, ledger, stop, tick)
        # read when nothing more is received
        return ledger.pending_calls()


@contextmanager
def _open_ledger(service: Service) -> Generator[Ledger]:
    durable = None if service.store is None else DurableLedger(service.store)
    ledger = durable or MemoryLedger()
    try:
        for call in service.pending:
            ledger.expect(call)
        yield ledger
    finally:
        if durable is not None:
            durable.close()


def _wait_until_done(service: Service, ledger: Ledger, stop: threading.Event, tick: Callable[[], None]) -> None:
    waited = 0.0
    while not stop.wait(0.1):
        waited += 0.1
        tick()
        if service.until_settled and not ledger.pending_count():
            return
        if service.seconds is not None and waited >= service.seconds:
            return


def _transcript(shown: Sequence[JsonObject]) -> JsonValue:
    return [{key: message.get(key) for key in ("group_id", "id", "text")} for message in list(shown)]
