"""What ends a run from outside, and leaves what it found until then."""

import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from conformance.errors import ConformanceError, ErrorKind

# A CI job that is cancelled and `timeout` send the first, a terminal that is closed the second; Windows has no second.
_ENDS = ("SIGTERM", "SIGHUP")


# `timeout` signals the program and then its group: within so many seconds that is one request for the end.
_SAME_REQUEST = 1.0
# What a shell adds to the number of the signal that ended a program.
_SIGNALLED = 128


class EndRequest(KeyboardInterrupt):
    """A signal that asks for the end; ``status`` is the exit status that a shell reports for a program it ended."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.name = signal.Signals(number).name
        self.status = _SIGNALLED + number


def interruption_of(error: BaseException, usual: int) -> tuple[ConformanceError, int]:
    """Return the error and the exit status for a run that was interrupted before it reported anything.

    ``usual`` is the status after Ctrl-C.
    """
    asked = error if isinstance(error, EndRequest) else error.__cause__
    if not isinstance(asked, EndRequest):
        return ConformanceError(ErrorKind.INTERRUPTED, "interrupted", ""), usual
    message = f"ended by {asked.name} before anything was reported"
    return ConformanceError(ErrorKind.INTERRUPTED, message, "run it again"), asked.status


def request_handler(now: Callable[[], float] = time.monotonic) -> Callable[[int, Any], None]:
    """Return what raises ``EndRequest`` at a signal, but not at one that only repeats the request."""
    last = float("-inf")

    def ask_for_end(number: int, _frame: Any) -> None:
        nonlocal last
        before, last = last, now()
        if last - before > _SAME_REQUEST:
            raise EndRequest(number)

    return ask_for_end


@contextmanager
def ends_as_interrupts() -> Generator[None]:
    """Let a signal that asks for the end raise ``EndRequest``, an interrupt as Ctrl-C is; an ignored one stays so."""
    numbers = [getattr(signal, name) for name in _ENDS if hasattr(signal, name)]
    is_main = threading.current_thread() is threading.main_thread()
    changed = [one for one in numbers if is_main and signal.getsignal(one) is signal.SIG_DFL]
    handler = request_handler()
    for one in changed:
        signal.signal(one, handler)
    try:
        yield
    finally:
        for one in changed:
            signal.signal(one, signal.SIG_DFL)
