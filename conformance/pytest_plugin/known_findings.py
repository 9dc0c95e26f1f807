"""Where a run keeps what rules found in an inventory, so that only what changed is judged again.

It is pytest's own cache, as for everything else that pytest keeps. The workers of pytest-xdist take turns, so that the
first one judges an inventory, and the others read what it found.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from conformance.documents.files import hold_folder

_FOLDER = "conformance-check"


@contextmanager
def known_findings(config: pytest.Config) -> Generator[Path | None]:
    """Yield the folder of what is known, ``None`` where nobody would read it; no other worker judges meanwhile."""
    folder = _folder(config)
    if folder is None or not _is_worker(config):
        yield folder
        return
    with hold_folder(folder / "any"):
        yield folder


def _folder(config: pytest.Config) -> Path | None:
    """Return a folder that exists; without one, a run only takes longer."""
    try:
        return _kept_folder(config)
    except OSError:
        return None


def _kept_folder(config: pytest.Config) -> Path | None:
    cache: Any = getattr(config, "cache", None)
    # in CI it may come with the commit, and hide the faults of that
    if cache is not None and not os.environ.get("CI"):
        return Path(cache.mkdir(_FOLDER))
    # a worker's own folder for temporary files is in that of the run
    own: str | None = getattr(config.option, "basetemp", None)
    if not _is_worker(config) or own is None:
        return None
    shared = Path(own).parent / _FOLDER
    shared.mkdir(parents=True, exist_ok=True)
    return shared


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")
