"""Reads the artifacts of recorded results from a folder: only regular files below it, and only their two ends.

A path in a record may be anything, so it is resolved first; a device, a pipe or a link that leads outside is never
opened.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from conformance.documents.foreign_files import kind_of_bytes
from conformance.documents.values import JsonObject
from conformance.inventory import EMPTY_INVENTORY
from conformance.systems.surface import Record, StoredText
from conformance.systems.surface.envelopes import EnvelopeRecord

END_BYTES = 1 << 20
"""So many bytes are read at each end of a file; no preview shows as many."""


def attach_stored(record: Record, folder: Path) -> Record:
    """Return the record with what the folder has of each artifact that its envelope references."""
    if not isinstance(record.envelope, Mapping):
        return record
    envelope: JsonObject = record.envelope
    lists = EnvelopeRecord(envelope, EMPTY_INVENTORY).artifact_lists
    paths = {path for artifacts in lists for path in artifacts.paths if path is not None}
    return replace(record, stored={path: _read_ends(folder, path) for path in paths})


def _read_ends(folder: Path, path: str) -> StoredText | None:
    """Return the ends of a file below the folder, ``None`` if there is no such regular file."""
    root = os.path.realpath(folder)
    try:
        real = os.path.realpath(os.path.join(root, path))
        if os.path.commonpath([root, real]) != root or not stat.S_ISREG(os.stat(real).st_mode):
            return None
        with open(real, "rb") as stream:
            head = stream.read(END_BYTES)
            size = os.fstat(stream.fileno()).st_size
            stream.seek(max(size - END_BYTES, 0))
            first, last = (part.decode("utf-8", "replace") for part in (head, stream.read(END_BYTES)))
            is_text = kind_of_bytes(head[:4]) in (None, "binary data")  # colours and broken characters are no obstacle
            return StoredText(first, last, size <= END_BYTES, is_text)
    except (OSError, ValueError):
        return None
