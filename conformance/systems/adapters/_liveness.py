"""Distinguishes one slow tool from a system that hangs, by asking the silent system about a tool that does not exist.

A live system rejects that question at once, without doing any work.
"""

from collections.abc import Callable
from typing import TypeVar

from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.systems.runtime import (
    DeclinedError,
    InvalidReplyError,
    RunEndedError,
    SlowAnswerError,
    UnsupportedError,
)

NO_TOOL = "conformance_no_such_tool"
Answer = TypeVar("Answer")


class HangDetector:
    """Asks questions about tools; once the system itself has stopped answering, it asks nothing further."""

    def __init__(self) -> None:
        self._hangs: ConformanceError | None = None

    def ask(self, request: Callable[[str, JsonValue], Answer], tool: str, arguments: JsonValue) -> Answer:
        """Return the answer of ``request(tool, arguments)``.

        Raises ``SlowAnswerError`` when only this tool is slow or the run is over, a plain ``ConformanceError`` when the
        system hangs.
        """
        if self._hangs is not None:
            raise self._hangs
        try:
            return request(tool, arguments)
        except RunEndedError:
            raise
        except SlowAnswerError as slow:
            fault = _fault_of(request)
            # Only silence means that it hangs: a run that ended, or a program that did, is reported as such.
            if isinstance(fault, RunEndedError) or not isinstance(fault, SlowAnswerError | None):
                raise fault from None
            if fault is not None:
                message = f"{slow.message}; the system hangs, as a call of an unknown tool got no answer either"
                self._hangs = ConformanceError(slow.kind, message, "fix what blocks the system, then run this again")
                raise self._hangs from None
            raise


def _fault_of(request: Callable[[str, JsonValue], object]) -> ConformanceError | None:
    """Return why the system answers not even a request for an unknown tool; ``None`` where it does answer."""
    try:
        request(NO_TOOL, {})
    except (DeclinedError, InvalidReplyError, UnsupportedError):
        return None
    except ConformanceError as error:
        return error
    return None
