"""The HTTP exchanges of an MCP session: each is recorded, bounded in size, and may break without the session.

The client library ends the session with the first connection that breaks. What is left of such a response is handed
on here as one that ended, in which it finds no answer.
"""

import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import anyio
import httpx2

from conformance.display import quote_text
from conformance.systems.adapters._mcp_compatibility import SESSION_ID
from conformance.systems.adapters._mcp_events import EventFilter
from conformance.systems.adapters._mcp_transports import TICK
from conformance.systems.adapters._mcp_wire_log import HttpAnswer, Tape
from conformance.systems.adapters._protocol import WireFault
from conformance.systems.adapters._retries import stated_pause

_COMPRESSED = WireFault(
    "answered with a compressed response, which the request does not accept", "send responses without Content-Encoding"
)
# The library takes an error status as the end of a request; the session words what was recorded.
_NO_ANSWER = 500
# What a request carries once the server has begun a session.
_SESSION_HEADER = "mcp-session-id"
# All that it may have: visible ASCII.
_VISIBLE = re.compile(r"[!-~]*")
# What a request carries that takes up a broken stream again.
_RESUMED_HEADER = "last-event-id"
# What the library says of a connection that closed in a response, and of one without a byte of it.
_CLOSED, _CLOSED_AT_ONCE = "peer closed connection", "without sending a response"


class BoundedTransport(httpx2.AsyncHTTPTransport):
    """Aborts a response that exceeds the size limit, or is compressed: what that grows to is bounded by nothing."""

    def __init__(self, most: int, refuse: Callable[[WireFault], None], tape: Tape) -> None:
        super().__init__()
        self._max_bytes = most
        self._refuse = refuse
        self._tape = tape

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request and return its response, whose body is bounded."""
        # one that follows a redirect has its content only as a stream
        await request.aread()
        try:
            return await self._exchange(request)
        finally:
            if self._tape.notified is not None and request.method == "POST" and self._number_of(request) is None:
                self._tape.notified.set()

    async def _exchange(self, request: httpx2.Request) -> httpx2.Response:
        try:
            response = await super().handle_async_request(request)
        except (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError) as error:
            if request.method != "POST":
                raise
            reply = HttpAnswer(self._number_of(request), request.method)
            _record_ending(reply, error)
            self._tape.replies.append(reply)
            return httpx2.Response(_NO_ANSWER, request=request)
        if request.method == "POST":
            self._tape.status = response.status_code if response.is_error else 0
        session = response.headers.get(_SESSION_HEADER, "")
        if not session.isascii():
            # no request can have such a header
            await response.aclose()
            self._refuse(WireFault(SESSION_ID.what, SESSION_ID.fix))
            raise httpx2.DecodingError(SESSION_ID.what)
        if not _VISIBLE.fullmatch(session):
            self._tape.add_breach(SESSION_ID)
        encoding = response.headers.get("content-encoding", "").strip().lower()
        if encoding not in ("", "identity"):
            await response.aclose()
            self._refuse(_COMPRESSED)
            raise httpx2.DecodingError(_COMPRESSED.what)
        number, media_type = self._number_of(request), response.headers.get("content-type", "")
        reply = HttpAnswer(number, request.method, response.status_code, media_type)
        reply.retry_after = stated_pause(response.headers)
        reply.in_session = _SESSION_HEADER in request.headers
        self._tape.replies.append(reply)
        events = EventFilter(self._tape, number, self._refuse) if reply.is_stream else None
        response.stream = _BoundedStream(response.stream, reply, self._limit, events)
        return response

    def _number_of(self, request: httpx2.Request) -> int | str | None:
        """Return the id of the request that a response answers, ``None`` for what a server sends unasked."""
        if request.method != "POST":
            return self._tape.open if _RESUMED_HEADER in request.headers else None
        asked = json.loads(request.content)
        return asked.get("id") if "method" in asked else None

    def _limit(self, reply: HttpAnswer) -> None:
        if len(reply.body) > self._max_bytes:
            most = f"{self._max_bytes // 2**20} MB"
            # what a server sends unasked answers nothing: the SDK opens another stream for that
            if reply.method == "POST":
                self._refuse(WireFault(f"answered with more than {most}", f"send at most {most} in one answer"))
            raise httpx2.ReadError(f"the response exceeds {most}")


class _BoundedStream(httpx2.AsyncByteStream):
    """Keeps what arrives as the body of ``reply``, and has ``limit`` judge it after each part."""

    def __init__(
        self, inner: Any, reply: HttpAnswer, limit: Callable[[HttpAnswer], None], events: EventFilter | None
    ) -> None:
        self._inner = inner
        self._reply = reply
        self._limit = limit
        self._events = events

    async def __aiter__(self) -> AsyncIterator[bytes]:
        parts = self._parts()
        events = self._events
        async for part in parts:
            if events is None:
                yield part
                continue
            sound = events.feed(part)
            if events.has_answer:
                # the library closes a stream with the answer, and what follows it in one go would be lost
                with anyio.move_on_after(TICK):
                    async for more in parts:
                        events.feed(more)
                yield sound
                return
            if sound:
                yield sound

    async def _parts(self) -> AsyncIterator[bytes]:
        parts = aiter(self._inner)
        while True:
            try:
                chunk = await anext(parts)
            except StopAsyncIteration:
                return
            except (httpx2.ReadError, httpx2.RemoteProtocolError) as error:
                # the library counts broken streams of what a server sends unasked, and opens only so many
                if self._reply.method != "POST":
                    raise
                _record_ending(self._reply, error)
                return
            self._reply.body += chunk
            self._limit(self._reply)
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


def _record_ending(reply: HttpAnswer, error: Exception) -> None:
    """Record how a server broke a connection, as a predicate."""
    when = "before the end of its response" if reply.status else "before it sent a response"
    is_closed = _CLOSED in str(error) or _CLOSED_AT_ONCE in str(error)
    if not isinstance(error, httpx2.RemoteProtocolError):
        reply.ending = f"reset the connection {when}"
    elif is_closed:
        reply.ending = f"closed the connection {when}"
    else:
        reply.ending, reply.is_garbled = f"sent bytes that are not valid HTTP ({quote_text(str(error), 120)})", True
