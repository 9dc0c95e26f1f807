"""Finds the files that ``source_of_truth`` names and that are not in the repository of the inventory.

A path is relative to the repository, to the folder of the inventory, or to a folder between the two.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, equal, texts_in
from conformance.inventory import Inventory
from conformance.inventory.formats import ListDocument
from conformance.systems.surface.context import Surroundings

# A relative path in a sentence: at least one folder, and a file with an ending, so `and/or` and `v1.2/v1.3` are none.
# The first folder has no dot inside, because `example.com/tools.json` is an address; `*` and `?` are those of a glob.
_PATH = re.compile(
    r"(?<![\w@./\\:~<-])(?!application/)(?:\.{1,2}/)*\.?[\w*?-]+/(?:[\w.*?@+-]+/)*[\w.*?@+-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/*])"
)
# A source such as `mcp-stdio:"node dist/server.js"` is a command, whose files may be anywhere.
_SOURCE = re.compile(r"[a-z][a-z0-9+.-]*:(?!:)\S")
_MOST_PATHS = 100


def add_missing_sources(around: Surroundings, inventory: Inventory, document: Document, path: Path) -> Surroundings:
    """Return the surroundings of an inventory that was read at a path, with the sources that its repository lacks.

    The list of another system has no sources, and what the reference contract says of itself is about this project.
    """
    if isinstance(document, ListDocument):
        return around
    missing = missing_sources(inventory.source_of_truth, path)
    return around if not missing or _is_reference(inventory) else replace(around, missing_sources=missing)


def missing_sources(source_of_truth: JsonObject, inventory: Path) -> Mapping[str, Sequence[str]]:
    """Return the paths without a file, by the key of ``source_of_truth`` that names them.

    Nothing is missing where no repository contains the inventory.
    """
    folders = _folders_to_repository(inventory)
    if not folders:
        return {}
    named = {key: list(_paths_in(texts_in(value))) for key, value in source_of_truth.items()}
    missing = {key: [path for path in paths if not _is_there(path, folders)] for key, paths in named.items()}
    return {key: paths for key, paths in missing.items() if paths}


def _is_reference(inventory: Inventory) -> bool:
    from conformance.systems.adapters.reference import SOURCE_OF_TRUTH  # takes long to import, and is rarely needed

    return equal(inventory.source_of_truth, SOURCE_OF_TRUTH)


def _folders_to_repository(inventory: Path) -> Sequence[Path]:
    """Return the folders from that of the inventory up to the top of its repository; none without a ``.git``."""
    folders = list(inventory.resolve().parents)
    top = next((index for index, folder in enumerate(folders) if (folder / ".git").exists()), None)
    return [] if top is None else folders[: top + 1]


def _paths_in(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        if not _SOURCE.match(text):
            yield from islice((found[0] for found in _PATH.finditer(text)), _MOST_PATHS)


def _is_there(path: str, folders: Sequence[Path]) -> bool:
    if {"*", "?"} & set(path):
        return any(next(folder.glob(path), None) is not None for folder in folders)
    return any((folder / path).exists() for folder in folders)
