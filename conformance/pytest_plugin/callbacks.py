"""What the fixture ``callback_endpoint`` gives a test: a callback URL, what came to it, what the rules say of it."""

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from conformance.callback.extra import import_optional
from conformance.callback.ledger import MemoryLedger, PendingCall, ids_of
from conformance.callback.observed import KnownCalls, ObservedMessage
from conformance.callback.recording import message_from_body
from conformance.callback.server.arrival import Arrival, HttpReply, LedgerReceiver
from conformance.commands.callback import DEFAULT_PROFILE, judge_messages
from conformance.documents.values import JsonObject
from conformance.findings import Finding
from conformance.settings.profiles import load_profile


class CallbackFixture:
    """A callback URL on loopback that waits for the calls that a test expects."""

    def __init__(self) -> None:
        self.url = ""
        self.accepted: list[JsonObject] = []
        self._calls: list[JsonObject] = []
        self._seen: list[tuple[bytes, str, str]] = []
        self._news = threading.Condition()
        self._ledger = MemoryLedger(self._deliver)
        self._receiver = LedgerReceiver(self._ledger)

    def expect(self, group_id: str, call: str, call_id: str | None = None) -> None:
        """Await the result of a call."""
        self._calls.append({"group_id": group_id, "id": call, "call_id": call_id})
        self._ledger.expect(PendingCall(group_id, call, call_id))

    def wait_for(self, count: int, seconds: float = 10.0) -> Sequence[JsonObject]:
        """Return the accepted results once there are ``count``; raises ``TimeoutError`` with what came instead."""
        with self._news:
            if not self._news.wait_for(lambda: len(self.accepted) >= count, seconds):
                came = f"{len(self.accepted)} of {count} results were accepted, {len(self._seen)} messages came"
                raise TimeoutError(came)
            return list(self.accepted)

    def findings(self, profile: str = DEFAULT_PROFILE) -> Sequence[Finding]:
        """Return what the rules of a profile say of all that came, whether it was accepted or not."""
        calls, firsts = KnownCalls(self._calls), dict[tuple[str, str], JsonObject]()
        messages: list[ObservedMessage] = []
        for number, (body, media_type, encoding) in enumerate(list(self._seen), 1):
            message = message_from_body(f"message {number}", body, calls, media_type, encoding)
            ids = ids_of(message.members)
            messages.append(replace(message, earlier=firsts.get(ids) if ids else None))
            if ids and message.is_result:
                firsts.setdefault(ids, message.members)
        return judge_messages(messages, load_profile(profile)).findings

    async def receive(self, arrival: Arrival) -> HttpReply:
        """Note an arrival and settle it; called on the endpoint's event loop."""
        with self._news:
            self._seen.append((arrival.body, arrival.media_type, arrival.encoding))
        return await self._receiver(arrival)

    def _deliver(self, message: JsonObject) -> None:
        with self._news:
            self.accepted.append(message)
            self._news.notify_all()


@contextmanager
def run_endpoint() -> Generator[CallbackFixture]:
    """Run an endpoint for one test; raises ``ConformanceError`` when the extra is not installed."""
    endpoint = CallbackFixture()
    with import_optional("server.socket_server").running_endpoint(endpoint.receive) as served:
        endpoint.url = served.url
        yield endpoint
