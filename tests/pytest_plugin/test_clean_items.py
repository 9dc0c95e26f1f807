"""A test that finds nothing is reported without its phases, and no option, plugin or mark can tell the difference."""

import importlib.util
import json
import re
from xml.etree import ElementTree

import pytest

from conformance.documents.values import JsonObject
from conformance.pytest_plugin.collection import RuleItem
from tests.pytest_plugin.conftest import Project, failed_ids, outcomes

SLOW = ("-p", "no:conformance-clean-items")
"""What leaves every test to pytest."""
MARKED = """
import pytest
def pytest_collection_modifyitems(items):
    for item in items: item.add_marker(pytest.mark.{0})
"""
WATCHED = """
def pytest_runtest_makereport(item, call):
    with open("seen", "a") as seen: seen.write(item.nodeid + " ")
"""
AROUND = """
import pytest
@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    with open("seen", "a") as seen: seen.write(item.nodeid + " ")
    return (yield)
"""
OTHERS = {
    "pytest_randomly": ("randomly",),
    "pytest_rerunfailures": ("rerunfailures",),
    "pytest_html": ("html", "html_fixtures"),
    "allure_pytest": ("allure_pytest",),
}
"""Plugins with a say in the phases of a test, by their module, with the names that pytest loads them by."""


@pytest.fixture
def ran(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The node ids of the tests that pytest ran itself, in a project of one wrong tool between two right ones."""
    project.inventory("ListTasks", "exec_command", "GetTask")
    real, ids = RuleItem.runtest, list[str]()

    def run(item: RuleItem) -> None:
        ids.append(item.nodeid)
        real(item)

    monkeypatch.setattr(RuleItem, "runtest", run)
    return ids


def test_only_the_first_test_the_last_of_each_tool_and_the_failing_ones_are_run(
    project: Project, ran: list[str]
) -> None:
    result = project.run("-v")
    listed = [line.split(" ")[0] for line in result.outlines if line.startswith("inv.json::")]
    tools = ["inventory", "ListTasks", "exec_command", "GetTask"]
    last = [max(number for number, one in enumerate(listed) if f"::{tool}::" in one) for tool in tools]
    expected = {listed[0], *(listed[number] for number in last), *failed_ids(result)}
    assert set(ran) == expected
    assert len(listed) > 10 * len(expected)


@pytest.mark.parametrize(
    "options",
    [
        ("-v", "-rA"),
        ("-x", "--junit-xml=out.xml"),
        ("-k", "ListTasks or tool_name_case", "-q", "--stepwise"),
        ("--setup-show", "-q", "-k", "ListTasks"),
    ],
    ids=lambda options: options[0],
)
def test_an_option_shows_what_it_shows_where_every_test_is_run(project: Project, options: tuple[str, ...]) -> None:
    project.inventory("ListTasks", "exec_command", "GetTask")
    (lines, xml), (slow_lines, slow_xml) = (_shown(project, *options, *more) for more in ((), SLOW))
    assert lines == slow_lines
    assert xml == slow_xml


def _shown(project: Project, *options: str) -> tuple[list[str], list[dict[str, str]]]:
    """Run and return what is printed and written to XML, without times."""
    result, xml = project.run(*options, "-p", "no:cacheprovider"), project.path / "out.xml"
    lines = [re.sub(r"in [\d.]+s.*", "", line) for line in result.outlines]
    elements = ElementTree.parse(xml).iter() if xml.exists() else ()
    attributes = [{key: text for key, text in one.items() if not key.startswith("time")} for one in elements]
    return lines, attributes


def test_the_slowest_test_is_the_one_that_judges(project: Project) -> None:
    project.inventory("ListTasks", "GetTask")
    lines = project.run("-q", "--durations=1", "--durations-min=0").outlines
    (slowest,) = (line for line in lines if re.match(r"[\d.]+s call +inv.json::inventory::", line))
    assert float(slowest.split("s ")[0]) >= 0


def test_the_last_failed_are_forgotten_once_they_are_right(project: Project) -> None:
    open_tool: JsonObject = {"name": "GetTask", "input_schema": {"type": "object", "properties": {}}}
    project.inventory("ListTasks", open_tool, "GetNote")
    failed = project.path / ".pytest_cache/v/cache/lastfailed"
    project.run("-q")
    assert json.loads(failed.read_text()) == {"inv.json::GetTask::deny_unknown_fields": True}
    project.inventory("ListTasks", "GetTask", "GetNote")
    assert set(outcomes(project.run("-q"))) == {"passed"}
    assert json.loads(failed.read_text()) == {}


@pytest.mark.parametrize(
    ("conftest", "counts"),
    [
        (MARKED.format("skip(reason='later')"), {"skipped"}),
        (MARKED.format("xfail(reason='soon', strict=True)"), {"failed", "xfailed"}),
        ("def pytest_runtest_setup(item): raise ValueError\n", {"errors"}),
        (WATCHED, {"passed", "failed"}),
    ],
    ids=["skip", "xfail", "setup", "makereport"],
)
def test_marks_and_hooks_of_a_conftest_have_their_say(
    project: Project, ran: list[str], conftest: str, counts: set[str]
) -> None:
    project.write("conftest.py", conftest)
    result = project.run("-k", "tool_name_case or deny_unknown_fields", "-q", "--tb=no")
    assert set(outcomes(result)) - {"deselected"} == counts
    assert conftest != WATCHED or (project.path / "seen").read_text().count("::tool_name_case ") == 9


def test_what_a_conftest_does_around_every_test_is_done_around_clean_ones(project: Project, ran: list[str]) -> None:
    project.write("conftest.py", AROUND)
    result = project.run("-q", "--tb=no")
    seen = (project.path / "seen").read_text().split()
    assert len(seen) == sum(outcomes(result).values()) > len(ran)


def test_a_mark_on_a_tool_has_its_say(project: Project, ran: list[str]) -> None:
    project.write(
        "conftest.py",
        "import pytest\n"
        "def pytest_collection_modifyitems(items):\n"
        "    for tool in {item.parent for item in items if 'GetTask' in item.nodeid}:\n"
        "        tool.add_marker(pytest.mark.skip(reason='later'))\n",
    )
    result = project.run("-v", "--tb=no")
    of_tool = [line for line in result.outlines if line.startswith("inv.json::GetTask::")]
    assert len(of_tool) > 5
    assert all("SKIPPED" in line for line in of_tool)


def test_fixtures_end_where_they_end_between_clean_tests(project: Project) -> None:
    project.inventory("ListTasks", "GetTask")
    project.write(
        "test_a.py",
        "import pytest\n"
        "@pytest.fixture(scope='module')\ndef opened():\n    yield 1\n    raise OSError('not closed')\n"
        "def test_a(opened): pass\n",
    )
    project.write(
        "conftest.py",
        "def pytest_collection_modifyitems(items):\n    items.sort(key=lambda item: item.nodeid[::-1])\n",
    )
    result = project.run("-q")
    assert outcomes(result)["errors"] == 1
    result.stdout.fnmatch_lines(["ERROR test_a.py::test_a - OSError: not closed"])


def test_workers_take_what_one_process_found(project: Project) -> None:
    project.inventory("ListTasks", "exec_command", "GetTask")
    alone, apart = (project.run_apart("-q", "-rA", "--junit-xml=out.xml", *more) for more in ((), ("-n", "2")))
    assert outcomes(alone) == outcomes(apart)
    assert failed_ids(alone) == failed_ids(apart)
    assert len(list(ElementTree.parse(project.path / "out.xml").iter("testcase"))) == sum(outcomes(apart).values())


def _run_with(project: Project, module: str, *options: str) -> pytest.RunResult:
    """Run with one of the other plugins, which is skipped where it is absent."""
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed (the extra `pytest-plugins` brings it)")
    project.inventory("ListTasks", "exec_command", "GetTask")
    blocked = [f"-pno:{name}" for other, names in OTHERS.items() if other != module for name in names]
    return project.run_apart("-q", *blocked, *options)


def test_pytest_randomly_runs_the_same_tests_in_another_order(project: Project) -> None:
    result = _run_with(project, "pytest_randomly", "-vv", "-p", "randomly", "-p", "no:xdist")
    listed = [line.split(" ")[0] for line in result.outlines if line.startswith("inv.json::")]
    plain = _run_with(project, "pytest_randomly", "-vv", "-p", "no:randomly", "-p", "no:xdist")
    ordered = [line.split(" ")[0] for line in plain.outlines if line.startswith("inv.json::")]
    assert sorted(listed) == sorted(ordered)
    assert listed != ordered
    assert outcomes(result) == outcomes(plain)


def test_pytest_rerunfailures_runs_what_fails_again(project: Project) -> None:
    result = _run_with(project, "pytest_rerunfailures", "--reruns", "2")
    assert outcomes(result)["rerun"] == 2
    assert outcomes(result)["failed"] == 1


def test_pytest_html_that_writes_no_page_leaves_clean_tests_alone(project: Project) -> None:
    result = _run_with(project, "pytest_html", "--durations=0", "-vv", "--durations-min=0")
    timed = [line for line in result.outlines if re.match(r"[\d.]+s (setup|call|teardown) +inv.json::", line)]
    total = sum(outcomes(result).values())
    assert total < len(timed) < 1.3 * total


def test_pytest_html_lists_every_test_with_its_phases(project: Project) -> None:
    result = _run_with(project, "pytest_html", "--html=out.html")
    page = (project.path / "out.html").read_text("utf-8")
    (data,) = re.findall(r'data-jsonblob="([^"]*)"', page)
    tests = json.loads(data.replace("&#34;", '"').replace("&#39;", "'").replace("&amp;", "&"))["tests"]
    assert len(tests) == sum(outcomes(result).values())
    assert sum(one["result"] == "Failed" for rows in tests.values() for one in rows) == 1


def test_allure_writes_a_result_for_every_test(project: Project) -> None:
    result = _run_with(project, "allure_pytest", "--alluredir=out")
    written = [json.loads(path.read_text("utf-8")) for path in (project.path / "out").glob("*-result.json")]
    assert len(written) == sum(outcomes(result).values())
    assert sorted(one["status"] for one in written).count("failed") == outcomes(result)["failed"]
    assert all(one["stop"] >= one["start"] > 0 for one in written)
