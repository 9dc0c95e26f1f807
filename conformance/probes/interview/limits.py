"""The limits of a run, and the ways in which a question ends without an answer."""

import math
import threading
import time
from collections.abc import Callable

from msgspec import Struct, field


class InconclusiveError(Exception):
    """The question can't be answered (the environment fails, or nothing may be asked); the text gives the reason.

    ``advice`` says what would settle it, ``failure`` is the reply of calls that fail, if that is the reason.
    """

    def __init__(self, reason: str, advice: str, failure: str = "") -> None:
        super().__init__(reason)
        self.advice = advice
        self.failure = failure


def unrepeatable_error() -> InconclusiveError:
    """Return the error for a question that compares replies of a tool whose replies to one input differ."""
    return InconclusiveError(
        "two identical calls got different replies, so the effect of one field cannot be observed",
        "make the replies repeatable in the environment under test, for example with a fixed clock",
    )


class NotCalledError(InconclusiveError):
    """The question needs a call, but the tool may not be called."""


class SlowToolError(InconclusiveError):
    """A call got no answer in time."""


class UnreadableReplyError(InconclusiveError):
    """A request was answered with what nobody can read, for which its tool is to blame."""


class TurnedAwayError(InconclusiveError):
    """A request did not get to its tool: too many of them, no permission, or a gateway without a server."""


class InapplicableError(Exception):
    """The question does not apply to the tool: nothing about its inputs or results could be asked."""


class OutOfTimeError(Exception):
    """The time limit of the run is exceeded."""


class SlowToolBudget(Struct):
    """How many more tools may time out before the runtime itself is considered unresponsive."""

    left: int = 2

    def spend(self) -> bool:
        """Count one slow tool, and say whether the run can go on."""
        self.left -= 1
        return self.left >= 0


# More than any run lasts, and less than any system call can wait.
_LONGEST_WAIT = 1_000_000.0


class Pace(Struct):
    """At most ``per_second`` requests per second, of all workers together; no limit where it is ``None``."""

    per_second: float | None = None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _next: float = -math.inf
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, most: float = math.inf) -> None:
        """Wait until the next request may be sent, but at most ``most`` seconds."""
        if self.per_second is None:
            return
        with self._lock:
            now = self.clock()
            start = max(now, self._next)
            self._next = start + 1 / self.per_second
        if start > now:
            self.sleep(max(0.0, min(start - now, most, _LONGEST_WAIT)))


class RunLimits(Struct, frozen=True):
    """The limits of a run: seed, examples per tool, and the moment (monotonic seconds) at which it ends."""

    seed: int = 0
    max_examples: int = 100
    deadline: float | None = None
    seconds_per_tool: float = 4.0
    """Processor time to make the inputs of one tool: most tools need a tenth of a second."""
    slow_tools: SlowToolBudget = field(default_factory=SlowToolBudget)
    pace: Pace = field(default_factory=Pace)
    clock: Callable[[], float] = time.monotonic

    def seconds_left(self) -> float:
        """Return the seconds left for the run, infinite without a deadline."""
        return math.inf if self.deadline is None else self.deadline - self.clock()

    def is_over(self) -> bool:
        """Say whether the time of the run has passed."""
        return self.seconds_left() <= 0

    def check_deadline(self) -> None:
        """Raise ``OutOfTimeError`` when the time of the run has passed."""
        if self.is_over():
            raise OutOfTimeError


class Effort(Struct):
    """The processor time that the inputs of one tool may take to make: waiting for answers is not counted.

    A schema that multiplies, or demands thousands of long values, would keep all other tools from their questions.
    """

    limits: RunLimits
    clock: Callable[[], float] = time.thread_time
    _end: float | None = None

    def check(self) -> None:
        """Raise ``InconclusiveError`` when the time has passed, which starts with the first check."""
        self.limits.check_deadline()
        now, most = self.clock(), self.limits.seconds_per_tool
        if self._end is None:
            self._end = now + most
        elif now > self._end:
            reason = f"its inputs take more than {most:g} seconds of processor time to make"
            raise InconclusiveError(reason, "lower the sizes that the schema demands, or its numbers of parts")
