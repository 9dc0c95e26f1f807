"""What foreign Python code prints goes to standard error, escaped: standard output holds a report or an inventory.

Only code that runs in its own thread is diverted, so that the harness can print meanwhile. What is written to the file
descriptor itself cannot be.
"""

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from conformance.display import escape_text

_lock = threading.Lock()
_diverted: set[int] = set()
"""The threads whose prints are diverted, by their number."""


class _Split:
    """Standard output for all threads but the diverted ones."""

    def __init__(self, inner: TextIO) -> None:
        self.inner = inner

    def write(self, text: str) -> int:
        """Write to standard error what a diverted thread prints."""
        if threading.get_ident() not in _diverted:
            return self.inner.write(text)
        shown = "\n".join(map(escape_text, text.split("\n")))
        sys.stderr.write(shown)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@contextmanager
def divert_prints() -> Generator[None]:
    """Divert what this thread prints, while it is inside."""
    thread = threading.get_ident()
    with _lock:
        if not isinstance(sys.stdout, _Split):
            sys.stdout = cast("TextIO", _Split(sys.stdout))
        _diverted.add(thread)
    try:
        yield
    finally:
        with _lock:
            _diverted.discard(thread)
            if not _diverted and isinstance(sys.stdout, _Split):
                sys.stdout = sys.stdout.inner
