"""A result counts once, in memory and in a file alike; what answers no pending call is discarded and logged."""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conformance.callback.ledger import (
    DEFAULT_LIMITS,
    LOG,
    Ledger,
    LedgerLimits,
    MemoryLedger,
    Outcome,
    PendingCall,
    call_key,
)
from conformance.callback.server.durable_ledger import DurableLedger
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError

CALL = PendingCall("thread_1", "call_a")


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


Make = Callable[..., Ledger]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "file"])
def make(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Make]:
    """Makes a ledger of each kind; ``limits`` may be given."""
    opened: list[DurableLedger] = []

    def ledger(limits: LedgerLimits = DEFAULT_LIMITS) -> Ledger:
        if request.param == "memory":
            return MemoryLedger(limits=limits, clock=clock)
        opened.append(DurableLedger(tmp_path / "ledger.sqlite", limits, clock))
        return opened[-1]

    yield ledger
    for one in opened:
        one.close()


def message(call: PendingCall = CALL, **members: object) -> JsonObject:
    return {"type": "tool_result", "group_id": call.group_id, "id": call.id, "text": "done", **members}  # type: ignore[dict-item]


def test_the_first_result_of_a_pending_call_is_accepted(make: Make) -> None:
    ledger = make()
    ledger.expect(CALL)
    assert ledger.pending_count() == 1
    assert ledger.receive(message()) is Outcome.ACCEPTED
    assert ledger.pending_count() == 0


def test_the_same_result_again_is_a_duplicate_and_another_one_a_conflict(make: Make) -> None:
    ledger = make()
    ledger.expect(CALL)
    reordered = dict(reversed(list(message().items())))
    outcomes = ledger.receive_all([message(), message(), reordered, message(text="else"), message()])
    assert [outcome.value for outcome in outcomes] == ["accepted", "duplicate", "duplicate", "conflict", "duplicate"]


@pytest.mark.parametrize(
    "stranger",
    [
        PendingCall("thread_2", "call_a"),
        PendingCall("thread_1", "call_b"),
        PendingCall("thread_1", "CALL_A"),
        PendingCall("thread_1", "call_a "),
        PendingCall("thread_1c", "all_a"),
        PendingCall("thread_1", "call_\uff41"),
        PendingCall("", ""),
    ],
)
def test_a_result_of_no_pending_call_is_discarded(make: Make, stranger: PendingCall) -> None:
    ledger = make()
    ledger.expect(CALL)
    assert ledger.receive(message(stranger)) is Outcome.UNKNOWN
    assert ledger.pending_count() == 1


@pytest.mark.parametrize("members", [{"group_id": 7}, {"id": None}, {"id": ["call_a"]}, {"type": "tool_response"}])
def test_what_is_no_result_is_discarded(make: Make, members: JsonObject) -> None:
    ledger = make()
    ledger.expect(CALL)
    assert ledger.receive({**message(), **members}) is Outcome.UNKNOWN
    assert ledger.pending_count() == 1


def test_a_second_id_has_to_come_back(make: Make) -> None:
    ledger = make()
    ledger.expect(PendingCall("thread_1", "call_a", "toolu_9"))
    assert ledger.receive(message()) is Outcome.UNKNOWN
    assert ledger.receive(message(call_id="toolu_8")) is Outcome.UNKNOWN
    assert ledger.receive(message(call_id="toolu_9")) is Outcome.ACCEPTED


def test_a_second_id_that_nobody_asked_for_is_no_obstacle(make: Make) -> None:
    ledger = make()
    ledger.expect(CALL)
    assert ledger.receive(message(call_id="toolu_8")) is Outcome.ACCEPTED


def test_the_same_id_in_two_threads_is_two_calls(make: Make) -> None:
    ledger = make()
    other = PendingCall("thread_2", "call_a")
    ledger.expect(CALL)
    ledger.expect(other)
    assert ledger.receive(message()) is Outcome.ACCEPTED
    assert ledger.receive(message(other, text="else")) is Outcome.ACCEPTED


def test_a_request_for_access_leaves_the_call_pending(make: Make) -> None:
    ledger = make()
    ledger.expect(CALL)
    assert ledger.receive(message(type="oauth")) is Outcome.DEFERRED
    assert ledger.pending_count() == 1
    assert ledger.receive(message()) is Outcome.ACCEPTED
    assert ledger.receive(message(type="oauth")) is Outcome.UNKNOWN


def test_expecting_twice_changes_nothing(make: Make) -> None:
    ledger = make()
    ledger.expect(CALL)
    ledger.expect(CALL)
    assert ledger.pending_count() == 1
    ledger.receive(message())
    ledger.expect(CALL)
    assert ledger.pending_count() == 0
    assert ledger.receive(message()) is Outcome.DUPLICATE


def test_a_call_that_waited_too_long_is_unknown(make: Make, clock: Clock) -> None:
    ledger = make(LedgerLimits(pending_seconds=60))
    ledger.expect(CALL)
    clock.now += 59
    assert ledger.pending_count() == 1
    clock.now += 1
    assert ledger.receive(message()) is Outcome.UNKNOWN
    assert ledger.pending_count() == 0


def test_a_settled_call_is_forgotten_and_its_result_not_injected_again(make: Make, clock: Clock) -> None:
    ledger = make(LedgerLimits(settled_seconds=60))
    ledger.expect(CALL)
    ledger.receive(message())
    clock.now += 61
    assert ledger.receive(message()) is Outcome.UNKNOWN


def test_one_pending_call_too_many_is_refused(make: Make) -> None:
    ledger = make(LedgerLimits(max_pending=2))
    ledger.expect(CALL)
    ledger.expect(PendingCall("thread_1", "call_b"))
    with pytest.raises(ConformanceError, match="2 calls are already pending"):
        ledger.expect(PendingCall("thread_1", "call_c"))
    assert ledger.pending_count() == 2
    assert ledger.receive(message()) is Outcome.ACCEPTED
    ledger.expect(PendingCall("thread_1", "call_c"))


def test_a_subscription_is_recorded_until_it_is_cancelled(make: Make) -> None:
    ledger = make()
    other = PendingCall("thread_1", "call_b")
    for call in (CALL, other):
        ledger.expect(call)
    ledger.receive(message(subscription=True))
    ledger.receive(message(other))
    assert ledger.subscriptions("thread_1") == ["call_a"]
    assert ledger.subscriptions("thread_2") == []
    assert ledger.cancel_subscription("thread_1", "call_a")
    assert not ledger.cancel_subscription("thread_1", "call_a")
    assert ledger.subscriptions("thread_1") == []


def test_many_threads_settle_each_call_once(make: Make) -> None:
    ledger = make()
    calls = [PendingCall("thread_1", f"call_{number}") for number in range(50)]
    for call in calls:
        ledger.expect(call)
    outcomes: Counter[Outcome] = Counter()
    counting = threading.Lock()

    def work() -> None:
        mine = Counter(ledger.receive(message(call)) for call in calls)
        with counting:
            outcomes.update(mine)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == {Outcome.ACCEPTED: 50, Outcome.DUPLICATE: 350}


def test_what_is_discarded_is_logged_on_one_short_line(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    ledger = make()
    with caplog.at_level(logging.INFO, LOG.name):
        ledger.receive(message(PendingCall("g", "x\n2026-01-01 INFO matched " + "c" * 500_000)))
    (record,) = caplog.records
    assert "x\\x0a2026-01-01" in record.getMessage()
    assert "\n" not in record.getMessage()
    assert len(record.getMessage()) < 300


def test_memory_hears_of_each_accepted_message_once() -> None:
    told: list[JsonObject] = []
    ledger = MemoryLedger(told.append)
    ledger.expect(CALL)
    ledger.receive_all([message(), message(), message(text="else"), message(PendingCall("g", "c"))])
    assert told == [message()]


def test_a_consumer_that_fails_leaves_the_call_pending() -> None:
    def refuse(_message: JsonObject) -> None:
        raise OSError("the disk is full")

    ledger = MemoryLedger(refuse)
    ledger.expect(CALL)
    with pytest.raises(OSError, match="full"):
        ledger.receive(message())
    assert ledger.pending_count() == 1


def test_memory_stays_bounded() -> None:
    ledger = MemoryLedger(limits=LedgerLimits(max_settled=100))
    for number in range(1000):
        call = PendingCall("g", str(number))
        ledger.expect(call)
        ledger.receive(message(call, subscription=True))
    assert len(ledger._settled) <= 101
    assert len(ledger.subscriptions("g")) <= 101


def test_ids_that_run_together_have_different_keys() -> None:
    secret = b"k" * 32
    assert call_key(secret, "a", "bc") != call_key(secret, "ab", "c")
    assert call_key(secret, "a", "bc") != call_key(b"l" * 32, "a", "bc")
    assert call_key(secret, "\ud800", "x") != call_key(secret, "\ud801", "x")
