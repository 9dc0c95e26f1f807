"""Write files atomically: a reader sees the old content or the new content, never a mixture.

A temporary file with an unpredictable name is written in the same folder, synced, and renamed over the target. Of two
concurrent writers the last one wins; who changes what a file says holds its folder meanwhile, so that nothing of the
other is lost. A symbolic link is kept, and its target is replaced; a file with a second name, a hard link, is refused,
since replacing one name would silently leave the old content under the other.

Each writer locks its temporary file. One that nobody holds was left by a writer that was killed, and the next writer
of the same file removes it.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from msgspec import Struct

from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind

# File systems allow 255 bytes a name; a name of 80 characters of up to 3 bytes leaves room for prefix and suffix.
_NAME_LENGTH = 80
# Random bytes in the name of a temporary file, written as hexadecimal digits.
_RANDOM_BYTES = 8
# A path of a stream that this process has open, as a shell passes it for "-o >(jq .)". Matches "/dev/fd/63".
_OPENED = re.compile(r"/dev/(?P<name>std(?:in|out|err))|/(?:dev|proc/self)/fd/(?P<number>\d{1,6})")
# What not every system has: to open no link, to wait for nobody, to become no terminal's, to translate no line ends.
_NO_LINK, _NO_WAIT, _NO_TERMINAL, _UNTRANSLATED = (
    int(getattr(os, name, 0)) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")
)
# What a folder answers that cannot be synced: it may not be read, or its file system has no such operation.
_NO_FOLDER_SYNC = (errno.EACCES, errno.EPERM, errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF)


class NewFile(Struct, frozen=True):
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
            try:
                _sync_folder(target.parent)
            except OSError as error:
                raise _sync_error(target, error) from error


def write_atomically(path: Path, data: bytes) -> bool:
    """Replace the file's content and keep its mode; return False if it already had these bytes.

    Raises ``ConformanceError`` (unwritable) on failure; the old file is then unchanged, unless the error says that the
    new content is in place and only a power cut could undo it.
    """
    with translate_write_errors(path):
        if (descriptor := _descriptor_of(path)) is not None:
            _write_opened(descriptor, data)
            return True
        target = Path(os.path.realpath(path, strict=path.is_symlink()))
        status = target.stat() if target.exists() else None
        if status is None:
            _replace(target, data, None)
        elif stat.S_ISCHR(status.st_mode) or stat.S_ISFIFO(status.st_mode):
            _write_device(target, data)
        elif status.st_size == len(data) and target.read_bytes() == data:
            remove_leftovers(target.parent, target.name)  # of a run that was killed
            return False
        elif status.st_nlink > 1 and not stat.S_ISDIR(status.st_mode):  # a folder has a link for each in it
            raise _hard_link_error(target, status.st_nlink)
        else:
            _replace(target, data, stat.S_IMODE(status.st_mode))
    return True


def require_writable(path: Path, folder: Path) -> None:
    """Raise ``ConformanceError`` where ``folder`` takes no new file for ``path``, before the work that ends in one."""
    with translate_write_errors(path), new_file(folder, path.name):
        pass


@contextmanager
def hold_folder(path: Path) -> Generator[None]:
    """Let no other process that asks change the folder of a file, so that what is read here is what is replaced.

    The file itself would not do: a new one takes its name. Where folders have no locks, the last writer wins.
    """
    descriptor = _open_folder(Path(os.path.realpath(path)).parent)
    try:
        if descriptor is not None:
            _lock(descriptor, waits=True)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _open_folder(folder: Path) -> int | None:
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:  # there is none, it may not be read, or the system opens no folders; writing says what is wrong
        return None


@contextmanager
def new_file(folder: Path, name: str) -> Generator[NewFile]:
    """Open a temporary file for ``name`` under an unpredictable name; it is removed on any exit."""
    path, descriptor = _create(folder, name)
    try:
        stream = os.fdopen(descriptor, "wb")
        try:
            yield NewFile(path, stream)
        finally:
            with suppress(OSError):  # what counts was flushed before the rename, so that closing loses nothing
                stream.close()
    finally:
        # After the rename there is nothing left to remove, and what can't be removed is left to the next writer.
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _create(folder: Path, name: str) -> tuple[Path, int]:
    """Create and lock a temporary file; another writer may take it for a leftover before it is locked."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _UNTRANSLATED  # a name that a link has is not new either
    while True:
        path = folder / f".{name[:_NAME_LENGTH]}.{os.urandom(_RANDOM_BYTES).hex()}.tmp"
        descriptor = os.open(path, flags, 0o666)
        if _lock(descriptor) is not False and _is_there(path):
            return path, descriptor
        os.close(descriptor)
        path.unlink(missing_ok=True)


def _is_there(path: Path) -> bool:
    """Say whether a file that was just made is still there; one that can't be looked at is."""
    try:
        return path.exists()
    except OSError:
        return True


def _lock(descriptor: int, *, waits: bool = False) -> bool | None:
    """Lock a file until it is closed; return False if another process holds it, ``None`` where files have no locks."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def remove_leftovers(folder: Path, name: str | None = None) -> None:
    """Remove the temporary files of a target, or of all in a folder, that no process holds.

    Where locks are unknown none is removed.
    """
    target = ".+" if name is None else re.escape(name[:_NAME_LENGTH])
    ours = re.compile(rf"\.{target}\.[0-9a-f]{{{2 * _RANDOM_BYTES}}}\.tmp", re.DOTALL)
    with suppress(OSError):  # a folder that can't be listed keeps them
        for entry in list(os.scandir(folder)):
            if ours.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _remove_if_unheld(Path(entry.path))


def _remove_if_unheld(path: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | _NO_LINK | _NO_WAIT)
        try:
            if _lock(descriptor):
                path.unlink()
        finally:
            os.close(descriptor)


@contextmanager
def translate_write_errors(path: Path) -> Generator[None]:
    """Turn an ``OSError`` from writing ``path`` into a ``ConformanceError`` (unwritable)."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot write {code_text(str(path), 200)}: {reason}"
        hint = "check the path, the permissions of its folder and the free space; the file was not changed"
        raise ConformanceError(ErrorKind.UNWRITABLE, message, hint) from error


def _sync_error(target: Path, error: OSError) -> ConformanceError:
    message = f"wrote {code_text(str(target), 200)}, but its folder could not be synced: {error.strerror}"
    hint = "the new content is in place, but a power cut could bring the old one back; check the disk"
    return ConformanceError(ErrorKind.UNWRITABLE, message, hint)


def _hard_link_error(target: Path, count: int) -> ConformanceError:
    message = f"cannot write {code_text(str(target), 200)}: it has {count} hard links, which would come apart"
    return ConformanceError(ErrorKind.UNWRITABLE, message, "delete the other link, or replace this one by a copy")


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    if target.is_dir():
        raise IsADirectoryError("is a folder")
    remove_leftovers(target.parent, target.name)
    with new_file(target.parent, target.name) as file:
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(file.stream.fileno(), mode)
        file.stream.write(data)
        file.rename(target, durable=True)


def _descriptor_of(path: Path) -> int | None:
    """Return the number of the stream of this process that a path names, as ``/dev/stdout`` does."""
    number = _OPENED.fullmatch(str(path))
    return None if number is None else int(number["number"] or ("stdin", "stdout", "stderr").index(number["name"]))


def _write_opened(descriptor: int, data: bytes) -> None:
    """Write to a stream behind what was written to it before, also where it is a file."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with os.fdopen(os.dup(descriptor), "wb") as copy:
        copy.write(data)


def _write_device(target: Path, data: bytes) -> None:
    """Write to a device or a named pipe, which has no old content to keep; a pipe that nobody reads is an error."""
    try:
        descriptor = os.open(target, os.O_WRONLY | _NO_WAIT | _NO_TERMINAL)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "no program reads this pipe") from error
        raise
    os.set_blocking(descriptor, True)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
