"""Keeps track of pending calls, and decides what to do with a message that claims to answer one.

Only the first result of a pending call counts. The same result again is a duplicate, as retries cause them; a different
one is a conflict and changes nothing; a result for no pending call is discarded. Ids act as capabilities: anyone who
knows the ids of a pending call can put text in front of the model. Therefore they are looked up by a keyed digest,
compared in constant time, and never logged raw or in full.
"""

import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from conformance.callback.message import DEFERRING_TYPES, TOOL_RESULT
from conformance.display import quote_text
from conformance.documents.values import JsonObject, as_text, compact_json
from conformance.errors import ConformanceError, ErrorKind

LOG = logging.getLogger("conformance.callback")

# Ids in logs are cut to this length: they are secrets, and foreign text.
_MAX_ID_CHARS = 40


class PendingCall(Struct, frozen=True):
    """A call that is waiting for its result."""

    group_id: str
    id: str
    call_id: str | None = None


class Outcome(StrEnum):
    """What a ledger did with a message."""

    ACCEPTED = "accepted"
    DUPLICATE = "duplicate"
    CONFLICT = "conflict"
    DEFERRED = "deferred"
    UNKNOWN = "unknown"


class LedgerLimits(Struct, frozen=True):
    """How many calls a ledger remembers, and for how many seconds; messages for forgotten calls are discarded."""

    max_pending: int = 100_000
    max_settled: int = 100_000
    pending_seconds: float = 24 * 3600.0
    settled_seconds: float = 24 * 3600.0


DEFAULT_LIMITS = LedgerLimits()


class Ledger(Protocol):
    """The interface of a ledger; every method may be called from any thread."""

    def expect(self, call: PendingCall) -> None:
        """Await the result of a call; raises ``ConformanceError`` when too many are pending."""
        ...

    def receive(self, message: JsonObject) -> Outcome:
        """Settle the call that the message answers; the outcome is stored before this returns."""
        ...

    def receive_all(self, messages: Sequence[JsonObject]) -> list[Outcome]:
        """Settle several messages in order; all outcomes are stored before this returns."""
        ...

    def pending_count(self) -> int:
        """Return how many calls are still pending."""
        ...

    def pending_calls(self) -> list[PendingCall]:
        """Return the calls that are still pending."""
        ...

    def subscriptions(self, group_id: str) -> list[str]:
        """Return the ids of the calls in a thread that started a subscription which has not been cancelled."""
        ...

    def cancel_subscription(self, group_id: str, call: str) -> bool:
        """Cancel a subscription; return whether there was one."""
        ...


def ids_of(message: JsonObject) -> tuple[str, str] | None:
    """Return the group id and call id of a message, ``None`` where one is not a string."""
    group, call = as_text(message.get("group_id")), as_text(message.get("id"))
    return None if group is None or call is None else (group, call)


def call_key(secret: bytes, group_id: str, call: str) -> bytes:
    """Return the lookup key of a call: a keyed digest, so the time of a lookup reveals nothing about the ids."""
    # The length in front keeps ("a", "bc") and ("ab", "c") apart.
    group, own = group_id.encode("utf-8", "surrogatepass"), call.encode("utf-8", "surrogatepass")
    return hmac.digest(secret, len(group).to_bytes(8, "big") + group + own, "sha256")


def is_same_id(left: str | None, right: str | None) -> bool:
    """Whether two ids are equal, compared in constant time; ``None`` equals only ``None``."""
    if left is None or right is None:
        return left is right
    return hmac.compare_digest(left.encode("utf-8", "surrogatepass"), right.encode("utf-8", "surrogatepass"))


def content_digest(message: JsonObject) -> bytes:
    """Return a digest of the message that does not depend on the order of its members."""
    return hashlib.sha256(compact_json(message).encode()).digest()


def log_outcome(outcome: Outcome, message: JsonObject, why: str) -> Outcome:
    """Log a message that was not accepted, with its ids shortened and escaped; return the outcome."""
    group, call = (quote_text(as_text(message.get(key)) or "", _MAX_ID_CHARS) for key in ("group_id", "id"))
    LOG.warning("%s message for group %s, call %s: %s", outcome.value, group, call, why)
    return outcome


def classify_message(message: JsonObject, call: PendingCall, first: bytes | None, digest: bytes) -> Outcome:
    """Return the outcome of a message for the call found by its ids; ``first`` is the digest of an earlier result."""
    if not _is_answer_to(message, call):
        return log_outcome(Outcome.UNKNOWN, message, "its ids do not match the call exactly; discarded")
    if message.get("type") in DEFERRING_TYPES:
        return (
            Outcome.DEFERRED
            if first is None
            else log_outcome(Outcome.UNKNOWN, message, "the call already has its result; discarded")
        )
    if message.get("type") != TOOL_RESULT:
        return log_outcome(Outcome.UNKNOWN, message, "it is not the result of a call; discarded")
    if first is None:
        return Outcome.ACCEPTED
    if hmac.compare_digest(first, digest):
        return Outcome.DUPLICATE
    return log_outcome(Outcome.CONFLICT, message, "the call already has a different result; the first one is kept")


def _is_answer_to(message: JsonObject, call: PendingCall) -> bool:
    # `&` instead of `and`: every id is compared, whatever the others are.
    echoed = call.call_id is None or is_same_id(as_text(message.get("call_id")), call.call_id)
    return (
        is_same_id(as_text(message.get("group_id")), call.group_id)
        & is_same_id(as_text(message.get("id")), call.id)
        & echoed
    )


def pending_limit_error(limits: LedgerLimits) -> ConformanceError:
    """Return the error for exceeding the limit of pending calls."""
    message = f"{limits.max_pending} calls are already pending"
    return ConformanceError(ErrorKind.TOO_LARGE, message, "raise `max_pending`, or lower `pending_seconds`")


class _Entry(Struct):
    call: PendingCall
    expires: float
    digest: bytes | None = None


class MemoryLedger:
    """A ledger in memory; ``deliver`` gets each accepted message once, before ``receive`` returns.

    ``clock`` returns monotonic seconds. If ``deliver`` raises, the call stays pending.
    """

    def __init__(
        self,
        deliver: Callable[[JsonObject], None] = lambda _message: None,
        limits: LedgerLimits = DEFAULT_LIMITS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._deliver = deliver
        self._limits = limits
        self._clock = clock
        self._secret = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._pending: OrderedDict[bytes, _Entry] = OrderedDict()
        self._settled: OrderedDict[bytes, _Entry] = OrderedDict()
        self._subscribed: OrderedDict[bytes, PendingCall] = OrderedDict()

    def expect(self, call: PendingCall) -> None:
        """Await the result of a call; a call that is already known is unchanged."""
        key = call_key(self._secret, call.group_id, call.id)
        with self._lock:
            self._forget()
            if key in self._pending or key in self._settled:
                return
            if len(self._pending) >= self._limits.max_pending:
                raise pending_limit_error(self._limits)
            self._pending[key] = _Entry(call, self._clock() + self._limits.pending_seconds)

    def receive(self, message: JsonObject) -> Outcome:
        """Settle the call that the message answers."""
        ids = ids_of(message)
        if ids is None:
            return log_outcome(Outcome.UNKNOWN, message, "it has no group_id or id; discarded")
        key = call_key(self._secret, *ids)
        with self._lock:
            self._forget()
            entry = self._pending.get(key) or self._settled.get(key)
            if entry is None:
                return log_outcome(Outcome.UNKNOWN, message, "no call with these ids is pending; discarded")
            return self._settle(key, entry, message)

    def receive_all(self, messages: Sequence[JsonObject]) -> list[Outcome]:
        """Settle several messages in order."""
        return [self.receive(message) for message in messages]

    def pending_count(self) -> int:
        """Return how many calls are still pending."""
        with self._lock:
            self._forget()
            return len(self._pending)

    def pending_calls(self) -> list[PendingCall]:
        """Return the calls that are still pending, the oldest first."""
        with self._lock:
            self._forget()
            return [entry.call for entry in self._pending.values()]

    def subscriptions(self, group_id: str) -> list[str]:
        """Return the ids of the calls in a thread that started a subscription which has not been cancelled."""
        with self._lock:
            return [call.id for call in self._subscribed.values() if is_same_id(call.group_id, group_id)]

    def cancel_subscription(self, group_id: str, call: str) -> bool:
        """Cancel a subscription; return whether there was one."""
        with self._lock:
            return self._subscribed.pop(call_key(self._secret, group_id, call), None) is not None

    def _settle(self, key: bytes, entry: _Entry, message: JsonObject) -> Outcome:
        digest = content_digest(message)
        outcome = classify_message(message, entry.call, entry.digest, digest)
        if outcome is Outcome.ACCEPTED:
            self._deliver(message)
            del self._pending[key]
            self._settled[key] = _Entry(entry.call, self._clock() + self._limits.settled_seconds, digest)
            if message.get("subscription") is True:
                self._subscribed[key] = entry.call
        return outcome

    def _forget(self) -> None:
        now = self._clock()
        for entries, most in (
            (self._pending, self._limits.max_pending),
            (self._settled, self._limits.max_settled),
        ):
            while entries and (len(entries) > most or next(iter(entries.values())).expires <= now):
                entries.popitem(last=False)
        while len(self._subscribed) > self._limits.max_settled:
            self._subscribed.popitem(last=False)
