"""What went over the wire of an MCP connection, verbatim: the SDK drops what it does not know, and checks must see it.

Only one request is on its way at a time, so an answer that nobody is waiting for means that the two sides have lost
each other.
"""

from dataclasses import dataclass, field
from typing import Any

from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse

from conformance.display import quote_text
from conformance.errors import ConformanceError


@dataclass
class Tape:
    """Requests that were sent and the answers to them; ``fault`` is what ended the connection."""

    last: int | str | None = None
    methods: dict[int | str, str] = field(default_factory=dict[int | str, str])
    results: dict[int | str, dict[str, Any]] = field(default_factory=dict[int | str, dict[str, Any]])
    errors: dict[int | str, dict[str, Any]] = field(default_factory=dict[int | str, dict[str, Any]])
    fault: ConformanceError | None = None
    noise: str = ""
    """The last line that was no message."""
    noise_lines: int = 0

    def record_request(self, message: JSONRPCMessage) -> None:
        """Remember a request of ours."""
        if isinstance(message, JSONRPCRequest):
            self.last = message.id
            self.methods[message.id] = message.method

    def record_response(self, message: JSONRPCMessage) -> str | None:
        """Remember an answer; return what is wrong with it, if anything."""
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            return None
        number = message.id
        if number is None or not _is_known(number, self.methods):
            return f"sent an answer with the id {quote_text(repr(number), 40)}, which no request had"
        if number in self.results or number in self.errors:
            return f"answered the request {number} ({self.methods[number]}) twice"
        if isinstance(message, JSONRPCResponse):
            self.results[number] = message.result
        else:
            self.errors[number] = message.error.model_dump(mode="json", exclude_unset=True)
        return None


def _is_known(number: int | str, methods: dict[int | str, str]) -> bool:
    """An id must come back as it was sent, ``"1"`` is not 1."""
    return any(number == known and type(number) is type(known) for known in methods)
