"""Which snapshot files hold what a receipt was equal to in an earlier run, kept in pytest's own cache.

The files stay what a reviewer reads and what counts: one that was touched since is read again. Another one needs
neither to be found, nor read, nor compared byte by byte.
"""

import os
import time
from functools import cached_property
from typing import Any, cast

import pytest

from conformance.pytest_plugin.right_receipts import MAX_KEPT, RightReceipts, key_of

_KEY = "conformance/known_snapshots"
# Some file systems note the time of a change only this exactly: a file that was changed since may look the same.
_COARSEST_TIME_NS = 2_000_000_000

FileState = tuple[int, int, int]
"""The size of a file, and the times of the last change of its content and of its inode."""
KnownSnapshot = tuple[str, FileState, str]
"""The path of a file, its state, and the digest of the receipt that it holds."""


class KnownSnapshots:
    """The snapshots that were equal to a receipt that no rule objected to, by the folder and name of the assertion."""

    def __init__(self, config: pytest.Config, right: RightReceipts) -> None:
        self._config = config
        self._right = right
        self._seen: dict[str, KnownSnapshot | None] = {}
        config.add_cleanup(self._save)

    def file_of(self, name: str, data: str | bytes) -> str | None:
        """Return the file that is known to hold a receipt, ``None`` if it has to be compared."""
        known = self._earlier.get(name)
        if known is None:
            return None
        file, state, key = known
        if key != key_of(data) or not self._right.is_known(key) or state_of(file) != state:
            return None
        self._seen[name] = known
        return file

    def forget(self, name: str) -> None:
        """Forget a snapshot that is compared, and may be written, now."""
        self._seen[name] = None
        self._earlier.pop(name, None)

    def keep(self, name: str, file: str, state: FileState | None, data: str | bytes) -> None:
        """Keep that a file in this state holds a receipt, unless a later change could leave it in the same state."""
        is_settled = state is not None and max(state[1:]) < time.time_ns() - _COARSEST_TIME_NS
        if state is not None and is_settled:
            self._seen[name] = (file, state, key_of(data))

    @cached_property
    def _earlier(self) -> dict[str, KnownSnapshot]:
        return self._read()

    def _read(self) -> dict[str, KnownSnapshot]:
        cache: Any = self._right.cache
        # a run that was killed, or another one at the same time, may have left anything
        found: object = None if cache is None else cache.get(_KEY, None)
        kept: dict[str, KnownSnapshot] = {}
        for name, value in cast("dict[str, object]", found).items() if isinstance(found, dict) else ():
            match value:
                case [str(file), [int(size), int(changed), int(renamed)], str(key)]:
                    kept[name] = (file, (size, changed, renamed), key)
                case _:
                    continue
        return kept

    def _save(self) -> None:
        """Write what this run found, those that were used last at the end."""
        cache = self._right.cache
        if cache is None or self._seen.items() <= self._earlier.items():
            return
        # read again, since other workers have written theirs
        others = {name: known for name, known in self._read().items() if name not in self._seen}
        kept = [*others.items(), *((name, known) for name, known in self._seen.items() if known)]
        cache.set(_KEY, dict(kept[-MAX_KEPT:]))


def state_of(file: str) -> FileState | None:
    """Return what changes with the content of a file, ``None`` if there is no such file."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns
