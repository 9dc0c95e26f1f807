"""Runs git, and tells what git lacks from what keeps it from answering."""

import os
import re
import signal
import subprocess
from pathlib import Path

from conformance.display import cut_middle, escape_text, quote_word
from conformance.errors import ConformanceError, ErrorKind

TIMEOUT_S = 30
"""Seconds after which a git command is abandoned."""
TWO_FILES = "or name two files: OLD NEW"
"""How a hint ends that says what works without git."""

# Git quotes paths and settings; more than this would be no sentence.
_LONGEST_WORDS = 300
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
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
# By these git tells a hook which repository it works for, and its own folder is that of the hook.
_REPOSITORY = ("GIT_DIR", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")


def run_git(folder: Path, *arguments: str, index: Path | None = None, stdin: bytes = b"") -> bytes | None:
    """Return the standard output of a git command, or ``None`` where git lacks what it names.

    ``index`` replaces the repository's, and git reads ``stdin``. Raises ``ConformanceError`` with git's own words where
    git cannot work.
    """
    chosen = {"GIT_INDEX_FILE": str(index)} if index else {}
    try:
        status, output, complaints = _run(["git", "-C", str(folder), *arguments], {**_QUIET, **chosen}, stdin)
    except FileNotFoundError:
        raise ConformanceError(ErrorKind.UNREADABLE, "git is not installed", f"install git, {TWO_FILES}") from None
    except OSError as error:
        message = f"git cannot be run: {error.strerror}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, f"check the `git` of your PATH, {TWO_FILES}") from None
    except subprocess.TimeoutExpired:
        message = f"git {arguments[0]} took longer than {TIMEOUT_S} s"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "run it by hand; the repository may be damaged") from None
    if status == 0:
        return output
    if fault := _fault(complaints.decode("utf-8", "replace"), folder):
        raise fault
    return None


def _run(command: list[str], variables: dict[str, str], stdin: bytes) -> tuple[int, bytes, bytes]:
    """Return the exit status and the output of git; if that takes too long it is ended, with what it has started."""
    environment = {**_environment(), **variables}
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603  the arguments are ours; references are checked before
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, process_group=0
    ) as git:
        try:
            output, complaints = git.communicate(stdin, TIMEOUT_S)
        except BaseException:  # Ctrl-C does not reach a group of its own
            if hasattr(os, "killpg"):
                os.killpg(git.pid, signal.SIGKILL)
            git.kill()
            raise
        return git.returncode, output, complaints


def _environment() -> dict[str, str]:
    """Return the environment without a repository whose top git would take the folder for; a named top stays."""
    is_complete = "GIT_WORK_TREE" in os.environ
    return {name: value for name, value in os.environ.items() if is_complete or name not in _REPOSITORY}


def git_text(folder: Path, *arguments: str) -> str:
    """Return what a git command prints, empty where git lacks what it names."""
    return (run_git(folder, *arguments) or b"").decode("utf-8", "replace").removesuffix("\n")


def git_path(folder: Path, *arguments: str, index: Path | None = None) -> str:
    """Return what a git command prints about files, as Python names these: not every name is UTF-8."""
    return os.fsdecode(run_git(folder, *arguments, index=index) or b"").removesuffix("\n")


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
        hint = f"this clone is a partial one; run: git fetch --refetch --no-filter, {TWO_FILES}"
        return ConformanceError(ErrorKind.UNREADABLE, f"git failed: {words}", hint)
    hint = f"`git -C {quote_word(str(folder))} status` may say more; repair that, {TWO_FILES}"
    return ConformanceError(ErrorKind.UNREADABLE, f"git failed: {words}", hint)
