"""Asks a running system as part of a test run: one test per tool and probe, under ``runtime::Tool::probe``.

The system is started when it is collected, for its tools are not known before, and ended with the run.
"""

import datetime
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.fitting import chosen_profile_line, fit_profile
from conformance.commands.report import ContractCoverage
from conformance.display import escape_text
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level
from conformance.inventory.provenance import Provenance
from conformance.pytest_plugin.activation import register_summary
from conformance.pytest_plugin.collection import WHOLE, ToolNode
from conformance.pytest_plugin.conduct import ObservedConduct
from conformance.pytest_plugin.failure_text import collection_failure, skip_test
from conformance.pytest_plugin.node_names import safe_names
from conformance.pytest_plugin.settings import error_text, repo_config, stated_source
from conformance.settings.checks import Check
from conformance.settings.repository import Config
from conformance.systems.runtime import Runtime
from conformance.systems.sources import Source

RESULTS = Check(
    id="results",
    level=Level.ERROR,
    summary="Does what the system returns, and what it does with results, follow every rule on results?",
    why="A model and a program act on what a call returns; a wrong envelope or receipt misleads both.",
    source="tool-result-envelope",
)
"""What one test per tool, and one for unknown tools, asks: all rules on envelopes, receipts and behaviour."""
RUNTIME = "runtime"
"""The node of the running system."""
RUNTIME_PLUGIN = "conformance-runtime"
"""The name of what collects it."""


class ProbedRuntime:
    """A running system with the answers so far; each question is asked when its test runs."""

    def __init__(self, source: Source, config: Config, runtime: Runtime, provenance: Provenance) -> None:
        from conformance.commands.conversation import Conversation
        from conformance.commands.probe_plan import plan_of

        today = datetime.datetime.now(datetime.UTC).date()
        fitted = fit_profile(config, provenance.profile)
        self._conversation = Conversation(runtime, plan_of(fitted, source, today=today))
        self.profile_line = chosen_profile_line(source.label, provenance, config, "`conformance_profile`")
        """The line that names the profile that was chosen because it fits the system, if none is named."""
        self.fail_on: Level = config.fail_on
        self.conduct = ObservedConduct(self._conversation.ask_conduct, config.fail_on)
        """What the system sends beside its answers."""
        self.has_conduct = source.adapter.has_messages
        self._asked: set[int] = set()

    @property
    def tool_names(self) -> list[str]:
        """The names of the tools, in the order of the system."""
        return [tool.name for tool in self._conversation.inventory.tools]

    def checks_of(self, tool: int | None) -> Sequence[Check]:
        """Return what is asked of the tool at that index, or of the system as a whole.

        What may change later answers comes last, then what judges all replies: of the system as a whole, those to
        calls of tools that do not exist.
        """
        asked = self._conversation.runtime_probes if tool is None else self._conversation.tool_probes
        return [*asked, RESULTS]

    def findings(self, tool: int | None, probe: str) -> Sequence[Finding]:
        """Ask and return the findings; skip the test with the reason if there is no answer."""
        from conformance.probes.interview.limits import InapplicableError, InconclusiveError

        self._asked |= set() if tool is None else {tool}
        try:
            if probe == RESULTS.id:
                return self._conversation.ask_results(tool)
            return self._conversation.ask(tool, probe)
        except InconclusiveError as error:
            skip_test(f"undetermined: {escape_text(str(error))}")
        except InapplicableError:
            skip_test("the question does not apply to the tool")

    def has_accepted(self, tool: int) -> bool:
        """Say whether the tool at that index has accepted any input so far; else no answer of it proves anything."""
        return self._conversation.tools[tool].has_accepted

    def is_known_clean(self, tool: int | None, rule: str) -> bool:
        """Return that nothing is known before it is asked."""
        return False

    def contract_rows(self) -> list[ContractCoverage]:
        """Return how much of the contract of each tool that was asked something was shown until now."""
        from conformance.commands.contract_rows import probed_rows

        tools = self._conversation.tools
        return probed_rows([tools[index] for index in sorted(self._asked)], self._conversation.inventory)


class RuntimeNode(pytest.Collector):
    """The running system: one node per tool, and one for the system itself."""

    def __init__(self, *, connect: Callable[[], ProbedRuntime], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._connect = connect

    def collect(self) -> Iterator[ToolNode]:
        """Yield the nodes; a system that can't be reached is one collection error."""
        probed = self._connect()
        yield _node(ToolNode, self, name=WHOLE, checked=probed, tool=None)
        for tool, name in enumerate(safe_names(probed.tool_names, reserved=(WHOLE,))):
            yield _node(ToolNode, self, name=name, checked=probed, tool=tool)
        # what all the others made it send
        if probed.has_conduct:
            yield _node(ToolNode, self, name=WHOLE, checked=probed.conduct, tool=None)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:
        """Show why nothing can be collected; a fault of the harness keeps its traceback."""
        return collection_failure(excinfo.value) or super().repr_failure(excinfo)


class RuntimeCollection:
    """The hooks that collect the running system of a bare run, and end it."""

    def __init__(self, source: Source, base: Path, stated: Config, file: Path) -> None:
        self._file = file
        self._source = source
        self._base = base
        self._stated = stated
        self._runtime: Runtime | None = None
        self._probed: ProbedRuntime | None = None

    def pytest_report_header(self) -> str:
        """Say which system is asked."""
        return f"conformance: asking {escape_text(self._source.label)}"

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the system to what the session collects."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            place = {"name": RUNTIME, "nodeid": RUNTIME, "path": self._file}
            node = _node(RuntimeNode, collector, **place, connect=self._connect)
            report.result = [*(report.result or ()), node]
        return report

    def _connect(self) -> ProbedRuntime:
        from conformance.commands.configured_system import opening_of

        opening = opening_of(self._stated, self._base)
        self._runtime = self._source.open(opening)
        self._probed = ProbedRuntime(self._source, self._stated, self._runtime, self._source.provenance(opening))
        return self._probed

    def pytest_report_collectionfinish(self) -> list[str]:
        """Name the profile, which is known once the system is opened."""
        line = None if self._probed is None else self._probed.profile_line
        return [] if line is None else [line]

    def contract_rows(self) -> list[ContractCoverage]:
        """Return how much of the contract of the system was shown until now, nothing before it is opened."""
        return [] if self._probed is None else self._probed.contract_rows()

    def pytest_unconfigure(self) -> None:
        """End the system."""
        if self._runtime is not None:
            self._runtime.close()


def _node(kind: Any, parent: pytest.Collector, **arguments: Any) -> Any:
    """Create a node in pytest's own way, which has no types."""
    return kind.from_parent(parent, **arguments)


def register(config: pytest.Config) -> None:
    """Register what asks the named system; raises ``pytest.UsageError`` when the name can't be understood."""
    if config.args_source is pytest.Config.ArgsSource.ARGS and config.getoption("conformance_source") is None:
        return  # other tests were named; a running system has no path to be named by
    from conformance.systems.sources import find_source

    try:
        text, base = stated_source(config)
        file = config.inipath or config.rootpath
        collection = RuntimeCollection(find_source(text, base), base, repo_config(config), file)
    except ConformanceError as error:
        raise pytest.UsageError(error_text(error)) from None
    config.pluginmanager.register(collection, RUNTIME_PLUGIN)
    register_summary(config)
