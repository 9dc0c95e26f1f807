"""The exception for everything that keeps the harness from working.

A finding blames what was checked. A ``ConformanceError`` does not: an input could not be read, the configuration is
wrong, a system could not be reached. It ends every command with exit status 2.
"""

from enum import StrEnum


class ErrorKind(StrEnum):
    """Why the harness could not work."""

    USAGE = "usage"
    CONFIGURATION = "configuration"
    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"
    INVALID_VALUE = "invalid_value"
    TOO_LARGE = "too_large"
    UNWRITABLE = "unwritable"
    UNREACHABLE = "unreachable"
    UNTESTED = "untested"
    INTERRUPTED = "interrupted"


class ConformanceError(Exception):
    """The harness could not work: ``message`` names the culprit, ``recovery_hint`` the fix.

    ``location`` is where the culprit is, like ``file:line:column``, or an empty text; ``str()`` begins with it.
    """

    def __init__(self, kind: ErrorKind, message: str, recovery_hint: str, location: str = "") -> None:
        super().__init__(f"{location}: {message}" if location else message)
        self.kind = kind
        self.message = message
        self.recovery_hint = recovery_hint
        self.location = location

    def __reduce__(self) -> "tuple[type[ConformanceError], tuple[ErrorKind, str, str, str]]":
        """Return how to make it again in another process: from its parts, not from its text."""
        return ConformanceError, (self.kind, self.message, self.recovery_hint, self.location)
