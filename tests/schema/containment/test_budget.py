"""A question may take exactly as many steps as its budget has, and no longer than that allows."""

import pytest

from conformance.schema.containment import budget
from conformance.schema.containment.budget import BudgetSpentError, Meter, ProofBudget, SharedTime


def test_the_last_step_of_the_budget_may_be_taken_and_the_next_one_not() -> None:
    meter = Meter(ProofBudget(steps=2))
    meter.spend()
    meter.spend()
    with pytest.raises(BudgetSpentError, match="no answer within 2 steps") as spent:
        meter.spend()
    assert spent.value.reason == "no answer within 2 steps"


def test_another_attempt_has_all_the_steps_again_and_the_same_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(budget.time, "process_time", lambda: now)
    meter = Meter(ProofBudget(steps=1, seconds=2.5))
    meter.spend()
    meter.reset_steps()
    meter.spend()
    with pytest.raises(BudgetSpentError):
        meter.spend()
    now = 102.5
    meter.check_deadline()
    now = 102.6
    with pytest.raises(BudgetSpentError, match=r"no answer within 2\.5 seconds"):
        meter.check_deadline()


def test_steps_look_at_the_clock_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(budget.time, "process_time", lambda: now)
    monkeypatch.setattr(budget, "_STEPS_PER_DEADLINE_CHECK", 3)
    meter = Meter(ProofBudget(seconds=1.0))
    now = 2.0
    meter.spend()
    meter.spend()
    with pytest.raises(BudgetSpentError, match="no answer within 1 seconds"):
        meter.spend()


def test_hard_comparisons_share_their_time_and_easy_ones_spend_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(budget.time, "process_time", lambda: now)
    shared = SharedTime(ProofBudget(steps=7, seconds=1.0))
    for _ in range(1_000):
        with shared.count():
            now += 0.25
    assert shared.budget() == ProofBudget(steps=7, seconds=1.0)
    with shared.count():
        now += budget.SECONDS_FOR_HARD_ONES + 1
    assert shared.budget() == ProofBudget(steps=7, seconds=0.05)
