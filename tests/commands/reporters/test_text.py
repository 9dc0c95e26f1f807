"""The text report is quiet when clean, grouped by tool, and shows nothing raw."""

from dataclasses import replace

from conformance.commands.reporters.text import MAX_FINDINGS, render
from conformance.documents.location import Location
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level, Report

FINDING = Finding(
    "tool_name_case", Level.ERROR, "list_tasks", "/tools/0/name", "tool name 'list_tasks' is not PascalCase",
    "rename it to 'ListTasks'", "0" * 16, Location("tools.json", 4, 7),
)  # fmt: skip
CLEAN = Report("tools.json", [], tool_count=2, rule_count=3, checked_count=0)


def _report(*findings: Finding) -> Report:
    return replace(CLEAN, findings=findings)


def test_a_clean_report_is_one_line_that_says_how_much_was_checked() -> None:
    assert render(CLEAN, False) == "tools.json: 2 tools, 3 rules: all clean\n"


def test_a_finding_says_what_where_and_what_to_write_instead() -> None:
    assert render(_report(FINDING), False).splitlines() == [
        "list_tasks",
        "  error tool_name_case: tool name 'list_tasks' is not PascalCase",
        "    at tools.json:4:7 (/tools/0/name)",
        "    fix: rename it to 'ListTasks'",
        "",
        "tools.json: 2 tools, 3 rules: 1 error",
    ]


def test_findings_of_one_tool_stand_together_heaviest_first() -> None:
    warning = replace(FINDING, level=Level.WARNING, rule="id_suffix")
    other = replace(FINDING, tool="Other")
    lines = render(_report(warning, other, FINDING), False).splitlines()
    assert [line for line in lines if line and not line.startswith("    ")][:5] == [
        "list_tasks",
        f"  error tool_name_case: {FINDING.message}",
        f"  warning id_suffix: {FINDING.message}",
        "Other",
        f"  error tool_name_case: {FINDING.message}",
    ]


def test_suppressed_findings_are_counted_not_shown() -> None:
    lines = render(_report(replace(FINDING, suppressed="agreed")), False).splitlines()
    assert lines == ["tools.json: 2 tools, 3 rules: all clean (1 suppressed)"]


def test_hidden_characters_reach_the_terminal_only_as_escapes() -> None:
    hostile = replace(FINDING, tool="\x1b[2J\u202eevil", message="a\x07b", pointer="/tools/0/\u200b")
    text = render(_report(hostile), False)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\u202e" in text
    assert "a\\x07b" in text


def test_a_flood_of_findings_is_cut_and_counted() -> None:
    text = render(_report(*[FINDING] * (MAX_FINDINGS + 50)), False)
    assert "... and 50 more findings" in text
    assert text.count("fix:") == MAX_FINDINGS


def test_colours_appear_only_where_they_are_wanted() -> None:
    assert "\x1b[31merror\x1b[0m" in render(_report(FINDING), True)


def test_a_report_that_broke_off_is_not_called_clean() -> None:
    gone = ConformanceError(ErrorKind.UNREACHABLE, "it ended with status 3", "start it again")
    report = Report("system", (), 2, 21, 7, nouns=("answer", "probe"), broke_off=gone)
    assert render(report, False) == "system: 2 tools, 7 answers, 21 probes: no finding, until it broke off\n"
