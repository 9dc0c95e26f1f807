"""The transport of MCP over the pipes of a child process, bounded in time and size.

It is a transport in the sense of the SDK, a pair of message streams, and records every message on a tape.
"""

import logging
import re
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCNotification, jsonrpc_message_adapter
from pydantic import ValidationError

from conformance.display import quote_text
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.systems.adapters._line_process import LineProcess
from conformance.systems.adapters._mcp_compatibility import BOTH, FRACTIONS, WRONG_IDS
from conformance.systems.adapters._mcp_wire_log import Tape
from conformance.systems.adapters._protocol import WireFault, decode_line, encode_line, fault_of
from conformance.systems.credentials import mask_excerpt
from conformance.systems.runtime import Limits

Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]
TICK = 0.1
"""How long a reading thread blocks before it looks whether the session was cancelled, in seconds."""
# What every message has, and one that is spread over several lines too.
_MARK, _METHOD = b'"jsonrpc"', b'"method"'
# The id of a broken answer: `"id": 12`.
_ID = re.compile(rb'"id"\s*:\s*(\d{1,18})\b')
# A broken line may be megabytes long; its id comes early.
_MAX_PREFIX_BYTES = 65536
_ONE_LINE_FIX = "write each answer as one line of valid JSON"
# What the session gets for an answer that nobody can read; the tape has the answer.
_UNREADABLE = ErrorData(code=PARSE_ERROR, message="unreadable answer")
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
                # without a line, all that has arrived was read
                message = replacement_of(tape, process.error) if line is None else _receive_line(line, process, tape)
                if message is not None:
                    await incoming.send(message)

    async def write() -> None:
        async with outgoing:
            async for message in outgoing:
                tape.record_request(message.message)
                line = encode_line(message.message.model_dump(mode="json", by_alias=True, exclude_unset=True))
                deadline = time.monotonic() + limits.request_seconds
                await anyio.to_thread.run_sync(_send, process, line, deadline, tape)
                if tape.notified is not None and isinstance(message.message, JSONRPCNotification):
                    tape.notified.set()

    async with anyio.create_task_group() as group:
        group.start_soon(read)
        group.start_soon(write)
        try:
            yield to_client, from_client
        finally:
            group.cancel_scope.cancel()


def _next_line(process: LineProcess, tape: Tape) -> bytes | None:
    try:
        return process.next_line(TICK, _CONTEXT)
    except ConformanceError as error:
        tape.fault = tape.fault or error
        return None


def _receive_line(line: bytes, process: LineProcess, tape: Tape) -> SessionMessage | None:
    """Return the message of a line if the session may see it; otherwise the tape records what is wrong."""
    value = decode_line(line)
    message = None if value is None else message_of(value, tape)
    if value is not None and message is not None:
        return message if tape.record_response(message.message) else None
    excerpt = mask_excerpt(line, process.secrets)
    doubt = fault_of_text(line, excerpt, tape) if value is None else tape.fault_of_answer(value)
    wrong = tape.add_noise(excerpt, doubt)
    if wrong:
        tape.fault = tape.fault or process.error(wrong)
    return None


def fault_of_text(line: bytes, excerpt: str, tape: Tape) -> WireFault | None:
    """Return what is wrong with a text that is not a JSON object, if it seems the open answer or a part of it."""
    numbers = [int(one) for one in _ID.findall(line[:_MAX_PREFIX_BYTES])]
    # who logs what was sent may do so when the next request is open already
    if numbers and numbers[0] in tape.methods and tape.open not in numbers:
        return None
    fault = fault_of(line)
    if fault is None and _MARK in line and _METHOD not in line:
        return WireFault(f"wrote {quote_text(excerpt, 120)}, which is not one JSON object,", _ONE_LINE_FIX)
    return fault


def replacement_of(tape: Tape, error: Callable[[WireFault], ConformanceError]) -> SessionMessage | None:
    """Return an error in place of an answer that is overdue since a broken one came, unless that ends the session."""
    if not tape.is_overdue():
        return None
    number, fault = tape.open, tape.give_up()
    if fault is not None:
        tape.fault = tape.fault or error(fault)
    if number is None or fault is not None:
        return None
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=number, error=_UNREADABLE))


def _send(process: LineProcess, line: bytes, deadline: float, tape: Tape) -> None:
    try:
        process.send(line, deadline, _CONTEXT)
    except ConformanceError as error:
        tape.fault = tape.fault or error


def message_of(value: JsonObject, tape: Tape) -> SessionMessage | None:
    """Return the message that a JSON object is, ``None`` for any other."""
    number, is_answer = value.get("id"), "method" not in value
    # as numbers of JSON 1.0 and 1 are the same, and the `id` is to be the same
    whole = int(number) if isinstance(number, float) and number.is_integer() else None
    if whole is not None:
        value = {**value, "id": whole}
    try:
        message = jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        return None
    if whole is not None and is_answer:
        tape.add_breach(FRACTIONS)
    if "result" in value and "error" in value:
        tape.add_breach(BOTH)
    # the SDK takes a request with such an id for a notification
    if not is_answer and "id" in value and type(value["id"]) not in (int, str):
        tape.add_breach(WRONG_IDS)
    return SessionMessage(message)
