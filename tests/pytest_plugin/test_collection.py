"""An inventory file is collected like any test file: selected, deselected, cached and reported as pytest users know."""

import json
import re
from xml.etree import ElementTree

import pytest

from conformance.cli import main
from conformance.commands.registry import applied_rules
from conformance.inventory import read_inventory
from conformance.rules.scopes import INVENTORY, SURFACE
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Surface
from tests.pytest_plugin.conftest import INI, Project, failed_ids, node_ids, outcomes

FIELD = {"input_schema": {"type": "object", "properties": {"limit": {"type": "integer"}}}}
CASE = "inv.json::exec_command::tool_name_case"


def test_a_bare_run_asks_each_tool_every_rule_that_has_something_to_judge_there(project: Project) -> None:
    project.inventory("ExecCommand", {"name": "ListTasks", **FIELD})
    ids = node_ids(project.run("--collect-only", "-q"))
    assert len(ids) == len(set(ids))
    applied = {one.check.id: one.check for one in applied_rules(load_profile("holon"))}
    surface = Surface("inv.json", read_inventory(project.path / "inv.json")[0])
    judging = {rule_id for rule_id, rule in applied.items() if any(rule.scope.find(surface))}
    assert {one.split("::")[2] for one in ids} == judging
    whole = {rule_id for rule_id, rule in applied.items() if rule.scope in (INVENTORY, SURFACE)}
    assert {one for one in ids if "::inventory::" in one} == {f"inv.json::inventory::{rule}" for rule in whole}
    # what judges all tools together is asked once
    assert not [one for one in ids if "::inventory::" not in one and one.split("::")[2] in whole]
    # without docs and catalogs, nothing can be missing in them
    assert not {"listing_complete", "alias_reachable", "authority_declared"} & {one.split("::")[2] for one in ids}
    # a rule on fields cannot fail in a tool without any
    of_fields = [one.split("::")[1] for one in ids if one.endswith("::field_name_case")]
    assert of_fields == ["ListTasks"]


def test_a_check_and_a_test_run_count_the_same_rules(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    inventory = project.inventory("ExecCommand", {"name": "ListTasks", **FIELD})
    with pytest.raises(SystemExit):
        main(["check", str(inventory), "--profile", "holon"])
    counted = re.search(r"2 tools, (\d+ rules)", capsys.readouterr().out)
    assert counted is not None
    project.run().stdout.fnmatch_lines([f"inv.json: 2 tools, {counted[1]}, *"])


def test_a_clean_inventory_passes(project: Project) -> None:
    project.inventory("ExecCommand", "ListTasks")
    result = project.run()
    assert result.ret == pytest.ExitCode.OK
    assert set(outcomes(result)) == {"passed"}


def test_a_fault_fails_exactly_its_own_test(project: Project) -> None:
    project.inventory("ListTasks", "exec_command")
    result = project.run()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert failed_ids(result) == {CASE}


def test_a_list_of_a_server_is_collected_and_a_fault_belongs_to_its_tool(project: Project) -> None:
    tool = {"name": "get_a", "description": "Get.", "inputSchema": {"type": "object"}}
    tools = [tool, {**tool, "name": "get_b", "title": 7}]
    project.write("inv.json", json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}))
    project.write("pytest.ini", f"{INI}conformance_profile = mcp\n")
    result = project.run()
    assert failed_ids(result) == {"inv.json::inventory::mcp_tool_keys"}
    result.stdout.fnmatch_lines(
        [
            "get_b",
            "error?mcp_tool_keys?: *",
            "FAILED *::inventory::mcp_tool_keys - get_b: `title` is an integer*",
        ]
    )


@pytest.mark.parametrize("folder", ["", "sub/", ".hidden/", "node_modules/"])
def test_a_bare_run_collects_it_whatever_testpaths_say(project: Project, folder: str) -> None:
    project.inventory("exec_command", name=f"{folder}inv.json")
    project.write("tests/test_a.py", "def test_a(): pass\n")
    for testpaths in ("", "testpaths = tests\n"):
        project.write("pytest.ini", f"[pytest]\nconformance_inventory = {folder}inv.json\n{testpaths}")
        ids = node_ids(project.run("--collect-only", "-q"))
        assert ids.count("tests/test_a.py::test_a") == 1
        assert ids.count(f"{folder}{CASE}") == 1


def test_an_inventory_beside_the_project_is_collected_too(project: Project) -> None:
    project.inventory("exec_command", name="outer/inv.json")
    project.write("inner/pytest.ini", "[pytest]\nconformance_inventory = ../outer/inv.json\n")
    ids = node_ids(project.run("--collect-only", "-q", "--rootdir", "inner", "-c", "inner/pytest.ini"))
    assert f"../outer/{CASE}" in ids
    assert len(ids) == len(set(ids))


def test_several_inventories_stand_on_lines_of_their_own(project: Project) -> None:
    project.inventory("exec_command")
    project.inventory("ExecCommand", name="a folder/b.json")
    project.write("pytest.ini", "[pytest]\nconformance_inventory =\n    inv.json\n    a folder/b.json\n")
    ids = node_ids(project.run("--collect-only", "-q"))
    assert {"inv.json::exec_command::tool_name_case", "a folder/b.json::ExecCommand::tool_name_case"} <= set(ids)


def test_a_path_on_the_command_line_selects_as_usual(project: Project) -> None:
    project.inventory("exec_command")
    project.write("tests/test_a.py", "def test_a(): pass\n")
    assert node_ids(project.run("--collect-only", "-q", "tests")) == ["tests/test_a.py::test_a"]
    assert CASE in node_ids(project.run("--collect-only", "-q", "."))
    assert "tests/test_a.py::test_a" not in node_ids(project.run("--collect-only", "-q", "inv.json"))


def test_a_tool_and_a_rule_are_selected_by_their_node_ids(project: Project) -> None:
    project.inventory("exec_command", "ListTasks")
    ids = node_ids(project.run("--collect-only", "-q", "inv.json::ListTasks"))
    assert {name.rpartition("::")[0] for name in ids} == {"inv.json::ListTasks"}
    assert node_ids(project.run("--collect-only", "-q", CASE)) == [CASE]


def test_an_unknown_tool_is_said_to_be_unknown(project: Project) -> None:
    project.inventory("ListTasks")
    result = project.run("inv.json::ListTask")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: not found: *inv.json::ListTask"])


def test_keywords_and_markers_select(project: Project) -> None:
    project.inventory("ExecCommand", "ListTasks")
    project.write("test_a.py", "def test_a(): pass\n")
    assert node_ids(project.run("--collect-only", "-q", "-k", "ExecCommand and tool_name_case")) == [
        "inv.json::ExecCommand::tool_name_case"
    ]
    assert node_ids(project.run("--collect-only", "-q", "-m", "not conformance")) == ["test_a.py::test_a"]
    assert "test_a.py::test_a" not in node_ids(project.run("--collect-only", "-q", "-m", "conformance"))


def test_the_marker_is_registered(project: Project) -> None:
    project.inventory("ExecCommand")
    assert project.run("--strict-markers", "-m", "conformance").ret == pytest.ExitCode.OK
    project.run("--markers").stdout.fnmatch_lines(["@pytest.mark.conformance: *"])


def test_ignoring_and_deselecting_work(project: Project) -> None:
    project.inventory("exec_command")
    project.write("test_a.py", "def test_a(): pass\n")
    assert node_ids(project.run("--collect-only", "-q", "--ignore", "inv.json")) == ["test_a.py::test_a"]
    assert CASE not in node_ids(project.run("--collect-only", "-q", "--deselect", "inv.json::exec_command"))


def test_the_last_failed_alone_run_again(project: Project) -> None:
    project.inventory("exec_command", "ListTasks")
    project.run()
    result = project.run("--lf")
    assert outcomes(result)["failed"] == 1
    assert "passed" not in outcomes(result)


def test_without_the_plugin_nothing_is_collected(project: Project) -> None:
    project.inventory("exec_command")
    project.write("test_a.py", "def test_a(): pass\n")
    assert node_ids(project.run("--collect-only", "-q", "-p", "no:conformance")) == ["test_a.py::test_a"]


def test_an_expected_failure_is_marked_from_a_conftest(project: Project) -> None:
    project.inventory("exec_command", "ListTasks")
    project.write(
        "conftest.py",
        "import pytest\n"
        "def pytest_collection_modifyitems(items):\n"
        "    for item in items:\n"
        "        if item.nodeid.startswith('inv.json::exec_command::tool_name'):\n"
        "            item.add_marker(pytest.mark.xfail(reason='renamed next month', strict=True))\n"
        "        if item.nodeid.startswith('inv.json::ListTasks::tool_name_case'):\n"
        "            item.add_marker(pytest.mark.skip(reason='why not'))\n",
    )
    result = project.run("-k", "tool_name_case", "inv.json::exec_command", "inv.json::ListTasks")
    assert outcomes(result) == {"xfailed": 1, "skipped": 1, "deselected": outcomes(result)["deselected"]}


def test_a_hook_may_ask_every_item_for_its_fixtures_and_add_some(project: Project) -> None:
    project.inventory("ListTasks")
    project.write(
        "conftest.py",
        "def pytest_collection_modifyitems(items):\n"
        "    for item in items:\n"
        "        if 'database' not in item.fixturenames:\n"
        "            item.fixturenames.insert(0, 'clock')\n",
    )
    result = project.run()
    assert result.ret == 0
    assert set(outcomes(result)) == {"passed"}


def test_a_hostile_name_gives_a_safe_id_that_selects_it(project: Project) -> None:
    names = ["a::b[c]-d", "nul\0", "two\nlines", "\x1b[31mred", "x" * 100_000, "工具", "\ud800", "inventory", "A", "A"]
    project.inventory(*names)
    ids = [name for name in node_ids(project.run("--collect-only", "-q")) if name.endswith("::tool_name_case")]
    assert len(set(ids)) == len(names)
    assert all(re.fullmatch(r"inv\.json::[A-Za-z0-9_.~-]{1,80}::tool_name_case", name) for name in ids)
    assert node_ids(project.run("--collect-only", "-q", *ids)) == ids
    result = project.run("-q", *ids)
    assert failed_ids(result) == set(ids[:8])
    assert "\x1b[31mred" not in result.stdout.str()
    assert max(map(len, result.outlines)) < 2_000


def test_a_real_name_selects_by_keyword_where_the_id_differs(project: Project) -> None:
    project.inventory("工具", "ListTasks")
    (found,) = node_ids(project.run("--collect-only", "-q", "-k", "工具 and tool_name_case"))
    assert found.startswith("inv.json::_~")


def test_twins_are_judged_each_on_its_own(project: Project) -> None:
    project.inventory("ListTasks", {"name": "ListTasks", "input_schema": {"type": "object", "properties": {}}})
    failed = failed_ids(project.run())
    assert "inv.json::ListTasks~2::deny_unknown_fields" in failed
    assert "inv.json::ListTasks::deny_unknown_fields" not in failed


def test_junit_names_the_tool_and_the_rule(project: Project) -> None:
    project.inventory("exec_command")
    result = project.run("--junitxml", "out.xml", CASE)
    result.stdout.fnmatch_lines(["FAILED inv.json::exec_command::tool_name_case - tool name*"])
    (case,) = ElementTree.parse(project.path / "out.xml").iter("testcase")
    assert (case.get("classname"), case.get("name")) == ("inv.json.exec_command", "tool_name_case")
    (failure,) = case.iter("failure")
    assert "is not PascalCase" in (failure.get("message") or "")
    assert "inv.json:14:7" in (failure.text or "")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "the file is empty"),
        ("{", "not JSON: the document is cut off*"),
        ("[]", "this is an empty array, *"),
        ('{"version": 99, "tools": []}', "inventory format version 99 *"),
        ('{"version": 2, "tools": [{"name": "A", "name": "B"}]}', "duplicate key *"),
    ],
)
def test_an_unreadable_inventory_is_one_clear_error(project: Project, content: str, says: str) -> None:
    project.write("inv.json", content)
    project.write("test_a.py", "def test_a(): pass\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert outcomes(result) == {"errors": 1}
    result.stdout.fnmatch_lines([says, "  --> inv.json*", "  help: *", f"ERROR inv.json - {says}"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py:*")


def test_a_missing_inventory_stops_a_bare_run_and_no_other(project: Project) -> None:
    project.write("tests/test_a.py", "def test_a(): pass\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: the inventory `inv.json` does not exist", "  help: *"])
    assert project.run("tests").ret == pytest.ExitCode.OK


def test_an_inventory_that_is_named_twice_is_tested_once_and_a_pattern_is_refused(project: Project) -> None:
    project.inventory("ListTasks")
    once = outcomes(project.run())
    project.write("pytest.ini", f"{INI}  ./inv.json\n  api/../inv.json\n")
    assert outcomes(project.run()) == once
    project.write("pytest.ini", "[pytest]\nconformance_inventory = *.json\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: `[*].json` in `conformance_inventory` is a pattern", "  help: *folder*"])


@pytest.mark.parametrize("setting", ["conformance_profile = hollon", "conformance_fail_on = eror"])
def test_a_wrong_setting_is_one_clear_error(project: Project, setting: str) -> None:
    project.inventory("ListTasks")
    project.write("pytest.ini", f"{INI}{setting}\n")
    result = project.run()
    assert outcomes(result) == {"errors": 1}
    result.stdout.fnmatch_lines([f"*[`']{setting.split()[-1]}[`']*", "  help: *"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_option_names_an_inventory_and_adds_it_to_the_paths(project: Project) -> None:
    project.inventory("exec_command")
    project.write("pytest.ini", "[pytest]\n")
    project.write("tests/test_a.py", "def test_a(): pass\n")
    both = node_ids(project.run("--collect-only", "-q", "--conformance=inv.json", "tests"))
    assert CASE in both
    assert "tests/test_a.py::test_a" in both
    assert node_ids(project.run("--collect-only", "-q", "--conformance=inv.json", CASE)) == [CASE]


def test_a_bare_option_takes_the_configured_inventory(project: Project) -> None:
    project.inventory("exec_command", name="promises.json")
    project.write("pytest.ini", "[pytest]\n")
    project.write("conformance.toml", 'inventory = "promises.json"\n')
    assert CASE.replace("inv", "promises") in node_ids(project.run("--collect-only", "-q", "--conformance"))
    assert node_ids(project.run("--collect-only", "-q")) == []


def test_a_folder_after_a_bare_option_is_explained(project: Project) -> None:
    project.inventory("ListTasks")
    project.write("tests/test_a.py", "def test_a(): pass\n")
    result = project.run("--conformance", "tests")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*tests` contains no file with tools", "  help: *--conformance=PATH*"])
    project.write("pytest.ini", "[pytest]\nconformance_inventory = tests\n")
    result = project.run()
    result.stdout.fnmatch_lines(["*tests` contains no file with tools"])


def test_a_folder_of_lists_is_one_inventory(project: Project) -> None:
    for name in ("find_note", "list.notes"):
        tool = {"name": name, "description": "Reads.", "inputSchema": {"type": "object", "required": 1}}
        project.write(f"lists/{name}.json", json.dumps({"tools": [tool]}))
    project.write("pytest.ini", "[pytest]\nconformance_inventory = lists\n")
    failed = {f"lists::{name}::input_schema_valid" for name in ("find_note", "list.notes")}
    assert failed_ids(project.run("-k", "input_schema_valid")) == failed
    assert "lists::inventory::tool_name_unique" in node_ids(project.run("--collect-only", "-q"))


def test_a_fault_of_the_harness_shows_its_traceback_once(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise ZeroDivisionError

    project.inventory("ListTasks", "ExecCommand")
    monkeypatch.setattr("conformance.pytest_plugin.inventory_check.check_subject", broken)
    result = project.run("-k", "tool_name_case or tool_name_unique")
    assert "passed" not in outcomes(result)
    assert outcomes(result)["failed"] > 1
    assert sum("ZeroDivisionError" in line and line.startswith("E ") for line in result.outlines) == 1
    result.stdout.fnmatch_lines(["*not checked: internal error ZeroDivisionError*"])


def test_the_check_runs_once_for_all_tests(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from conformance.pytest_plugin import inventory_check

    calls: list[object] = []
    monkeypatch.setattr(
        inventory_check, "check_subject", lambda *a, real=inventory_check.check_subject: calls.append(a) or real(*a)
    )
    project.inventory("ListTasks", "exec_command")
    project.run()
    assert len(calls) == 1
    project.run("--collect-only")
    assert len(calls) == 1


def test_workers_run_what_one_process_runs(project: Project) -> None:
    project.inventory("exec_command", "a::b[c]", "A", "A", "\ud800")
    alone, apart = project.run("-rA", "-q"), project.run_apart("-rA", "-q", "-n", "2")
    assert failed_ids(alone) == failed_ids(apart)
    assert outcomes(alone) == outcomes(apart)
    apart.stdout.fnmatch_lines(["*tool name `exec_command` is not PascalCase", "inv.json: 5 tools, *"])


def test_the_name_of_a_tool_reaches_the_report_unharmed(project: Project) -> None:
    path = project.inventory("ListTasks")
    assert json.loads(path.read_text())["tools"][0]["name"] == read_inventory(path)[0].tools[0].name
