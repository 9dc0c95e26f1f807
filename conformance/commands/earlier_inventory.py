"""Finds the inventory that a configuration named at a commit, where another one is named in its place now."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from conformance.documents.git import files_at, find_content, has_changed, names_of_files_with, path_from_top
from conformance.documents.location import real_path
from conformance.documents.packaged import INVENTORY_FILE
from conformance.documents.reader import read_bytes
from conformance.settings.inventory_names import KEY, NAMING_FILES, OURS, PRECEDENCE, PYTEST, inventories_named_in


class _Naming(Struct, frozen=True):
    """A configuration file, who reads it, and an inventory that it names."""

    config: Path
    reader: str
    inventory: Path

    @property
    def place(self) -> tuple[Path, str]:
        """What one run is configured by: a folder has one configuration for each reader."""
        return self.config.parent, self.reader


def earlier_inventory(revision: str, file: Path, *, is_new: bool, renamed_from: Path | None = None) -> Path | None:
    """Return the inventory that a configuration named at a revision and no longer names, though ``file`` is named now.

    ``is_new`` says that the revision lacks the file, ``renamed_from`` what git takes it for there. Else only a
    configuration of the same folder counts, since in a repository of several systems each has its own. Raises
    ``ConformanceError``.
    """
    if not is_new and not has_changed(file, revision, NAMING_FILES):
        return None
    now, before = list(_namings(file, None)), list(_namings(file, revision))
    wanted = real_path(file)
    own = [one for one in now if one.inventory == wanted]
    # Without a key the inventory of the customary name is the configured one.
    if wanted.name == INVENTORY_FILE and not own:
        own = [one for one in before if one.config.parent == wanted.parent]
    if not own or wanted in {one.inventory for one in before}:
        return None
    candidates = [one for one in _lost_namings(own, now, before, is_new=is_new) if one.inventory != wanted]
    found = [one for one in candidates if _is_there(revision, one.inventory)]
    configs = {one.config for one in own}
    # Of several the one that the same file named, that git recognizes, or that is in the nearest folder.
    ranks = {
        one: (
            one.config in configs,
            renamed_from is not None and one.inventory in (renamed_from, renamed_from.parent),
            _shared_length(one.inventory, wanted),
        )
        for one in found
    }
    return max(found, key=lambda one: ranks[one]).inventory if found else None


def inventory_of_lost_configuration(revision: str, file: Path) -> Path | None:
    """Return the inventory that the nearest configuration named at a revision, where none around it names one now.

    ``file`` is that of the customary name, which is asked for without a configuration; ``None`` for any other. Raises
    ``ConformanceError``.
    """
    if file.name != INVENTORY_FILE or any(_is_around(one.config, file) for one in _namings(file, None)):
        return None
    lost = [one for one in _namings(file, revision) if _is_around(one.config, file)]
    nearest = sorted(lost, key=lambda one: len(one.config.parts), reverse=True)
    return next((one.inventory for one in nearest if _is_there(revision, one.inventory)), None)


def _is_around(config: Path, file: Path) -> bool:
    return real_path(file).is_relative_to(config.parent)


def inventories_of_pytest(revision: str, ini: Path) -> Sequence[Path]:
    """Return the inventories that pytest collected at a revision, by the file that it read in place of this one.

    It is empty where no file that may name an inventory has changed since. Raises ``ConformanceError``.
    """
    if not has_changed(ini, revision, NAMING_FILES):
        return ()
    names = PRECEDENCE[PYTEST]
    files = [ini.with_name(name) for name in names] if ini.name in names else [ini]
    stated = (_statements_of(file, revision) for file in files)
    named = next((one[PYTEST] for one in stated if PYTEST in one), ())
    return [path for path in named if _is_there(revision, path)]


def _lost_namings(
    own: Sequence[_Naming], now: Sequence[_Naming], before: Sequence[_Naming], *, is_new: bool
) -> Sequence[_Naming]:
    """Return what was named before and is no longer: in the places that name the file now, else anywhere if it is new.

    Else it is the inventory of the customary name in these places, where none was named.
    """
    named_now, places = {one.inventory for one in now}, {one.place for one in own}
    still = {(one.place, one.inventory) for one in now}
    folders = {folder for folder, _ in places}
    lost = [
        one
        for one in before
        if one.inventory not in named_now or (one.place in places and (one.place, one.inventory) not in still)
    ]
    near = [one for one in lost if one.config.parent in folders]
    customary = [
        _Naming(folder, OURS, folder / INVENTORY_FILE)
        for folder in folders
        if not any(one.config.parent == folder for one in before)
    ]
    return near or (lost if is_new else []) or [one for one in customary if one.inventory not in named_now]


def _namings(file: Path, revision: str | None) -> Iterator[_Naming]:
    """Yield what the configurations of the repository name at a revision, or as they are now."""
    for name in names_of_files_with(KEY, file, NAMING_FILES, revision):
        config = path_from_top(file, name)
        for reader, inventories in _statements_of(config, revision).items():
            if not _is_overruled(config, reader, revision):
                yield from (_Naming(real_path(config), reader, real_path(one)) for one in inventories)


def _statements_of(config: Path, revision: str | None) -> Mapping[str, list[Path]]:
    """Return what a configuration file names by its readers; nothing where there is no such file."""
    if revision is not None:
        content = find_content(revision, config)
    else:
        content = read_bytes(config) if config.is_file() else None
    return {} if content is None else inventories_named_in(content, config)


def _is_overruled(config: Path, reader: str, revision: str | None) -> bool:
    """Say whether a reader that looks for its configuration in the folder reads another file there."""
    names = PRECEDENCE[reader]
    first = names[: names.index(config.name)] if config.name in names else ()
    return any(reader in _statements_of(config.with_name(name), revision) for name in first)


def _is_there(revision: str, inventory: Path) -> bool:
    return find_content(revision, inventory) is not None or files_at(revision, inventory) is not None


def _shared_length(first: Path, second: Path) -> int:
    return len(os.path.commonpath((first, second)))
