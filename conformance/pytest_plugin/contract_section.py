"""The section on how much of the contract of each tool a run has shown: by its questions, and by recorded results.

Under xdist each worker asks a system of its own, so what each was shown is put together at the end.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import asdict

from conformance.commands.audit import audit_traces
from conformance.commands.audit_criteria import Audit
from conformance.commands.registry import profile_of
from conformance.commands.report import ContractCoverage
from conformance.commands.reporters.text import contract_lines
from conformance.errors import ConformanceError
from conformance.inventory.formats import read_any
from conformance.pytest_plugin.ini_keys import ini_lines
from conformance.pytest_plugin.probes import RUNTIME, RUNTIME_PLUGIN, RuntimeCollection
from conformance.pytest_plugin.settings import chosen_inventories, chosen_records, error_text, repo_config
from conformance.systems.traces import file_source

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter  # public in pytest since 8.4 only

_SENT = "conformance_contract"
"""The member of what a worker of xdist sends when it ends."""
_NO_INVENTORY = "not counted, as no inventory says what may be recorded; configure `conformance_inventory`"


class ContractSection:
    """The hooks that gather what was shown, and print it."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        # Found now, as a test may move them.
        self._files = chosen_records(config).files
        self._asked: dict[str, ContractCoverage] = {}
        """What questions have shown, by tool."""
        self._tested: set[str] = set()
        """The node ids of the files of which a test ran."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note of which file a test ran, wherever it did."""
        self._tested.add(report.nodeid.split("::")[0])

    def pytest_sessionfinish(self) -> None:
        """Take what the questions of this process have shown; a worker sends it."""
        system: Any = self._config.pluginmanager.get_plugin(RUNTIME_PLUGIN)
        rows = system.contract_rows() if isinstance(system, RuntimeCollection) else []
        self._add(rows)
        if (sent := getattr(self._config, "workeroutput", None)) is not None:
            sent[_SENT] = [asdict(one) for one in rows]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what the questions of a worker have shown; one that crashed sends nothing."""
        sent: Mapping[str, Any] = getattr(node, "workeroutput", {})
        self._add(ContractCoverage(**one) for one in sent.get(_SENT, ()))

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: "TerminalReporter") -> None:
        """Print one block for the system and one for each file of results, of which a test ran."""
        blocks = {RUNTIME: [*contract_lines([*self._asked.values()])]} if self._asked else {}
        for path in self._files:
            name = _node_id(path, self._config.rootpath)
            if name in self._tested:
                blocks[name] = self._recorded_lines(path)
        if blocks:
            terminalreporter.write_sep("=", "conformance coverage")
        for name, lines in blocks.items():
            terminalreporter.write_line(f"{name}: {lines[0]}")
            for line in lines[1:]:
                terminalreporter.write_line(line)

    def _add(self, rows: Iterable[ContractCoverage]) -> None:
        for one in rows:
            known = self._asked.get(one.tool)
            self._asked[one.tool] = one if known is None else known.plus(one)

    def _recorded_lines(self, path: Path) -> list[str]:
        """Return what the results of a file have shown, or why that is not known."""
        chosen = chosen_inventories(self._config)
        if not chosen.is_declared:
            return [_NO_INVENTORY]
        try:
            inventory = read_any(chosen.inventories[0])[0]
            # No rule judges them again.
            by = Audit(inventory, profile_of(repo_config(self._config)), (), has_coverage=True)
            return [*contract_lines(audit_traces([file_source(path)], by).contract)]
        except ConformanceError as error:
            return [f"not counted: {error_text(error)}"]


def _node_id(path: Path, root: Path) -> str:
    """Return the node id of a file as pytest writes it."""
    return Path(os.path.relpath(path, root)).as_posix()


def register(config: pytest.Config) -> None:
    """Register what gathers and prints the coverage; raises ``pytest.UsageError`` where there are no calls."""
    is_asked = config.getoption("conformance_source") is not None or config.getini("conformance_source")
    is_recorded = config.getoption("conformance_records") is not None or ini_lines(config, "conformance_records")
    if not (is_asked or is_recorded):
        message = "`conformance_coverage` counts calls, but no `conformance_source` or `conformance_records` has any"
        raise pytest.UsageError(message)
    config.pluginmanager.register(ContractSection(config), "conformance-contract")
