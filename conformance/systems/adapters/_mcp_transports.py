"""Bounded MCP transports: stdio of a child process, and streamable HTTP.

Both are transports in the sense of the SDK, a pair of message streams, and record every message on a tape.
"""

import json
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import groupby
from typing import Any

import anyio
import httpx2
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from mcp.types import ErrorData, JSONRPCError, JSONRPCMessage, JSONRPCResponse, jsonrpc_message_adapter
from pydantic import ValidationError

from conformance.callback.credentials import mask_url
from conformance.display import code_text
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._line_process import LineProcess
from conformance.systems.adapters._mcp_wire_log import HttpAnswer, Tape
from conformance.systems.adapters._protocol import WireFault, decode_line, encode_line, fault_of
from conformance.systems.credentials import mask_excerpt, mask_printed
from conformance.systems.runtime import Limits

Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]
# How long a reading thread blocks before it looks whether the session was cancelled.
_TICK = 0.1
# Servers print banners and logs on stdout; one that prints more than this is not speaking the protocol.
_MAX_NOISE_LINES = 1000
_PLAIN = {"Accept-Encoding": "identity"}
_COMPRESSED = WireFault(
    "answered with a compressed response, which the request does not accept", "send responses without Content-Encoding"
)
_NUMBERS_FIX = "send only numbers that JSON has, none of `NaN` and `Infinity`"
# What a line of a server-sent event begins with that has a part of the message.
_DATA = b"data:"
# The SDK reports to loggers what it also raises, and messages of a server that it cannot read; without a handler Python
# would print it, unmasked and with a traceback, on standard error. Its session logs under a name of its own.
for _logger in ("mcp", "client"):
    logging.getLogger(_logger).addHandler(logging.NullHandler())
# The session adds what it was doing: the transport does not know the request.
_CONTEXT = ""


@asynccontextmanager
async def stdio_transport(process: LineProcess, limits: Limits, tape: Tape) -> AsyncGenerator[Streams]:
    """Exchange messages as lines with a child process."""
    incoming, to_client = anyio.create_memory_object_stream[SessionMessage | Exception](100)
    from_client, outgoing = anyio.create_memory_object_stream[SessionMessage](100)

    async def read() -> None:
        async with incoming:
            while tape.fault is None:
                line = await anyio.to_thread.run_sync(_next_line, process, tape)
                message = None if line is None else _receive_line(line, process, tape)
                if message is not None:
                    await incoming.send(message)

    async def write() -> None:
        async with outgoing:
            async for message in outgoing:
                tape.record_request(message.message)
                line = encode_line(message.message.model_dump(mode="json", by_alias=True, exclude_unset=True))
                deadline = time.monotonic() + limits.request_seconds
                await anyio.to_thread.run_sync(_send, process, line, deadline, tape)

    async with anyio.create_task_group() as group:
        group.start_soon(read)
        group.start_soon(write)
        try:
            yield to_client, from_client
        finally:
            group.cancel_scope.cancel()


def _next_line(process: LineProcess, tape: Tape) -> bytes | None:
    try:
        return process.next_line(_TICK, _CONTEXT)
    except ConformanceError as error:
        tape.fault = tape.fault or error
        return None


def _receive_line(line: bytes, process: LineProcess, tape: Tape) -> SessionMessage | None:
    """Return the message of a line if the session may see it; otherwise the tape records what is wrong."""
    value = decode_line(line)
    message = None if value is None else _message_of(value)
    if value is not None and message is not None:
        tape.has_both |= _has_both(value)
        wrong = tape.record_response(message.message)
    else:
        wrong = fault_of(line) if value is None else tape.fault_of_answer(value)
        tape.noise, tape.noise_lines = mask_excerpt(line, process.secrets), tape.noise_lines + 1
        if tape.noise_lines > _MAX_NOISE_LINES:
            wrong = WireFault(
                f"wrote {tape.noise_lines} lines that are not messages", "write logs to stderr, not to stdout"
            )
    if wrong:
        tape.fault = tape.fault or process.error(wrong)
        return None
    return message


def _send(process: LineProcess, line: bytes, deadline: float, tape: Tape) -> None:
    try:
        process.send(line, deadline, _CONTEXT)
    except ConformanceError as error:
        tape.fault = tape.fault or error


def _message_of(value: JsonObject) -> SessionMessage | None:
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_python(value, by_name=False))
    except ValidationError:
        return None


@asynccontextmanager
async def http_transport(url: str, limits: Limits, headers: Mapping[str, str], tape: Tape) -> AsyncGenerator[Streams]:
    """Exchange messages over streamable HTTP, with these headers and responses of bounded size."""
    incoming, to_client = anyio.create_memory_object_stream[SessionMessage | Exception](100)
    from_client, outgoing = anyio.create_memory_object_stream[SessionMessage](100)

    def refuse(fault: WireFault) -> None:
        tape.fault = tape.fault or http_fault(url, fault)

    most = limits.answer_bytes
    transport = _BoundedTransport(most, refuse, tape)
    timeout = httpx2.Timeout(limits.request_seconds)

    async with (
        httpx2.AsyncClient(transport=transport, timeout=timeout, headers={**_PLAIN, **headers}) as client,
        streamable_http_client(url, http_client=client, max_sse_event_size=most) as (inner, sink),
        anyio.create_task_group() as group,
    ):

        async def read() -> None:
            async with incoming:
                async for message in inner:
                    wrong = None if isinstance(message, Exception) else _record_received(message.message, tape)
                    if wrong:
                        tape.fault = http_fault(url, wrong)
                        return
                    await incoming.send(message)

        async def write() -> None:
            async with outgoing:
                async for message in outgoing:
                    tape.record_request(message.message)
                    await sink.send(message)

        group.start_soon(read)
        group.start_soon(write)
        try:
            yield to_client, from_client
        finally:
            group.cancel_scope.cancel()


def _record_received(message: JSONRPCMessage, tape: Tape) -> WireFault | None:
    """Record a message that the SDK hands on; return what is wrong with it."""
    # streams of what a server sends unasked are opened beside a request
    reply = next((one for one in reversed(tape.replies) if one.method == "POST"), HttpAnswer())
    if isinstance(message, JSONRPCError) and message.id is not None and not _is_sent(message.error, tape.replies):
        tape.unread[message.id] = reply
    if isinstance(message, JSONRPCResponse) and not _is_json(message.result):
        reply.fix = _NUMBERS_FIX
        tape.unread[message.id] = reply
    # few answers have the word, and a long one is decoded once
    if b'"error"' in reply.body and not tape.has_both:
        values = map(decode_line, _texts_of(bytes(reply.body)))
        tape.has_both = any(_has_both(value) for value in values if value is not None)
    return tape.record_response(message)


def _has_both(value: JsonObject) -> bool:
    return "result" in value and "error" in value


def _is_sent(error: ErrorData, replies: Sequence[HttpAnswer]) -> bool:
    """Say whether a server sent an error: the SDK also answers itself, with its own errors, for what it cannot read."""
    values = (decode_line(text) for reply in replies for text in _texts_of(bytes(reply.body)))
    messages = (_message_of(value) for value in values if value is not None)
    found = (message.message for message in messages if message is not None)
    return any(isinstance(one, JSONRPCError) and one.error == error for one in found)


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


class _BoundedTransport(httpx2.AsyncHTTPTransport):
    """Aborts a response that exceeds the size limit, or is compressed: what that grows to is bounded by nothing."""

    def __init__(self, most: int, refuse: Callable[[WireFault], None], tape: Tape) -> None:
        super().__init__()
        self._max_bytes = most
        self._refuse = refuse
        self._tape = tape

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        if request.method == "POST" and response.is_error:
            self._tape.status = response.status_code
        encoding = response.headers.get("content-encoding", "").strip().lower()
        if encoding not in ("", "identity"):
            await response.aclose()
            self._refuse(_COMPRESSED)
            raise httpx2.DecodingError(_COMPRESSED.what)
        reply = HttpAnswer(request.method, response.status_code, response.headers.get("content-type", ""))
        self._tape.replies.append(reply)
        response.stream = _BoundedStream(response.stream, reply.body, lambda: self._limit(reply))
        return response

    def _limit(self, reply: HttpAnswer) -> None:
        if len(reply.body) > self._max_bytes:
            most = f"{self._max_bytes // 2**20} MB"
            # what a server sends unasked answers nothing: the SDK opens another stream for that
            if reply.method == "POST":
                self._refuse(WireFault(f"answered with more than {most}", f"send at most {most} in one answer"))
            raise httpx2.ReadError(f"the response exceeds {most}")


class _BoundedStream(httpx2.AsyncByteStream):
    """Keeps what arrives in ``body``, and has ``limit`` judge it after each part."""

    def __init__(self, inner: Any, body: bytearray, limit: Callable[[], None]) -> None:
        self._inner = inner
        self._body = body
        self._limit = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._body += chunk
            self._limit()
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
