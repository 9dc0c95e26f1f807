"""Finds the top of a repository: one comparison asks for it dozens of times, and each answer of git takes a process."""

import os
from pathlib import Path

from conformance.documents.git_process import git_path

# What git answered about folders that are in a repository.
_TOPS: dict[Path, Path] = {}


def find_top(folder: Path) -> Path | None:
    """Return the top of the repository of a folder as git names it, ``None`` where the folder is in none.

    Raises ``ConformanceError`` where git cannot work.
    """
    known = _TOPS.get(folder)
    if known is not None and known == _nearest(folder) and "GIT_WORK_TREE" not in os.environ:
        return known
    answer = git_path(folder, "rev-parse", "--show-toplevel")
    if not answer:
        return None
    _TOPS[folder] = Path(answer)
    return _TOPS[folder]


def _nearest(folder: Path) -> Path | None:
    """Return the nearest folder, from this one up, that git would look into: a repository may come and go."""
    return next((one for one in (folder, *folder.parents) if os.path.lexists(one / ".git")), None)
