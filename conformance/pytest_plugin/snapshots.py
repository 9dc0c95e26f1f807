"""Receipts as syrupy snapshots: one text file per receipt, bytes compared as they are.

A receipt may end without a newline, in spaces, or hold CRLF: each is something that the model sees, so nothing is
normalised on the way to the file or back. The file name begins with the test's name, so that every version of syrupy
knows whose it is; the digest keeps names apart that differ only in case or in characters that no file name has.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from syrupy.assertion import AssertionResult, SnapshotAssertion
from syrupy.data import Snapshot, SnapshotCollection, SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex

from conformance.display import escape_text
from conformance.documents.reader import require_regular_file
from conformance.pytest_plugin.known_snapshots import KnownSnapshots, state_of
from conformance.pytest_plugin.node_names import digest
from conformance.pytest_plugin.receipt_files import ENDING, receipt_files
from conformance.pytest_plugin.right_receipts import RightReceipts

_UNSAFE = re.compile(r"[^A-Za-z0-9_.\[\]~-]+")
_MAX_NAME_CHARS = 160
_SUFFIX = f".{ENDING}"
_EXTENSION = pytest.StashKey[type["ReceiptSnapshotExtension"]]()


class ReceiptSnapshotExtension(SingleFileSnapshotExtension):
    """Keeps each receipt in ``__snapshots__/<test file>/<test name>.<digest>.txt``."""

    file_extension = ENDING
    right: ClassVar[RightReceipts | None] = None
    known: ClassVar[KnownSnapshots | None] = None
    used: ClassVar[set[str]] = set()
    """The files of the receipts that were compared in this run."""

    def serialize(self, data: Any, **_options: Any) -> bytes:
        """Return the bytes of a receipt; fails the test if a rule objects to it.

        Raises ``TypeError`` for anything but text and bytes.
        """
        if not isinstance(data, str | bytes):
            raise TypeError(f"a receipt is text, not {type(data).__name__}")
        if self.right is not None:
            self.right.require_right(data)
        return to_bytes(data)

    @classmethod
    def write_snapshot_collection(cls, *, snapshot_collection: SnapshotCollection, **_options: Any) -> None:
        """Replace the file as a whole: syrupy empties it first, and a run that is killed then leaves nothing of it."""
        from conformance.documents.files import write_atomically  # most runs write none

        (snapshot,) = snapshot_collection
        data: Any = snapshot.data
        write_atomically(Path(snapshot_collection.location), to_bytes(data))

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: int | str = 0) -> str:
        """Return the file's name without ending: the readable part of the test's name, and a digest of all of it."""
        suffix = f"[{index}]" if isinstance(index, str) else f".{index}" if index else ""
        name = f"{test_location.snapshot_name}{suffix}"
        return f"{_UNSAFE.sub('-', name)[:_MAX_NAME_CHARS]}.{_digest_after(name)}"

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """Return the receipts in the folder of all test files that no test used, for syrupy, which looks for them.

        Syrupy makes a dozen paths of each file, and more to find whose it is, which takes longer than all else that it
        does for a receipt.
        """
        folder = getattr(self, "discovery_dirname", self.dirname)(test_location=test_location)
        # older versions look in the folder of one test file, where every other file is unused
        if folder == self.dirname(test_location=test_location):
            return super().discover_snapshots(test_location=test_location, ignore_extensions=ignore_extensions)
        ending, found = f".{self.file_extension}", SnapshotCollections()
        is_ignored = self.file_extension in (ignore_extensions or ())
        for file in () if is_ignored else receipt_files(folder):
            if file.path in self.used:
                continue
            name = file.name.removesuffix(ending)
            found.add(SnapshotCollection(file.path, {name: Snapshot(name)}))
        return found

    def read_snapshot_data_from_location(self, *, snapshot_location: str, snapshot_name: str, session_id: str) -> Any:
        """Return the bytes of a file, ``None`` without one; raises ``ConformanceError`` for a pipe or a device."""
        if os.path.exists(snapshot_location):
            require_regular_file(Path(snapshot_location), "delete it, and write it again with --snapshot-update")
        return super().read_snapshot_data_from_location(
            snapshot_location=snapshot_location, snapshot_name=snapshot_name, session_id=session_id
        )

    def diff_lines(self, serialized_data: Any, snapshot_data: Any) -> Iterator[str]:
        """Yield the differing lines as text, hidden characters written as escapes."""
        yield from super().diff_lines(_display_text(serialized_data), _display_text(snapshot_data))


def _digest_after(name: str) -> str:
    """Return the digest of a name, which begins with a digit where the name has no brackets.

    Syrupy takes every dotted part that could be an identifier for one of the test's name, and warns that it can't
    relate the file to the test.
    """
    digits = digest(name)
    is_identifier = digits[0].isalpha() and name.replace(".", "").isidentifier()
    return f"{int(digits[0], 16) % 10}{digits[1:]}" if is_identifier else digits


class ReceiptAssertion(SnapshotAssertion):
    """A snapshot that is compared as syrupy does, unless its file is known to hold the receipt.

    Syrupy makes its report of what was compared at the end, so that results are written down only then.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self._known: KnownSnapshots | None = getattr(self.extension_class, "known", None)
        self._used: set[str] = getattr(self.extension_class, "used", set[str]())
        self._equal: list[tuple[int, SnapshotIndex, str, str | bytes]] = []
        location = self.test_location
        self._place = f"{self.extension_class.dirname(test_location=location)}\0{location.snapshot_name}"

    @property
    def executions(self) -> dict[int, AssertionResult]:
        """The result of each comparison by its number."""
        for number, index, file, data in self._equal:
            self._execution_name_index[index] = number
            self._execution_results[number] = self._equal_result(file, data)
        self._equal.clear()
        return self._execution_results

    def get_assert_diff(self, **options: Any) -> list[str]:
        """Return the lines that show how the last comparison failed."""
        self.executions  # noqa: B018
        return super().get_assert_diff(**options)

    def _assert(self, data: Any) -> bool:
        known, stated = self._known, self._custom_index
        # any option but a name is for syrupy
        if known is None or len(self._post_assert_actions) != (stated is not None):
            return super()._assert(data)
        index = stated or self._executions
        name = f"{self._place}\0{index}"
        file = known.file_of(name, data) if isinstance(data, str | bytes) else None
        if file is None:
            return self._compare(known, name, data)
        self._used.add(file)
        self._equal.append((self._executions, index, file, data))
        self._executions += 1
        # the name is for one comparison, and is the only option
        self._post_assert_actions.clear()
        self._custom_index = None
        return True

    def _compare(self, known: KnownSnapshots, name: str, data: Any) -> bool:
        known.forget(name)
        file, number = self.extension.get_location(test_location=self.test_location, index=self.index), self._executions
        state = state_of(file)
        self._used.add(file)
        is_equal = super()._assert(data)
        result = self._execution_results[number]
        if is_equal and not result.created and not result.updated:
            known.keep(name, file, state, data)
        return is_equal

    def _equal_result(self, file: str, data: str | bytes) -> AssertionResult:
        return AssertionResult(
            snapshot_location=file,
            snapshot_name=os.path.basename(file).removesuffix(_SUFFIX),
            asserted_data=data,
            recalled_data=data,
            created=False,
            updated=False,
            success=True,
            exception=None,
            test_location=self.test_location,
        )


def receipt_assertion(request: pytest.FixtureRequest) -> ReceiptAssertion:
    """Return a snapshot for the receipts of one test.

    It is not made of the fixture ``snapshot``: for that syrupy looks twice at every file in the folders of snapshots,
    and asks of each whose it is, which takes longer than all comparisons.
    """
    kind, config = cast("Any", ReceiptAssertion), request.config
    options = {one.name: vars(config.option)[one.name] for one in fields(kind) if one.name in vars(config.option)}
    session = vars(config).get("_syrupy")
    if session is None:
        pytest.fail("the fixture `receipt_snapshot` needs the plugin syrupy, which this run leaves out", pytrace=False)
    location = PyTestLocation(request.node)
    return kind(**options, session=session, extension_class=judging_extension(config), test_location=location)


def judging_extension(config: pytest.Config) -> type[ReceiptSnapshotExtension]:
    """Return the extension that judges receipts under the configuration of this run."""
    if _EXTENSION not in config.stash:
        # syrupy's workers send the name of the class, and their controller imports it: any class of that name will do
        names = {"__module__": __name__, "__qualname__": ReceiptSnapshotExtension.__qualname__}
        right = RightReceipts(config)
        members = {**names, "right": right, "known": KnownSnapshots(config, right), "used": set[str]()}
        config.stash[_EXTENSION] = type(ReceiptSnapshotExtension.__name__, (ReceiptSnapshotExtension,), members)
    return config.stash[_EXTENSION]


def to_bytes(data: str | bytes) -> bytes:
    """Return the bytes of a receipt, half surrogates included."""
    return data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")


def _display_text(data: bytes | str) -> str:
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    return escape_text(text, keep="\n\r\t")
