"""Faults of the values in a configuration file or profile, with the line and column of the key."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from conformance.display import escape_text
from conformance.errors import ConformanceError, ErrorKind


class KeyFault(Struct, frozen=True):
    """What is wrong with one key: its dotted path, the fault as a sentence, and how to fix it."""

    key: str
    message: str
    hint: str


def configuration_error(file: Path | None, fault: KeyFault) -> ConformanceError:
    """Return the error for a fault of a configuration file or profile, with its location if it has a file."""
    return ConformanceError(ErrorKind.CONFIGURATION, fault.message, fault.hint, location_text(file, fault.key))


def location_text(file: Path | None, key: str) -> str:
    """Return ``file:line:column`` of a key, or nothing for values that come from no file."""
    if not file:
        return ""
    from conformance.settings.toml_positions import locate_key

    return escape_text(str(locate_key(file, key)))


@contextmanager
def blame_key(file: Path | None, key: str) -> Generator[None]:
    """Locate an error that has no location of its own at the key whose value is to blame, if it is in a file."""
    try:
        yield
    except ConformanceError as error:
        if error.location or file is None:
            raise
        hint = error.recovery_hint
        hint = f"`{key}` names it; {hint}" if error.kind is ErrorKind.UNREADABLE and hint else hint
        raise ConformanceError(error.kind, error.message, hint, location_text(file, key)) from error
