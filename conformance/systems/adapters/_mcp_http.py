"""The transport of MCP over streamable HTTP: what the server sent is its answer, whatever the SDK makes of it."""

import json
import re
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import groupby

import anyio
import httpx2
from anyio.streams.memory import MemoryObjectSendStream
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from mcp.types import ErrorData, JSONRPCError, JSONRPCResponse

from conformance.callback.credentials import mask_url
from conformance.display import code_text
from conformance.documents.values import JsonObject, JsonValue, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._mcp_exchange import BoundedTransport
from conformance.systems.adapters._mcp_transports import TICK, Streams, has_both, message_of, replacement_of
from conformance.systems.adapters._mcp_wire_log import SAME_ID_FIX, HttpAnswer, Tape
from conformance.systems.adapters._protocol import WireFault, decode_line
from conformance.systems.adapters._retries import REPEATABLE
from conformance.systems.credentials import mask_printed
from conformance.systems.runtime import Limits

_PLAIN = {"Accept-Encoding": "identity"}
_NUMBERS_FIX = "send only numbers that JSON has, none of `NaN` and `Infinity`"
# The first HTTP status of an error, whose body may have no id.
_FIRST_ERROR = 400
# What a line of a server-sent event begins with that has a part of the message.
_DATA = b"data:"


@asynccontextmanager
async def http_transport(url: str, limits: Limits, headers: Mapping[str, str], tape: Tape) -> AsyncGenerator[Streams]:
    """Exchange messages over streamable HTTP, with these headers and responses of bounded size."""
    incoming, to_client = anyio.create_memory_object_stream[SessionMessage | Exception](100)
    from_client, outgoing = anyio.create_memory_object_stream[SessionMessage](100)

    def refuse(fault: WireFault) -> None:
        tape.fault = tape.fault or http_fault(url, fault)

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
    # streams of what a server sends unasked are opened beside a request
    reply = next((one for one in reversed(tape.replies) if one.method == "POST"), HttpAnswer())
    if isinstance(message, JSONRPCError) and message.id is not None and reply.status in REPEATABLE:
        tape.unread[message.id] = reply
    elif isinstance(message, JSONRPCError) and message.id is not None and not _is_sent(message.error, tape.replies):
        whole = _answer_with_fraction(message.id, tape)
        if whole is None:
            tape.unread[message.id] = reply
        else:
            received = whole
            message = whole.message
    elif isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
        # in an event the SDK replaces whatever id there is
        wrong = _other_id(message.id, reply)
        if wrong is not None:
            what = f"an answer with the id {code_text(compact_json(wrong), 40)}"
            tape.unread[message.id] = WireFault(f"sent {what}, expected {code_text(str(message.id))},", SAME_ID_FIX)
    if isinstance(message, JSONRPCResponse) and not _is_json(message.result):
        reply.fix = _NUMBERS_FIX
        tape.unread[message.id] = reply
    # few answers have the word, and a long one is decoded once
    if b'"error"' in reply.body and not tape.has_both:
        tape.has_both = any(has_both(value) for value in _values_in([reply]))
    return received if tape.record_response(message) else None


def _other_id(number: int | str, reply: HttpAnswer) -> JsonValue:
    """Return the id that a response has instead of that of its request; ``None`` where it has the same or none."""
    # a long answer is decoded only where its id is not found
    if reply.status >= _FIRST_ERROR or re.search(rb'"id"\s*:\s*%s\b' % json.dumps(number).encode(), reply.body):
        return None
    ids = [value.get("id") for value in _values_in([reply]) if "result" in value or "error" in value]
    return None if number in ids or not ids else ids[-1]


def _answer_with_fraction(number: int | str, tape: Tape) -> SessionMessage | None:
    """Return the answer whose id is written as ``1.0``: the SDK refuses the number that it sent as 1."""
    values = (one for one in _values_in(tape.replies) if isinstance(one.get("id"), float) and one["id"] == number)
    return next((message for one in values if (message := message_of(one, tape)) is not None), None)


def _values_in(replies: Sequence[HttpAnswer]) -> Iterator[JsonObject]:
    """Yield the JSON objects that responses are or have as events."""
    values = (decode_line(text) for reply in replies for text in _texts_of(bytes(reply.body)))
    return (value for value in values if value is not None)


def _is_sent(error: ErrorData, replies: Sequence[HttpAnswer]) -> bool:
    """Say whether a server sent an error: the SDK also answers itself, with its own errors, for what it cannot read."""
    found = (message_of(value, Tape()) for value in _values_in(replies))
    return any(
        one is not None and isinstance(one.message, JSONRPCError) and one.message.error == error for one in found
    )


def _is_json(result: JsonObject) -> bool:
    """Say whether JSON has all numbers of a result: the SDK reads ``NaN`` and ``Infinity`` too."""
    try:
        json.dumps(result, allow_nan=False)
    except ValueError:
        return False
    return True


def _texts_of(body: bytes) -> Iterator[bytes]:
    """Yield a body as a whole, and the data of each server-sent event in it."""
    yield body
    for _, lines in groupby(body.splitlines(), key=bool):
        yield b"\n".join(line[len(_DATA) :] for line in lines if line.startswith(_DATA))


def http_fault(url: str, fault: WireFault) -> ConformanceError:
    """Return the error that says what a server at an address did wrong."""
    message = f"{code_text(mask_url(url), 160)} {mask_printed(fault.what)}"
    return ConformanceError(ErrorKind.UNREACHABLE, message, fault.fix)
