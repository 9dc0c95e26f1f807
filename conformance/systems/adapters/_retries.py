"""Sends a request again that a server turned away unread, with HTTP status 429 or 503, and waits as long as it asks to.

Only those two say that nothing was done, so that a call with effects may be repeated. A server that goes on turning
requests away is asked once for each of them until it answers one.
"""

import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import TypeVar

from conformance.systems.runtime import Limits, UnavailableError

REPEATABLE = (429, 503)
"""The HTTP statuses with which a server says that it did not work on a request."""
# A server that is busy for longer is asked no more.
_MOST_RETRIES = 3
# The seconds before the first retry where the server states none; each later pause is twice as long.
_FIRST_PAUSE = 0.5
# The seconds that a server may ask to wait in a run without a time limit.
_LONGEST_PAUSE = 30.0
# The least time in which an answer may come after the wait.
_ANSWER_SECONDS = 1.0
# More digits than any wait that makes sense.
_MAX_DIGITS = 9
Answer = TypeVar("Answer")


class Patience:
    """How often requests to one server are sent again: ``retries`` counts all of them."""

    def __init__(self, limits: Limits, sleep: Callable[[float], None] = time.sleep) -> None:
        self.retries = 0
        self._limits = limits
        self._sleep = sleep
        self._attempt = 0

    def ask(self, request: Callable[[], Answer]) -> Answer:
        """Return what ``request`` returns; raises its ``UnavailableError`` once it should not be sent again."""
        while True:
            try:
                answer = request()
            except UnavailableError as error:
                pause = self.pause_before_retry(error.status, error.retry_after)
                if pause is None:
                    raise
                self._sleep(pause)
            else:
                self.rest()
                return answer

    def rest(self) -> None:
        """Begin anew, as the server has answered."""
        self._attempt = 0

    def pause_before_retry(self, status: int, stated: float | None, most: float | None = None) -> float | None:
        """Return the seconds to wait until a request is sent again, ``None`` where it should not be.

        ``stated`` is how long the server asks to wait, ``most`` how long that may be at most.
        """
        if status not in REPEATABLE:
            self.rest()
            return None
        pause = _FIRST_PAUSE * 2**self._attempt if stated is None else stated
        left = self._limits.end - time.monotonic() - _ANSWER_SECONDS
        longest = left if left < float("inf") else _LONGEST_PAUSE
        if self._attempt >= _MOST_RETRIES or pause > min(longest, longest if most is None else most):
            return None
        self._attempt += 1
        self.retries += 1
        return pause


def stated_pause(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that ``Retry-After`` asks to wait, as a number or a date; ``None`` where it is absent.

    A date is compared with that of the response, as the clocks of two machines differ.
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:_MAX_DIGITS])
    try:
        then = parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError):
        return None
    try:
        now = parsedate_to_datetime(headers.get("date", "")).timestamp()
    except (ValueError, OverflowError):
        now = time.time()
    return max(0.0, then - now)
