"""Read earlier versions of a file with git, without a checkout, a fetch or a write."""

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from conformance.display import code_text, escape_text, quote_text
from conformance.documents.git_process import TWO_FILES, git_path, git_text, run_git
from conformance.documents.git_top import find_top
from conformance.documents.location import real_path
from conformance.documents.reader import most_bytes, too_large_error
from conformance.errors import ConformanceError, ErrorKind

_COMMIT_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


# How git announces a file: its id, what it is, its size.
_FOUND = re.compile(rb"[0-9a-f]+ blob (?P<size>\d+)")
_TREE = re.compile(rb"(?P<id>[0-9a-f]+) tree ")
# How git begins its answer about a link that it cannot follow, and what is wrong with it.
_BROKEN = {
    "symlink": "is outside of the repository",
    "dangling": "is not in that commit",
    "loop": "leads back to it",
}


TOP = "."
"""The path of the top of a repository, which git names by nothing."""


class BrokenLinkError(ConformanceError):
    """A symbolic link leads to no file of its commit."""

    def __init__(self, name: str, target: str, fault: str) -> None:
        message = f"{quote_text(name, 200)} is a symbolic link to {quote_text(target, 200)}, which {fault}"
        super().__init__(ErrorKind.UNREADABLE, message, f"name the file that the link leads to, {TWO_FILES}")


def content_at(reference: str, file: Path) -> bytes:
    """Return the file at a reference (``main``, ``v1.2``, ``main:other/path.json``); raises ``ConformanceError``."""
    found = find_content(reference, file)
    if found is None:
        revision, _, path = reference.partition(":")
        where = quote_text(path or str(file), 200)
        raise ConformanceError(
            ErrorKind.UNREADABLE,
            f"{where} does not exist at git reference {quote_text(revision)}",
            f"pass the path at that commit, as in `--against {escape_text(revision)}:path/in/repo.json`",
        )
    return found


def find_content(reference: str, file: Path) -> bytes | None:
    """Return the file at a reference, ``None`` where that commit lacks it; raises ``ConformanceError``."""
    reject_option(reference)
    folder = folder_of(file)
    revision, colon, path = reference.partition(":")
    check_commit(folder, revision)
    wanted = path if colon else path_in_repository(file)
    found = blob_at(folder, f"{revision}:{wanted}")
    if found is None:
        _reject_submodule(folder, revision, wanted)
    return found


def files_at(reference: str, folder: Path) -> list[str] | None:
    """Return the names of the files right in a folder at a reference, ``None`` where that commit has no such folder.

    A symbolic link to a folder is followed. Raises ``ConformanceError``.
    """
    reject_option(reference)
    revision, colon, path = reference.partition(":")
    here = folder_of(folder)
    check_commit(here, revision)
    wanted = (path if colon else path_in_repository(folder)).rstrip("/")
    wanted = "" if wanted == TOP else wanted
    found = _TREE.match(_answer_on(here, f"{revision}:{wanted}", "--batch-check"))
    if found is None:
        return None
    listing = git_path(here, "ls-tree", "--full-tree", "-z", found["id"].decode())
    entries = (entry.partition("\t") for entry in listing.split("\0") if entry)
    return sorted(name for kind, _, name in entries if kind.split(" ")[1] == "blob")


def _reject_submodule(folder: Path, revision: str, path: str) -> None:
    """Raise ``ConformanceError`` if a commit has a submodule at a path: what that holds is in another repository."""
    above = [str(parent) for parent in PurePosixPath(path).parents][:-1]
    listing = git_text(folder, "ls-tree", "--full-tree", revision, "--", *above) if above else ""
    if any(line.startswith("160000 ") for line in listing.split("\n")):
        message = f"{quote_text(path, 200)} is in a submodule at git reference {quote_text(revision)}"
        hint = f"run `git submodule update --init` if it is not checked out, {TWO_FILES}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint)


def path_in_repository(file: Path) -> str:
    """Return the path of a file from the top of its repository, through the links that lead to it from there.

    Raises ``ConformanceError`` if it is not in a repository.
    """
    top, stated = find_top(folder_of(file)), _stated_path(file)
    above = next((parent for parent in reversed(stated.parents) if real_path(parent) == top), None)
    return path_on_disk(file) if above is None else stated.relative_to(above).as_posix()


def path_behind_links(file: Path) -> str | None:
    """Return the path from the top of what a path leads to through links, ``None`` where that is in no same repository.

    It is ``None`` too where no link is on the way.
    """
    resolved = real_path(file)
    top = find_top(resolved.parent) if resolved.parent.is_dir() else None
    if top != find_top(folder_of(file)):
        return None
    path = path_on_disk(resolved)
    return None if path == path_in_repository(file) else path


def path_on_disk(file: Path) -> str:
    """Return the path from the top as git names it of what is changed now: no folder of it is a link."""
    folder = folder_of(file)
    return git_path(folder, "rev-parse", "--show-prefix") + _full_path(file).relative_to(folder).as_posix()


def _stated_path(file: Path) -> Path:
    """Return the absolute path of a file with the links in it as they are stated."""
    whole = file.absolute()
    if ".." not in whole.parts:
        return whole
    stated = Path(whole.anchor)
    for part in whole.parts[1:]:
        # what is above a link is above the folder that it leads to
        stated = stated / part if part != ".." else (real_path(stated) if stated.is_symlink() else stated).parent
    return stated


def path_from_top(file: Path, path: str) -> Path:
    """Return where a path from the top of the repository of ``file`` is; raises ``ConformanceError``."""
    return (find_top(folder_of(file)) or Path()) / path


def require_commit(file: Path, revision: str) -> str:
    """Return the id of a commit; raises ``ConformanceError`` with the fetch that brings it."""
    folder = folder_of(file)
    check_commit(folder, revision)
    return git_text(folder, "rev-parse", "--verify", f"{revision}^{{commit}}")


def has_commits(file: Path) -> bool:
    """Return whether HEAD has a commit, which that of a new repository lacks; raises ``ConformanceError``."""
    folder = folder_of(file)
    if run_git(folder, "rev-parse", "--verify", "--quiet", "HEAD") is None:
        # a branch without a commit has a name; git fails for one whose file a power cut left empty
        run_git(folder, "symbolic-ref", "--quiet", "HEAD")
        return False
    if run_git(folder, "cat-file", "-e", "HEAD^{commit}") is None:
        raise _absent_object("the commit of HEAD")
    return True


def branch_of_head(file: Path) -> str | None:
    """Return the branch that is checked out, ``None`` for a detached HEAD; raises ``ConformanceError``."""
    return git_text(folder_of(file), "symbolic-ref", "--short", "--quiet", "HEAD") or None


def first_parent(file: Path) -> str | None:
    """Return the first parent of HEAD, ``None`` for the first commit; raises ``ConformanceError``.

    A parent that a shallow clone lacks is an error with the fetch that brings it.
    """
    folder = folder_of(file)
    parent, is_here = parent_of(folder, "HEAD")
    if parent is not None and not is_here:
        message = "the commit before HEAD is not in this shallow clone"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "run: git fetch --deepen=1")
    return parent


def has_changes(file: Path) -> bool:
    """Return whether anything in the repository of a file is not as HEAD has it; raises ``ConformanceError``."""
    return run_git(folder_of(file), "diff", "--quiet", "HEAD") is None


def has_changed(file: Path, revision: str, names: Sequence[str]) -> bool:
    """Return whether any file with one of these names, anywhere in the repository, is not as a revision has it."""
    reject_option(revision)
    folder, wanted = folder_of(file), _anywhere(names)
    if run_git(folder, "diff", "--quiet", revision, "--", *wanted) is None:
        return True
    return bool(git_path(folder, "ls-files", "--others", "--exclude-standard", "--", *wanted))


def names_of_files_with(text: str, file: Path, names: Sequence[str], revision: str | None) -> list[str]:
    """Return the paths from the top of the files with one of these names that hold a text.

    They are those of a revision, or without one those that git tracks or could track now. Raises ``ConformanceError``.
    """
    options = ("grep", "--no-color", "-l", "-z", "-F", "--full-name", "-e", text)
    at = ("--untracked",) if revision is None else (revision,)
    listing = git_path(folder_of(file), *options, *at, "--", *_anywhere(names))
    return [path.removeprefix(f"{revision}:") for path in listing.split("\0") if path]


def _anywhere(names: Sequence[str]) -> list[str]:
    return [f":(top,glob)**/{name}" for name in names]


def parent_of(folder: Path, commit: str) -> tuple[str | None, bool]:
    """Return the first parent that a commit names, and whether it is here, which a shallow clone hides elsewhere."""
    header = git_text(folder, "cat-file", "commit", commit).partition("\n\n")[0].split("\n")
    parent = next((line.removeprefix("parent ") for line in header if line.startswith("parent ")), None)
    return parent, parent is not None and run_git(folder, "cat-file", "-e", parent) is not None


def last_tag(file: Path) -> str:
    """Return the newest tag before or at HEAD; raises ``ConformanceError`` without one."""
    found = git_text(folder_of(file), "describe", "--tags", "--abbrev=0")
    if not found:
        message = "no tag names an earlier version"
        hint = "run `git fetch --tags`, or state the version with `--from-version 1.2.3`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint)
    return found


def merge_bases(file: Path, branch: str | None = None) -> list[str]:
    """Return the commits where HEAD left the default branch (or ``branch``); raises ``ConformanceError``.

    There is one, unless the two branches merged each other.
    """
    folder = folder_of(file)
    chosen = branch or default_branch(file)
    check_commit(folder, chosen, with_history=True)
    found = git_text(folder, "merge-base", "--all", chosen, "HEAD")
    if not found:
        message = f"HEAD and {quote_text(chosen)} have no common commit"
        cure = "git fetch --unshallow" if _is_shallow(folder) else "name the version to compare with `--against REF`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, f"run: {cure}" if "fetch" in cure else cure)
    return found.split()


def folder_of(file: Path) -> Path:
    """Return the folder of a file, or the nearest one that exists: a file may be gone with its folder.

    The top of a repository is its own: no folder above it belongs to that. Raises ``ConformanceError``.
    """
    full = _full_path(file)
    parents = full.parents
    folder = next((parent for parent in parents if parent.is_dir()), parents[-1])
    if find_top(folder) is None:
        if (full / ".git").exists():
            return full
        is_missing = "" if full.exists() else " does not exist and"
        message = f"{code_text(str(file), 200)}{is_missing} is not in a git repository"
        raise ConformanceError(ErrorKind.USAGE, message, f"run it inside a checkout, {TWO_FILES}")
    return folder


def blob_at(folder: Path, name: str) -> bytes | None:
    """Return the file that ``REVISION:PATH`` names, ``None`` where that commit has none; a symbolic link is followed.

    Raises ``ConformanceError`` where the commit has one that is larger than a file may be, or whose content or whose
    folder git lacks, ``BrokenLinkError`` where a link leads to no file of the commit.
    """
    # a small object may unpack to any size, and git writes all of it
    announced, limit = _FOUND.match(_answer_on(folder, name, "--batch-check")), most_bytes()
    if announced and int(announced["size"]) > limit:
        raise too_large_error(quote_text(name, 200), int(announced["size"]), limit)
    if (content := _follow(folder, name)) is not None:
        return content
    found = run_git(folder, "rev-parse", "--verify", "--quiet", name)
    if found is None:
        # A folder that git lacks hides what it holds, as if there were no such path; to list all of them fails.
        run_git(folder, "ls-tree", "-r", "-d", name.partition(":")[0])
        return None
    named = found.decode().strip()
    if run_git(folder, "cat-file", "-e", named) is None:
        raise _absent_object(quote_text(name))
    return run_git(folder, "cat-file", "blob", named)


def _follow(folder: Path, name: str) -> bytes | None:
    """Return the file behind a name as git follows links at that commit; ``None`` where git does not say why not."""
    head, _, rest = _answer_on(folder, name, "--batch").partition(b"\n")
    if found := _FOUND.fullmatch(head):
        return rest[: int(found["size"])]
    kind, _, size = head.decode("utf-8", "replace").partition(" ")
    if kind in _BROKEN and size.isdigit():
        target = rest[: int(size)] if kind == "symlink" else run_git(folder, "cat-file", "blob", name) or b""
        raise BrokenLinkError(name, os.fsdecode(target), _BROKEN[kind])
    return None


def _answer_on(folder: Path, name: str, kind: str) -> bytes:
    """Return what git says of ``REVISION:PATH`` where it follows links at that commit."""
    # git reads one name a line
    request = b"" if "\n" in name else os.fsencode(name) + b"\n"
    return run_git(folder, "cat-file", kind, "--follow-symlinks", stdin=request) or b""


def _absent_object(what: str) -> ConformanceError:
    return ConformanceError(
        ErrorKind.UNREADABLE,
        f"git lacks {what}, which the history names: the repository is damaged",
        f"`git fsck` says what is lost; clone it again, {TWO_FILES}",
    )


def _full_path(file: Path) -> Path:
    """Return the absolute path of a file; a link is a file of the repository as well."""
    return real_path(file) if file.name == ".." else real_path(file.parent) / file.name


def default_branch(file: Path) -> str:
    """Return the default branch, as ``origin/main`` where there is a remote; raises ``ConformanceError``."""
    folder = folder_of(file)
    if remote := git_text(folder, "symbolic-ref", "--short", "--quiet", "refs/remotes/origin/HEAD"):
        return remote
    for name in ("main", "master", "origin/main", "origin/master"):
        if run_git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") is not None:
            return name
    depth = "--unshallow " if _is_shallow(folder) else ""
    branches = "'+refs/heads/*:refs/remotes/origin/*'"
    fetch = f"run: git fetch {depth}origin {branches} && git remote set-head origin --auto"
    hint = fetch if _has_remote(folder) else "name the version to compare with `--against REF`"
    raise ConformanceError(ErrorKind.UNREADABLE, "git does not know the default branch of this repository", hint)


def check_commit(folder: Path, revision: str, *, with_history: bool = False) -> None:
    """Raise ``ConformanceError`` with the fetch that brings it, or all that led to it, if git lacks a commit."""
    reject_option(revision)
    if run_git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") is not None:
        return
    branch = escape_text(revision.removeprefix("origin/"))
    depth = "" if with_history else "--depth=1 "
    if with_history and _is_shallow(folder):
        depth = "--unshallow "
    # A commit has no branch to fetch it into.
    if _COMMIT_ID.fullmatch(revision):
        cure = f"run: git fetch {depth}origin {branch}"
    else:
        # the name may come from a variable of CI, and the command is there to be copied into a shell
        refspec = shlex.quote(f"{branch}:refs/remotes/origin/{branch}")
        cure = f"run: git fetch {depth}origin {refspec}, then use {shlex.quote(f'origin/{branch}')}"
    if not _has_remote(folder):
        is_local = branch != revision and run_git(folder, "rev-parse", "--verify", "--quiet", f"{branch}^{{commit}}")
        cure = (
            f"compare with the local branch: `--against {shlex.quote(branch)}`"
            if is_local
            else "`git branch -a` lists what there is"
        )
    raise ConformanceError(ErrorKind.UNREADABLE, f"git has no reference {quote_text(revision)} here", cure)


def reject_option(reference: str) -> None:
    """Raise ``ConformanceError`` for a text that git would take for an option."""
    if not reference or reference.startswith("-") or "\n" in reference:
        raise ConformanceError(
            ErrorKind.USAGE, f"{quote_text(reference)} is not a git reference", "pass a branch, a tag or a commit"
        )


def _has_remote(folder: Path) -> bool:
    return bool(git_text(folder, "remote"))


def _is_shallow(folder: Path) -> bool:
    return git_text(folder, "rev-parse", "--is-shallow-repository") == "true"
