"""Collects inventory files: a file has tools, a tool has one test per rule.

A bare ``pytest`` collects the inventory whatever ``testpaths`` and ``norecursedirs`` say, so it is added to the
session itself; where paths are given, pytest finds the file on its own way, or not at all.
"""

import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from conformance.display import escape_text, quote_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.pytest_plugin.failure_text import failure_text
from conformance.pytest_plugin.inventory_check import CheckedInventory
from conformance.pytest_plugin.node_names import safe_names
from conformance.pytest_plugin.settings import (
    InventorySelection,
    compared_version,
    display_path,
    error_text,
    is_configured,
    repo_config,
)
from conformance.settings.checks import Check

WHOLE = "inventory"
"""The node of what concerns no tool."""

_MAX_KEYWORD_CHARS = 200

Node = TypeVar("Node", bound=pytest.Item | pytest.Collector)


class CheckFailure(pytest.fail.Exception):
    """The findings that fail a test; pytest shows the text and no traceback."""

    def __init__(self, findings: Sequence[Finding], asked: Check) -> None:
        super().__init__(failure_text(findings, asked, Path.cwd()), pytrace=False)
        self.findings = findings


class RuleItem(pytest.Item):
    """One rule asked of one tool, or of the inventory as a whole (``tool`` is ``None``)."""

    def __init__(self, *, checked: CheckedInventory, tool: int | None, asked: Check, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # pyright: ignore[reportUnknownMemberType]
        self._checked = checked
        self._tool = tool
        self._check = asked
        self.findings: Sequence[Finding] = ()
        self.add_marker("conformance")

    def runtest(self) -> None:
        """Fail on findings that are severe enough; suppressed findings are an expected failure."""
        self.findings = self._checked.findings(self._tool, self._check.id)
        severe = [finding for finding in self.findings if self.is_failure(finding)]
        accepted = [finding for finding in severe if finding.suppressed is not None]
        if len(accepted) < len(severe):
            raise CheckFailure([finding for finding in severe if finding.suppressed is None], self._check)
        if accepted:
            pytest.xfail(f"accepted: {escape_text(accepted[0].suppressed or '')}")
            raise CheckFailure(accepted, self._check)  # --runxfail shows what is accepted

    def is_failure(self, finding: Finding) -> bool:
        """Return whether a finding is severe enough to fail a test."""
        return finding.level.rank >= self._checked.fail_on.rank

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show a finding as its text, placed in the inventory; a fault of the harness keeps its traceback."""
        if isinstance(excinfo.value, ConformanceError):
            return error_text(excinfo.value)
        shown: Any = super().repr_failure(excinfo, style)
        return _locate_failure(shown, excinfo.value.findings[0]) if isinstance(excinfo.value, CheckFailure) else shown

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the test in headings; the line is the first one, the true one is looked up only for a finding."""
        tool = self.parent.name if self.parent else ""
        return self.path, 0, f"{tool}::{self.name}"


class ToolNode(pytest.Collector):
    """One tool, or the inventory as a whole: one test per rule."""

    def __init__(self, *, checked: CheckedInventory, tool: int | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._checked = checked
        self._tool = tool
        real_name = WHOLE if tool is None else checked.tool_names[tool]
        if len(real_name) <= _MAX_KEYWORD_CHARS:
            self.extra_keyword_matches.add(real_name)

    def collect(self) -> Iterator[RuleItem]:
        """Yield one test per rule."""
        whole = self._tool is None
        for asked in self._checked.inventory_checks if whole else self._checked.tool_checks:
            yield _node(RuleItem, self, name=asked.id, checked=self._checked, tool=self._tool, asked=asked)


class InventoryCollector(pytest.File):
    """An inventory file: one node per tool, and one for the inventory itself."""

    def collect(self) -> Iterator[ToolNode]:
        """Yield the nodes; an inventory that can't be read is one collection error."""
        try:
            shown, against = display_path(self.config, self.path), compared_version(self.config)
            own = is_configured(self.config, self.path)
            checked = CheckedInventory(self.path, shown, repo_config(self.config), against, is_configured=own)
        except ConformanceError as error:
            raise self.CollectError(error_text(error)) from None
        yield _node(ToolNode, self, name=WHOLE, checked=checked, tool=None)
        for tool, name in enumerate(safe_names(checked.tool_names, reserved=(WHOLE,))):
            yield _node(ToolNode, self, name=name, checked=checked, tool=tool)


class InventoryCollection:
    """The hooks that collect the chosen inventory files, each once."""

    def __init__(self, config: pytest.Config, chosen: InventorySelection) -> None:
        self._reason = chosen.reason
        self._paths = [_absolute_path(path) for path in chosen.inventories]
        self._added_paths = _files_to_add(config, self._paths, chosen.on_command_line)

    def pytest_report_header(self, config: pytest.Config) -> str:
        """Say which inventory is checked, and why this one."""
        return f"conformance: {', '.join(display_path(config, path) for path in self._paths)} ({self._reason})"

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect an inventory that pytest came upon, unless it is added anyway."""
        if file_path in self._paths and file_path not in self._added_paths:
            return _inventory_file(parent, file_path)
        return None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the inventories to what the session collects."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result = [*(report.result or ()), *self._inventory_files(collector)]
        return report

    def _inventory_files(self, session: pytest.Session) -> Iterator[InventoryCollector]:
        for path in self._added_paths:
            hooks: Any = session.gethookproxy(path.parent)
            if not hooks.pytest_ignore_collect(collection_path=path, config=session.config):
                yield _inventory_file(session, path)


def _inventory_file(parent: pytest.Collector, path: Path) -> InventoryCollector:
    root = parent.config.rootpath
    if path.is_relative_to(root):
        return _node(InventoryCollector, parent, path=path)
    nodeid = Path(os.path.relpath(path, root)).as_posix()  # pytest has no node id for a file outside the root
    return _node(InventoryCollector, parent, path=path, nodeid=nodeid)


def _node(kind: type[Node], parent: pytest.Collector, **arguments: Any) -> Node:
    """Create a node in pytest's own way, which has no types."""
    return cast("Any", kind).from_parent(parent, **arguments)


def _files_to_add(config: pytest.Config, paths: Sequence[Path], on_command_line: bool) -> list[Path]:
    """Return the files to add to the session: all in a bare run, else those that only ``--conformance`` asks for."""
    bare = config.args_source is not pytest.Config.ArgsSource.ARGS
    selected = {_absolute_path(config.invocation_params.dir / arg.split("::")[0]) for arg in config.args}
    added = [path for path in paths if bare or (on_command_line and path not in selected)]
    for path in added:
        _refuse_missing(path, display_path(config, path))
    return added


def _refuse_missing(path: Path, shown: str) -> None:
    if path.is_dir():
        hint = "write `--conformance=PATH`, because the word after a bare `--conformance` is its path"
        raise ConformanceError(ErrorKind.USAGE, f"the inventory {quote_text(shown, 200)} is a folder", hint)
    if not path.exists():
        hint = "write it with `conformance refresh`, or set another one in `conformance_inventory`"
        raise ConformanceError(ErrorKind.UNREADABLE, f"the inventory {quote_text(shown, 200)} does not exist", hint)


def _absolute_path(path: Path) -> Path:
    """Return a path as pytest writes it: absolute and without ``..``, symbolic links kept."""
    return Path(os.path.abspath(path))


def _locate_failure(shown: Any, finding: Finding) -> Any:
    """Let pytest report the failure in the inventory, not in this plugin."""
    place = finding.location
    if place is not None:
        at = {"path": place.file, "lineno": place.line, "message": escape_text(finding.message)}
        shown.chain = [(trace, crash and replace(crash, **at), text) for trace, crash, text in shown.chain]
        shown.reprcrash = shown.chain[-1][1]
    return shown
