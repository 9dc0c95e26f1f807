"""Receipts as syrupy snapshots: one text file per receipt, bytes compared as they are.

A receipt may end without a newline, in spaces, or hold CRLF: each is something that the model sees, so nothing is
normalised on the way to the file or back. The file name begins with the test's name, so that every version of syrupy
knows whose it is; the digest keeps names apart that differ only in case or in characters that no file name has.
"""

import re
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension
from syrupy.location import PyTestLocation

from conformance.display import escape_text
from conformance.pytest_plugin.node_names import digest
from conformance.pytest_plugin.right_receipts import RightReceipts

_UNSAFE = re.compile(r"[^A-Za-z0-9_.\[\]~-]+")
_MAX_NAME_CHARS = 160
_EXTENSION = pytest.StashKey[type["ReceiptSnapshotExtension"]]()


class ReceiptSnapshotExtension(SingleFileSnapshotExtension):
    """Keeps each receipt in ``__snapshots__/<test file>/<test name>.<digest>.txt``."""

    file_extension = "txt"
    right: ClassVar[RightReceipts | None] = None

    def serialize(self, data: Any, **_options: Any) -> bytes:
        """Return the bytes of a receipt; fails the test if a rule objects to it.

        Raises ``TypeError`` for anything but text and bytes.
        """
        if not isinstance(data, str | bytes):
            raise TypeError(f"a receipt is text, not {type(data).__name__}")
        if self.right is not None:
            self.right.require_right(data)
        return data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: int | str = 0) -> str:
        """Return the file's name without ending: the readable part of the test's name, and a digest of all of it."""
        suffix = f"[{index}]" if isinstance(index, str) else f".{index}" if index else ""
        name = f"{test_location.snapshot_name}{suffix}"
        return f"{_UNSAFE.sub('-', name)[:_MAX_NAME_CHARS]}.{digest(name)}"

    def diff_lines(self, serialized_data: Any, snapshot_data: Any) -> Iterator[str]:
        """Yield the differing lines as text, hidden characters written as escapes."""
        yield from super().diff_lines(_display_text(serialized_data), _display_text(snapshot_data))


def judging_extension(config: pytest.Config) -> type[ReceiptSnapshotExtension]:
    """Return the extension that judges receipts under the configuration of this run."""
    if _EXTENSION not in config.stash:
        # syrupy's workers send the name of the class, and their controller imports it: any class of that name will do
        names = {"__module__": __name__, "__qualname__": ReceiptSnapshotExtension.__qualname__}
        members = {**names, "right": RightReceipts(config)}
        config.stash[_EXTENSION] = type(ReceiptSnapshotExtension.__name__, (ReceiptSnapshotExtension,), members)
    return config.stash[_EXTENSION]


def _display_text(data: bytes | str) -> str:
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    return escape_text(text, keep="\n\r\t")
