"""What rules found in an inventory is known in the next run and to other workers, and never hides a change."""

import hashlib
import json
from pathlib import Path

import pytest

from conformance.commands import check_cache
from conformance.documents.values import JsonObject
from tests.pytest_plugin.conftest import Project, failed_ids, outcomes

CONFIGURED = 'inventory = "inv.json"\n'
"""A short list is kept only beside a configuration, as by the command."""
COUNTED = """
import conformance.commands.check_cache as cache
real = cache.examine
def count():
    with open("asked", "a") as asked: asked.write("x")
def examine(*args):
    count()
    return real(*args)
class Course(cache.Course):
    def finish(self):
        count()
        return super().finish()
if cache.Course.__module__ != __name__:  # else an earlier run in this process notes it
    cache.examine, cache.Course = examine, Course
"""
"""Notes each time that rules are asked about a tool, or about all of them."""
OPEN_TOOL: JsonObject = {"name": "GetTask", "input_schema": {"type": "object", "properties": {}}}


@pytest.fixture
def counted(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project of two tools and a configuration, of which it is counted how often rules are asked."""
    monkeypatch.delenv("CI", raising=False)
    for name in ("examine", "Course"):  # a run in this process replaces them, and they are given back
        monkeypatch.setattr(check_cache, name, getattr(check_cache, name))
    project.write("conformance.toml", CONFIGURED)
    project.write("conftest.py", COUNTED)
    project.inventory("ListTasks", "GetTask")
    return project


def _run(project: Project) -> pytest.RunResult:
    return project.run("-q")


def _run_apart(project: Project) -> pytest.RunResult:
    """Run in a process of its own, which knows nothing but what an earlier one has kept."""
    return project.run_apart("-q", "-p", "no:xdist")


def _asked(project: Project) -> int:
    """How often rules were asked since this was last called."""
    file = project.path / "asked"
    times = len(file.read_text()) if file.exists() else 0
    file.unlink(missing_ok=True)
    return times


def test_an_unchanged_inventory_is_not_judged_again_and_a_changed_tool_costs_that_tool(counted: Project) -> None:
    first = _run_apart(counted)
    assert (set(outcomes(first)), _asked(counted)) == ({"passed"}, 3)
    assert outcomes(_run_apart(counted)) == outcomes(first)
    assert _asked(counted) == 0
    counted.inventory("ListTasks", OPEN_TOOL)
    assert failed_ids(_run_apart(counted)) == {"inv.json::GetTask::deny_unknown_fields"}
    assert _asked(counted) == 2


@pytest.mark.parametrize("ci", ["", "true"], ids=["here", "in CI"])
def test_workers_judge_an_inventory_once(counted: Project, monkeypatch: pytest.MonkeyPatch, ci: str) -> None:
    monkeypatch.setenv("CI", ci)
    counted.inventory("ListTasks", OPEN_TOOL)
    result = counted.run_apart("-q", "-n", "2")
    assert failed_ids(result) == {"inv.json::GetTask::deny_unknown_fields"}
    assert _asked(counted) == 3


def _forge(project: Project) -> None:
    """Make what is kept say, in due form, that no tool has a finding."""
    (kept,) = (project.path / ".pytest_cache/d/conformance-check").glob("*.json")
    known = json.loads(kept.read_bytes().partition(b"\n")[2])
    data = json.dumps({key: [{}, tools] for key, (_, tools) in known.items()}).encode()
    kept.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)


def test_in_ci_nothing_that_came_with_the_commit_is_believed(counted: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    counted.inventory("ListTasks", OPEN_TOOL)
    assert outcomes(_run(counted))["failed"] == 1
    _forge(counted)
    assert set(outcomes(_run(counted))) == {"passed"}  # here it is believed
    monkeypatch.setenv("CI", "true")
    _asked(counted)
    assert outcomes(_run(counted))["failed"] == 1
    assert not (counted.path / "asked").exists()  # not by way of what is kept
    (counted.path / ".pytest_cache").rename(counted.path / "kept")
    assert outcomes(_run(counted))["failed"] == 1


@pytest.mark.parametrize("damage", [b"", b"{}", b"0" * 64 + b"\n{}"], ids=["empty", "another", "wrong digest"])
def test_damaged_findings_are_judged_again(counted: Project, damage: bytes) -> None:
    counted.inventory("ListTasks", OPEN_TOOL)
    _run(counted)
    (kept,) = (counted.path / ".pytest_cache/d/conformance-check").glob("*.json")
    kept.write_bytes(damage)
    _asked(counted)
    assert outcomes(_run(counted))["failed"] == 1
    assert _asked(counted) == 3


def test_where_nothing_can_be_kept_a_run_only_takes_longer(counted: Project) -> None:
    counted.inventory("ListTasks", OPEN_TOOL)
    Path(counted.path, ".pytest_cache").mkdir()
    Path(counted.path, ".pytest_cache/d").write_text("in the way")
    assert failed_ids(_run(counted)) == {"inv.json::GetTask::deny_unknown_fields"}
