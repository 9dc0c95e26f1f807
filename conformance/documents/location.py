"""A position in a file, as findings and errors print it."""

import os
from pathlib import Path

from msgspec import Struct

from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind


class Location(Struct, frozen=True):
    """A position in a file; line and column are 1-based."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to_value(self) -> JsonObject:
        """Return the position as the JSON reports write it."""
        return {"file": self.file, "line": self.line, "column": self.column}


def short_path(path: Path) -> Path:
    """Return the path relative to the working folder if it is below it, else the path as it is."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def real_path(path: Path) -> Path:
    """Return the absolute path without links; a loop of links stays, for which ``Path.resolve`` raises an error.

    Raises ``ConformanceError`` for a name that no file can have in the locale of this process, such as ``ä`` in ASCII.
    """
    try:
        return Path(os.path.realpath(path))
    except UnicodeEncodeError as error:
        message = f"no file can be named {str(path)!a} here: the locale of this process names files in {error.encoding}"
        hint = "set PYTHONUTF8=1, or a locale such as LC_ALL=C.UTF-8"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint) from None


def is_present(path: Path) -> bool:
    """Say whether a path names anything, also a link that leads nowhere or a pipe: reading it says what is wrong."""
    return path.is_symlink() or path.exists()


def is_file_or_lost(path: Path) -> bool:
    """Say whether a path names a file, or is a link that leads nowhere: passing over it would hide that it is lost.

    An editor marks a file that is open in it by such a link, whose name begins with ``.#``.
    """
    return path.is_file() or (path.is_symlink() and not path.exists() and not path.name.startswith(".#"))
