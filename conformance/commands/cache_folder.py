"""The folder in which ``check`` keeps what it knows of lists that did not change: one file for each answer.

A file that is damaged is as good as none, and a folder that cannot be written only costs time.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from conformance.documents.files import remove_leftovers, write_atomically
from conformance.documents.reader import read_bytes
from conformance.errors import ConformanceError

CACHE_FOLDER = ".conformance_cache"
MAX_FILES = 64
"""The oldest files beyond these are deleted; there are two of each list."""
MIN_KEPT_TOOLS = 50
MAX_KEPT_BYTES = 2**26
"""Most bytes of one answer; one about 10,000 tools has a third of these."""
_FILE_NAME = re.compile(r"[0-9a-f]{32}\.json")


def is_worth_keeping(tool_count: int, configuration: Path | None) -> bool:
    """Say whether a list is kept: a look at somebody's short list leaves no folder."""
    return configuration is not None or tool_count >= MIN_KEPT_TOOLS


def read_kept(folder: Path, name: str) -> Any:
    """Return what is kept under a digest; ``None`` if nothing is, or not every byte is as it was written."""
    try:
        digest, _, data = read_bytes(_path(folder, name), MAX_KEPT_BYTES).partition(b"\n")
    except ConformanceError:
        return None
    return json.loads(data) if hashlib.sha256(data).hexdigest().encode() == digest else None


def keep(folder: Path, name: str, value: Any) -> None:
    """Write a JSON value under a digest, and delete the oldest ones."""
    if folder.is_symlink():
        return
    data = json.dumps(value, separators=(",", ":")).encode()
    content = hashlib.sha256(data).hexdigest().encode() + b"\n" + data
    path = _path(folder, name)
    # nothing is written into a pipe or a device that somebody put there, nor more than is read
    if len(content) > MAX_KEPT_BYTES or (path.exists() and not path.is_file()):
        return
    try:
        folder.mkdir(exist_ok=True)
        ignored = folder / ".gitignore"
        if not ignored.exists():
            write_atomically(ignored, b"# made by conformance check\n*\n")
        write_atomically(path, content)
        _delete_oldest(folder)
        remove_leftovers(folder)  # of a run that was killed: no later one writes a file of the same name
    except (OSError, ConformanceError):
        return


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name[:32]}.json"


def _delete_oldest(folder: Path) -> None:
    """Keep the newest files; another process may delete the same ones."""
    found = [(path.stat().st_mtime_ns, path) for path in folder.iterdir() if _FILE_NAME.fullmatch(path.name)]
    for _, path in sorted(found, reverse=True)[MAX_FILES:]:
        path.unlink(missing_ok=True)
