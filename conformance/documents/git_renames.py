"""Finds under which other name git recognizes a file or a folder."""

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from msgspec import Struct

from conformance.documents.git import TOP, folder_of, path_from_top, path_on_disk, require_commit
from conformance.documents.git_process import git_path, run_git

MAX_UNTRACKED = 200
"""Most files that git does not track among which a missing one is looked for: a command line has room for these."""


class Rename(Struct, frozen=True):
    """A file or folder that git recognises under another name, both from the top of the repository."""

    old: str
    new: str


def find_rename(revision: str, file: Path) -> Rename | None:
    """Return the rename since a revision that gave a file its name, or took it; raises ``ConformanceError``.

    A file that was moved without git's knowledge is recognized too, by its text.
    """
    path = path_on_disk(file)
    if path == TOP:
        return None
    return _rename_of(path, file, revision) or _untracked_rename(path, file, revision)


def _untracked_rename(path: str, file: Path, revision: str) -> Rename | None:
    """Let git compare files that it does not track: the file itself, or those that a missing one may be now."""
    folder = folder_of(file)
    listing = git_path(folder, "ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/")
    untracked = listing.split("\0")
    alike = [name for name in untracked if name and Path(name).suffix == file.suffix]
    here = [name for name in untracked if path in (name, _parent(name))]
    named = here[:MAX_UNTRACKED] if file.exists() else alike[:MAX_UNTRACKED]
    current = Path(git_path(folder, "rev-parse", "--path-format=absolute", "--git-path", "index"))
    if not named or not current.is_file():
        return None
    with TemporaryDirectory() as scratch:
        copied = Path(shutil.copyfile(current, Path(scratch) / "index"))
        # An entry that states no size and time makes git read the file itself, so any object will do in it.
        anything = require_commit(file, revision)
        entries = [text for name in sorted(named) for text in ("--cacheinfo", f"100644,{anything},{name}")]
        run_git(folder, "update-index", "--add", *entries, index=copied)
        return _rename_of(path, file, revision, copied)


def _rename_of(path: str, file: Path, revision: str, index: Path | None = None) -> Rename | None:
    options = ("--no-relative", "--find-renames", "--diff-filter=R", "-z", "--name-status")
    # Each rename is three texts: the letter with the similarity, the old and the new path.
    texts = git_path(folder_of(file), "diff", *options, revision, index=index).split("\0")
    renames = [Rename(old, new) for old, new in zip(texts[1::3], texts[2::3], strict=False)]
    moved = next((rename for rename in renames if path in (rename.old, rename.new)), None)
    return moved or _folder_rename(path, renames, file)


def _folder_rename(path: str, renames: Sequence[Rename], file: Path) -> Rename | None:
    """Return the folders between which most files moved, if a path is one of them and the old one is gone."""
    folders = Counter(Rename(_parent(one.old), _parent(one.new)) for one in renames)
    found = (one for one, _ in folders.most_common() if one.old != one.new and path in (one.old, one.new))
    return next((one for one in found if not path_from_top(file, one.old).exists()), None)


def _parent(path: str) -> str:
    return str(PurePosixPath(path).parent)
