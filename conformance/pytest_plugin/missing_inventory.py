"""An inventory that the settings name and that does not exist: deleted, renamed, or never written.

Where the run compares with an earlier version, a deleted inventory breaks every tool that it had, and each of these is
a failing test. Otherwise nothing can be tested, which is an error and never a green run.
"""

import datetime
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.registry import ignores_of, profile_of
from conformance.display import code_text
from conformance.documents.git import path_from_top
from conformance.documents.git_renames import find_rename
from conformance.documents.location import short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level
from conformance.settings.checks import Check
from conformance.settings.notices import DRIFT
from conformance.settings.repository import Config


class DeletedInventory(Struct, frozen=True):
    """The tools of an inventory that was deleted, each with the change that removes it."""

    tool_names: Sequence[str]
    removals: Sequence[Finding]
    """One for each tool, in the same order."""
    others: Sequence[Finding]
    """What concerns no tool, such as a stale `accept` entry."""
    fail_on: Level

    def checks_of(self, tool: int | None) -> Sequence[Check]:
        """Return the drift check, where it has something to report."""
        return [DRIFT] if tool is not None or self.others else []

    def findings(self, tool: int | None, rule: str) -> Sequence[Finding]:
        """Return the removal of the tool at that index, or what concerns no tool."""
        return self.others if tool is None else self.removals[tool : tool + 1]

    def is_known_clean(self, tool: int | None, rule: str) -> bool:
        """Return that nothing is: each test reports a removal."""
        return False


def deleted_inventory(path: Path, against: str | None, config: Config) -> DeletedInventory | None:
    """Return what a missing inventory had at its base; ``None`` if it is not compared, was renamed or never existed."""
    profile = profile_of(config)
    applied = DRIFT.applied_check(profile)
    if against is None or applied is None:
        return None
    from conformance.pytest_plugin.drift_check import removal_findings, versions_of  # git is asked only if drift is

    try:
        versions = versions_of(path, against)
    except ConformanceError:
        return None
    if versions.new is not None:
        return None
    ignores = ignores_of(config, profile, [DRIFT.id], datetime.datetime.now(datetime.UTC).date())
    found = [ignores.suppress(one) for one in removal_findings(versions, config)]
    limited = [replace(one, level=min(one.level, applied.level, key=lambda level: level.rank)) for one in found]
    removals = [one for one in limited if one.tool is not None]
    others = [one for one in limited if one.tool is None]
    return DeletedInventory([one.tool or "" for one in removals], removals, others, config.fail_on)


def missing_error(path: Path, shown: str, against: str | None, named_by: str) -> ConformanceError:
    """Return the error for an inventory that does not exist, with its new name where git recognizes the file."""
    message = f"the inventory {code_text(shown, 200)} does not exist"
    hint = "write it with `conformance init --source SOURCE`, or set another one in `conformance_inventory`"
    if moved := _new_name(path, against):
        message, hint = f"{message}: it was renamed to {moved}", f"{named_by}: name {moved} there"
    return ConformanceError(ErrorKind.UNREADABLE, message, hint)


def _new_name(path: Path, against: str | None) -> str:
    from conformance.pytest_plugin.drift_check import versions_of

    try:
        if against is not None:
            versions = versions_of(path, against)
            return "" if versions.new is None else code_text(str(short_path(Path(versions.names[1]))), 200)
        rename = find_rename("HEAD", path)
    except ConformanceError:  # without git, or without a base, nothing is known of other names
        return ""
    return "" if rename is None else code_text(str(short_path(path_from_top(path, rename.new))), 200)
