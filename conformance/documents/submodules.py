"""Finds the repository in which a file of a submodule is reviewed, and the commit that a submodule has there."""

import posixpath
import shlex
from collections.abc import Sequence
from pathlib import Path

from conformance.display import code_text, escape_text, quote_text
from conformance.documents.git import folder_of, path_in_repository
from conformance.documents.git_process import TWO_FILES, git_path, git_text, run_git
from conformance.documents.location import short_path
from conformance.errors import ConformanceError, ErrorKind

MAX_NESTED = 20
"""Most submodules inside each other that are looked through."""


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
        here = git_path(folder, "rev-parse", "--show-toplevel")
        if here == top:
            break
        if here == outer:
            return steps
    return [file]


def commit_of_submodule(revision: str, submodule: Path) -> str | None:
    """Return the commit that a submodule has at a revision of the repository around it, ``None`` where it is not one.

    Raises ``ConformanceError`` with the fetch that brings that commit if the submodule lacks it.
    """
    entry = git_text(folder_of(submodule), "ls-tree", "--full-tree", revision, "--", path_in_repository(submodule))
    kind, _, commit = entry.partition("\t")[0].rpartition(" ")
    if not kind.startswith("160000"):
        return None
    if run_git(submodule, "cat-file", "-e", f"{commit}^{{commit}}") is None:
        where = str(short_path(submodule))
        lacks = f"lacks {quote_text(commit)}, its commit at {quote_text(revision)}"
        hint = f"run: git -C {escape_text(shlex.quote(where))} fetch --depth=1 origin {commit}, {TWO_FILES}"
        raise ConformanceError(ErrorKind.UNREADABLE, f"the submodule {code_text(where, 200)} {lacks}", hint)
    return commit


def path_through(steps: Sequence[Path]) -> str:
    """Return the path of the last step from the top of the repository that has the first one."""
    return posixpath.join(*map(path_in_repository, steps))
