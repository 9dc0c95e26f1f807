"""Which snapshot files hold what a receipt was equal to in an earlier run, kept in pytest's own cache.

The files stay what a reviewer reads and what counts: one that was touched since is read again. Another one needs
neither to be found, nor read, nor compared byte by byte.
"""

import os
import time
from functools import cached_property
from typing import Any

import pytest
from msgspec import ValidationError, convert

from conformance.pytest_plugin.right_receipts import MAX_KEPT, RightReceipts, key_of

_KEY = "conformance/known_snapshots"
# Some file systems note the time of a change only this exactly: a file that was changed since may look the same.
_COARSEST_TIME_NS = 2_000_000_000

FileState = tuple[int, int, int]
"""The size of a file, and the times of the last change of its content and of its inode."""
KnownSnapshot = tuple[str, str, int, int, int]
"""The path of a file, the digest of the receipt that it holds, and its state."""


class KnownSnapshots:
    """The snapshots that were equal to a receipt that no rule objected to, by the folder and name of the assertion."""

    def __init__(self, config: pytest.Config, right: RightReceipts) -> None:
        self._right = right
        self._seen: dict[str, KnownSnapshot | None] = {}
        config.add_cleanup(self._save)

    def file_of(self, name: str, data: str | bytes) -> str | None:
        """Return the file that is known to hold a receipt, ``None`` if it has to be compared."""
        known = self._earlier.get(name)
        if known is None or known[1] != key_of(data):
            return None
        try:
            status = os.stat(known[0])
        except OSError:
            return None
        if known[2:] != (status.st_size, status.st_mtime_ns, status.st_ctime_ns):
            return None
        self._seen[name] = known
        return known[0]

    def forget(self, name: str) -> None:
        """Forget a snapshot that is compared, and may be written, now."""
        self._seen[name] = None
        self._earlier.pop(name, None)

    def keep(self, name: str, file: str, state: FileState | None, data: str | bytes) -> None:
        """Keep that a file in this state holds a receipt, unless a later change could leave it in the same state."""
        is_settled = state is not None and max(state[1:]) < time.time_ns() - _COARSEST_TIME_NS
        if state is None or not is_settled or self._right.cache is None:
            return
        if self._right.is_known(key := key_of(data)):
            self._seen[name] = (file, key, *state)

    @cached_property
    def _earlier(self) -> dict[str, KnownSnapshot]:
        return self._read()

    def _read(self) -> dict[str, KnownSnapshot]:
        """Return what is kept; nothing if it was found before anything that judges receipts became another one."""
        cache: Any = self._right.cache
        # a run that was killed, or another one at the same time, may have left anything
        try:
            stamp, kept = convert(cache and cache.get(_KEY, None), tuple[str, dict[str, KnownSnapshot]])
        except ValidationError:
            return {}
        return kept if stamp == self._right.stamp else {}

    def _save(self) -> None:
        """Write what this run found, those that were used last at the end."""
        cache = self._right.cache
        if cache is None or self._seen.items() <= self._earlier.items():
            return
        # read again, since other workers have written theirs
        others = {name: known for name, known in self._read().items() if name not in self._seen}
        kept = [*others.items(), *((name, known) for name, known in self._seen.items() if known)]
        cache.set(_KEY, [self._right.stamp, dict(kept[-MAX_KEPT:])])


def state_of(file: str) -> FileState | None:
    """Return what changes with the content of a file, ``None`` if there is no such file."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns
