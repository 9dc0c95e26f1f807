"""Results as tests: ``receipts.jsonl::ExecCommand::command/completed::envelopes``.

A result has one test for the rules on its envelope and one for those on its receipt. Where rules report something,
their own tests replace it, and ``-k`` finds them by the name of the category too. So a large file of good results costs
two tests per result, not one per rule.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import pytest

from conformance.commands.audit import NO_INVENTORY
from conformance.commands.audit_totals import nothing_read_error
from conformance.findings import Finding, Level
from conformance.pytest_plugin.collection import MARK, MAX_KEYWORD_CHARS, CheckNode, RuleItem
from conformance.pytest_plugin.failure_text import collection_failure
from conformance.pytest_plugin.file_collection import FileCollection, create_node, is_bare_run
from conformance.pytest_plugin.judged_results import (
    HISTORY,
    JudgedResult,
    JudgedResults,
    has_results,
    judged_results,
)
from conformance.pytest_plugin.node_names import safe_names
from conformance.pytest_plugin.settings import RecordsSelection, chosen_inventories, chosen_records, display_path

NO_TOOL = "records"
"""The node of results that name no tool, of lines that cannot be read, and of what all results together show."""
REFERENCE = "reference-results"
"""The node of the reference contract's own results."""


class CheckedResult:
    """What was found in one result, as its tests ask for it."""

    __slots__ = ("_judged", "fail_on")

    def __init__(self, judged: JudgedResult, fail_on: Level) -> None:
        self._judged = judged
        self.fail_on = fail_on

    def findings(self, _tool: int | None, rule: str) -> Sequence[Finding]:
        """Return what the rule found; nothing for a category, which is a test only where none of its rules objects."""
        return self._judged.found.get(rule, ())

    def is_known_clean(self, tool: int | None, rule: str) -> bool:
        """Return whether the rule found nothing: a file is judged when it is collected."""
        return rule not in self._judged.found

    def tests(self, parent: pytest.Collector) -> Iterator[RuleItem]:
        """Yield the tests of the result."""
        for category, asked in self._judged.checks_by_category():
            item = create_node(RuleItem, parent, name=asked.id, checked=self, tool=None, asked=asked)
            if category is not None:
                item.extra_keyword_matches.add(category.id)
            yield item


class ResultNode(CheckNode):
    """One recorded result."""

    noun = "result"

    def __init__(self, *, judged: JudgedResult, fail_on: Level, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._checked = CheckedResult(judged, fail_on)
        if judged.name != self.name and len(judged.name) <= MAX_KEYWORD_CHARS:
            self.extra_keyword_matches.add(judged.name)

    def collect(self) -> Iterator[RuleItem]:
        """Yield the tests of the result."""
        return self._checked.tests(self)


class ToolResults(pytest.Collector):
    """The results of one tool, or those of no tool with what all results ``together`` show."""

    noun = "result"
    is_whole = True

    def __init__(
        self, *, results: Sequence[JudgedResult], together: JudgedResult | None, fail_on: Level, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.add_marker(MARK)  # for the tests that are about no single result
        self._results = results
        self._together = together
        self._fail_on = fail_on

    def collect(self) -> Iterator[ResultNode | RuleItem]:
        """Yield the results in the order of the file."""
        reserved = {HISTORY.id}
        if self._together is not None:
            yield from CheckedResult(self._together, self._fail_on).tests(self)
            reserved |= set(self._together.found)
        names = safe_names((one.name for one in self._results), reserved, keep_slashes=True)
        for name, judged in zip(names, self._results, strict=True):
            yield create_node(ResultNode, self, name=name, judged=judged, fail_on=self._fail_on)


class ResultsFile(pytest.File):
    """A file of recorded results."""

    def collect(self) -> Iterator[ToolResults]:
        """Yield one node per tool; a file that can't be read as results is one collection error.

        A conversation without a call is skipped beside files that have results.
        """
        judged = judged_results(self.config, self.path)
        if not judged.results:
            error = nothing_read_error(display_path(self.config, self.path))
            if any(has_results(self.config, file) for file in chosen_records(self.config).files):
                pytest.skip(error.message)
            raise error
        yield from _tool_nodes(self, judged)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:
        """Show why nothing can be collected; a fault of the harness keeps its traceback."""
        return collection_failure(excinfo.value) or super().repr_failure(excinfo)


class ReferenceNode(pytest.Collector):
    """The results of the reference contract."""

    def collect(self) -> Iterator[ToolResults]:
        """Yield one node per tool."""
        yield from _tool_nodes(self, judged_results(self.config, None))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:
        """Show why nothing can be collected; a fault of the harness keeps its traceback."""
        return collection_failure(excinfo.value) or super().repr_failure(excinfo)


class ReferenceResults:
    """The hook that adds the results of the reference contract to a run of everything."""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the results to what the session collects."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed and is_bare_run(collector.config):
            node = create_node(ReferenceNode, collector, name=REFERENCE, nodeid=REFERENCE)
            report.result = [*(report.result or ()), node]
        return report


def collect_results(config: pytest.Config, chosen: RecordsSelection) -> FileCollection:
    """Return what collects the files of recorded results; raises ``ConformanceError`` if a name matches no file."""
    if is_bare_run(config) or chosen.on_command_line:
        chosen.require_all()
    names = ", ".join(display_path(config, path) for path in chosen.files)
    without = "" if chosen_inventories(config).is_declared else f"; {NO_INVENTORY}"
    header = f"conformance: results in {names}{without}"
    return FileCollection(config, chosen.files, ResultsFile, header, on_command_line=chosen.on_command_line)


def _tool_nodes(parent: pytest.Collector, judged: JudgedResults) -> Iterator[ToolResults]:
    by_tool: dict[str | None, list[JudgedResult]] = {None: []}
    for result in judged.results:
        by_tool.setdefault(result.tool, []).append(result)
    without_tool, fail_on = by_tool.pop(None), judged.fail_on
    tools = [tool for tool in by_tool if tool is not None]
    for name, tool in zip(safe_names(tools, reserved=(NO_TOOL,)), tools, strict=True):
        yield create_node(ToolResults, parent, name=name, results=by_tool[tool], together=None, fail_on=fail_on)
    yield create_node(
        ToolResults, parent, name=NO_TOOL, results=without_tool, together=judged.together, fail_on=fail_on
    )
