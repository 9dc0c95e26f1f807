"""How much work one question may cost, in steps and in seconds.

Steps make an answer the same on every machine; the clock only guards against what steps do not see.
"""

import time
from dataclasses import dataclass

_STEPS_PER_DEADLINE_CHECK = 128


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that one question may cost."""

    steps: int = 20_000
    seconds: float = 1.0


class UndecidableError(Exception):
    """The question cannot be decided; ``reason`` says why, in words for the user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BudgetSpentError(UndecidableError):
    """The question costs more than its budget."""


class Meter:
    """Counts the steps of one question and raises ``BudgetSpentError`` when they are too many."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._deadline = time.monotonic() + budget.seconds
        self._steps = 0

    def spend(self) -> None:
        """Count one step."""
        self._steps += 1
        if self._steps > self._budget.steps:
            raise BudgetSpentError(f"no answer within {self._budget.steps:,} steps")
        if self._steps % _STEPS_PER_DEADLINE_CHECK == 0:
            self.check_deadline()

    def reset_steps(self) -> None:
        """Count the steps of the next attempt from zero; the time goes on."""
        self._steps = 0

    def check_deadline(self) -> None:
        """Raise ``BudgetSpentError`` when the time is over."""
        if time.monotonic() > self._deadline:
            raise BudgetSpentError(f"no answer within {self._budget.seconds:g} seconds")
