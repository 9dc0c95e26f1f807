"""One inventory, read once and judged once, and what was found by tool and rule.

Judging waits for the first test that runs: ``--collect-only`` and ``-k`` cost no more than reading the file.
"""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.commands.check import applied_rules, check_subject, locate_findings, profile_of
from conformance.commands.context import surroundings_of
from conformance.commands.subject import CheckSubject
from conformance.documents.pointers import lineage
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.inventory.formats import read_any
from conformance.rules.scopes import AnyRule
from conformance.settings.ignores import STALE_IGNORE
from conformance.settings.repository import Config
from conformance.systems.surface import Surface
from conformance.systems.surface.context import Surroundings

if TYPE_CHECKING:
    from conformance.pytest_plugin.drift_check import EarlierVersion

CheckKey = tuple[int | None, str]
"""The index of a tool, ``None`` for the inventory as a whole, and the id of a rule."""


@dataclass(frozen=True, slots=True)
class Check:
    """One question to every tool: the rule's id, its first sentence, and the sentence of the spec it stands on."""

    id: str
    summary: str
    source: str = ""


_DRIFT = Check("drift", "What was accepted stays accepted, and what is returned stays within what was promised.")
_STALE = Check(STALE_IGNORE, "Every ignore accepts a finding that is still there, and none outlives its time.")


class CheckedInventory:
    """An inventory file under a configuration; raises ``ConformanceError`` when either can't be used."""

    def __init__(self, path: Path, shown: str, config: Config, against: str | None = None) -> None:
        inventory, document = read_any(path, shown)
        around = surroundings_of(config) if config.inventory in (None, path) else Surroundings()
        surface = Surface(shown, inventory, surroundings=around)
        self._subject = CheckSubject(surface, document, "pytest collected it")
        self._config = config
        self.fail_on = config.fail_on
        rules = [applied.rule for applied in applied_rules(profile_of(config))]
        self._rules = [rule for rule in rules if _applies_to_inventories(rule)]
        self._fault: Exception | None = None
        self._earlier = _earlier_version(path, against)

    @cached_property
    def tool_names(self) -> list[str]:
        """The names of the tools, in the order of the file."""
        return [tool.name for tool in self._subject.surface.inventory.tools]

    @property
    def tool_checks(self) -> list[Check]:
        """What is asked of each tool: every rule that the profile applies to inventories."""
        return [*map(_check_of, self._rules), *self._drift_checks]

    @property
    def inventory_checks(self) -> list[Check]:
        """What is asked of the inventory as a whole."""
        whole = [_check_of(rule) for rule in self._rules if self._has_whole_subject(rule)] + self._drift_checks
        return [*whole, _STALE] if self._config.ignore else whole

    @property
    def _drift_checks(self) -> list[Check]:
        return [_DRIFT] if self._earlier is not None else []

    def findings(self, tool: int | None, rule: str) -> Sequence[Finding]:
        """Return what the rule found in the tool at that index, or in what concerns no tool."""
        if self._fault is not None:
            raise _unchecked_error(self._fault)
        try:
            return self._findings_by_check.get((tool, rule), ())
        except Exception as error:
            self._fault = error
            raise

    @cached_property
    def _findings_by_check(self) -> Mapping[CheckKey, list[Finding]]:
        today = datetime.datetime.now(datetime.UTC).date()
        found: defaultdict[CheckKey, list[Finding]] = defaultdict(list)
        judged = check_subject(self._subject, self._config, today).findings
        for finding in (*judged, *self._drift_findings()):
            found[self._tool_index(finding), finding.rule].append(finding)
        return found

    def _drift_findings(self) -> list[Finding]:
        if self._earlier is None:
            return []
        from conformance.pytest_plugin.drift_check import drift_findings

        surface = self._subject.surface
        found = drift_findings(self._earlier, surface.inventory, surface.name, self._config)
        return locate_findings(list(found), self._subject.document)

    def _has_whole_subject(self, rule: AnyRule) -> bool:
        """Say whether some subject of a rule is no tool of the inventory or part of one."""
        return any(found.tool is None or found.location for found in rule.scope.find(self._subject.surface))

    def _tool_index(self, finding: Finding) -> int | None:
        outwards = (self._tool_indexes.get(pointer) for pointer in lineage(finding.pointer))
        return next((index for index in outwards if index is not None), None)

    @cached_property
    def _tool_indexes(self) -> Mapping[str, int]:
        """The index of each tool by its pointer in the file."""
        tools = self._subject.surface.inventory.tools
        return {self._subject.document.source_pointer(tool.pointer): tool.index for tool in tools}


def _earlier_version(path: Path, against: str | None) -> "EarlierVersion | None":
    """Read what the inventory was, where that is asked: the drift gate is heavy, and most runs go without it."""
    if against is None:
        return None
    from conformance.pytest_plugin.drift_check import read_earlier_version

    return read_earlier_version(path, against)


def _applies_to_inventories(rule: AnyRule) -> bool:
    """Say whether the inventory alone gives the rule something to judge, in its own example of a fault."""
    example = rule.scope.example(rule.bad[0].value)
    return any(rule.scope.find(Surface(example.name, example.inventory)))


def _check_of(rule: AnyRule) -> Check:
    return Check(rule.id, rule.summary, rule.source)


def _unchecked_error(fault: Exception) -> ConformanceError:
    if isinstance(fault, ConformanceError):
        return fault
    message = f"not checked: the harness itself failed on this inventory with {type(fault).__name__}"
    return ConformanceError(
        ErrorKind.UNSUPPORTED, message, "the first failing test of the inventory shows the traceback"
    )
