"""Runs foreign Python code in its own thread, so that it can neither hang the harness nor end it."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from conformance.display import quote_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._foreign_thread import contain_thread
from conformance.systems.runtime import DeclinedError, Limits, SlowAnswerError, UnsupportedError

Made = TypeVar("Made")


class _Outcome(Generic[Made]):
    def __init__(self) -> None:
        self.values: list[Made] = []
        self.errors: list[BaseException] = []


def run_with_timeout(make: Callable[[], Made], seconds: float, what: str) -> Made:
    """Return what ``make`` returns within ``seconds``; ``what`` names the call in messages.

    Raises ``SlowAnswerError`` when it takes longer and ``DeclinedError`` when it raises, even ``SystemExit``: foreign
    code must not end the harness.
    """
    outcome: _Outcome[Made] = _Outcome()

    def run() -> None:
        try:
            with contain_thread():
                outcome.values.append(make())
        except BaseException as error:  # noqa: BLE001  foreign code may raise anything; reported below
            outcome.errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if outcome.values:
        return outcome.values[0]
    if not outcome.errors:
        late = f"{what} did not finish within {seconds:g} s"
        raise SlowAnswerError(ErrorKind.UNREACHABLE, late, "raise --timeout")
    raised = outcome.errors[0]
    if isinstance(raised, UnsupportedError | SlowAnswerError):
        raise raised
    if isinstance(raised, ConformanceError):
        raise DeclinedError(raised.kind, raised.message, raised.recovery_hint, raised.location)
    message = f"{what} raised {reason_of(raised)}"
    raise DeclinedError(ErrorKind.UNREACHABLE, message, "fix it, or catch it in the code under test")


def reason_of(raised: BaseException) -> str:
    """Return what foreign code raised, in quotes and on one line."""
    return quote_text(" ".join(describe_raised(raised).split()), 300)


def describe_raised(raised: BaseException) -> str:
    """Return the class and the text of what foreign code raised."""
    return f"{type(raised).__name__}: {_text_of(raised)}"


def _text_of(raised: BaseException) -> str:
    """Return the text of an exception; its class is foreign code too, and may fail to give one."""
    try:
        return str(raised)
    except Exception as error:  # noqa: BLE001  whatever it is, the exception itself is to be reported
        return f"its text could not be read ({type(error).__name__})"


def run_request(make: Callable[[], Made], limits: Limits, what: str) -> Made:
    """Return what ``make`` returns within the time of one request; raises as ``run_with_timeout`` does.

    A run that ends meanwhile raises ``RunEndedError``, which says nothing of the code.
    """
    try:
        return run_with_timeout(make, limits.request_within(), what)
    except SlowAnswerError as error:
        raise limits.slow_error(error, "--timeout") from None
