"""The files in which receipts are kept: ``__snapshots__/<test file>/<test name>.<digest>.txt``."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

ENDING = "txt"
# The name always ends in the digest of `conformance.pytest_plugin.node_names`.
_NAME = re.compile(rf".*\.[0-9a-f]{{8}}\.{ENDING}", re.DOTALL)


def is_receipt_file(path: Path) -> bool:
    """Return whether a path is that of a receipt, in any folder: another one may have been chosen in earlier runs."""
    return _NAME.fullmatch(path.name) is not None


def is_receipt_folder(path: Path) -> bool:
    """Return whether a path is that of a folder with nothing but receipts: pytest would ask about each of them."""
    entries = _entries(str(path))
    return bool(entries) and all(_NAME.fullmatch(one.name) for one in entries)


def receipt_files(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield the files in the folders of the test files, but not behind a link to a folder."""
    for inner in _entries(folder):
        if inner.is_dir(follow_symlinks=False):
            yield from (
                file
                for file in _entries(inner.path)
                if file.name.endswith(f".{ENDING}") and not file.name.startswith(".") and file.is_file()
            )


def _entries(folder: str) -> Sequence[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:  # not there yet, or not for us to read: nothing is found
        return ()
