"""Records an MCP connection verbatim, because the SDK drops members it does not know and checks must see them.

Only one request is in flight at a time, so an unexpected answer means that client and server are out of step.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse

from conformance.display import code_text
from conformance.errors import ConformanceError
from conformance.systems.adapters._protocol import WireFault


@dataclass
class Tape:
    """The requests sent and their answers, by request id; ``fault`` is what ended the connection."""

    last: int | str | None = None
    methods: dict[int | str, str] = field(default_factory=dict[int | str, str])
    results: dict[int | str, dict[str, Any]] = field(default_factory=dict[int | str, dict[str, Any]])
    errors: dict[int | str, dict[str, Any]] = field(default_factory=dict[int | str, dict[str, Any]])
    fault: ConformanceError | None = None
    noise: str = ""
    """The last line that was not a message."""
    noise_lines: int = 0

    def record_request(self, message: JSONRPCMessage) -> None:
        """Record a request that was sent."""
        if isinstance(message, JSONRPCRequest):
            self.last = message.id
            self.methods[message.id] = message.method

    def record_response(self, message: JSONRPCMessage) -> WireFault | None:
        """Record an answer; return what is wrong with it, ``None`` when it fits a request."""
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            return None
        number = message.id
        if number is None or not _is_known(number, self.methods):
            what = f"sent an answer with the unknown id {code_text(json.dumps(number), 40)}"
            return WireFault(what, "repeat the `id` of the request in its answer, with the same type")
        if number in self.results or number in self.errors:
            return WireFault(f"answered request {number} (`{self.methods[number]}`) twice", "answer each request once")
        if isinstance(message, JSONRPCResponse):
            self.results[number] = message.result
        else:
            self.errors[number] = message.error.model_dump(mode="json", exclude_unset=True)
        return None


def _is_known(number: int | str, methods: dict[int | str, str]) -> bool:
    """Whether an id came back exactly as it was sent: ``"1"`` is not 1, and ``True`` is not 1 either."""
    return any(number == known and type(number) is type(known) for known in methods)
