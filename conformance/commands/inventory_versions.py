"""``audit --inventory-history``: the version of an inventory that was committed when a call was recorded."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.git_history import Version, versions
from conformance.documents.location import short_path
from conformance.documents.shared_parts import SharedParts
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.inventory import EMPTY_INVENTORY, Inventory
from conformance.inventory.formats import load_any, to_inventory

VERSION = "inventory_version"
"""The member of a finding's evidence that names the version by which it was judged."""
# Digits of a commit id in a note.
_ID_CHARS = 12


class InventoryVersion(Struct, frozen=True):
    """An inventory, empty where it was removed or cannot be read, and from when on it holds, in seconds since 1970."""

    inventory: Inventory
    commit: str = ""
    day: str = ""
    since: float = 0.0

    def sign(self, finding: Finding) -> Finding:
        """Return a finding that names this version."""
        return replace(finding, evidence={**finding.evidence, VERSION: f"{self.commit[:_ID_CHARS]} of {self.day}"})


class InventoryVersions(Struct, frozen=True, dict=True):
    """The committed versions of an inventory, oldest first."""

    versions: Sequence[InventoryVersion]

    @cached_property
    def _times(self) -> list[float]:
        """When each version begins; a commit of a clock that is late does not begin before the one before it."""
        return [*accumulate((one.since for one in self.versions), max)]

    @cached_property
    def tool_names(self) -> frozenset[str]:
        """The names of the tools of all versions."""
        return frozenset(tool.name for one in self.versions for tool in one.inventory.tools)

    def version_at(self, time: float | None) -> InventoryVersion:
        """Return the version of a time; without a time, or before the first one, nothing is known: an empty one."""
        index = 0 if time is None else bisect_right(self._times, time)
        return self.versions[index - 1] if index else InventoryVersion(EMPTY_INVENTORY)

    def copy(self, copy: Callable[[Inventory], Inventory]) -> "InventoryVersions":
        """Return these versions with a copy of each inventory."""
        return InventoryVersions([replace(one, inventory=copy(one.inventory)) for one in self.versions])


def read_versions(file: Path | None) -> InventoryVersions:
    """Return the versions of an inventory file that the branch of HEAD had; raises ``ConformanceError``."""
    if file is None:
        message = "`--inventory-history` needs an inventory, whose versions are judged by"
        raise ConformanceError(ErrorKind.USAGE, message, "pass it with `--inventory`, or configure `inventory`")
    try:
        found = InventoryVersions([*_readable_versions(file)])
    except ConformanceError as error:
        if error.kind is not ErrorKind.USAGE:
            raise
        # Git has no repository there, and its advice is about comparisons.
        hint = "pass an inventory in a checkout, or omit `--inventory-history`"
        raise ConformanceError(error.kind, error.message, hint) from None
    if not found.versions:
        message = f"no commit has a version of {code_text(str(short_path(file)), 200)}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "commit it, or omit `--inventory-history`")
    return found


def _readable_versions(file: Path) -> Iterator[InventoryVersion]:
    parts = SharedParts()
    for one in versions(file, of_branch=True):
        yield InventoryVersion(_inventory_of(one, file, parts), one.commit, one.day, float(one.time))


def _inventory_of(version: Version, file: Path, parts: SharedParts) -> Inventory:
    """Return the inventory of a version; while it could not be read, nobody could keep to it."""
    if version.content is None:
        return EMPTY_INVENTORY
    try:
        return load_any(to_inventory(parts.parse(version.content, file.name)))
    except ConformanceError:
        return EMPTY_INVENTORY
