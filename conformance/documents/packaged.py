"""Locate the published files: inside an installed package, or at the root of a checkout."""

import os
from collections.abc import Iterator
from pathlib import Path

from conformance.errors import ConformanceError, ErrorKind

INVENTORY_FILE = "model-tool-schema-inventory.json"
SCHEMAS_FOLDER = "schemas"

_PACKAGE = Path(__file__).parents[1]


def embedded_inventory() -> Path:
    """Return the path of the reference inventory; raises ``ConformanceError`` if it is missing."""
    return _packaged_path(INVENTORY_FILE)


def embedded_schemas() -> Path:
    """Return the path of the folder of JSON Schemas; raises ``ConformanceError`` if it is missing."""
    return _packaged_path(SCHEMAS_FOLDER)


def package_files() -> Iterator[tuple[str, os.stat_result]]:
    """Yield the files of the installed package in order, each with its status."""
    top = f"{_PACKAGE}{os.sep}"
    pending = [top]
    while pending:
        for entry in sorted(os.scandir(pending.pop()), key=lambda one: one.name):
            if entry.name != "__pycache__":
                if entry.is_dir():
                    pending.append(entry.path)
                else:
                    yield entry.path.removeprefix(top), entry.stat()


def _packaged_path(name: str) -> Path:
    for folder in (_PACKAGE / "_embedded", _PACKAGE.parent):
        if (folder / name).exists():
            return folder / name
    raise ConformanceError(
        ErrorKind.UNREADABLE,
        f"this installation of tool-conformance lacks '{name}'",
        "reinstall it: pip install --force-reinstall tool-conformance",
    )
