"""Reads the events of a response before the SDK does, which gives a request up at the first event that it cannot read.

It also gives whatever answer an event has the id of the request. So only what is sound reaches it; the tape records
the rest, as it does over pipes.
"""

import re
from collections.abc import Callable

from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError, JSONRPCResponse

from conformance.systems.adapters._mcp_transports import fault_of_text, message_of
from conformance.systems.adapters._mcp_wire_log import Tape
from conformance.systems.adapters._protocol import WireFault, decode_line, encode_line
from conformance.systems.credentials import mask_excerpt

# What ends an event: two ends of lines, each of which is CR LF as a whole where there are both.
_END = re.compile(rb"(?>\r\n|\r|\n){2}")
# How much of an end may have arrived with the part before.
_OVERLAP = 3
_DATA, _TYPE = b"data", b"event"


class EventFilter:
    """Hands on the events of one response that are sound; ``number`` is the request that it answers, if any."""

    def __init__(self, tape: Tape, number: int | str | None, refuse: Callable[[WireFault], None]) -> None:
        self.has_answer = False
        self._tape = tape
        self._number = number
        self._refuse = refuse
        self._rest = bytearray()

    def feed(self, part: bytes) -> bytes:
        """Return what the SDK may read of the events that end in this part."""
        searched = max(0, len(self._rest) - _OVERLAP)
        self._rest += part
        kept, start = bytearray(), 0
        for found in _END.finditer(self._rest, searched):
            event = bytes(self._rest[start : found.end()])
            start = found.end()
            kept += self._readable(event)
        del self._rest[:start]
        return bytes(kept)

    def _readable(self, event: bytes) -> bytes:
        """Return an event, empty for one that the SDK may not see."""
        data = _data_of(event)
        if not data:
            return event
        value = decode_line(data)
        message = None if value is None else message_of(value, self._tape)
        if message is not None and value is not None:
            if not self._is_expected(message.message):
                return b""
            # the SDK refuses an id that is written as 1.0
            return event if type(value.get("id")) is not float else _event_of(message)
        excerpt = mask_excerpt(data)
        doubt = fault_of_text(data, excerpt, self._tape) if value is None else self._tape.fault_of_answer(value)
        if wrong := self._tape.add_noise(excerpt, doubt):
            self._refuse(wrong)
        return b""

    def _is_expected(self, message: object) -> bool:
        """Say whether the SDK may see a message, which is no answer but the first to the request."""
        if self._number is None or not isinstance(message, JSONRPCResponse | JSONRPCError):
            return True
        if type(message.id) is not type(self._number) or message.id != self._number:
            self._tape.record_response(message)
            return False
        if self.has_answer:
            self._tape.add_second_answer(self._number)
            return False
        self.has_answer = True
        self._tape.streamed.add(self._number)
        return True


def _event_of(message: SessionMessage) -> bytes:
    value = message.message.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return b"data: " + encode_line(value) + b"\n\n"


def _data_of(event: bytes) -> bytes:
    """Return the message in an event, empty where it has none."""
    fields = [line.partition(b":") for line in event.splitlines()]
    if any(name == _TYPE and value.strip() not in (b"", b"message") for name, _, value in fields):
        return b""
    return b"\n".join(value.removeprefix(b" ") for name, _, value in fields if name == _DATA)
