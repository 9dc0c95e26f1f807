"""Tells one slow tool from a system that hangs: who keeps silent is asked about a tool that does not exist.

That is answered without doing anything, by whoever answers at all.
"""

from collections.abc import Callable
from typing import TypeVar

from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.systems.runtime import DeclinedError, SlowAnswerError, UnsupportedError

NO_TOOL = "conformance_no_such_tool"
Answer = TypeVar("Answer")


class HangDetector:
    """Puts questions about tools; after a silence that was none of one tool alone it puts no more."""

    def __init__(self) -> None:
        self._hangs: ConformanceError | None = None

    def ask(self, put: Callable[[str, JsonValue], Answer], tool: str, arguments: JsonValue) -> Answer:
        """Return the answer; raises ``SlowAnswerError`` for a slow tool, plain ``ConformanceError`` for a system."""
        if self._hangs is not None:
            raise self._hangs
        try:
            return put(tool, arguments)
        except SlowAnswerError as slow:
            if not _is_responsive(put):
                message = f"{slow.message}; a tool that does not exist is not answered for either: the system hangs"
                self._hangs = ConformanceError(slow.kind, message, slow.recovery_hint)
                raise self._hangs from None
            raise


def _is_responsive(put: Callable[[str, JsonValue], object]) -> bool:
    try:
        put(NO_TOOL, {})
    except (DeclinedError, UnsupportedError):
        return True
    except ConformanceError:
        return False
    return True
