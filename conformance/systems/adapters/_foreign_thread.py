"""Keeps foreign Python code in its thread: its prints go to standard error, escaped, and it cannot end the process.

Standard output holds a report or an inventory, and an exit status of 0 says that everything was judged. What is written
to the file descriptor itself, or ends the interpreter from C, cannot be held back.
"""

import os
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from io import UnsupportedOperation
from typing import Any, NoReturn, TextIO, cast

from conformance.display import escape_text
from conformance.systems.credentials import mask_printed

_lock = threading.Lock()
_contained: set[tuple[int, int]] = set()
"""The threads that run foreign code, by process and thread: a child that such a thread forks is not one of them."""
_real_exit: Callable[[int], NoReturn] = os._exit


def _is_contained() -> bool:
    return (os.getpid(), threading.get_ident()) in _contained


class _SplitOutput:
    """A standard stream for all threads but those that run foreign code."""

    def __init__(self, inner: TextIO, error: TextIO) -> None:
        self.inner = inner
        self._error = error

    def write(self, text: str) -> int:
        """Write to standard error what foreign code prints, escaped and without secrets."""
        if not _is_contained():
            return self.inner.write(text)
        self._error.write("\n".join(escape_text(mask_printed(line)) for line in text.split("\n")))
        return len(text)

    def close(self) -> None:
        """Close the stream, but not for foreign code, after which nothing could be reported."""
        if not _is_contained():
            self.inner.close()

    def detach(self) -> Any:
        """Detach the stream as ``close`` closes it."""
        if _is_contained():
            raise UnsupportedOperation("the standard streams belong to the harness")
        return cast("Any", self.inner).detach()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def _exit_thread(status: int) -> NoReturn:
    """End the process as ``os._exit`` does, but of foreign code only the thread."""
    if _is_contained():
        raise SystemExit(status)
    _real_exit(status)


@contextmanager
def contain_thread() -> Generator[None]:
    """Hold back what this thread prints and its ``os._exit``, while it is inside."""
    key = (os.getpid(), threading.get_ident())
    with _lock:
        if not isinstance(sys.stdout, _SplitOutput):
            error = sys.stderr
            sys.stdout = cast("TextIO", _SplitOutput(sys.stdout, error))
            sys.stderr = cast("TextIO", _SplitOutput(error, error))
        os._exit = _exit_thread
        _contained.add(key)
    try:
        yield
    finally:
        with _lock:
            _contained.discard(key)
            if not _contained:
                os._exit = _real_exit
                for name in ("stdout", "stderr"):
                    if isinstance(stream := getattr(sys, name), _SplitOutput):
                        setattr(sys, name, stream.inner)
