"""Foreign Python code run in a thread of its own, so that it has an end, and can end nothing else."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from conformance.display import quoted
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.runtime import DeclinedError, SlowAnswerError, UnsupportedError

Made = TypeVar("Made")


class _Outcome(Generic[Made]):
    def __init__(self) -> None:
        self.made: list[Made] = []
        self.raised: list[BaseException] = []


def in_time(make: Callable[[], Made], seconds: float, what: str, hint: str = "--timeout gives it more time") -> Made:
    """Return what ``make`` returns; raises ``ConformanceError`` when it takes longer, or raises anything itself.

    Also what would end the program, such as ``SystemExit``: foreign code may not end the harness.
    """
    outcome: _Outcome[Made] = _Outcome()

    def run() -> None:
        try:
            outcome.made.append(make())
        except BaseException as error:  # noqa: BLE001  foreign code may raise anything; it is told below
            outcome.raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    start = time.monotonic()
    thread.start()
    thread.join(seconds)
    if outcome.made:
        return outcome.made[0]
    if not outcome.raised:
        late = f"{what} did not come within {time.monotonic() - start:.0f} s"
        raise SlowAnswerError(ErrorKind.UNREACHABLE, late, hint)
    raised = outcome.raised[0]
    if isinstance(raised, UnsupportedError | SlowAnswerError):
        raise raised
    if isinstance(raised, ConformanceError):
        raise DeclinedError(raised.kind, raised.message, raised.recovery_hint)
    reason = quoted(f"{type(raised).__name__}: {raised}", 300)
    raise DeclinedError(ErrorKind.UNREACHABLE, f"{what} raised {reason}", "mend the object under test")
