"""Write files atomically: a reader sees the old content or the new content, never a mixture.

A temporary file with an unpredictable name is written in the same folder, synced, and renamed over the target. Of two
concurrent writers the last one wins. A symbolic link is kept, and its target is replaced.
"""

import os
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind

# File systems allow 255 bytes a name; a name of 80 characters of up to 3 bytes leaves room for prefix and suffix.
_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class NewFile:
    """A temporary file; it is deleted unless it is renamed."""

    path: Path
    stream: IO[bytes]

    def rename(self, target: Path, *, durable: bool) -> None:
        """Rename the file to ``target``, replacing it; ``durable`` waits until the change survives a power cut."""
        self.stream.flush()
        if durable:
            os.fsync(self.stream.fileno())
        os.replace(self.path, target)
        if durable:
            _sync_folder(target.parent)


def write_atomically(path: Path, data: bytes) -> bool:
    """Replace the file's content and keep its mode; return False if it already had these bytes.

    Raises ``ConformanceError`` (unwritable) on failure; the old file is then unchanged.
    """
    with translate_write_errors(path):
        target = Path(os.path.realpath(path, strict=path.is_symlink()))
        status = target.stat() if target.exists() else None
        if status is None:
            _replace(target, data, None)
        elif stat.S_ISCHR(status.st_mode) or stat.S_ISFIFO(status.st_mode):
            target.write_bytes(data)
        elif status.st_size == len(data) and target.read_bytes() == data:
            return False
        else:
            _replace(target, data, stat.S_IMODE(status.st_mode))
    return True


@contextmanager
def new_file(folder: Path, name: str) -> Generator[NewFile]:
    """Open a temporary file for ``name`` under an unpredictable name; it is removed on any exit."""
    path = folder / f".{name[:_NAME_LENGTH]}.{secrets.token_hex(8)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    stream = os.fdopen(os.open(path, flags, 0o666), "wb")
    try:
        with stream:
            yield NewFile(path, stream)
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def translate_write_errors(path: Path) -> Generator[None]:
    """Turn an ``OSError`` from writing ``path`` into a ``ConformanceError`` (unwritable)."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot write {code_text(str(path), 200)}: {reason}"
        hint = "check the path, the permissions of its folder and the free space; nothing was changed"
        raise ConformanceError(ErrorKind.UNWRITABLE, message, hint) from error


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    if target.is_dir():
        raise IsADirectoryError(None, "is a folder")
    with new_file(target.parent, target.name) as file:
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(file.stream.fileno(), mode)
        file.stream.write(data)
        file.rename(target, durable=True)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
