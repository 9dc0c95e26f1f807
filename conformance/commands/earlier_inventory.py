"""Finds the inventory that a configuration named at a commit, where another one is named in its place now."""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from conformance.documents.git import files_at, find_content, has_changed, names_of_files_with, path_from_top
from conformance.documents.packaged import INVENTORY_FILE
from conformance.settings.inventory_names import KEY, NAMING_FILES, inventories_named_in


class _Naming(Struct, frozen=True):
    """A configuration file and an inventory that it names."""

    config: Path
    inventory: Path


def earlier_inventory(revision: str, file: Path, *, is_new: bool) -> Path | None:
    """Return the inventory that a configuration named at a revision and none names now, though one names ``file`` now.

    ``is_new`` says that the revision lacks the file. Else only a configuration of the same folder counts, since in a
    repository of several systems each has its own. Raises ``ConformanceError``.
    """
    if not is_new and not has_changed(file, revision, NAMING_FILES):
        return None
    now, before = list(_namings(file, None)), list(_namings(file, revision))
    wanted, named_now = file.resolve(), {one.inventory for one in now}
    configs = [one.config for one in now if one.inventory == wanted]
    # Without a key the inventory of the customary name is the configured one.
    if wanted.name == INVENTORY_FILE and not configs:
        configs = [one.config for one in before if one.config.parent == wanted.parent]
    if not configs or wanted in {one.inventory for one in before}:
        return None
    folders = {config.parent for config in configs}
    lost = [one for one in before if one.inventory not in named_now]
    near = [one for one in lost if one.config.parent in folders]
    customary = [
        _Naming(folder, folder / INVENTORY_FILE)
        for folder in folders
        if not any(one.config.parent == folder for one in before)
    ]
    candidates = near or (lost if is_new else []) or [one for one in customary if one.inventory not in named_now]
    found = [one for one in candidates if one.inventory != wanted and _is_there(revision, one.inventory)]
    # Of several the one in the folder that has most in common with that of the file.
    return max(found, key=lambda one: _shared_length(one.inventory, wanted)).inventory if found else None


def _namings(file: Path, revision: str | None) -> Iterator[_Naming]:
    """Yield what the configurations of the repository name at a revision, or as they are now."""
    for name in names_of_files_with(KEY, file, NAMING_FILES, revision):
        config = path_from_top(file, name)
        if revision is None:
            content = config.read_bytes() if config.is_file() else None
        else:
            content = find_content(revision, config)
        for inventory in inventories_named_in(content or b"", config):
            yield _Naming(config.resolve(), inventory.resolve())


def _is_there(revision: str, inventory: Path) -> bool:
    return find_content(revision, inventory) is not None or files_at(revision, inventory) is not None


def _shared_length(first: Path, second: Path) -> int:
    return len(os.path.commonpath((first, second)))
