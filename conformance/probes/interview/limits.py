"""The limits of a run, and the ways in which a question ends without an answer."""

import math
import time
from dataclasses import dataclass, field


class InconclusiveError(Exception):
    """The question can't be answered (the environment fails, or nothing may be asked); the text gives the reason.

    ``advice`` says what would settle it.
    """

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(reason)
        self.advice = advice


class NotCalledError(InconclusiveError):
    """The question needs a call, but the tool may not be called."""


class OutOfTimeError(Exception):
    """The time limit of the run is exceeded."""


@dataclass(slots=True)
class SlowToolBudget:
    """How many more tools may time out before the runtime itself is considered unresponsive."""

    left: int = 2

    def spend(self) -> bool:
        """Count one slow tool, and say whether the run can go on."""
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class RunLimits:
    """The limits of a run: seed, examples per tool, and the moment (monotonic seconds) at which it ends."""

    seed: int = 0
    max_examples: int = 100
    deadline: float | None = None
    slow_tools: SlowToolBudget = field(default_factory=SlowToolBudget)

    def seconds_left(self) -> float:
        """Return the seconds left for the run, infinite without a deadline."""
        return math.inf if self.deadline is None else self.deadline - time.monotonic()
