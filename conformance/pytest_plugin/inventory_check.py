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

from conformance.commands.check import applied_rules, check_subject, located, profile_of
from conformance.commands.context import surroundings_of
from conformance.commands.subject import CheckSubject
from conformance.documents import reader
from conformance.documents.pointers import split
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.inventory import load_inventory
from conformance.rules.scopes import AnyRule
from conformance.settings.ignores import STALE_IGNORE
from conformance.settings.repository import Config
from conformance.systems.surface import Surface
from conformance.systems.surface.context import Around

if TYPE_CHECKING:
    from conformance.pytest_plugin.drift_check import Before

Place = tuple[int | None, str]
"""The index of a tool, ``None`` for the inventory as a whole, and the id of a rule."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to every tool: the rule's id, its first sentence, and the sentence of the spec it stands on."""

    id: str
    summary: str
    source: str = ""


_DRIFT = Asked("drift", "What was accepted stays accepted, and what is returned stays within what was promised.")
_STALE = Asked(STALE_IGNORE, "Every ignore accepts a finding that is still there, and none outlives its time.")


class CheckedInventory:
    """An inventory file under a configuration; raises ``ConformanceError`` when either can't be used."""

    def __init__(self, path: Path, shown: str, config: Config, against: str | None = None) -> None:
        document = reader.read(path, shown)
        around = surroundings_of(config) if config.inventory in (None, path) else Around()
        surface = Surface(shown, load_inventory(document), around=around)
        self._subject = CheckSubject(surface, document, "pytest collected it")
        self._config = config
        self.fail_on = config.fail_on
        rules = [applied.rule for applied in applied_rules(profile_of(config))]
        self._rules = [rule for rule in rules if _judges_inventories(rule)]
        self._fault: Exception | None = None
        self._before = _before(path, against)

    @cached_property
    def tool_names(self) -> list[str]:
        """The names of the tools, in the order of the file."""
        return [tool.name for tool in self._subject.surface.inventory.tools]

    @property
    def asked_of_tools(self) -> list[Asked]:
        """What is asked of each tool: every rule that the profile applies to inventories."""
        return [*map(_asked, self._rules), *self._asked_of_history]

    @property
    def asked_of_inventory(self) -> list[Asked]:
        """What is asked of the inventory as a whole."""
        whole = [_asked(rule) for rule in self._rules if self._judges_whole(rule)] + self._asked_of_history
        return [*whole, _STALE] if self._config.ignore else whole

    @property
    def _asked_of_history(self) -> list[Asked]:
        return [_DRIFT] if self._before is not None else []

    def findings(self, tool: int | None, rule: str) -> Sequence[Finding]:
        """Return what the rule found in the tool at that index, or in what concerns no tool."""
        if self._fault is not None:
            raise _unchecked(self._fault)
        try:
            return self._found.get((tool, rule), ())
        except Exception as error:
            self._fault = error
            raise

    @cached_property
    def _found(self) -> Mapping[Place, list[Finding]]:
        today = datetime.datetime.now(datetime.UTC).date()
        found: defaultdict[Place, list[Finding]] = defaultdict(list)
        judged = check_subject(self._subject, self._config, today).findings
        for finding in (*judged, *self._drifted()):
            found[self._tool_index(finding), finding.rule].append(finding)
        return found

    def _drifted(self) -> list[Finding]:
        if self._before is None:
            return []
        from conformance.pytest_plugin.drift_check import drift_findings

        surface = self._subject.surface
        found = drift_findings(self._before, surface.inventory, surface.name, self._config)
        return located(list(found), self._subject.document)

    def _judges_whole(self, rule: AnyRule) -> bool:
        """Say whether some subject of a rule is no tool of the inventory or part of one."""
        return any(found.tool is None or found.location for found in rule.scope.find(self._subject.surface))

    def _tool_index(self, finding: Finding) -> int | None:
        tokens = split(finding.pointer)
        if len(tokens) < 2 or tokens[0] != "tools" or not tokens[1].isdecimal():
            return None
        return int(tokens[1]) if int(tokens[1]) < len(self.tool_names) else None


def _before(path: Path, against: str | None) -> "Before | None":
    """Read what the inventory was, where that is asked: the drift gate is heavy, and most runs go without it."""
    if against is None:
        return None
    from conformance.pytest_plugin.drift_check import before

    return before(path, against)


def _judges_inventories(rule: AnyRule) -> bool:
    """Say whether the inventory alone gives the rule something to judge, in its own example of a fault."""
    example = rule.scope.example(rule.bad[0].value)
    return any(rule.scope.find(Surface(example.name, example.inventory)))


def _asked(rule: AnyRule) -> Asked:
    return Asked(rule.id, rule.summary, rule.source)


def _unchecked(fault: Exception) -> ConformanceError:
    if isinstance(fault, ConformanceError):
        return fault
    message = f"not checked: the harness itself failed on this inventory with {type(fault).__name__}"
    return ConformanceError(
        ErrorKind.UNSUPPORTED, message, "the first failing test of the inventory shows the traceback"
    )
