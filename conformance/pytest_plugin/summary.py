"""The section at the end of a run: how much was checked, and the findings that fail no test.

Under xdist the tests run elsewhere, so what a test found travels with its report, as plain values.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from conformance.findings import Level
from conformance.pytest_plugin.collection import WHOLE, RuleItem
from conformance.pytest_plugin.failure_text import finding_text

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter  # public in pytest since 8.4 only

MAX_FINDINGS = 200
"""More findings than this are counted, not printed."""


@dataclass
class Tally:
    """What the tests of one inventory said so far."""

    tools: set[str] = field(default_factory=set[str])
    rules: set[str] = field(default_factory=set[str])
    checks: int = 0
    findings: Counter[str] = field(default_factory=Counter[str])
    listed: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def add(self, told: dict[str, Any]) -> None:
        """Count one test and keep what it found without failing."""
        self.tools |= {told["tool"]} - {WHOLE}
        self.rules.add(told["rule"])
        self.checks += 1
        self.findings.update(told["levels"])
        self.listed += [(level, text) for level, text in told["listed"]]

    @property
    def line(self) -> str:
        """The counts on one line."""
        counts = [_count(self.findings[kind], kind) for kind in (*Level, "accepted") if self.findings[kind]]
        checked = [_count(len(self.tools), "tool"), _count(len(self.rules), "rule"), _count(self.checks, "check")]
        return f"{', '.join(checked)}: {', '.join(counts) or 'all clean'}"


class Summary:
    """The hooks that gather and print."""

    def __init__(self) -> None:
        self._tallies: dict[str, Tally] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let the report of a check say what it found."""
        report = yield
        if call.when == "call" and isinstance(item, RuleItem):
            vars(report)["conformance"] = _report_data(item)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the report of a check, wherever it ran."""
        told = vars(report).get("conformance")
        if told:
            self._tallies.setdefault(report.nodeid.split("::")[0], Tally()).add(told)

    def pytest_terminal_summary(self, terminalreporter: "TerminalReporter") -> None:
        """Print the section."""
        if not self._tallies:
            return
        terminalreporter.section("conformance")
        for inventory, tally in self._tallies.items():
            for level, text in tally.listed[:MAX_FINDINGS]:
                terminalreporter.write_line(f"{level}: {text}", yellow=level == Level.WARNING)
            rest = len(tally.listed) - MAX_FINDINGS
            if rest > 0:
                terminalreporter.write_line(f"... and {rest} more findings")
            terminalreporter.write_line(f"{inventory}: {tally.line}")


def _report_data(item: RuleItem) -> dict[str, Any]:
    active = [finding for finding in item.findings if finding.suppressed is None]
    kinds = ["accepted" if finding.suppressed is not None else finding.level.value for finding in item.findings]
    light = [finding for finding in active if not item.is_failure(finding)]
    tool = item.parent.name if item.parent else WHOLE
    listed = [[finding.level.value, f"{tool}::{item.name}: {finding_text(finding)}"] for finding in light]
    return {"tool": tool, "rule": item.name, "levels": kinds, "listed": listed}


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 or noun in ('info', 'accepted') else 's'}"
