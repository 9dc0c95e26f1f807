"""A connection of one client: its requests are read within the limits and answered, one after the other.

h11 knows the protocol and does no input or output; what is waited for is waited for here, each with its limit. A
rejection ends the connection.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable
from email.utils import formatdate
from http import HTTPStatus
from typing import TypeAlias

import h11

from conformance.callback.server.arrival import BodyReader, EndpointLimits, HttpReply
from conformance.documents.values import JsonValue

Answerer: TypeAlias = Callable[[h11.Request, BodyReader], Awaitable[HttpReply]]
"""Returns the answer to a request."""

# A reason may quote the message; keep the answer short.
_REASON_LENGTH = 300

# The end of a chunk and the size of the next one, of which h11 reports only the data.
_CHUNK_SIZE = re.compile(rb"[\r\n]*([0-9A-Fa-f]{1,20})[^0-9A-Fa-f]")


class LongBodies:
    """How much of long bodies all connections have read and not answered yet."""

    def __init__(self, limits: EndpointLimits) -> None:
        self._limits = limits
        self._bytes = 0

    def replace(self, counted: int, length: int) -> int | None:
        """Count a body by its length now; return what is counted, or ``None`` where all bodies would be too much."""
        counting = max(length - self._limits.short_body_bytes, 0)
        if counting > counted and self._bytes + counting - counted > self._limits.long_bodies_bytes:
            return None
        self._bytes += counting - counted
        return counting


class ClientConnection:
    """Serves a connection in a task of its own, which ends with the connection.

    ``has_begun`` states whether anything of a request has come, ``is_answering`` whether its head is complete.
    """

    def __init__(
        self,
        answer: Answerer,
        limits: EndpointLimits,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        long_bodies: LongBodies,
    ) -> None:
        self._answer = answer
        self._limits = limits
        self._long_bodies, self._counted = long_bodies, 0
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(h11.SERVER, limits.header_bytes)
        self.is_answering = self.has_begun = self._is_stopping = self._is_chunked = False
        # drain() returns when all is sent, so nothing that it waited for is lost by abort()
        writer.transport.set_write_buffer_limits(0)
        self.task = asyncio.create_task(self._serve())
        self.task.add_done_callback(lambda _: writer.transport.abort())

    def stop(self) -> None:
        """End after the answer that is being prepared, else at once."""
        self._is_stopping = True
        if not self.is_answering:
            self.task.cancel()

    async def _serve(self) -> None:
        # The client is gone, does not read its answer, or sent nothing in time (TimeoutError is an OSError).
        with contextlib.suppress(OSError):
            while (head := await self._read_head()) is not None:
                self.is_answering = True
                await self._respond(head)
                self.is_answering = False
                if self._is_stopping:
                    return
                if self._http.our_state is not h11.DONE:
                    await self._linger()
                    return
                self._begin_again()
                await self._await_more()

    async def _respond(self, head: h11.Request | HttpReply) -> None:
        if isinstance(head, HttpReply):
            await self._send(head)
            return
        try:
            reply = await self._answer(head, self._read_body)
        finally:
            self._counted = self._long_bodies.replace(self._counted, 0) or 0
        await self._send(reply, has_content=head.method != b"HEAD")

    async def _read_head(self) -> h11.Request | HttpReply | None:
        """Return the head of a request, the rejection of one, or ``None`` where none was begun."""
        try:
            async with asyncio.timeout(self._limits.header_seconds):
                event = await self._next_event()
        except TimeoutError:
            is_begun = self._http.trailing_data[0]
            late = HttpReply(408, f"the head was incomplete after {self._limits.header_seconds:g} s")
            return late if is_begun else None
        except h11.RemoteProtocolError as error:
            return self._refusal_of(error)
        if not isinstance(event, h11.Request):
            return None
        self._is_chunked = any(name == b"transfer-encoding" for name, _ in event.headers)
        return event

    async def _read_body(self) -> bytes | HttpReply:
        body = bytearray()
        if self._http.they_are_waiting_for_100_continue:
            go_on = h11.InformationalResponse(status_code=100, headers=[], reason="Continue")
            self._writer.write(self._http.send(go_on))
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                is_at_chunk = self._is_chunked
                while True:
                    chunk_bytes = self._chunk_bytes() if is_at_chunk else None
                    # what follows a size is text, which may look like one
                    is_at_chunk = is_at_chunk and chunk_bytes is None
                    if len(body) + (chunk_bytes or 0) > self._limits.body_bytes:
                        return self._limits.refusal_of_size()
                    event = self._http.next_event()
                    if isinstance(event, h11.Data):
                        counted = self._long_bodies.replace(self._counted, len(body) + len(event.data))
                        if counted is None:
                            return HttpReply(503, "too many long messages at once; send it again")
                        self._counted = counted
                        body += event.data
                        is_at_chunk = event.chunk_end
                    elif isinstance(event, h11.Event):
                        return bytes(body)
                    else:
                        await self._receive()
        except TimeoutError:
            return HttpReply(408, f"the body was incomplete after {self._limits.body_seconds:g} s")
        except h11.RemoteProtocolError as error:
            return self._refusal_of(error)

    def _chunk_bytes(self) -> int | None:
        """Return the size that the next chunk announces, ``None`` as long as it is not complete."""
        size = _CHUNK_SIZE.match(self._http.trailing_data[0])
        return int(size[1], 16) if size else None

    async def _next_event(self) -> h11.Event:
        while not isinstance(event := self._http.next_event(), h11.Event):
            await self._receive()
        return event

    async def _receive(self) -> None:
        """Give h11 what the client sends next, or its end; never more than makes a head too large."""
        room = self._limits.header_bytes + 1 - len(self._http.trailing_data[0])
        self._take(await self._reader.read(room))
        # a read that finds bytes waiting does not pause: a client that floods must not keep the others from their turn
        await asyncio.sleep(0)

    def _take(self, piece: bytes) -> None:
        """Give h11 what the client has sent, or its end, without empty lines before a request (RFC 9112, 2.2)."""
        text = piece if self.has_begun else piece.lstrip(b"\r\n")
        self.has_begun = self.has_begun or bool(text)
        if text or not piece:
            self._http.receive_data(text)

    def _begin_again(self) -> None:
        """Await another request, of which something may have come with the last one."""
        rest, has_ended = self._http.trailing_data
        self._http = h11.Connection(h11.SERVER, self._limits.header_bytes)
        self.has_begun = False
        if rest:
            self._take(rest)
        if has_ended:
            self._take(b"")

    async def _await_more(self) -> None:
        """Wait until the client begins another request; raises ``TimeoutError``."""
        async with asyncio.timeout(self._limits.idle_seconds):
            if not self._http.trailing_data[0]:
                await self._receive()

    async def _send(self, reply: HttpReply, has_content: bool = True) -> None:
        content = json.dumps(_content(reply), separators=(",", ":")).encode()
        headers = [
            ("date", formatdate(usegmt=True)),
            ("content-length", str(len(content))),
            ("content-type", "application/json"),
        ]
        if reply.status != 200 or self._is_stopping:
            headers.append(("connection", "close"))
        if reply.status == 405:
            headers.append(("allow", "POST"))
        response = h11.Response(status_code=reply.status, headers=headers, reason=HTTPStatus(reply.status).phrase)
        events = (response, h11.Data(data=content if has_content else b""), h11.EndOfMessage())
        self._writer.write(b"".join(self._http.send(event) for event in events))
        async with asyncio.timeout(self._limits.body_seconds):
            await self._writer.drain()

    async def _linger(self) -> None:
        """End our side and read on briefly: a client that is cut off while it sends might not read its answer."""
        self._writer.write_eof()
        taken = 0
        async with asyncio.timeout(self._limits.drained_seconds):
            while taken <= self._limits.drained_bytes and (piece := await self._reader.read(self._limits.header_bytes)):
                taken += len(piece)

    def _refusal_of(self, fault: h11.RemoteProtocolError) -> HttpReply:
        """Return the answer to what is not HTTP: 400, 431 for a head that is too large, 501 for a transfer encoding."""
        if fault.error_status_hint == 431:
            return HttpReply(431, f"the head is larger than {self._limits.header_bytes} bytes")
        # after that it quotes what the client sent, as Python would write it
        reason = str(fault).partition(": bytearray")[0]
        return HttpReply(fault.error_status_hint, f"not valid HTTP: {reason}")


def _content(reply: HttpReply) -> JsonValue:
    if reply.status == 200:
        return {"received": True} if reply.content is None else reply.content
    return {"error": (reply.reason or "refused")[:_REASON_LENGTH]}
