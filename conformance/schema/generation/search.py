"""The only user of ``hypothesis``: generates values, and shrinks a wanted one to the smallest that is still wanted.

Every search is deterministic for its seed, writes no file, and is limited in examples and seconds.
"""

import os
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis import configuration, errors
from hypothesis.strategies import SearchStrategy, just

from conformance.documents.values import JsonValue, identity


def find_smallest(
    strategy: SearchStrategy[Any],
    wanted: Callable[[JsonValue], bool],
    *,
    seed: int,
    max_examples: int,
    max_seconds: float = 10.0,
    clock: Callable[[], float] = time.monotonic,
) -> list[JsonValue]:
    """Return the smallest ``wanted`` value found as a list of one, or an empty list."""
    end = clock() + max_seconds
    found: list[JsonValue] = []

    def judge(_started: object, value: JsonValue) -> None:
        if clock() < end and wanted(value):
            found[:] = [value]
            raise _FoundError

    # Asked before each value is made: a filter in the strategy may let none through, so that no test is reached.
    in_time = just(None).map(lambda _: hypothesis.assume(clock() < end))
    test = hypothesis.seed(seed)(_settings(max_examples)(hypothesis.given(in_time, strategy)(judge)))
    try:
        with suspend_storage():
            test()
    except _FoundError:
        pass
    except (errors.Unsatisfiable, errors.FailedHealthCheck, errors.Flaky, errors.InvalidArgument):
        pass  # the search ended early: what was found so far counts
    return found


# Below a file no folder can be made, so hypothesis keeps its tables in memory: it treats its cache as optional.
_NO_FOLDER = Path(os.devnull) / "hypothesis"


class _StorageSwitch:
    """Counts who needs the storage of hypothesis off: workers search at the same time, and the last one restores it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._home = Path()

    def turn_off(self) -> None:
        with self._lock:
            if not self._users:
                # Older versions return the path itself.
                home: Any = configuration.storage_directory(intent_to_write=False)
                self._home = Path(getattr(home, "path", home))
                configuration.set_hypothesis_home_dir(_NO_FOLDER)
            self._users += 1

    def restore(self) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                configuration.set_hypothesis_home_dir(self._home)


_SWITCH = _StorageSwitch()


@contextmanager
def suspend_storage() -> Generator[None]:
    """Keep hypothesis from writing its caches to ``.hypothesis`` in the working folder.

    Its database has a setting for that, its caches have none. Afterwards the folder is the former one again, as tests
    in the same process may use hypothesis too.
    """
    _SWITCH.turn_off()
    try:
        yield
    finally:
        _SWITCH.restore()


class _FoundError(Exception):
    """Signals to hypothesis that a value is wanted."""


def _settings(max_examples: int) -> hypothesis.settings:
    phases = (hypothesis.Phase.generate, hypothesis.Phase.shrink)
    return hypothesis.settings(
        max_examples=max_examples,
        database=None,
        deadline=None,
        phases=phases,
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=hypothesis.Verbosity.quiet,
        suppress_health_check=(hypothesis.HealthCheck.filter_too_much, hypothesis.HealthCheck.too_slow),
    )


def generate_values(strategy: SearchStrategy[Any], *, seed: int, count: int) -> list[JsonValue]:
    """Return up to ``count`` distinct generated values, in the order of generation."""
    kept: dict[object, JsonValue] = {}

    def keep(value: JsonValue) -> bool:
        # Never wanted, so the search goes on until its limit.
        kept.setdefault(identity(value), value)
        return False

    find_smallest(strategy, keep, seed=seed, max_examples=count)
    return list(kept.values())[:count]
