"""The section at the end: how much was checked, and what was found without failing a test."""

import json

import pytest

from tests.pytest_plugin.conftest import INI, WITHOUT, Project, outcomes

LENIENT = '[levels]\ntool_name_case = "warning"\n'
RERUN = """
import copy


def pytest_configure(config):
    class Reruns:
        def pytest_runtest_logreport(self, report):
            if report.failed:
                first = copy.copy(report)
                first.outcome = "rerun"
                config.hook.pytest_runtest_logreport(report=first)

    config.pluginmanager.register(Reruns())
"""
ACCEPTED = '[[ignore]]\nrule = "tool_name_case"\ntool = "exec_command"\nreason = "renamed in {0}"\n'


def test_the_section_counts_tools_rules_and_findings(project: Project) -> None:
    project.inventory("exec_command", "ListTasks")
    result = project.run("-k", "tool_name_case")
    result.stdout.fnmatch_lines(
        ["*= conformance =*", "inv.json: 2 tools, 1 rule, 2 checks: 1 error", "*short test summary*"]
    )


def test_a_clean_run_says_so(project: Project) -> None:
    project.inventory("ListTasks")
    project.run("-q", "inv.json::ListTasks::tool_name_case").stdout.fnmatch_lines(
        ["inv.json: 1 tool, 1 rule, 1 check: all clean"]
    )


def test_a_test_that_another_plugin_runs_again_counts_once(project: Project) -> None:
    project.inventory("exec_command")
    project.write("conftest.py", RERUN)
    result = project.run("-k", "tool_name_case")
    result.stdout.fnmatch_lines(["inv.json: 1 tool, 1 rule, 1 check: 1 error"])


def test_a_run_without_checks_has_no_section(project: Project) -> None:
    project.inventory("ListTasks")
    project.write("test_a.py", "def test_a(): pass\n")
    project.run("test_a.py").stdout.no_fnmatch_line("*= conformance =*")


def test_a_warning_fails_nothing_and_is_listed(project: Project) -> None:
    project.inventory("exec_command")
    project.write("conformance.toml", LENIENT)
    result = project.run()
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(
        [
            "exec_command",
            "  warning?tool_name_case?: tool name `exec_command` is not PascalCase",
            "    --> inv.json:14:7  /tools/0/name",
            "    help: rename it to `ExecCommand`",
            "inv.json: 1 tool, *: 1 warning",
        ]
    )


def test_what_fails_nothing_is_listed_in_the_order_of_the_file_whatever_order_the_tests_run_in(
    project: Project,
) -> None:
    names = [f"tool_{number}" for number in range(1, 12)]
    project.inventory(*names)
    project.write("conformance.toml", LENIENT)
    project.write("conftest.py", "def pytest_collection_modifyitems(items):\n    items.reverse()\n")
    listed = [line for line in project.run("-k", "tool_name_case").outlines if line in names]
    assert listed == names


@pytest.mark.parametrize(
    ("ini", "options"), [("conformance_fail_on = warning\n", ()), ("", ("--conformance-fail-on", "warning"))]
)
def test_the_lowest_level_that_fails_can_be_chosen(project: Project, ini: str, options: tuple[str, ...]) -> None:
    project.inventory("exec_command")
    project.write("conformance.toml", LENIENT)
    project.write("pytest.ini", INI + ini)
    assert outcomes(project.run(*options))["failed"] == 1


def test_an_accepted_finding_is_an_expected_failure_with_its_reason(project: Project) -> None:
    project.inventory("exec_command")
    project.write("conformance.toml", ACCEPTED.format("May"))
    result = project.run("-rx")
    assert result.ret == pytest.ExitCode.OK
    assert outcomes(result)["xfailed"] == 1
    accepted = "XFAIL inv.json::exec_command::tool_name_case - *renamed in May"
    result.stdout.fnmatch_lines(["*: all clean (1 accepted)", accepted])


def test_what_is_accepted_is_shown_on_demand(project: Project) -> None:
    project.inventory("exec_command")
    project.write("conformance.toml", ACCEPTED.format("May"))
    result = project.run("--runxfail")
    assert outcomes(result)["failed"] == 1
    result.stdout.fnmatch_lines(
        ["error?tool_name_case?: tool name `exec_command` is not PascalCase", "  note: accepted: renamed in May"]
    )


def test_an_ignore_that_accepts_nothing_fails_a_test_of_its_own(project: Project) -> None:
    project.inventory("ExecCommand")
    project.write("conformance.toml", ACCEPTED.format("May"))
    result = project.run()
    assert outcomes(result)["failed"] == 1
    result.stdout.fnmatch_lines(
        ["error?stale_ignore?: the ignore for rule `tool_name_case`*", "FAILED inv.json::inventory::stale_ignore*"]
    )


def test_an_ignore_is_not_stale_in_a_run_that_is_not_about_its_inventory_alone(project: Project) -> None:
    project.inventory("ExecCommand")
    project.inventory("exec_command", name="other.json")
    project.write("conformance.toml", ACCEPTED.format("May"))
    assert outcomes(project.run("--conformance=inv.json"))["failed"] == 1
    assert "failed" not in outcomes(project.run("--conformance=inv.json", "--conformance-profile=openai"))
    project.write("pytest.ini", INI.replace("inv.json", "other.json"))
    assert "failed" not in outcomes(project.run("--conformance=inv.json"))
    project.write("pytest.ini", INI.replace("inv.json", "\n  inv.json\n  other.json"))
    result = project.run()
    assert (outcomes(result).get("failed"), outcomes(result)["xfailed"]) == (None, 1)


def test_what_is_wrong_in_several_files_of_a_folder_counts_in_each_as_for_the_command_line(project: Project) -> None:
    for name in ("a", "b"):
        schema = {"type": "object", "properties": {"timeout": {"type": "integer", "description": "Time."}}}
        tool = {"name": f"read_{name}", "description": "Reads.", "inputSchema": schema}
        project.write(f"lists/{name}.json", json.dumps({"tools": [tool]}))
    project.write("pytest.ini", "[pytest]\nconformance_inventory = lists\n")
    output = project.run("-k", "unit_suffix").stdout.str()
    assert "lists: 2 tools, 1 rule, 2 checks: 2 warnings" in output


def test_what_is_wrong_in_several_tools_counts_once_with_its_places(project: Project) -> None:
    project.inventory({"name": "ListTasks", "stability": "wobbly"}, {"name": "GetTask", "stability": "wobbly"})
    result = project.run("-k", "stability_declared")
    assert outcomes(result)["failed"] == 2
    result.stdout.fnmatch_lines(["inv.json: 2 tools, 1 rule, 2 checks: 1 error in 2 places"])


def test_warnings_of_workers_reach_the_section(project: Project) -> None:
    project.inventory("exec_command", "\ud800")
    project.write("conformance.toml", LENIENT)
    result = project.run_apart("-n", "2")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["exec_command", "  warning?tool_name_case?: *", "inv.json: 2 tools, *: 2 warnings"])
    result.stdout.fnmatch_lines(["  warning?tool_name_case?: tool name `\\ud800`*"])


def test_the_header_says_what_is_checked_and_why(project: Project, pytester: pytest.Pytester) -> None:
    project.inventory("ListTasks")
    result = pytester.runpytest_inprocess(*WITHOUT, "-p", "no:syrupy", "--collect-only")
    result.stdout.fnmatch_lines(["conformance: inv.json (conformance_inventory names it)"])
