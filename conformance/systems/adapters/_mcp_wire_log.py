"""Records an MCP connection verbatim, because the SDK drops members it does not know and checks must see them.

Only one request is in flight at a time, so an unexpected answer means that client and server are out of step.
"""

import json
import time
from typing import Literal

import anyio
from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse
from msgspec import Struct, field

from conformance.display import code_text
from conformance.documents.values import JsonObject, as_object, compact_json
from conformance.errors import ConformanceError
from conformance.systems.adapters._mcp_compatibility import REPEATED_IDS
from conformance.systems.adapters._protocol import WireFault
from conformance.systems.conduct import Breach, Conduct, Stray, Unit

CALL = "tools/call"
# A server may log a little and report its progress while it works on an answer.
_FEW_MESSAGES = 20
# How long after a broken answer a sound one may follow: a server writes the two in one go, if at all.
_PATIENCE = 1.0
# Servers print banners and logs on stdout; one that prints more than this for one request is not speaking the protocol.
_MAX_NOISE_LINES = 1000
# So many ids of a server's own requests are compared.
_MAX_SERVER_IDS = 10_000
# The HTTP status with which a server says that it does not know the session of a request.
_SESSION_OVER = 404
# The first HTTP status of an error, whose body the SDK reads as one message at most.
_FIRST_ERROR = 400
SAME_ID_FIX = "repeat the `id` of the request in its answer, with the same type"
_NOISE_FIX = {"lines": "write logs to stderr, not to stdout", "events": "send only messages as events"}


class HttpAnswer(Struct):
    """What arrived of one response over HTTP."""

    number: int | str | None = None
    """The id of the request that it answers, ``None`` for what a server sends unasked and for a notification."""
    method: str = "POST"
    status: int = 0
    media_type: str = ""
    body: bytearray = field(default_factory=bytearray)
    ending: str = ""
    """How the connection ended where that was before the end of the response."""
    is_garbled: bool = False
    """Whether something came that is not HTTP."""
    retry_after: float | None = None
    """How many seconds the server asks to wait before the request is sent again."""
    in_session: bool = False
    """Whether the request named the session that the server had begun."""

    @property
    def ends_session(self) -> bool:
        """Whether the server says with it that the session of the request is over, as it may be at any time."""
        return self.status == _SESSION_OVER and self.in_session

    @property
    def is_stream(self) -> bool:
        """Whether the SDK reads it as events."""
        return self.status < _FIRST_ERROR and self.media_type.lower().startswith("text/event-stream")


class Doubt(Struct, frozen=True):
    """What arrived in place of an answer, which may follow yet: what is wrong with it, and since when it is there."""

    fault: WireFault
    excerpt: str
    unit: Unit
    since: float


class Tape(Struct):
    """The requests sent and their answers, by request id; ``fault`` is what ended the connection."""

    unit: Literal["lines", "events"] = "lines"
    """In which messages arrive."""
    last: int | str | None = None
    methods: dict[int | str, str] = field(default_factory=dict[int | str, str])
    answers: dict[int | str, JsonObject | None] = field(default_factory=dict[int | str, JsonObject | None])
    """Objects with the ``result`` or the ``error``; ``None`` once it was taken, to avoid hoarding large answers."""
    fault: ConformanceError | None = None
    conduct: Conduct = field(default_factory=Conduct)
    """What arrived that answers nothing."""
    noise: str = ""
    """The last line that was not a message."""
    noise_lines: int = 0
    """How many of them arrived since the last request."""
    doubt: Doubt | None = None
    notified: anyio.Event | None = None
    """Set once the server has got a notification, or has turned it away."""
    streamed: set[int | str] = field(default_factory=set[int | str])
    """The requests whose answer came as an event."""
    status: int = 0
    """The status of the last response over HTTP that was an error."""
    replies: list[HttpAnswer] = field(default_factory=list[HttpAnswer])
    """The responses over HTTP since the last request."""
    unread: dict[int | str, HttpAnswer | WireFault] = field(default_factory=dict[int | str, HttpAnswer | WireFault])
    """What there is instead of a readable answer, by the request that the SDK was given an error for."""
    given_up: set[int | str] = field(default_factory=set[int | str])
    """Requests whose answers came too late."""
    others: int = 0
    """How many requests and notifications arrived, which answer nothing."""
    server_ids: set[int | str] = field(default_factory=set[int | str])

    @property
    def chatter(self) -> str:
        """What to add to a complaint about a missing answer: a server that sends other things is not just slow."""
        return f", but sent {self.others:,} other messages," if self.others > _FEW_MESSAGES else ""

    @property
    def opening(self) -> tuple[str, JsonObject]:
        """The request that opened the session, with its result."""
        opened = next((number for number, answer in self.answers.items() if "result" in (answer or {})), None)
        return ("", {}) if opened is None else (self.methods[opened], as_object((self.answers[opened] or {})["result"]))

    @property
    def open(self) -> int | str | None:
        """The request that is waiting for its answer, ``None`` where none is."""
        return None if self.last in self.answers or self.last in self.given_up else self.last

    def record_request(self, message: JSONRPCMessage) -> None:
        """Record a request that was sent."""
        if isinstance(message, JSONRPCRequest):
            self._settle_doubt()
            self.last = message.id
            self.noise_lines = 0
            self.replies.clear()
            self.methods[message.id] = message.method

    def record_response(self, message: JSONRPCMessage) -> bool:
        """Record a message; return whether the SDK may see it, which is no answer to a request that is not open."""
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            self.others += 1
            self._record_server_id(message)
            return True
        number = message.id
        # ``"1"`` is not 1, and ``True``, which equals 1, is not 1 either: an id comes back exactly as it was sent.
        if type(number) not in (int, str) or number not in self.methods:
            what = f"an answer with the unknown id {code_text(json.dumps(number), 40)}"
            self.add_doubt(WireFault(f"sent {what}", SAME_ID_FIX), what, "answers")
            return False
        if number in self.answers:
            self.add_second_answer(number)
            return False
        if number in self.given_up:
            return False
        if isinstance(message, JSONRPCResponse):
            self.answers[number] = {"result": message.result}
        else:
            self.answers[number] = {"error": message.error.model_dump(mode="json", exclude_unset=True)}
        self._settle_doubt()
        return True

    def add_second_answer(self, number: int | str) -> None:
        """Record that a request was answered again."""
        self._add_stray(f"a second one to request {number} (`{self.methods[number]}`)", "answers")

    def add_breach(self, breach: Breach) -> None:
        """Record what other clients may refuse."""
        self.conduct = self.conduct.plus(Conduct(breaches=(breach,)))

    def _settle_doubt(self) -> None:
        """Record that what was doubted was no answer."""
        if (doubt := self.take_doubt()) is not None:
            self._add_stray(doubt.excerpt, doubt.unit)

    def take_doubt(self) -> Doubt | None:
        """Return what arrived in place of an answer, and forget it."""
        doubt, self.doubt = self.doubt, None
        return doubt

    def _record_server_id(self, message: JSONRPCMessage) -> None:
        """Record a request of the server: its ids are its own, but each may be used once."""
        if isinstance(message, JSONRPCRequest) and len(self.server_ids) < _MAX_SERVER_IDS:
            if message.id in self.server_ids:
                self.add_breach(REPEATED_IDS)
            self.server_ids.add(message.id)

    def add_noise(self, excerpt: str, doubt: WireFault | None) -> WireFault | None:
        """Record a line or an event that is not a message, and was meant as an answer where it has a ``doubt``.

        Returns what is wrong with a server that writes too many of them.
        """
        self.noise, self.noise_lines = excerpt, self.noise_lines + 1
        if doubt is not None:
            self.add_doubt(doubt, excerpt, self.unit)
        else:
            self._add_stray(excerpt, self.unit)
        if self.noise_lines <= _MAX_NOISE_LINES:
            return None
        verb = "wrote" if self.unit == "lines" else "sent"
        return WireFault(f"{verb} {self.noise_lines} {self.unit} that are not messages", _NOISE_FIX[self.unit])

    def add_doubt(self, fault: WireFault, excerpt: str, unit: Unit) -> None:
        """Record what cannot be the answer to the open request, though it seems meant as one."""
        if self.open is None or self.doubt is not None:
            self._add_stray(excerpt, unit)
        else:
            self.doubt = Doubt(fault, excerpt, unit, time.monotonic())

    def _add_stray(self, excerpt: str, unit: Unit) -> None:
        self.conduct = self.conduct.add(unit, Stray(1, excerpt))

    def is_overdue(self) -> bool:
        """Say whether no sound answer has followed a broken one."""
        return self.doubt is not None and time.monotonic() - self.doubt.since > _PATIENCE

    def give_up(self) -> WireFault | None:
        """Wait no longer for the answer that something broken has arrived for.

        Returns what is wrong where the session cannot do without the answer; that to a call is ``unread``.
        """
        doubt, number = self.take_doubt(), self.open
        if doubt is None or number is None:
            return None
        self.given_up.add(number)
        if self.methods[number] != CALL:
            return doubt.fault
        self.unread[number] = doubt.fault
        return None

    def fault_of_answer(self, message: JsonObject) -> WireFault | None:
        """Return what is wrong with an object that is not a message but seems an answer, ``None`` for others."""
        number, wanted = message.get("id"), self.open
        is_addressed = isinstance(number, int | str) and number in (wanted, str(wanted))
        has_outcome = "result" in message or "error" in message
        if wanted is None or "method" in message or not ((is_addressed and has_outcome) or "jsonrpc" in message):
            return None
        what = f"answered `{self.methods[wanted]}` with {code_text(compact_json(message), 200)}, which is no response"
        return WireFault(what, 'send `"jsonrpc": "2.0"`, the `id`, and one of `result` and `error`, both objects')

    def take_answer(self, number: int | str) -> JsonObject | None:
        """Return the answer to a request and forget it, ``None`` if there is none."""
        answer = self.answers.get(number)
        if answer is not None:
            self.answers[number] = None
        return answer
