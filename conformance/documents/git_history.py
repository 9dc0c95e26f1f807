"""Reads every version of a file that a commit made, with git."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.git import (
    BrokenLinkError,
    blob_at,
    check_commit,
    folder_of,
    parent_of,
    path_from_top,
    path_in_repository,
    reject_option,
)
from conformance.documents.git_process import git_path, git_text

MAX_COMMITS = 2_000
"""Most commits read; of a longer history only the newest ones are."""
MAX_NAMES = 20
"""Most files whose changes are looked at for one file that is or was a symbolic link."""
# What git lists of a commit that makes a symbolic link, by its mode: the id of the text that says where it leads.
_LINK = re.compile(r"^:\d+ 120000 [0-9a-f]+ (?P<link>[0-9a-f]+) ", re.MULTILINE)
_VERSION_FORMAT = "--format=%H%x1f%ct%x1f%cs%x1f%s"
"""Commit, time, day and subject; no subject has a unit separator before these."""
_SEPARATOR = "\x1f"
"""What no other line of a log has: git quotes it in paths."""


class Version(Struct, frozen=True):
    """One version of a file: its commit, day and subject, and the bytes (``None`` where the commit removed it).

    ``time`` is when it was committed, in seconds since 1970. ``unread`` says why versions before it,
    if there were any, are not among those that were read, ``fault`` why this one has no content although it is there.
    """

    commit: str
    time: int
    day: str
    subject: str
    content: bytes | None
    unread: str = ""
    fault: BrokenLinkError | None = None

    @property
    def is_removal(self) -> bool:
        """Whether the commit has no such file any more."""
        return self.content is None and self.fault is None

    def read(self) -> bytes:
        """Return the bytes, none of a removed file; raises ``BrokenLinkError`` where a link led to no file."""
        if self.fault is not None:
            raise self.fault
        return self.content or b""


def versions(file: Path, since: str | None = None, *, of_branch: bool = False) -> Iterator[Version]:
    """Yield every version of the file that a commit made, oldest first; ``since`` names the reference to begin with.

    Those ``of_branch`` are the ones that the branch of HEAD itself had: what was merged counts from its merge on. A
    file that is a symbolic link has the versions of what it leads to.
    """
    folder = folder_of(file)
    if since is not None:
        reject_option(since)
        check_commit(folder, since)
    # what a merge brought to the branch is listed of the merge itself
    first = ["--first-parent", "-m"] if of_branch else []
    path = path_in_repository(file)
    names = [path, *_links_above(path, path_from_top(file, ""))]
    newest, start = _log(folder, names, *first, since=since)
    if _LINK.search(newest + start):
        names = _names_behind(folder, names, first)
        newest, start = _log(folder, names, *first, since=since)
    lines = _versions_in(newest)
    # One more than is read shows that there are more.
    is_cut = len(lines) > MAX_COMMITS
    lines = lines[:MAX_COMMITS] if is_cut else [*lines, *_versions_in(start)]
    read = (_version(folder, line, path) for line in reversed(lines))
    for index, version in enumerate(read if len(names) == 1 else _changes(read)):
        unread = "" if index else _unread_before(folder, version.commit, is_cut=is_cut)
        yield replace(version, unread=unread)


def _log(folder: Path, names: Sequence[str], *options: str, since: str | None = None) -> tuple[str, str]:
    """Return the newest commits that changed a file, and the one that made it what it was at ``since``."""
    paths = [f":(top,literal){name}" for name in names]
    command = ("log", _VERSION_FORMAT, "--raw", "--no-abbrev", *options)
    span = "HEAD" if since is None else f"{since}..HEAD"
    newest = git_text(folder, *command, f"--max-count={MAX_COMMITS + 1}", span, "--", *paths)
    return newest, "" if since is None else git_text(folder, *command, "-1", since, "--", *paths)


def _versions_in(listing: str) -> list[str]:
    """Return a line for each commit; a subject may hold what others take for the end of a line."""
    return [line for line in listing.split("\n") if _SEPARATOR in line]


def _links_above(path: str, top: Path) -> list[str]:
    """Return the folders on the way from the top to a path that are symbolic links."""
    return [str(parent) for parent in PurePosixPath(path).parents if (top / parent).is_symlink()]


def _names_behind(folder: Path, stated: Sequence[str], options: Sequence[str]) -> list[str]:
    """Return the names of a file and of links to it, and of what they led to in commits that had a link there."""
    names = [*stated]
    for one in names:  # which grows: a link may lead to a link
        made, _ = _log(folder, [one], *options)
        for link in dict.fromkeys(_LINK.findall(made)):
            target = git_path(folder, "cat-file", "blob", link)
            led_to = posixpath.normpath(posixpath.join(posixpath.dirname(one), target))
            is_inside = not led_to.startswith(("/", "../"))
            if is_inside and led_to not in names and len(names) < MAX_NAMES:
                names.append(led_to)
    return names


def _version(folder: Path, line: str, name: str) -> Version:
    commit, time, day, subject = line.split(_SEPARATOR, 3)
    found = Version(commit, int(time), day, subject, None)
    try:
        return replace(found, content=blob_at(folder, f"{commit}:{name}"))
    except BrokenLinkError as error:
        return replace(found, fault=error)


def _changes(found: Iterable[Version]) -> Iterator[Version]:
    """Leave out the commits that changed one of several files, and not what the link led to."""
    before: tuple[bytes | None, bool] = (None, True)
    for version in found:
        now = (version.content, version.is_removal)
        if now != before:
            yield version
        before = now


def _unread_before(folder: Path, commit: str, *, is_cut: bool) -> str:
    """Return why nothing is known before a commit: a shallow clone ends at it, and the file may well be older."""
    if is_cut:
        return f"earlier versions than the newest {MAX_COMMITS:,} are not read"
    parent, is_here = parent_of(folder, commit)
    return (
        ""
        if parent is None or is_here
        else "earlier versions are not in this shallow clone; run: git fetch --unshallow"
    )
