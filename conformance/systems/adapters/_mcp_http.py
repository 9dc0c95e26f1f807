"""The transport of MCP over streamable HTTP: what the server sent is its answer, whatever the SDK makes of it."""

from collections.abc import AsyncGenerator, AsyncIterable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial

import anyio
import httpx2
from anyio.streams.memory import MemoryObjectSendStream
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError, JSONRPCResponse

from conformance.callback.credentials import mask_url
from conformance.display import code_text
from conformance.documents.values import as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._mcp_exchange import BoundedTransport
from conformance.systems.adapters._mcp_transports import TICK, Streams, message_of, replacement_of
from conformance.systems.adapters._mcp_wire_log import HttpAnswer, Tape
from conformance.systems.adapters._protocol import WireFault, decode_line, fault_of
from conformance.systems.adapters._retries import REPEATABLE
from conformance.systems.credentials import mask_printed
from conformance.systems.runtime import Limits

_PLAIN = {"Accept-Encoding": "identity"}


@asynccontextmanager
async def http_transport(url: str, limits: Limits, headers: Mapping[str, str], tape: Tape) -> AsyncGenerator[Streams]:
    """Exchange messages over streamable HTTP, with these headers and responses of bounded size."""
    incoming, to_client = anyio.create_memory_object_stream[SessionMessage | Exception](100)
    from_client, outgoing = anyio.create_memory_object_stream[SessionMessage](100)

    def refuse(fault: WireFault) -> None:
        tape.fault = tape.fault or http_fault(url, fault)

    tape.unit = "events"
    most = limits.answer_bytes
    transport = BoundedTransport(most, refuse, tape)
    timeout = httpx2.Timeout(limits.request_seconds)

    async with (
        httpx2.AsyncClient(transport=transport, timeout=timeout, headers={**_PLAIN, **headers}) as client,
        streamable_http_client(url, http_client=client, max_sse_event_size=most) as (inner, sink),
        anyio.create_task_group() as group,
    ):

        async def write() -> None:
            async with outgoing:
                async for message in outgoing:
                    tape.record_request(message.message)
                    await sink.send(message)

        group.start_soon(_read, inner, incoming, tape)
        group.start_soon(write)
        group.start_soon(_watch, incoming, tape, partial(http_fault, url))
        try:
            yield to_client, from_client
        finally:
            group.cancel_scope.cancel()


async def _read(
    inner: AsyncIterable[SessionMessage | Exception],
    incoming: MemoryObjectSendStream[SessionMessage | Exception],
    tape: Tape,
) -> None:
    """Hand on what the SDK has read, until the session ends."""
    async with incoming:
        async for message in inner:
            known = message if isinstance(message, Exception) else _record_received(message, tape)
            if tape.fault is not None:
                return
            if known is not None:
                await incoming.send(known)


async def _watch(
    incoming: MemoryObjectSendStream[SessionMessage | Exception],
    tape: Tape,
    error: Callable[[WireFault], ConformanceError],
) -> None:
    """End the wait for each answer that is overdue since something broken came, until the session ends."""
    while tape.fault is None:
        await anyio.sleep(TICK)
        message = replacement_of(tape, error)
        if message is not None:
            await incoming.send(message)
    await incoming.aclose()


def _record_received(received: SessionMessage, tape: Tape) -> SessionMessage | None:
    """Record a message that the SDK hands on; return it if the session may see it."""
    message = received.message
    if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
        # beside it are what the server sends unasked, its replies to answers of the client, and streams taken up again
        own = (one for one in reversed(tape.replies) if one.method == "POST" and one.number == message.id)
        reply = next(own, HttpAnswer())
        if reply.status in REPEATABLE:
            tape.unread[message.id] = reply
        elif reply.is_stream:
            _check_streamed(message.id, reply, tape)
        else:
            received = _check_body(received, message, reply, tape)
    return received if tape.record_response(received.message) else None


def _check_streamed(number: int | str, reply: HttpAnswer, tape: Tape) -> None:
    """Record that a stream had no answer: the SDK answers itself then, with an error of its own."""
    if number not in tape.streamed:
        doubt = tape.take_doubt()
        tape.unread[number] = reply if doubt is None else doubt.fault


def _check_body(
    received: SessionMessage, message: JSONRPCResponse | JSONRPCError, reply: HttpAnswer, tape: Tape
) -> SessionMessage:
    """Return the answer that a body is; the SDK also answers itself, with its own errors, for what it cannot read."""
    number, body = message.id or 0, bytes(reply.body)
    value = decode_line(body)
    own = None if value is None else message_of(value, tape)
    if isinstance(message, JSONRPCResponse):
        if own is None:
            tape.unread[number] = fault_of(body) or reply
        return received
    answer = None if own is None else own.message
    # who does not know a session cannot know its requests: such an answer has no `id`, or a made-up one
    is_sent = isinstance(answer, JSONRPCError) and answer.error == message.error
    if is_sent and not (reply.ends_session and as_object(value).get("id") != number):
        return received
    # the SDK refuses the number that it sent as 1 when it is written as 1.0
    if own is not None and isinstance(as_object(value).get("id"), float) and _is_to(answer, number):
        return own
    tape.unread[number] = reply
    return received


def _is_to(answer: object, number: int | str) -> bool:
    return isinstance(answer, JSONRPCResponse | JSONRPCError) and answer.id == number


def http_fault(url: str, fault: WireFault) -> ConformanceError:
    """Return the error that says what a server at an address did wrong."""
    message = f"{code_text(mask_url(url), 160)} {mask_printed(fault.what)}"
    return ConformanceError(ErrorKind.UNREACHABLE, message, fault.fix)
