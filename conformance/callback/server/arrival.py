"""Requests that arrive at an endpoint, their answers, and the receiver that settles messages in a ledger.

A receiver gets bytes, not a message: a receiver that judges tools must also see what no runtime would accept.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec import Struct

from conformance.callback.ledger import LOG, Ledger, Outcome
from conformance.callback.message import SEED, MalformedMessageError, read_message
from conformance.callback.recording import is_json_type, is_plain_encoding, message_from_body
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError


class HttpReply(Struct, frozen=True):
    """An HTTP status, the reason of a rejection, and the JSON that is sent instead of the usual one for 200."""

    status: int
    reason: str | None = None
    content: JsonValue = None


class EndpointLimits(Struct, frozen=True):
    """How much an endpoint accepts from one client; sizes in bytes, times in seconds.

    ``long_bodies_bytes`` limits what the bodies of all clients together have beyond ``short_body_bytes`` each.
    ``header_seconds`` and ``body_seconds`` limit the complete head and body: trickling bytes do not extend them.
    """

    body_bytes: int = 4 * 1024 * 1024
    short_body_bytes: int = 64 * 1024
    long_bodies_bytes: int = 64 * 1024 * 1024
    header_bytes: int = 16 * 1024
    header_count: int = 64
    header_seconds: float = 5.0
    body_seconds: float = 10.0
    idle_seconds: float = 5.0
    connections: int = 2048
    drained_bytes: int = 1024 * 1024
    drained_seconds: float = 1.0

    def refusal_of_size(self) -> HttpReply:
        """Return the rejection of a body that is too large."""
        return HttpReply(413, f"the body is larger than {self.body_bytes} bytes")


DEFAULT_LIMITS = EndpointLimits()


class Arrival(Struct, frozen=True):
    """A POST to the callback URL; ``refusal`` is the answer of a runtime that rejects its headers, else ``None``."""

    body: bytes
    media_type: str
    encoding: str
    refusal: HttpReply | None = None


Receiver: TypeAlias = Callable[[Arrival], Awaitable[HttpReply]]
"""Returns the answer to an arrival; called on the endpoint's event loop."""

BodyReader: TypeAlias = Callable[[], Awaitable[bytes | HttpReply]]
"""Returns the body of a request, or the rejection of one that is too large, too slow or not HTTP."""

UNAVAILABLE = HttpReply(503, "the message could not be stored; send it again")
RECEIVED = HttpReply(200)


def refusal_of_type(media_type: str, encoding: str) -> HttpReply | None:
    """Return the rejection of a content type or encoding, ``None`` where both are acceptable."""
    if not is_plain_encoding(encoding):
        return HttpReply(415, "Content-Encoding is not supported")
    return (
        None if media_type and is_json_type(media_type) else HttpReply(415, "the Content-Type must be application/json")
    )


class LedgerReceiver:
    """Settles messages in a ledger, and answers 200 once the ledger has stored them.

    A message for no pending call is answered 200 too: the answer must not reveal whether ids exist. Messages that
    arrive while others are being stored are stored afterwards in one batch. ``on_outcome`` is called with each outcome.
    """

    def __init__(
        self,
        ledger: Ledger,
        dialect: str = SEED,
        on_outcome: Callable[[JsonObject, Outcome], None] = lambda _message, _outcome: None,
    ) -> None:
        self._ledger = ledger
        self._dialect = dialect
        self._on_outcome = on_outcome
        self._waiting: list[tuple[JsonObject, asyncio.Future[Outcome]]] = []
        self._storing: asyncio.Task[None] | None = None
        # one at a time: other threads are for the ledger
        self._reading = asyncio.Lock()

    async def __call__(self, arrival: Arrival) -> HttpReply:
        """Answer one arrival."""
        if arrival.refusal is not None:
            return arrival.refusal
        if len(arrival.body) <= DEFAULT_LIMITS.short_body_bytes:
            message = self._read(arrival)
        else:
            # beside the event loop: some megabytes take seconds, and the messages of others are waiting
            async with self._reading:
                message = await asyncio.to_thread(self._read, arrival)
        if isinstance(message, HttpReply):
            return message
        try:
            outcome = await self._settle(message)
        except ConformanceError as error:
            LOG.error("a message could not be stored: %s", error)
            return UNAVAILABLE
        except Exception:  # noqa: BLE001 - a consumer's fault must not end the endpoint
            LOG.exception("a message could not be settled")
            return UNAVAILABLE
        self._on_outcome(message, outcome)
        return RECEIVED

    def _read(self, arrival: Arrival) -> JsonObject | HttpReply:
        """Return the message that arrived, or the rejection of another body."""
        observed = message_from_body("the message", arrival.body, None, arrival.media_type, arrival.encoding)
        if observed.fault is not None:
            return HttpReply(400, observed.fault.message)
        try:
            read_message(observed.members, self._dialect)
        except MalformedMessageError as error:
            return HttpReply(400, str(error))
        return observed.members

    async def _settle(self, message: JsonObject) -> Outcome:
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((message, future))
        if self._storing is None or self._storing.done():
            self._storing = asyncio.create_task(self._store())
        return await future

    async def _store(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                outcomes = await asyncio.to_thread(self._ledger.receive_all, [message for message, _ in batch])
            except Exception as error:  # noqa: BLE001 - each waiting request gets it
                _fail_all(batch, error)
            else:
                for (_, future), outcome in zip(batch, outcomes, strict=True):
                    _resolve(future, outcome)


def _fail_all(batch: list[tuple[JsonObject, asyncio.Future[Outcome]]], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)


def _resolve(future: asyncio.Future[Outcome], outcome: Outcome) -> None:
    if not future.done():
        future.set_result(outcome)
