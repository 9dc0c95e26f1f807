"""Foreign Python code run in a thread of its own, so that it has an end, and can end nothing else."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from conformance.display import quote_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.runtime import DeclinedError, SlowAnswerError, UnsupportedError

Made = TypeVar("Made")


class _Outcome(Generic[Made]):
    def __init__(self) -> None:
        self.values: list[Made] = []
        self.errors: list[BaseException] = []


def run_with_timeout(
    make: Callable[[], Made], seconds: float, what: str, hint: str = "--timeout gives it more time"
) -> Made:
    """Return what ``make`` returns; raises ``ConformanceError`` when it takes longer, or raises anything itself.

    Also what would end the program, such as ``SystemExit``: foreign code may not end the harness.
    """
    outcome: _Outcome[Made] = _Outcome()

    def run() -> None:
        try:
            outcome.values.append(make())
        except BaseException as error:  # noqa: BLE001  foreign code may raise anything; it is told below
            outcome.errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    start = time.monotonic()
    thread.start()
    thread.join(seconds)
    if outcome.values:
        return outcome.values[0]
    if not outcome.errors:
        late = f"{what} did not come within {time.monotonic() - start:.0f} s"
        raise SlowAnswerError(ErrorKind.UNREACHABLE, late, hint)
    raised = outcome.errors[0]
    if isinstance(raised, UnsupportedError | SlowAnswerError):
        raise raised
    if isinstance(raised, ConformanceError):
        raise DeclinedError(raised.kind, raised.message, raised.recovery_hint)
    reason = quote_text(f"{type(raised).__name__}: {raised}", 300)
    raise DeclinedError(ErrorKind.UNREACHABLE, f"{what} raised {reason}", "mend the object under test")
