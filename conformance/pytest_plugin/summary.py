"""The section at the end of a run: how much was checked, and the findings that fail no test.

Under xdist the tests run elsewhere, so what a test found travels with its report, as plain values.
"""

import re
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from conformance.commands.diagnostics import Diagnostic, count_places, diagnostics_of, layout_sections, select_blocks
from conformance.display import count_of, escape_text
from conformance.findings import Finding, Level
from conformance.pytest_plugin.collection import WHOLE, RuleItem
from conformance.settings.notices import NOTICES

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter  # public in pytest since 8.4 only

MAX_BLOCKS = 200
"""More different findings than this are counted, not printed."""
_FINAL = frozenset(("passed", "failed", "skipped"))
"""How a test ends; a plugin that runs a failed one again reports the first run under a word of its own."""
_ACCEPTED = "accepted"
"""What a finding that does not count is counted as."""


class TestTally(Struct):
    """The results of the tests of one inventory, system or file of results so far."""

    noun: str = "tool"
    subjects: set[str] = field(default_factory=set[str])
    """The node ids of the tools or results."""
    rules: set[str] = field(default_factory=set[str])
    checks: int = 0
    findings: Counter[str] = field(default_factory=Counter[str])
    messages: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """The level of each finding with its words, which several tools may share."""
    listed: list[Diagnostic] = field(default_factory=list[Diagnostic])
    has_proof: bool = False
    """Whether any tool of a running system has accepted an input."""
    open_count: int = 0
    """How many questions are undetermined of tools that have accepted none so far."""
    fault_count: int = 0
    """How many tests ended with an error before they could say what they found."""
    profile_line: str | None = None
    """The profile that was chosen because it fits, ``None`` where one is named."""

    def add(self, result: dict[str, Any], *, is_open: bool = False, is_failed: bool = False) -> None:
        """Count one test, undetermined if it ``is_open``, and keep what it found without failing."""
        self.has_proof |= result["is_proved"] is True
        self.open_count += is_open and result["is_proved"] is False
        self.fault_count += is_failed and not result["found"]
        self.noun, self.profile_line = result["noun"], result["profile_line"]
        if result["subject"] != WHOLE:
            self.subjects.add(result["subject"])
        if result["rule"] not in NOTICES:
            self.rules.add(result["rule"])
        self.checks += 1
        # of nearly all tests there is no more to count
        if result["found"]:
            self.findings.update(kind for kind, _ in result["found"])
            self.messages.update(tuple(one) for one in result["found"])
            self.listed += [_from_plain_values(*values) for values in result["listed"]]

    @property
    def tested_nothing(self) -> bool:
        """Whether a running system was asked and none of its answers proves anything."""
        return self.open_count > 0 and not self.has_proof

    @property
    def line(self) -> str:
        """The counts on one line."""
        different = Counter(kind for kind, _ in self.messages)
        kinds = [kind for kind in Level if self.findings[kind]]
        counts = [count_places(different[kind], self.findings[kind], kind) for kind in kinds]
        counts += [f"{self.fault_count} could not be checked"] if self.fault_count else []
        accepted = f" ({self.findings[_ACCEPTED]} accepted)" if self.findings[_ACCEPTED] else ""
        checked = [count_of(len(self.subjects), self.noun), count_of(self.checks, "check")]
        if self.noun == "tool":  # of results, a test is about many rules
            checked.insert(1, count_of(len(self.rules), "rule"))
        outcome = "nothing was tested; `-rs` prints the reasons" if self.tested_nothing else ", ".join(counts)
        return f"{', '.join(checked)}: {outcome or 'all clean'}{accepted}"


class Summary:
    """The hooks that gather and print."""

    def __init__(self) -> None:
        self._tallies: dict[str, TestTally] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let the report of a check say what it found."""
        report = yield
        if call.when == "call" and isinstance(item, RuleItem):
            vars(report)["conformance"] = report_data(item)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the report of a check, wherever it ran."""
        result = vars(report).get("conformance")
        if result and report.outcome in _FINAL:
            is_open = report.skipped and not hasattr(report, "wasxfail")
            self._tallies.setdefault(report.nodeid.partition("::")[0], TestTally()).add(
                result, is_open=is_open, is_failed=report.failed
            )

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run that asked a system and tested nothing, as ``conformance probe`` does."""
        is_untested = any(tally.tested_nothing for tally in self._tallies.values())
        if is_untested and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: "TerminalReporter") -> None:
        """Print the section."""
        if not self._tallies:
            return
        terminalreporter.write_sep("=", "conformance")
        for inventory, tally in self._tallies.items():
            selection = select_blocks(sorted(tally.listed, key=_order_in_file), MAX_BLOCKS)
            for line in layout_sections(selection.blocks, inventory):
                terminalreporter.write_line(line, yellow=line.startswith("  warning["))
            if selection.omitted:
                terminalreporter.write_line(f"... and {selection.omitted} more findings")
            if tally.profile_line is not None:
                terminalreporter.write_line(tally.profile_line)
            terminalreporter.write_line(f"{inventory}: {tally.line}", red=tally.tested_nothing)


def _order_in_file(one: Diagnostic) -> list[str | int]:
    """Return what orders locations like the file: tests run in another order, and "9" comes before "10"."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", one.location)]


def report_data(item: RuleItem) -> dict[str, Any]:
    """Return what a test found as plain values, which its report carries."""
    active = [finding for finding in item.findings if finding.suppressed is None]
    found = [(_ACCEPTED if one.suppressed is not None else one.level.value, _words(one)) for one in item.findings]
    light = [finding for finding in active if not item.is_failure(finding)]
    node = item.parent
    listed = diagnostics_of(light, "", Path.cwd()) if light else []
    listed = listed if item.is_whole else [replace(one, tool=None if node.is_whole else node.name) for one in listed]
    return {
        "profile_line": item.profile_line,
        "noun": node.noun,
        "subject": WHOLE if node.is_whole else node.nodeid,
        "rule": item.name,
        "is_proved": item.is_proved,
        "found": found,
        "listed": [_plain_values(one) for one in listed],
    }


def _words(finding: Finding) -> str:
    """Return what makes two findings in one file say the same; one on a result is about that result alone."""
    file = finding.location.file if finding.location else ""
    about = finding.fingerprint if "record" in finding.evidence else file
    return escape_text("\0".join((finding.rule, finding.message, finding.hint, about)))


def _plain_values(one: Diagnostic) -> list[Any]:
    """Return a diagnostic as xdist can send it: it refuses half surrogates, so texts are escaped here."""
    texts = (one.label, one.message, one.help, one.location, *one.notes)
    tool = None if one.tool is None else escape_text(one.tool)
    return [one.rank, tool, *map(escape_text, texts)]


def _from_plain_values(
    rank: int, tool: str | None, label: str, message: str, cure: str, location: str, *notes: str
) -> Diagnostic:
    return Diagnostic(rank, label, message, cure, tool, location, notes)
