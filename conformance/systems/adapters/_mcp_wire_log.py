"""Records an MCP connection verbatim, because the SDK drops members it does not know and checks must see them.

Only one request is in flight at a time, so an unexpected answer means that client and server are out of step.
"""

import json

from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse
from msgspec import Struct, field

from conformance.display import code_text
from conformance.documents.values import JsonObject, as_object, compact_json
from conformance.errors import ConformanceError
from conformance.systems.adapters._protocol import WireFault

# A server may log a little and report its progress while it works on an answer.
_FEW_MESSAGES = 20


class HttpAnswer(Struct):
    """What arrived of one response over HTTP."""

    method: str = "POST"
    status: int = 0
    media_type: str = ""
    body: bytearray = field(default_factory=bytearray)
    fix: str = ""
    """What to do about it where more is known than its status."""


class Tape(Struct):
    """The requests sent and their answers, by request id; ``fault`` is what ended the connection."""

    last: int | str | None = None
    methods: dict[int | str, str] = field(default_factory=dict[int | str, str])
    answers: dict[int | str, JsonObject | None] = field(default_factory=dict[int | str, JsonObject | None])
    """Objects with the ``result`` or the ``error``; ``None`` once it was taken, to avoid hoarding large answers."""
    fault: ConformanceError | None = None
    noise: str = ""
    """The last line that was not a message."""
    noise_lines: int = 0
    has_both: bool = False
    """Whether an answer had an ``error``, if only null, beside its ``result``: the SDK reads one of them."""
    status: int = 0
    """The status of the last response over HTTP that was an error."""
    replies: list[HttpAnswer] = field(default_factory=list[HttpAnswer])
    """The responses over HTTP since the last request."""
    unread: dict[int | str, HttpAnswer] = field(default_factory=dict[int | str, HttpAnswer])
    """Those from which the SDK could read no answer, by the request that it answered itself, with an error."""
    others: int = 0
    """How many requests and notifications arrived, which answer nothing."""

    @property
    def chatter(self) -> str:
        """What to add to a complaint about a missing answer: a server that sends other things is not just slow."""
        return f", but sent {self.others:,} other messages," if self.others > _FEW_MESSAGES else ""

    @property
    def opening(self) -> tuple[str, JsonObject]:
        """The request that opened the session, with its result."""
        opened = next((number for number, answer in self.answers.items() if "result" in (answer or {})), None)
        return ("", {}) if opened is None else (self.methods[opened], as_object((self.answers[opened] or {})["result"]))

    def record_request(self, message: JSONRPCMessage) -> None:
        """Record a request that was sent."""
        if isinstance(message, JSONRPCRequest):
            self.last = message.id
            self.replies.clear()
            self.methods[message.id] = message.method

    def record_response(self, message: JSONRPCMessage) -> WireFault | None:
        """Record an answer; return what is wrong with it, ``None`` when it fits a request."""
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            self.others += 1
            return None
        number = message.id
        # ``"1"`` is not 1, and ``True``, which equals 1, is not 1 either: an id comes back exactly as it was sent.
        if type(number) not in (int, str) or number not in self.methods:
            what = f"sent an answer with the unknown id {code_text(json.dumps(number), 40)}"
            return WireFault(what, "repeat the `id` of the request in its answer, with the same type")
        if number in self.answers:
            return WireFault(f"answered request {number} (`{self.methods[number]}`) twice", "answer each request once")
        if isinstance(message, JSONRPCResponse):
            self.answers[number] = {"result": message.result}
        else:
            self.answers[number] = {"error": message.error.model_dump(mode="json", exclude_unset=True)}
        return None

    def fault_of_answer(self, message: JsonObject) -> WireFault | None:
        """Return what is wrong with an object that answers an open request but is not a message, ``None`` for others.

        The SDK ignores it, and would wait for another answer until the time is over.
        """
        number = message.get("id")
        if not isinstance(number, int | str) or number not in self.methods or number in self.answers:
            return None
        if "result" not in message and "error" not in message:
            return None
        what = f"answered `{self.methods[number]}` with {code_text(compact_json(message), 200)}, which is no response"
        return WireFault(what, 'send `"jsonrpc": "2.0"`, the `id`, and one of `result` and `error`, both objects')

    def take_answer(self, number: int | str) -> JsonObject | None:
        """Return the answer to a request and forget it, ``None`` if there is none."""
        answer = self.answers.get(number)
        if answer is not None:
            self.answers[number] = None
        return answer
