"""Chooses the version of an inventory that ``drift`` compares with, and says why it is that one."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.earlier_inventory import earlier_inventory, inventory_of_lost_configuration
from conformance.display import code_text, quote_word
from conformance.documents.git import (
    TOP,
    branch_of_head,
    content_at,
    default_branch,
    files_at,
    find_content,
    first_parent,
    has_changes,
    has_commits,
    merge_bases,
    path_behind_links,
    path_from_top,
    path_in_repository,
    require_commit,
)
from conformance.documents.git_renames import Rename, find_rename
from conformance.documents.location import short_path
from conformance.documents.reader import Document
from conformance.documents.shared_parts import SharedParts
from conformance.documents.submodules import commit_of_submodule, earlier_path, path_through, steps_to
from conformance.drift.report import NOTHING
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats import is_listing_file, read_document, to_folder_inventory, to_inventory

LISTED = "the list of tools"
"""The source of truth of every list that is compared: two files with the same list do not differ by their names."""

# Digits of a commit id in a name: git itself needs about as many in a very large repository.
_ID_CHARS = 12
# The option that names the version, whatever CI states.
_AGAINST = "--against"
_GITHUB, _GITLAB = "GITHUB_BASE_REF", "CI_MERGE_REQUEST_DIFF_BASE_SHA"
# Set in a pipeline of merged results only, where HEAD has all of the target branch, and not only what the source left.
_GITLAB_TARGET = "CI_MERGE_REQUEST_TARGET_BRANCH_SHA"
# A job of GitLab has no `origin/HEAD`, and the default branch may have any name.
_GITLAB_DEFAULT = "CI_DEFAULT_BRANCH"


class Base(Struct, frozen=True):
    """A commit to compare with, ``None`` before the first one; what reports call it, and why it was chosen.

    ``holder`` is a path of the repository that has it, where that is not the one of the file.
    """

    revision: str | None
    name: str
    reason: str
    holder: Path | None = None


class Versions(Struct, frozen=True):
    """An inventory before and now, ``None`` where there is none; how reports name both, and why these."""

    old: Document | None
    new: Document | None
    names: tuple[str, str]
    reason: str

    @property
    def is_first(self) -> bool:
        """Whether there is no earlier version."""
        return self.old is None


def choose_base(against: str | None, file: Path, environment: Mapping[str, str], reason: str) -> Base:
    """Return the commit to compare a file with; raises ``ConformanceError`` if git lacks it.

    That is the one ``against`` names, for the ``reason``, else the base that the CI states, else where HEAD left
    the default branch, and on that branch the commit before. A file in a submodule is compared with the commit that the
    submodule had at the base of the repository of the current folder.
    """
    steps = steps_to(file, Path.cwd())
    base = _choose(against, steps[0], environment, reason)
    for index in range(len(steps) - 1):
        if base.revision is not None and base.holder is None:
            base = _enter_submodule(base, base.revision, steps[index:])
    return base


def _enter_submodule(base: Base, revision: str, steps: Sequence[Path]) -> Base:
    """Return the base of a file in a submodule, the first of the steps to it, for that of the repository around it."""
    commit, colon, stated = revision.partition(":")
    submodule, path = earlier_path(commit, steps[0]), stated or path_through(steps)
    if colon and not path.startswith(f"{submodule}/"):
        return replace(base, holder=steps[0])
    pinned = commit_of_submodule(commit, steps[0], submodule)
    if pinned is None:
        there = find_content(f"{commit}:{path}", steps[0])
        if colon or there is not None:
            # what is a submodule now was a folder of the repository
            name = base.name if colon else f"{base.name}:{path}"
            return replace(base, revision=f"{commit}:{path}", name=name, holder=steps[0])
        return _base(None, f"{base.reason}; {code_text(submodule)} is not there")
    below = path.removeprefix(submodule).replace("/", ":", 1) if colon else ""
    why = f"{base.reason}; the commit of the submodule {code_text(submodule)} there"
    return Base(f"{pinned}{below}", f"{pinned[:_ID_CHARS]}{below}", why)


def _choose(against: str | None, file: Path, environment: Mapping[str, str], reason: str) -> Base:
    if against is not None:
        require_commit(file, against.partition(":")[0])
        return Base(against, against, reason)
    if not has_commits(file):
        return _base(None, "HEAD has no commit yet")
    if branch := environment.get(_GITHUB):
        with _blame_variable(_GITHUB):
            bases = _where_it_left(file, f"origin/{branch}")
            return _base_of(bases, f"where HEAD left {code_text(branch)}, by `{_GITHUB}`")
    if target := environment.get(_GITLAB_TARGET):
        with _blame_variable(_GITLAB_TARGET):
            return _base_of(merge_bases(file, target), f"where HEAD left the target branch, by `{_GITLAB_TARGET}`")
    if commit := environment.get(_GITLAB):
        with _blame_variable(_GITLAB):
            return _base(require_commit(file, commit), f"the base of the merge request, by `{_GITLAB}`")
    named = environment.get(_GITLAB_DEFAULT)
    branch = f"origin/{named}" if named else default_branch(file)
    with _blame_variable(_GITLAB_DEFAULT) if named else nullcontext():
        bases = merge_bases(file, branch)
    here = branch_of_head(file)
    # On the default branch HEAD has left nothing. CI checks out a commit without a branch.
    if bases == [require_commit(file, "HEAD")] and here in (None, branch.removeprefix("origin/")):
        shown = code_text(branch.removeprefix("origin/"))
        # A run of CI is about what was committed, whatever its other steps have written.
        if has_changes(file) and not environment.get("CI"):
            return _base_of(bases, f"HEAD on {shown}, with changes that are not committed")
        before = first_parent(file)
        return _base(before, f"the commit before HEAD on {shown}")
    return _base_of(bases, f"where HEAD left {code_text(branch)}")


def _where_it_left(file: Path, target: str) -> list[str]:
    """Return where HEAD left the target of a pull request; raises ``ConformanceError`` if it is still a commit of that.

    The event ``pull_request_target`` checks out the target: compared with itself, every pull request would be clean.
    """
    bases = merge_bases(file, target)
    if bases == [require_commit(file, "HEAD")] and not has_changes(file):
        message = f"HEAD is itself a commit of {code_text(target)}"
        hint = "check out the pull request, as the event `pull_request` does, or name the version: `--against REF`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint)
    return bases


@contextmanager
def _blame_variable(name: str) -> Generator[None]:
    """Say in an error of git that a variable of the environment names what it lacks."""
    try:
        yield
    except ConformanceError as error:
        cure = error.recovery_hint or ""
        # the branch of a pull request that is built on another one is deleted with the merge of that
        gone = "" if _AGAINST in cure else f", or name the version with `{_AGAINST} REF` if that was deleted"
        raise ConformanceError(error.kind, f"{error.message}, named by `{name}`", f"{cure}{gone}") from None


def _base_of(bases: Sequence[str], reason: str) -> Base:
    """Return the first of the commits where HEAD left a branch; what others have beside it is reported as a change."""
    more = f", the first of {len(bases)} such commits, as the branches merged each other" if len(bases) > 1 else ""
    return _base(bases[0], f"{reason}{more}")


def _base(commit: str | None, reason: str) -> Base:
    return Base(commit, NOTHING if commit is None else commit[:_ID_CHARS], reason)


class _Earlier(Struct, frozen=True):
    """What a commit has at a path: a file, or the inventory that the files of a folder are."""

    name: str
    content: bytes = b""
    folder: Document | None = None

    def read(self, parts: SharedParts) -> Document:
        """Return it as an inventory; raises ``ConformanceError``."""
        return self.folder or to_inventory(parts.parse(self.content, self.name), source=LISTED)


def read_versions(base: Base, file: Path) -> Versions:
    """Read an inventory at its base and as it is now; a rename of the file is followed.

    A file that the base lacks is a first version, one that is gone a removal. Raises ``ConformanceError``.
    """
    parts = SharedParts()
    if base.revision is None:
        return _first_version(base, file, parts)
    if ":" in base.revision:
        # The path at that commit is stated, so nothing is searched.
        holder = base.holder or file
        stated = _earlier_at(base.revision, base.name, holder, parts)
        return _compare(stated or _Earlier(base.name, content_at(base.revision, holder)), file, base.reason, parts)
    earlier = _earlier_version(base, file, parts)
    rename = find_rename(base.revision, file) if earlier is None or not file.exists() else None
    if (named := _named_instead(base, file, rename, parts, is_new=earlier is None)) is not None:
        why = f"{base.reason}; the configuration named {code_text(named.name.partition(':')[2])} there"
        return _compare(named, file, why, parts)
    moved = None if rename is None else _earlier_at(*_names_at(base, rename.old), file, parts)
    if rename is not None and moved is not None:
        now = file if file.exists() else path_from_top(file, rename.new)
        return _compare(moved, now, f"{base.reason}; renamed from {code_text(rename.old)}", parts)
    if earlier is None:
        return _first_version(base, file, parts)
    if not file.exists():
        what = "file" if earlier.folder is None else "folder"
        return Versions(earlier.read(parts), None, (earlier.name, NOTHING), f"{base.reason}; the {what} was deleted")
    return _compare(earlier, file, base.reason, parts)


def _compare(earlier: _Earlier, file: Path, reason: str, parts: SharedParts) -> Versions:
    return Versions(earlier.read(parts), _read(file, parts), (earlier.name, str(file)), reason)


def _first_version(base: Base, file: Path, parts: SharedParts) -> Versions:
    if not file.exists():
        return _removal_with_configuration(base, file, parts)
    path = path_in_repository(file)
    gone = "the top folder has no tools" if path == TOP else f"{code_text(path)} is not there"
    why = f"{base.reason}; first version: {gone}"
    return Versions(None, _read(file, parts), (NOTHING, str(file)), why)


def _removal_with_configuration(base: Base, file: Path, parts: SharedParts) -> Versions:
    """Compare nothing with the inventory that a configuration named at the base where both are gone.

    Without the configuration the file of the customary name is asked for. Raises ``ConformanceError`` if there is no
    such inventory, or if it is still there.
    """
    named = None if base.revision is None else inventory_of_lost_configuration(base.revision, file)
    earlier = None if named is None else _earlier_version(base, named, parts)
    if named is None or earlier is None:
        raise _missing_error(file, base)
    shown = code_text(path_in_repository(named), 200)
    if named.exists():
        message = f"the base, {code_text(base.name)}, names {shown} as its inventory, and nothing names one now"
        raise ConformanceError(
            ErrorKind.UNREADABLE, message, f"pass it: conformance drift {quote_word(str(short_path(named)))}"
        )
    reason = f"{base.reason}; {shown} was deleted, and the configuration no longer names it"
    return Versions(earlier.read(parts), None, (earlier.name, NOTHING), reason)


def _earlier_version(base: Base, file: Path, parts: SharedParts) -> _Earlier | None:
    """Return what the base has at the path of a file, or else at that of what a new link there leads to."""
    for path in filter(None, (path_in_repository(file), path_behind_links(file))):
        if found := _earlier_at(*_names_at(base, path), file, parts):
            return found
    return None


def _names_at(base: Base, path: str) -> tuple[str, str]:
    """Return how git and how reports name a path of the base."""
    return f"{base.revision}:{path}", f"{base.name}:{path}"


def _earlier_at(reference: str, name: str, holder: Path, parts: SharedParts) -> _Earlier | None:
    """Return what a commit has at a path, ``None`` where it has no file and no folder of tools there."""
    files = [one for one in files_at(reference, holder) or () if is_listing_file(Path(one))]
    read = [parts.parse(content_at(f"{reference}/{one}", holder), f"{name}/{one}") for one in files]
    if folder := to_folder_inventory(read, name, LISTED):
        return _Earlier(name, folder=folder)
    content = find_content(reference, holder)
    return None if content is None else _Earlier(name, content)


def _named_instead(
    base: Base, file: Path, rename: Rename | None, parts: SharedParts, *, is_new: bool
) -> _Earlier | None:
    """Return the inventory that the configuration named at the base instead of this one, ``None`` without one.

    A file that git recognizes under another name was that inventory only if it was named.
    """
    if base.revision is None or not file.exists():
        return None
    moved = None if rename is None else path_from_top(file, rename.old)
    before = earlier_inventory(base.revision, file, is_new=is_new, renamed_from=moved)
    return None if before is None or before == moved else _earlier_version(base, before, parts)


def _missing_error(file: Path, base: Base) -> ConformanceError:
    message = (
        f"there is no {code_text(str(short_path(file)), 200)}, neither now nor at the base, {code_text(base.name)}"
    )
    hint = (
        "pass the inventory, name it as `inventory` in the configuration, or write it with `conformance init`; "
        "if it was deleted for good, remove `inventory` and this check"
    )
    return ConformanceError(ErrorKind.UNREADABLE, message, hint)


def _read(file: Path, parts: SharedParts) -> Document:
    return read_document(file, source=LISTED, read=parts.read)
