"""Chooses the version of an inventory that ``drift`` compares with, and says why it is that one."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.earlier_inventory import earlier_inventory
from conformance.display import code_text
from conformance.documents.git import (
    Rename,
    branch_of_head,
    content_at,
    default_branch,
    files_at,
    find_content,
    find_rename,
    first_parent,
    has_changes,
    has_commits,
    merge_base,
    path_from_top,
    path_in_repository,
    require_commit,
)
from conformance.documents.location import short_path
from conformance.documents.reader import Document
from conformance.documents.shared_parts import SharedParts
from conformance.documents.submodules import commit_of_submodule, earlier_path, path_through, steps_to
from conformance.drift.report import NOTHING
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats import FILE_ENDINGS, read_document, to_folder_inventory, to_inventory

LISTED = "the list of tools"
"""The source of truth of every list that is compared: two files with the same list do not differ by their names."""

# Digits of a commit id in a name: git itself needs about as many in a very large repository.
_ID_CHARS = 12
_GITHUB, _GITLAB = "GITHUB_BASE_REF", "CI_MERGE_REQUEST_DIFF_BASE_SHA"


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


def choose_base(against: str | None, file: Path, environment: Mapping[str, str], named_by: str) -> Base:
    """Return the commit to compare a file with; raises ``ConformanceError`` if git lacks it.

    That is the one ``against`` names (``named_by`` says where), else the base that the CI states, else where HEAD left
    the default branch, and on that branch the commit before. A file in a submodule is compared with the commit that the
    submodule had at the base of the repository of the current folder.
    """
    steps = steps_to(file, Path.cwd())
    base = _choose(against, steps[0], environment, named_by)
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


def _choose(against: str | None, file: Path, environment: Mapping[str, str], named_by: str) -> Base:
    if against is not None:
        require_commit(file, against.partition(":")[0])
        return Base(against, against, f"named by {named_by}")
    if not has_commits(file):
        return _base(None, "HEAD has no commit yet")
    if branch := environment.get(_GITHUB):
        with _blame_variable(_GITHUB):
            return _base(merge_base(file, f"origin/{branch}"), f"where HEAD left {code_text(branch)}, by `{_GITHUB}`")
    if commit := environment.get(_GITLAB):
        with _blame_variable(_GITLAB):
            return _base(require_commit(file, commit), f"the base of the merge request, by `{_GITLAB}`")
    branch = default_branch(file)
    began = merge_base(file, branch)
    here = branch_of_head(file)
    # On the default branch HEAD has left nothing. CI checks out a commit without a branch.
    if began == require_commit(file, "HEAD") and here in (None, branch.removeprefix("origin/")):
        shown, before = code_text(branch.removeprefix("origin/")), first_parent(file)
        if before is None and has_changes(file):
            return _base(began, f"HEAD, the first commit on {shown}")
        return _base(before, f"the commit before HEAD on {shown}")
    return _base(began, f"where HEAD left {code_text(branch)}")


@contextmanager
def _blame_variable(name: str) -> Generator[None]:
    """Say in an error of git that a variable of the environment names what it lacks."""
    try:
        yield
    except ConformanceError as error:
        raise ConformanceError(error.kind, f"{error.message}, named by `{name}`", error.recovery_hint) from None


def _base(commit: str | None, reason: str) -> Base:
    return Base(commit, NOTHING if commit is None else commit[:_ID_CHARS], reason)


def read_versions(base: Base, file: Path) -> Versions:
    """Read an inventory at its base and as it is now; a rename of the file is followed.

    A file that the base lacks is a first version, one that is gone a removal. Raises ``ConformanceError``.
    """
    parts = SharedParts()
    if (old := _folder_at(base, file, parts)) is not None:
        now, name = (_read(file, parts), str(file)) if file.exists() else (None, NOTHING)
        return Versions(old, now, (old.name, name), base.reason)
    if base.revision is not None and ":" in base.revision:
        # The path at that commit is stated, so nothing is searched.
        old = _parse(content_at(base.revision, base.holder or file), base.name, parts)
        return Versions(old, _read(file, parts), (base.name, str(file)), base.reason)
    content = None if base.revision is None else find_content(base.revision, file)
    rename = None
    if base.revision is not None and (content is None or not file.exists()):
        rename = find_rename(base.revision, file)
    path = path_in_repository(file)
    if (old := _named_instead(base, file, parts, rename, is_new=content is None)) is not None:
        named = code_text(old.name.partition(":")[2])
        why = f"{base.reason}; the configuration named {named} there"
        return Versions(old, _read(file, parts), (old.name, str(file)), why)
    if rename is not None and base.revision is not None:
        now = file if file.exists() else path_from_top(file, rename.new)
        old = _parse(content_at(f"{base.revision}:{rename.old}", file), f"{base.name}:{rename.old}", parts)
        why = f"{base.reason}; renamed from {code_text(rename.old)}"
        return Versions(old, _read(now, parts), (old.name, str(now)), why)
    if content is None:
        if not file.exists():
            raise _missing_error(file, base)
        why = f"{base.reason}; first version: {code_text(path)} is not there"
        return Versions(None, _read(file, parts), (NOTHING, str(file)), why)
    old = _parse(content, f"{base.name}:{path}", parts)
    if not file.exists():
        return Versions(old, None, (old.name, NOTHING), f"{base.reason}; the file was deleted")
    return Versions(old, _read(file, parts), (old.name, str(file)), base.reason)


def _folder_at(base: Base, folder: Path, parts: SharedParts) -> Document | None:
    """Return the inventory that the files of a folder were at the base, ``None`` where there was no folder of tools."""
    names = None if base.revision is None else files_at(base.revision, base.holder or folder)
    if base.revision is None or not names:
        return None
    stated = ":" in base.revision
    place = base.revision if stated else f"{base.revision}:{path_in_repository(folder)}"
    shown = base.name if stated else f"{base.name}:{path_in_repository(folder)}"
    read = [
        parts.parse(content_at(f"{place}/{name}", base.holder or folder), f"{shown}/{name}")
        for name in names
        if Path(name).suffix in FILE_ENDINGS
    ]
    return to_folder_inventory(read, shown, LISTED)


def _named_instead(
    base: Base, file: Path, parts: SharedParts, rename: Rename | None, *, is_new: bool
) -> Document | None:
    """Return the inventory that the configuration named at the base instead of this one, ``None`` without one.

    A file that git recognizes under another name was that inventory only if it was named.
    """
    if base.revision is None or not file.exists():
        return None
    moved = None if rename is None else path_from_top(file, rename.old)
    before = earlier_inventory(base.revision, file, is_new=is_new, renamed_from=moved)
    if before is None or before == moved:
        return None
    if (folder := _folder_at(base, before, parts)) is not None:
        return folder
    return _parse(content_at(base.revision, before), f"{base.name}:{path_in_repository(before)}", parts)


def _missing_error(file: Path, base: Base) -> ConformanceError:
    message = (
        f"there is no {code_text(str(short_path(file)), 200)}, neither now nor at the base, {code_text(base.name)}"
    )
    hint = (
        "pass the inventory, name it as `inventory` in the configuration, or write it with `conformance init`; "
        "if it was deleted for good, remove `inventory` and this check"
    )
    return ConformanceError(ErrorKind.UNREADABLE, message, hint)


def replace_name(versions: Versions, shown: str) -> Versions:
    """Return versions whose current file reports call ``shown``."""
    return replace(versions, names=(versions.names[0], shown))


def _parse(content: bytes, name: str, parts: SharedParts) -> Document:
    return to_inventory(parts.parse(content, name), source=LISTED)


def _read(file: Path, parts: SharedParts) -> Document:
    return read_document(file, source=LISTED, read=parts.read)
