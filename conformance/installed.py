"""What is installed: the version of a package, and whether any package names entry points of ours.

``importlib.metadata`` knows both, but to import it takes 11 ms, mostly for a parser of e-mail, and to read all entry
points as many again. It is asked only about packages that are not found as folders on the path of imports.
"""

import functools
import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from typing import Any

_METADATA = (".dist-info", ".egg-info")
# What separates the words of a package's name; an installer writes one underscore for each of them.
_SEPARATORS = re.compile("[-_.]+")


def version_of(name: str) -> str | None:
    """Return the version of an installed package; ``None`` if there is none, or it states none."""
    folders = _metadata_folders()
    if folders is None:
        return _version_elsewhere(name)
    found = folders.get(_plain_name(name))
    # as in "/lib/site-packages/pydantic-2.14.3.dist-info", or "-py3.11.egg-info" behind the version
    return None if found is None else os.path.basename(found).rpartition(".")[0].partition("-")[2] or None


def may_have_entry_points(prefix: str) -> bool:
    """Say whether a package may name entry points in a group whose name begins with this; if not, none does."""
    folders = _metadata_folders()
    if folders is None:
        return True
    section = f"[{prefix}".encode()
    return any(section in text.replace(b" ", b"") for text in map(_entry_points, folders.values()))


def _entry_points(folder: str) -> bytes:
    try:
        with open(os.path.join(folder, "entry_points.txt"), "rb") as stream:
            return stream.read()
    except OSError:  # most packages have none
        return b""


@functools.cache
def _metadata_folders() -> Mapping[str, str] | None:
    """Return the folder of each package's metadata by its plain name; ``None`` if packages may be anywhere else."""
    finders: list[Any] = [one for one in sys.meta_path if hasattr(one, "find_distributions")]
    if finders != [PathFinder]:
        return None
    found: dict[str, str] = {}
    for path in sys.path:
        if path.endswith(".egg") or os.path.isfile(path):  # an archive
            return None
        for folder in _folders_in(path or os.curdir):
            # the first one on the path is the one that is imported
            found.setdefault(_plain_name(os.path.basename(folder).partition("-")[0]), folder)
    return found


def _folders_in(path: str) -> Iterator[str]:
    try:
        names = os.listdir(path)
    except OSError:  # the path may name what does not exist
        return
    yield from (os.path.join(path, name) for name in names if name.endswith(_METADATA))


def _plain_name(name: str) -> str:
    return _SEPARATORS.sub("_", name.removesuffix(_METADATA[0]).removesuffix(_METADATA[1])).lower()


def _version_elsewhere(name: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
