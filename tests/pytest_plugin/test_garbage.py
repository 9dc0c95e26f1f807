"""While checks are collected and run, Python looks for garbage rarely; for tests of others and later, as before."""

import gc
import json

import pytest

from tests.pytest_plugin.conftest import Project

LIST = """
import gc, json, pathlib
KEPT = []
def pytest_runtest_call(item):
    KEPT.append(item.path.name + " " + str(gc.get_threshold()[0]))
def pytest_collection_finish():
    KEPT.append("collected " + str(gc.get_threshold()[0]))
def pytest_unconfigure():
    pathlib.Path("seen.json").write_text(json.dumps(KEPT))
"""


@pytest.mark.parametrize(("stated", "rare"), [(600, 50_000), (90_000, 90_000), (0, 0)], ids=["usual", "more", "off"])
def test_only_checks_run_with_rare_collections(project: Project, stated: int, rare: int) -> None:
    project.inventory("ListTasks")
    project.write("conftest.py", LIST)
    project.write("test_other.py", "def test_other(): pass\n")
    before = gc.get_threshold()
    gc.set_threshold(stated, *before[1:])
    try:
        project.run("-q")
        assert gc.get_threshold() == (stated, *before[1:])
    finally:
        gc.set_threshold(*before)
    seen = set(json.loads((project.path / "seen.json").read_text()))
    assert seen == {f"inv.json {rare}", f"test_other.py {stated}", f"collected {rare}"}
