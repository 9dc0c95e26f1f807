"""Limits the work for one question, in steps and in seconds.

Steps give the same answer on every machine; the clock only guards against work that steps do not measure.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager

from msgspec import Struct

# Reading the clock costs more than a step, so it is read once in a while.
_STEPS_PER_DEADLINE_CHECK = 128
SECONDS_FOR_HARD_ONES = 6.0
"""Seconds that the hard comparisons of one run take together, before each gets little time."""
# The slowest of 788 labelled pairs of schemas takes 0.2 s, a hard one 4.
_EASY = 0.25
# The median of the labelled pairs takes a fortieth of it, so that nearly all are still answered.
_LITTLE = 0.05


class ProofBudget(Struct, frozen=True):
    """The limits of one question, in steps and in seconds."""

    steps: int = 20_000
    seconds: float = 1.0


class SharedTime:
    """What many comparisons may cost together: once hard ones have spent it, each of the rest gets little time.

    Easy ones cost nothing of it, so that a list of any length is compared with the full budget. It is processor time,
    which other programs do not spend.
    """

    def __init__(self, budget: ProofBudget) -> None:
        self._budget = budget
        self._left = SECONDS_FOR_HARD_ONES

    def budget(self) -> ProofBudget:
        """Return the budget of each question of the next comparison."""
        return self._budget if self._left > 0 else ProofBudget(self._budget.steps, min(self._budget.seconds, _LITTLE))

    @contextmanager
    def count(self) -> Generator[None]:
        """Count what a comparison takes beyond what an easy one takes."""
        began = time.process_time()
        try:
            yield
        finally:
            self._left -= max(0.0, time.process_time() - began - _EASY)


class UndecidableError(Exception):
    """The question cannot be decided; ``reason`` says why and is shown to users."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BudgetSpentError(UndecidableError):
    """The question exceeded its budget."""


class Meter:
    """Counts the steps of one question and raises ``BudgetSpentError`` when a limit is exceeded."""

    def __init__(self, budget: ProofBudget) -> None:
        self._budget = budget
        # Processor time: other programs that are busy must not change an answer.
        self._deadline = time.process_time() + budget.seconds
        self._steps = 0

    def spend(self) -> None:
        """Count one step; raises ``BudgetSpentError`` beyond the limit."""
        self._steps += 1
        if self._steps > self._budget.steps:
            raise BudgetSpentError(f"no answer within {self._budget.steps:,} steps")
        if self._steps % _STEPS_PER_DEADLINE_CHECK == 0:
            self.check_deadline()

    def reset_steps(self) -> None:
        """Restart the count of steps for another attempt; the deadline stays."""
        self._steps = 0

    def check_deadline(self) -> None:
        """Raise ``BudgetSpentError`` when the deadline has passed."""
        if time.process_time() > self._deadline:
            # Whoever goes on with another part of the question stops at the next step, not at the next look.
            self._steps = max(self._steps, self._budget.steps)
            raise BudgetSpentError(f"no answer within {self._budget.seconds:g} seconds")
