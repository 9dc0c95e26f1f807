"""Finds the repository in which a file of a submodule is reviewed, and the commit that a submodule has there."""

import os
import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from conformance.display import code_text, quote_text, quote_word
from conformance.documents.git import blob_at, folder_of, path_from_top, path_in_repository
from conformance.documents.git_process import TWO_FILES, git_path, git_text, run_git
from conformance.documents.git_top import find_top
from conformance.documents.location import short_path
from conformance.documents.reader import read_bytes
from conformance.errors import ConformanceError, ErrorKind

MAX_NESTED = 20
"""Most submodules inside each other that are looked through."""

# Where a repository states its submodules.
_STATED = ".gitmodules"


class _Submodule(Struct, frozen=True):
    """What a repository states of a submodule: a name, which stays when it moves, its path and its address."""

    name: str
    path: str
    url: str


def steps_to(file: Path, folder: Path) -> Sequence[Path]:
    """Return a file and, before it, the submodules that contain it, from that in the repository of ``folder`` on.

    Only the file where ``folder`` is in no repository around it. Raises ``ConformanceError``.
    """
    steps, options = [file], ("rev-parse", "--show-toplevel", "--show-superproject-working-tree")
    for _ in range(MAX_NESTED):
        top, _, outer = git_path(folder_of(steps[0]), *options).partition("\n")
        if not outer:
            break
        # a submodule is a path of the repository around it
        steps.insert(0, Path(top))
        here = find_top(folder)
        if here == Path(top):
            break
        if here == Path(outer):
            return steps
    return [file]


def earlier_path(revision: str, submodule: Path) -> str:
    """Return the path that a submodule had at a revision of the repository around it, by its name or its address.

    It is the present path where neither tells another one. Raises ``ConformanceError``.
    """
    path, folder = path_in_repository(submodule), folder_of(submodule)
    current = path_from_top(submodule, _STATED)
    now = list(_submodules(folder, read_bytes(current) if current.is_file() else b""))
    before = list(_submodules(folder, blob_at(folder, f"{revision}:{_STATED}") or b""))
    own = next((one for one in now if one.path == path), None)
    if own is None:
        return path
    named = [one.path for one in before if one.name == own.name]
    if named or path in {one.path for one in before}:
        return named[0] if named else path
    # Who removes a submodule and adds it elsewhere gives it another name.
    kept = {one.path for one in now}
    moved = [one.path for one in before if one.url == own.url and one.path not in kept]
    return moved[0] if len(moved) == 1 else path


def _submodules(folder: Path, stated: bytes) -> Iterator[_Submodule]:
    listing = run_git(folder, "config", "--file", "-", "--null", "--list", stdin=stated) or b""
    # each setting is a key, a line feed and its value; a name may have dots
    lines = (one.partition("\n") for one in os.fsdecode(listing).split("\0"))
    settings = {key: value for key, _, value in lines}
    for key, path in settings.items():
        if key.startswith("submodule.") and key.endswith(".path"):
            start = key.removesuffix("path")
            yield _Submodule(start[len("submodule.") : -1], path, settings.get(f"{start}url", ""))


def commit_of_submodule(revision: str, submodule: Path, path: str) -> str | None:
    """Return the commit that a submodule has at a path of a revision around it, ``None`` where there is no submodule.

    Raises ``ConformanceError`` with the fetch that brings that commit if the submodule lacks it.
    """
    entry = git_text(folder_of(submodule), "ls-tree", "--full-tree", revision, "--", path)
    kind, _, commit = entry.partition("\t")[0].rpartition(" ")
    if not kind.startswith("160000"):
        return None
    if run_git(submodule, "cat-file", "-e", f"{commit}^{{commit}}") is None:
        where = str(short_path(submodule))
        lacks = f"lacks {quote_text(commit)}, its commit at {quote_text(revision)}"
        hint = f"run: git -C {quote_word(where)} fetch --depth=1 origin {commit}, {TWO_FILES}"
        raise ConformanceError(ErrorKind.UNREADABLE, f"the submodule {code_text(where, 200)} {lacks}", hint)
    return commit


def path_through(steps: Sequence[Path]) -> str:
    """Return the path of the last step from the top of the repository that has the first one."""
    return posixpath.join(*map(path_in_repository, steps))
