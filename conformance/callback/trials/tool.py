"""Tries a tool: invokes it as a runtime would, receives its results at its own endpoint, and records what happens.

Each call has planned answers, so one call meets a runtime that is briefly unavailable and another one that rejects the
result. The answer to the first result is held back until the tool has answered the invocation: that exposes a tool that
sends its result first and acknowledges only afterwards, independently of clocks.
"""

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.callback.credentials import mask_url
from conformance.callback.ledger import is_same_id
from conformance.callback.message import DEFERRING_TYPES
from conformance.callback.observed import Acknowledgement, Attempt, KnownCalls, ObservedCall, ObservedMessage
from conformance.callback.recording import message_from_body
from conformance.callback.server.arrival import Arrival, EndpointLimits, HttpReply
from conformance.callback.server.socket_server import LOOPBACK, running_endpoint
from conformance.display import escape_text, quote_text
from conformance.documents.exchange import ExchangeError, Request, exchange
from conformance.documents.values import JsonObject, JsonValue, as_text
from conformance.errors import ConformanceError

UNKNOWN_OPERATION = "conformance_no_such_operation"

# The first result is held for at most a second; an acknowledgement within the grace polls was merely overtaken.
_POLL_SECONDS, _HOLD_POLLS, _GRACE_POLLS = 0.005, 200, 50
# A late acknowledgement is a finding with its time, so wait a multiple of the limit before giving up.
_PATIENCE = 3
_JSON = {"Content-Type": "application/json"}
# A tool that sends without end must not fill the memory: what is kept, and the bytes of that together.
_MAX_MESSAGES, _MAX_KEPT_BYTES = 1000, 32 * 1024 * 1024


class ToolTrial(Struct, frozen=True):
    """What to invoke, and how long to wait; times in seconds.

    ``failing_operation`` and ``failing_arguments`` make a call that can only fail, by default an operation that no tool
    has. ``quiet`` is how long nothing must arrive, after every call has its result, before the trial ends.
    """

    invoke: str
    operation: str
    arguments: JsonObject = field(default_factory=dict[str, JsonValue])
    failing_operation: str = UNKNOWN_OPERATION
    failing_arguments: JsonObject = field(default_factory=dict[str, JsonValue])
    starts_subscription: bool = False
    acknowledge_within: float = 2.0
    result_within: float = 30.0
    retry_within: float = 15.0
    quiet: float = 3.0
    host: str = LOOPBACK
    port: int = 0


class ToolObservation(Struct, frozen=True):
    """The calls and messages observed in a trial; ``unkept`` counts the messages that are too many or too long."""

    calls: Sequence[ObservedCall]
    messages: Sequence[ObservedMessage]
    unkept: int = 0


class _Call(Struct):
    name: str
    invocation: JsonObject
    answers: tuple[int, ...] = (200,)
    must_fail: bool = False
    holds: bool = False
    sent_at: float = 0.0
    acknowledgement: Acknowledgement | None = None
    attempts: list[Attempt] = field(default_factory=list[Attempt])
    first: JsonObject | None = None
    deferred: bool = False

    def elapsed_ms(self) -> int:
        return round((time.monotonic() - self.sent_at) * 1000)

    def next_answer(self) -> int:
        return self.answers[min(len(self.attempts), len(self.answers) - 1)]

    @property
    def is_settled(self) -> bool:
        return self.deferred or len(self.attempts) >= len(self.answers)


class _TrialReceiver:
    """Receives what the tool sends; used from the endpoint's thread and the caller's."""

    def __init__(self, calls: Sequence[_Call], starts_subscription: bool) -> None:
        self._calls = calls
        self._known = KnownCalls({**call.invocation, "subscription": starts_subscription} for call in calls)
        self._lock = threading.Lock()
        self.messages: list[ObservedMessage] = []
        self.unkept = self._kept_bytes = 0
        self.last_arrival = time.monotonic()

    async def __call__(self, arrival: Arrival) -> HttpReply:
        """Record an arrival and return the answer planned for its call."""
        with self._lock:
            self.last_arrival = time.monotonic()
            number = len(self.messages) + 1
            message = message_from_body(
                f"message {number}", arrival.body, self._known, arrival.media_type, arrival.encoding
            )
            call = self._call_of(message)
            self._keep(_annotate_message(message, call), len(arrival.body))
            if call is None:
                return arrival.refusal or HttpReply(200)
            answer = arrival.refusal or HttpReply(call.next_answer(), "planned by this trial")
            self._record(call, message, answer)
        await self._hold(call)
        return answer

    def _keep(self, message: ObservedMessage, size: int) -> None:
        if len(self.messages) < _MAX_MESSAGES and self._kept_bytes + size <= _MAX_KEPT_BYTES:
            self._kept_bytes += size
            self.messages.append(message)
        else:
            self.unkept += 1

    def _call_of(self, message: ObservedMessage) -> _Call | None:
        group, own = as_text(message.members.get("group_id")), as_text(message.members.get("id"))
        mine = (
            c for c in self._calls if is_same_id(as_text(c.invocation["group_id"]), group) and c.invocation["id"] == own
        )
        return next(mine, None)

    def _record(self, call: _Call, message: ObservedMessage, answer: HttpReply) -> None:
        if message.type in DEFERRING_TYPES:
            call.deferred = True
        if not message.is_result:
            return
        call.attempts.append(Attempt(call.elapsed_ms(), answer.status))
        call.first = call.first or message.members

    async def _hold(self, call: _Call) -> None:
        """Wait for the acknowledgement; counts polls instead of time, so a stalled machine does not blame the tool."""
        polls = 0
        while call.holds and call.acknowledgement is None and polls < _HOLD_POLLS:
            await asyncio.sleep(_POLL_SECONDS)
            polls += 1
        if call.attempts and polls > _GRACE_POLLS:
            call.attempts[0] = replace(call.attempts[0], before_acknowledgement=True)
        call.holds = False


def _annotate_message(message: ObservedMessage, call: _Call | None) -> ObservedMessage:
    if call is None:
        return message
    name = f"{call.name}, message {len(call.attempts) + 1}"
    answered = call.attempts[-1].answered if call.attempts else None
    return replace(message, name=name, earlier=call.first, earlier_answer=answered, must_fail=call.must_fail)


def try_tool(trial: ToolTrial) -> ToolObservation:
    """Run a trial; raises ``ConformanceError`` when the tool cannot be reached."""
    limits = EndpointLimits(body_bytes=32 * 1024 * 1024, body_seconds=60)
    calls = _plan_calls(trial)
    watch = _TrialReceiver(calls, trial.starts_subscription)
    with running_endpoint(watch, limits, trial.host, trial.port) as endpoint:
        for call in calls:
            call.invocation = {**call.invocation, "callback_url": endpoint.url}
        for call in calls:
            _invoke(trial, call, is_first=call is calls[0])
        _wait(trial, calls, watch)
        observed = [_observed_call(call, trial) for call in calls]
        return ToolObservation(observed, list(watch.messages), watch.unkept)


def _plan_calls(trial: ToolTrial) -> list[_Call]:
    run = secrets.token_hex(4)
    plain: JsonObject = {
        "operation": trial.operation,
        "arguments": trial.arguments,
        "group_id": f"thread_{run}",
        "id": f"call_{run}",
        "call_id": None,
    }
    failing = {"operation": trial.failing_operation, "arguments": trial.failing_arguments}
    # Composed and decomposed letters, blanks at the ends, escapes, a character beyond the basic plane, many characters.
    long = f"{run}_{secrets.token_hex(40)}"
    odd = {
        "id": f" Call {long} e\u0301\u00e9 \U0001d11e/\u201c\\\u201d ",
        "group_id": f" Thread {long} u\u0308\u00fc:%41 ",
        "call_id": f" Toolu_{long}+\u00df e\u0301 ",
    }
    return [
        _Call("plain call", plain, holds=True),
        _Call("call with a call_id", {**plain, **odd}),
        _Call("same id in another group", {**plain, "group_id": f"other_{run}"}),
        _Call("call answered 503 first", {**plain, "id": f"retry_{run}"}, answers=(503, 200)),
        _Call("call answered 400", {**plain, "id": f"refused_{run}"}, answers=(400,)),
        _Call("call that must fail", {**plain, "id": f"fail_{run}", **failing}, must_fail=True),
    ]


def _invoke(trial: ToolTrial, call: _Call, *, is_first: bool) -> None:
    request = Request("POST", trial.invoke, json.dumps(call.invocation, ensure_ascii=False).encode(), _JSON)
    call.sent_at = time.monotonic()
    try:
        status = exchange(request, _PATIENCE * trial.acknowledge_within).status
        call.acknowledgement = Acknowledgement(status, call.elapsed_ms())
    except ExchangeError as error:
        if is_first and error.is_unsent:
            where = quote_text(mask_url(trial.invoke), 200)
            message = f"cannot reach the tool at {where}: {escape_text(str(error))}"
            raise ConformanceError(error.kind, message, "start the tool, and pass the URL of its endpoint") from error
        call.acknowledgement = Acknowledgement(None, call.elapsed_ms(), escape_text(str(error)))


def _wait(trial: ToolTrial, calls: Sequence[_Call], watch: _TrialReceiver) -> None:
    """Wait until every call has its planned deliveries or is out of time, and then until nothing arrives any more."""
    ended = time.monotonic() + trial.result_within + trial.retry_within
    while time.monotonic() < ended and not all(_is_over(trial, call) for call in calls):
        time.sleep(0.02)
    settled = time.monotonic()
    while time.monotonic() - max(settled, min(watch.last_arrival, ended)) < trial.quiet:
        time.sleep(0.02)


def _is_over(trial: ToolTrial, call: _Call) -> bool:
    if call.is_settled or call.acknowledgement is None or call.acknowledgement.status != 200:
        return True
    if call.attempts:
        return call.elapsed_ms() - call.attempts[-1].after_ms > trial.retry_within * 1000
    return call.elapsed_ms() > trial.result_within * 1000


def _observed_call(call: _Call, trial: ToolTrial) -> ObservedCall:
    acknowledgement = call.acknowledgement or Acknowledgement(None, call.elapsed_ms())
    operation = as_text(call.invocation["operation"]) or ""
    within = round(trial.acknowledge_within * 1000)
    attempts = tuple(call.attempts)
    return ObservedCall(call.name, operation, acknowledgement, attempts, within, call.elapsed_ms(), call.deferred)
