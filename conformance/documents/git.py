"""Read earlier versions of a file with git, without a checkout, a fetch or a write."""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from conformance.display import code_text, cut_middle, escape_text, quote_text
from conformance.errors import ConformanceError, ErrorKind

TIMEOUT_S = 30
"""Seconds after which a git command is abandoned."""
MAX_COMMITS = 2_000
"""Most commits read; of a longer history only the newest ones are."""
MAX_UNTRACKED = 200
"""Most files that git does not track among which a missing one is looked for: a command line has room for these."""

_TWO_FILES = "or name two files: OLD NEW"
# Git quotes paths and settings; more than this would be no sentence.
_LONGEST_WORDS = 300
_COMMIT_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
# What git says where something is absent, which is an answer and no fault: a path, an object, a tag, a commit.
_ABSENT = re.compile(
    r"does not exist in|exists on disk, but not in|[Nn]ot a valid (?:object|commit) name|bad (?:object|revision|file)"
    r"|No names found|No tags can describe|does not have any commits yet|unknown revision|Needed a single revision"
)
_OUTSIDE = "not a git repository (or any"
"""How git begins, in a folder of no repository, the list of the parents that it has looked into."""
# The command that git advises for a repository of another user.
_TRUST = re.compile(r"git config --global --add safe\.directory \S[^\n]*")
_PROMISED = "from promisor remote"
"""Where git ends what it says of an object that a partial clone would have to fetch."""
# The line in which git says what is wrong: the one with which it gives up, else its first complaint.
_FATAL, _ERROR = (re.compile(rf"^{word}: (?P<words>[^\n]*)", re.MULTILINE) for word in ("fatal", "error"))
_VERSION_FORMAT = "--format=%H%x1f%ct%x1f%cs%x1f%s"
"""Commit, time, day and subject; no subject has a unit separator before these."""
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}


class Version(Struct, frozen=True):
    """One version of a file: its commit, day and subject, and the bytes (``None`` where the commit removed it).

    ``time`` is when it was committed, in seconds since 1970. ``unread`` says why versions before it,
    if there were any, are not among those that were read.
    """

    commit: str
    time: int
    day: str
    subject: str
    content: bytes | None
    unread: str = ""


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
    _reject_option(reference)
    folder = _folder(file)
    revision, colon, path = reference.partition(":")
    _require_commit(folder, revision)
    return _blob(folder, f"{revision}:{path if colon else path_in_repository(file)}")


def path_in_repository(file: Path) -> str:
    """Return the path of a file from the top of its repository, as ``git show REF:PATH`` takes it.

    Raises ``ConformanceError`` if it is not in a repository.
    """
    folder = _folder(file)
    below = _full_path(file).relative_to(folder).as_posix()
    return _path(folder, "rev-parse", "--show-prefix") + below


class Rename(Struct, frozen=True):
    """A file that git recognises under another name, both from the top of the repository."""

    old: str
    new: str


def find_rename(revision: str, file: Path) -> Rename | None:
    """Return the rename since a revision that gave a file its name, or took it; raises ``ConformanceError``.

    A file that was moved without git's knowledge is recognized too, by its text.
    """
    path = path_in_repository(file)
    return _rename_of(path, file, revision) or _untracked_rename(path, file, revision)


def _untracked_rename(path: str, file: Path, revision: str) -> Rename | None:
    """Let git compare files that it does not track: the file itself, or those that a missing one may be now."""
    folder = _folder(file)
    listing = _path(folder, "ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/")
    untracked = listing.split("\0")
    alike = [name for name in untracked if name and Path(name).suffix == file.suffix]
    named = {path} & {*untracked} if file.exists() else alike[:MAX_UNTRACKED]
    current = Path(_path(folder, "rev-parse", "--path-format=absolute", "--git-path", "index"))
    if not named or not current.is_file():
        return None
    with TemporaryDirectory() as scratch:
        copied = Path(shutil.copyfile(current, Path(scratch) / "index"))
        # An entry that states no size and time makes git read the file itself, so any object will do in it.
        anything = require_commit(file, revision)
        entries = [text for name in sorted(named) for text in ("--cacheinfo", f"100644,{anything},{name}")]
        _git(folder, "update-index", "--add", *entries, index=copied)
        return _rename_of(path, file, revision, copied)


def _rename_of(path: str, file: Path, revision: str, index: Path | None = None) -> Rename | None:
    options = ("--no-relative", "--find-renames", "--diff-filter=R", "-z", "--name-status")
    # Each rename is three texts: the letter with the similarity, the old and the new path.
    texts = _path(_folder(file), "diff", *options, revision, index=index).split("\0")
    renames = (Rename(old, new) for old, new in zip(texts[1::3], texts[2::3], strict=False))
    return next((rename for rename in renames if path in (rename.old, rename.new)), None)


def path_from_top(file: Path, path: str) -> Path:
    """Return where a path from the top of the repository of ``file`` is; raises ``ConformanceError``."""
    return Path(_path(_folder(file), "rev-parse", "--show-toplevel")) / path


def require_commit(file: Path, revision: str) -> str:
    """Return the id of a commit; raises ``ConformanceError`` with the fetch that brings it."""
    folder = _folder(file)
    _require_commit(folder, revision)
    return _text(folder, "rev-parse", "--verify", f"{revision}^{{commit}}")


def has_commits(file: Path) -> bool:
    """Return whether HEAD has a commit, which that of a new repository lacks; raises ``ConformanceError``."""
    folder = _folder(file)
    if _git(folder, "rev-parse", "--verify", "--quiet", "HEAD") is None:
        # a branch without a commit has a name; git fails for one whose file a power cut left empty
        _git(folder, "symbolic-ref", "--quiet", "HEAD")
        return False
    if _git(folder, "cat-file", "-e", "HEAD^{commit}") is None:
        raise _absent_object("the commit of HEAD")
    return True


def branch_of_head(file: Path) -> str | None:
    """Return the branch that is checked out, ``None`` for a detached HEAD; raises ``ConformanceError``."""
    return _text(_folder(file), "symbolic-ref", "--short", "--quiet", "HEAD") or None


def first_parent(file: Path) -> str | None:
    """Return the first parent of HEAD, ``None`` for the first commit; raises ``ConformanceError``.

    A parent that a shallow clone lacks is an error with the fetch that brings it.
    """
    folder = _folder(file)
    parent, is_here = _parent_of(folder, "HEAD")
    if parent is not None and not is_here:
        message = "the commit before HEAD is not in this shallow clone"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "run: git fetch --deepen=1")
    return parent


def _parent_of(folder: Path, commit: str) -> tuple[str | None, bool]:
    """Return the first parent that a commit names, and whether it is here, which a shallow clone hides elsewhere."""
    header = _text(folder, "cat-file", "commit", commit).partition("\n\n")[0].split("\n")
    parent = next((line.removeprefix("parent ") for line in header if line.startswith("parent ")), None)
    return parent, parent is not None and _git(folder, "cat-file", "-e", parent) is not None


def last_tag(file: Path) -> str:
    """Return the newest tag before or at HEAD; raises ``ConformanceError`` without one."""
    found = _text(_folder(file), "describe", "--tags", "--abbrev=0")
    if not found:
        message = "no tag names an earlier version"
        hint = "run `git fetch --tags`, or state the version with `--from-version 1.2.3`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint)
    return found


def merge_base(file: Path, branch: str | None = None) -> str:
    """Return the commit where HEAD left the default branch (or ``branch``); raises ``ConformanceError``."""
    folder = _folder(file)
    chosen = branch or default_branch(file)
    _require_commit(folder, chosen)
    found = _text(folder, "merge-base", chosen, "HEAD")
    if not found:
        message = f"HEAD and {quote_text(chosen)} have no common commit"
        cure = "git fetch --unshallow" if _is_shallow(folder) else "name the version to compare with `--against REF`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, f"run: {cure}" if "fetch" in cure else cure)
    return found


def versions(file: Path, since: str | None = None, *, of_branch: bool = False) -> Iterator[Version]:
    """Yield every version of the file that a commit made, oldest first; ``since`` names the reference to begin with.

    Those ``of_branch`` are the ones that the branch of HEAD itself had: what was merged counts from its merge on.
    """
    folder = _folder(file)
    if since is not None:
        _reject_option(since)
        _require_commit(folder, since)
    span = ["HEAD"] if since is None else [f"{since}..HEAD"]
    if of_branch:
        span.insert(0, "--first-parent")
    lines = _log(folder, file, f"--max-count={MAX_COMMITS + 1}", *span)
    # One more than is read shows that there are more.
    is_cut = len(lines) > MAX_COMMITS
    del lines[MAX_COMMITS:]
    if since is not None and not is_cut:
        lines += _log(folder, file, "-1", since)
    for index, line in enumerate(reversed(lines)):
        commit, time, day, subject = line.split("\x1f", 3)
        content = _blob(folder, f"{commit}:./{file.name}")
        unread = "" if index else _unread_before(folder, commit, is_cut=is_cut)
        yield Version(commit, int(time), day, subject, content, unread)


def _log(folder: Path, file: Path, *which: str) -> list[str]:
    """Return a line for each commit that changed a file; a subject may hold what others take for the end of a line."""
    listing = _text(folder, "log", _VERSION_FORMAT, *which, "--", f":(literal){file.name}")
    return listing.split("\n") if listing else []


def _unread_before(folder: Path, commit: str, *, is_cut: bool) -> str:
    """Return why nothing is known before a commit: a shallow clone ends at it, and the file may well be older."""
    if is_cut:
        return f"earlier versions than the newest {MAX_COMMITS:,} are not read"
    parent, is_here = _parent_of(folder, commit)
    return (
        ""
        if parent is None or is_here
        else "earlier versions are not in this shallow clone; run: git fetch --unshallow"
    )


def _folder(file: Path) -> Path:
    """Return the folder of a file, or the nearest one that exists: a file may be gone with its folder."""
    parents = _full_path(file).parents
    folder = next((parent for parent in parents if parent.is_dir()), parents[-1])
    if _git(folder, "rev-parse", "--show-toplevel") is None:
        message = f"{code_text(str(file), 200)} is not in a git repository"
        raise ConformanceError(ErrorKind.USAGE, message, f"run it inside a checkout, {_TWO_FILES}")
    return folder


def _blob(folder: Path, name: str) -> bytes | None:
    """Return the file that ``REVISION:PATH`` names, ``None`` where that commit has none.

    Raises ``ConformanceError`` where the commit has one whose content or whose folder git lacks.
    """
    found = _git(folder, "rev-parse", "--verify", "--quiet", name)
    if found is None:
        # A folder that git lacks hides what it holds, as if there were no such path; to list all of them fails.
        _git(folder, "ls-tree", "-r", "-d", name.partition(":")[0])
        return None
    named = found.decode().strip()
    if _git(folder, "cat-file", "-e", named) is None:
        raise _absent_object(quote_text(name))
    return _git(folder, "cat-file", "blob", named)


def _absent_object(what: str) -> ConformanceError:
    return ConformanceError(
        ErrorKind.UNREADABLE,
        f"git lacks {what}, which the history names: the repository is damaged",
        f"`git fsck` says what is lost; clone it again, {_TWO_FILES}",
    )


def _full_path(file: Path) -> Path:
    """Return the absolute path of a file; a link is a file of the repository as well."""
    return file.parent.resolve() / file.name


def default_branch(file: Path) -> str:
    """Return the default branch, as ``origin/main`` where there is a remote; raises ``ConformanceError``."""
    folder = _folder(file)
    if remote := _text(folder, "symbolic-ref", "--short", "--quiet", "refs/remotes/origin/HEAD"):
        return remote
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
    # A commit has no branch to fetch it into.
    if _COMMIT_ID.fullmatch(revision):
        cure = f"run: git fetch --depth=1 origin {branch}"
    else:
        cure = f"run: git fetch --depth=1 origin {branch}:refs/remotes/origin/{branch}, then use origin/{branch}"
    if not _has_remote(folder):
        is_local = branch != revision and _git(folder, "rev-parse", "--verify", "--quiet", f"{branch}^{{commit}}")
        cure = (
            f"compare with the local branch: `--against {branch}`"
            if is_local
            else "`git branch -a` lists what there is"
        )
    raise ConformanceError(ErrorKind.UNREADABLE, f"git has no reference {quote_text(revision)} here", cure)


def _reject_option(reference: str) -> None:
    if not reference or reference.startswith("-") or "\n" in reference:
        raise ConformanceError(
            ErrorKind.USAGE, f"{quote_text(reference)} is not a git reference", "pass a branch, a tag or a commit"
        )


def _has_remote(folder: Path) -> bool:
    return bool(_text(folder, "remote"))


def _is_shallow(folder: Path) -> bool:
    return _text(folder, "rev-parse", "--is-shallow-repository") == "true"


def _text(folder: Path, *arguments: str) -> str:
    """Return what a git command prints, empty where git lacks what it names."""
    return (_git(folder, *arguments) or b"").decode("utf-8", "replace").removesuffix("\n")


def _path(folder: Path, *arguments: str, index: Path | None = None) -> str:
    """Return what a git command prints about files, as Python names these: not every name is UTF-8."""
    return os.fsdecode(_git(folder, *arguments, index=index) or b"").removesuffix("\n")


def _git(folder: Path, *arguments: str, index: Path | None = None) -> bytes | None:
    """Return the standard output of a git command, or ``None`` where git lacks what it names.

    ``index`` replaces the repository's. Raises ``ConformanceError`` with git's own words where git cannot work.
    """
    chosen = {"GIT_INDEX_FILE": str(index)} if index else {}
    try:
        done = subprocess.run(  # noqa: S603  the arguments are ours; references are checked before
            ["git", "-C", str(folder), *arguments],  # noqa: S607  the git of the user's PATH
            capture_output=True,
            check=False,
            timeout=TIMEOUT_S,
            env={**os.environ, **_QUIET, **chosen},
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise ConformanceError(ErrorKind.UNREADABLE, "git is not installed", f"install git, {_TWO_FILES}") from None
    except OSError as error:
        message = f"git cannot be run: {error.strerror}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, f"check the `git` of your PATH, {_TWO_FILES}") from None
    except subprocess.TimeoutExpired:
        message = f"git {arguments[0]} took longer than {TIMEOUT_S} s"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "run it by hand; the repository may be damaged") from None
    if done.returncode == 0:
        return done.stdout
    if fault := _fault(done.stderr.decode("utf-8", "replace"), folder):
        raise fault
    return None


def _fault(stderr: str, folder: Path) -> ConformanceError | None:
    """Return what keeps git from answering, in its own words; ``None`` where it has answered that something is absent.

    A folder of no repository is such an answer too: whoever asks knows the file that it should hold.
    """
    stated = _FATAL.search(stderr) or _ERROR.search(stderr)
    if stated is None or _ABSENT.search(stderr) or stated["words"].startswith(_OUTSIDE):
        return None
    words = cut_middle(escape_text(stated["words"]), _LONGEST_WORDS)
    if "dubious ownership" in words:
        advised = _TRUST.search(stderr)
        trust = escape_text(advised[0]) if advised else "git config --global --add safe.directory PATH"
        return ConformanceError(ErrorKind.UNREADABLE, f"git refuses this folder: {words}", f"run: {trust}")
    if _PROMISED in words:
        hint = f"this clone is a partial one; run: git fetch --refetch --no-filter, {_TWO_FILES}"
        return ConformanceError(ErrorKind.UNREADABLE, f"git failed: {words}", hint)
    hint = f"`git -C {escape_text(shlex.quote(str(folder)))} status` may say more; repair that, {_TWO_FILES}"
    return ConformanceError(ErrorKind.UNREADABLE, f"git failed: {words}", hint)
