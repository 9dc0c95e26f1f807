"""Inventory files as tests: a file has tools, a tool has one test per rule."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Protocol

import pytest

from conformance.display import escape_text
from conformance.documents.location import Location
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level
from conformance.inventory.formats import read_any
from conformance.pytest_plugin.failure_text import collection_failure, failure_text
from conformance.pytest_plugin.file_collection import FileCollection, create_node
from conformance.pytest_plugin.inventory_check import CheckedInventory
from conformance.pytest_plugin.known_findings import known_findings
from conformance.pytest_plugin.missing_inventory import deleted_inventory, missing_error
from conformance.pytest_plugin.node_names import safe_names
from conformance.pytest_plugin.settings import (
    InventorySelection,
    compared_version,
    config_of,
    display_path,
    error_text,
    repo_config,
)
from conformance.settings.checks import Check
from conformance.settings.inventory_names import require_plain_path

WHOLE = "inventory"
"""The node of what concerns no tool."""

MARK = "conformance"
"""The mark of every node that has checks as tests."""

MAX_KEYWORD_CHARS = 200


class Checked(Protocol):
    """What is asked by the tests of one node: an inventory, a running system, a recorded result."""

    @property
    def fail_on(self) -> Level:
        """The lowest level that fails a test."""
        ...

    def findings(self, tool: int | None, rule: str) -> Sequence[Finding]:
        """Return what a check found in the tool at that index, or in what concerns no tool."""
        ...

    def is_known_clean(self, tool: int | None, rule: str) -> bool:
        """Return whether it is known, without judging anything now, that the check found nothing there."""
        ...


class CheckFailure(pytest.fail.Exception):
    """The findings that fail a test; pytest shows the text and no traceback."""

    def __init__(self, findings: Sequence[Finding], asked: Check, *, by_tool: bool) -> None:
        super().__init__(failure_text(findings, asked, Path.cwd(), by_tool=by_tool), pytrace=False)
        first = findings[0]
        self.location = first.location
        self.sentence = f"{first.tool}: {first.message}" if by_tool and first.tool else first.message
        """What one line of a report says of the first finding."""


class RuleItem(pytest.Item):
    """One rule asked of one tool, or of what is checked as a whole (``tool`` is ``None``)."""

    parent: "CheckNode"

    def __init__(self, *, checked: Checked, tool: int | None, asked: Check, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # pyright: ignore[reportUnknownMemberType]
        self._checked = checked
        self._tool = tool
        self._check = asked
        self.findings: Sequence[Finding] = ()
        # Hooks of a project ask every item for it, and some add to it: a test of a function has such a list.
        self.fixturenames: list[str] = []

    def runtest(self) -> None:
        """Fail on findings that are severe enough; suppressed findings are an expected failure."""
        self.findings = self._checked.findings(self._tool, self._check.id)
        severe = [finding for finding in self.findings if self.is_failure(finding)]
        accepted = [finding for finding in severe if finding.suppressed is not None]
        if len(accepted) < len(severe):
            raise self._failure([finding for finding in severe if finding.suppressed is None])
        if accepted:
            pytest.xfail(f"accepted: {escape_text(accepted[0].suppressed or '')}")
            raise self._failure(accepted)  # --runxfail shows what is accepted

    @property
    def is_known_clean(self) -> bool:
        """Whether the test finds nothing, and need not run to show it."""
        return self._checked.is_known_clean(self._tool, self._check.id)

    @property
    def is_whole(self) -> bool:
        """Whether the test is about an inventory or a system, of which a finding may concern any tool."""
        return isinstance(self.parent, ToolNode) and self._tool is None

    def _failure(self, findings: Sequence[Finding]) -> CheckFailure:
        return CheckFailure(findings, self._check, by_tool=self.is_whole)

    def is_failure(self, finding: Finding) -> bool:
        """Return whether a finding is severe enough to fail a test."""
        return finding.level.rank >= self._checked.fail_on.rank

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show a finding as its text, placed in the inventory; a fault of the harness keeps its traceback."""
        if isinstance(excinfo.value, ConformanceError):
            return error_text(excinfo.value)
        shown: Any = super().repr_failure(excinfo, style)
        if isinstance(excinfo.value, CheckFailure):
            return _locate_failure(shown, excinfo.value, self.path)
        return shown

    @property
    def is_proved(self) -> bool | None:
        """Whether the tool that was asked has accepted an input, ``None`` where no running tool is asked."""
        has_accepted: Callable[[int], bool] | None = getattr(self._checked, "has_accepted", None)
        return None if has_accepted is None or self._tool is None else has_accepted(self._tool)

    @property
    def profile_line(self) -> str | None:
        """The line that names the profile of this test, if that was chosen because it fits."""
        return self._checked.profile_line if isinstance(self._checked, CheckedInventory) else None

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the test in headings; the line is the first one, the true one is looked up only for a finding."""
        return self.path, 0, self.domain

    @property
    def domain(self) -> str:
        """The node id without its file."""
        return self.nodeid.partition("::")[2]


class CheckedTools(Checked, Protocol):
    """What has tools: an inventory, one that was deleted, a running system."""

    @property
    def tool_names(self) -> Sequence[str]:
        """The names of the tools, in their order."""
        ...

    def checks_of(self, tool: int | None) -> Sequence[Check]:
        """Return what is asked of the tool at that index, or of what concerns no tool."""
        ...


class CheckNode(pytest.Collector):
    """A node that has checks as tests."""

    noun: ClassVar[str] = "tool"
    """What the summary counts such nodes as."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # here once, and not on each of the tests, which have the marks of their nodes
        self.add_marker(MARK)

    @property
    def is_whole(self) -> bool:
        """Whether the tests are about all that was collected, and not about one tool or result."""
        return self.name == WHOLE


class ToolNode(CheckNode):
    """One tool, or the inventory as a whole: one test per rule."""

    def __init__(self, *, checked: CheckedTools, tool: int | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._checked = checked
        self._tool = tool
        real_name = WHOLE if tool is None else checked.tool_names[tool]
        if len(real_name) <= MAX_KEYWORD_CHARS:
            self.extra_keyword_matches.add(real_name)

    def collect(self) -> Iterator[RuleItem]:
        """Yield one test per rule."""
        for asked in self._checked.checks_of(self._tool):
            yield create_node(RuleItem, self, name=asked.id, checked=self._checked, tool=self._tool, asked=asked)


class InventoryCollector(pytest.File):
    """An inventory file: one node per tool, and one for the inventory itself."""

    def collect(self) -> Iterator[ToolNode]:
        """Yield the nodes; an inventory that can't be read is one collection error."""
        checked = self._read()
        yield create_node(ToolNode, self, name=WHOLE, checked=checked, tool=None)
        for tool, name in enumerate(safe_names(checked.tool_names, reserved=(WHOLE,))):
            yield create_node(ToolNode, self, name=name, checked=checked, tool=tool)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:
        """Show why nothing can be collected; a fault of the harness keeps its traceback."""
        return collection_failure(excinfo.value) or super().repr_failure(excinfo)

    def _read(self) -> CheckedTools:
        against, settings = compared_version(self.config), config_of(self.config, self.path)
        deleted = None if self.path.exists() else deleted_inventory(self.path, against, settings)
        if deleted is not None:
            return deleted
        shown, keeping = display_path(self.config, self.path), partial(known_findings, self.config)
        return CheckedInventory(self.path, shown, settings, against, keeping=keeping)


def collect_inventories(config: pytest.Config, chosen: InventorySelection) -> FileCollection:
    """Return what collects the chosen inventories; raises ``ConformanceError`` for one that is not there."""
    names = ", ".join(display_path(config, path) for path in chosen.inventories)
    collection = FileCollection(
        config,
        chosen.inventories,
        InventoryCollector,
        "\n".join([f"conformance: {names} ({chosen.reason})", *_drift_lines(config, chosen)]),
        on_command_line=chosen.on_command_line,
    )
    for path in collection.added_paths:
        _refuse_missing(config, path, chosen.reason)
    return collection


def _drift_lines(config: pytest.Config, chosen: InventorySelection) -> Iterator[str]:
    """Yield what each inventory is compared with, and why."""
    against = compared_version(config)
    if against is None:
        return
    from conformance.pytest_plugin.drift_check import read_earlier_version  # git is asked only if drift is

    for path in chosen.inventories:
        yield f"drift: {display_path(config, path)} {escape_text(read_earlier_version(path, against).line)}"


def _refuse_missing(config: pytest.Config, path: Path, named_by: str) -> None:
    """Raise ``ConformanceError`` for a path without an inventory, unless the tools that it had are tests."""
    shown = display_path(config, path)
    if not path.exists() and deleted_inventory(path, compared_version(config), repo_config(config)) is None:
        require_plain_path(path)
        raise missing_error(path, shown, compared_version(config), named_by)
    if path.is_dir() and config.getoption("conformance"):
        try:
            read_any(path)
        except ConformanceError as error:
            hint = "name it as `--conformance=PATH`: the word after a bare `--conformance` is its path"
            raise ConformanceError(error.kind, error.message, hint) from None


def _locate_failure(shown: Any, failure: CheckFailure, file: Path) -> Any:
    """Let pytest report the failure at its location, else in the file that names the system, not in this plugin."""
    place = failure.location or Location(str(file), 1, 1)
    at = {"path": place.file, "lineno": place.line, "message": escape_text(failure.sentence)}
    shown.chain = [(trace, crash and replace(crash, **at), text) for trace, crash, text in shown.chain]
    shown.reprcrash = shown.chain[-1][1]
    return shown
