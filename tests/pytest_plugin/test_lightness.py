"""Installed and not used, the plugin costs a run nothing: it imports nothing heavy."""

import json

from tests.pytest_plugin.conftest import Project

HEAVY = {
    "pydantic",
    "jsonschema",
    "jsonschema_rs",
    "referencing",
    "hypothesis",
    "syrupy",
    "rich",
    "deepdiff",
    "click",
    "tomllib",
}
LIST = (
    "import json, sys\n"
    "def pytest_unconfigure(config):\n"
    "    known = config.pluginmanager.hasplugin('conformance')\n"
    "    open('modules.json', 'w').write(json.dumps([known, sorted(sys.modules)]))\n"
)
OTHERS = ("-p", "no:syrupy", "-p", "no:hypothesispytest", "-p", "no:xdist", "-p", "no:pytest_cov")


def _modules(project: Project, *args: str) -> tuple[bool, set[str]]:
    project.write("conftest.py", LIST)
    project.write("test_a.py", "def test_a(): pass\n")
    project.run_apart("-q", *OTHERS, *args)
    known, modules = json.loads((project.path / "modules.json").read_text())
    return known, set(modules)


def test_an_unused_plugin_imports_nothing_heavy_and_no_more_of_itself(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\n")
    known, modules = _modules(project)
    assert known
    assert {name.split(".")[0] for name in modules} & HEAVY == set()
    assert {name for name in modules if name.split(".")[0] == "conformance"} == {
        "conformance",
        "conformance.pytest_plugin",
        "conformance.pytest_plugin.ini_keys",
    }


def test_collecting_an_inventory_imports_what_it_needs(project: Project) -> None:
    project.inventory("ListTasks")
    _, modules = _modules(project)
    assert "conformance.commands.check" in modules
    assert {"deepdiff", "hypothesis", "rich", "syrupy", "click"} & modules == set()
