"""Read earlier versions of a file with git, without a checkout, a fetch or a write."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.display import escape_text, first_sentence, quote_text
from conformance.errors import ConformanceError, ErrorKind

TIMEOUT_S = 30
"""Seconds after which a git command is abandoned."""
MAX_COMMITS = 2_000
"""Most commits read; of a longer history only the newest ones are."""

_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a file: its commit, day and subject, and the bytes (``None`` where the commit removed it)."""

    commit: str
    day: str
    subject: str
    content: bytes | None


def content_at(reference: str, file: Path) -> bytes:
    """Return the file at a reference (``main``, ``v1.2``, ``main:other/path.json``); raises ``ConformanceError``."""
    _reject_option(reference)
    folder = _folder(file)
    revision, colon, path = reference.partition(":")
    _require_commit(folder, revision)
    place = f"{revision}:{path}" if colon else f"{revision}:./{file.name}"
    shown = _git(folder, "cat-file", "blob", place)
    if shown is None:
        where = quote_text(path or str(file), 200)
        raise ConformanceError(
            ErrorKind.UNREADABLE,
            f"{where} does not exist at git reference {quote_text(revision)}",
            f"pass the path at that commit, as in `--against {escape_text(revision)}:path/in/repo.json`",
        )
    return shown


def path_in_repository(file: Path) -> str:
    """Return the path of a file from the top of its repository, as ``git show REF:PATH`` takes it.

    Raises ``ConformanceError`` if it is not in a repository.
    """
    prefix = _git(_folder(file), "rev-parse", "--show-prefix") or b""
    return prefix.decode("utf-8", "replace").removesuffix("\n") + file.name


def merge_base(file: Path, branch: str | None = None) -> str:
    """Return the commit where HEAD left the default branch (or ``branch``); raises ``ConformanceError``."""
    folder = _folder(file)
    chosen = branch or _default_branch(folder)
    _require_commit(folder, chosen)
    found = _git(folder, "merge-base", chosen, "HEAD")
    if found is None:
        message = f"HEAD and {quote_text(chosen)} have no common commit"
        cure = "git fetch --unshallow" if _is_shallow(folder) else "name the version to compare with `--against REF`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, f"run: {cure}" if "fetch" in cure else cure)
    return found.decode().strip()


def versions(file: Path, since: str | None = None) -> Iterator[Version]:
    """Yield every version of the file that a commit made, oldest first; ``since`` names the reference to begin with."""
    folder = _folder(file)
    if since is not None:
        _reject_option(since)
        _require_commit(folder, since)
    span = ["HEAD"] if since is None else [f"{since}..HEAD"]
    listing = _git(folder, "log", f"--max-count={MAX_COMMITS}", "--format=%H%x1f%cs%x1f%s", *span, "--", file.name)
    lines = (listing or b"").decode("utf-8", "replace").splitlines()
    if since is not None:
        start = _git(folder, "log", "-1", "--format=%H%x1f%cs%x1f%s", since, "--", file.name)
        lines += (start or b"").decode("utf-8", "replace").splitlines()
    for line in reversed(lines):
        commit, day, subject = line.split("\x1f", 2)
        yield Version(commit, day, subject, _git(folder, "cat-file", "blob", f"{commit}:./{file.name}"))


def _folder(file: Path) -> Path:
    folder = file.resolve().parent
    if not folder.is_dir() or _git(folder, "rev-parse", "--show-toplevel") is None:
        message = f"{quote_text(str(file), 200)} is not in a git repository"
        raise ConformanceError(ErrorKind.USAGE, message, "run it inside a checkout, or name two files: OLD NEW")
    return folder


def _default_branch(folder: Path) -> str:
    remote = _git(folder, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")
    if remote:
        return remote.decode().strip()
    for name in ("main", "master", "origin/main", "origin/master"):
        if _git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") is not None:
            return name
    fetch = "run: git fetch --depth=1 origin main:refs/remotes/origin/main, then compare with `--against origin/main`"
    hint = fetch if _has_remote(folder) else "name the version to compare with `--against REF`"
    raise ConformanceError(ErrorKind.UNREADABLE, "git does not know the default branch of this repository", hint)


def _require_commit(folder: Path, revision: str) -> None:
    _reject_option(revision)
    if _git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") is not None:
        return
    branch = escape_text(revision.removeprefix("origin/"))
    cure = f"run: git fetch --depth=1 origin {branch}:refs/remotes/origin/{branch}"
    hint = f"{cure}, then use origin/{branch}" if _has_remote(folder) else "`git branch -a` lists what there is"
    raise ConformanceError(ErrorKind.UNREADABLE, f"git has no reference {quote_text(revision)} here", hint)


def _reject_option(reference: str) -> None:
    if not reference or reference.startswith("-") or "\n" in reference:
        raise ConformanceError(
            ErrorKind.USAGE, f"{quote_text(reference)} is not a git reference", "pass a branch, a tag or a commit"
        )


def _has_remote(folder: Path) -> bool:
    return bool((_git(folder, "remote") or b"").strip())


def _is_shallow(folder: Path) -> bool:
    return (_git(folder, "rev-parse", "--is-shallow-repository") or b"").strip() == b"true"


def _git(folder: Path, *arguments: str) -> bytes | None:
    """Return the standard output of a git command, or ``None`` if it fails."""
    try:
        done = subprocess.run(  # noqa: S603  the arguments are ours; references are checked before
            ["git", "-C", str(folder), *arguments],  # noqa: S607  the git of the user's PATH
            capture_output=True,
            check=False,
            timeout=TIMEOUT_S,
            env={**os.environ, **_QUIET},
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise ConformanceError(
            ErrorKind.UNREADABLE, "git is not installed", "install git, or pass two files: OLD NEW"
        ) from None
    except subprocess.TimeoutExpired:
        message = f"git {arguments[0]} took longer than {TIMEOUT_S} s"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "run it by hand; the repository may be damaged") from None
    if b"detected dubious ownership" in done.stderr:
        reason = first_sentence(done.stderr.decode("utf-8", "replace"))
        raise ConformanceError(
            ErrorKind.UNREADABLE, f"git refuses this folder: {escape_text(reason)}", "follow the advice that git prints"
        )
    return done.stdout if done.returncode == 0 else None
