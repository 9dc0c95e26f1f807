"""How far a run goes, and the ways in which a question ends without an answer."""

import math
import time
from dataclasses import dataclass, field


class InconclusiveError(Exception):
    """The question can't be answered: the environment fails first, or nothing may be asked; the text says why."""


class NotCalledError(InconclusiveError):
    """The question needs a call, and the tool may not be called."""


class OutOfTimeError(Exception):
    """The time for the whole run is over."""


@dataclass(slots=True)
class SlowToolBudget:
    """How many more tools may be too slow before the runtime itself counts as one that hangs."""

    left: int = 2

    def spend(self) -> bool:
        """Count one slow tool; say whether that can still be borne."""
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class RunLimits:
    """How far a run goes: seed, examples per tool, and the moment (monotonic seconds) at which it ends."""

    seed: int = 0
    max_examples: int = 100
    deadline: float | None = None
    slow_tools: SlowToolBudget = field(default_factory=SlowToolBudget)

    def seconds_left(self) -> float:
        """Return how long the run may still take, infinite where nothing bounds it."""
        return math.inf if self.deadline is None else self.deadline - time.monotonic()
