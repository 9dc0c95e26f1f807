"""The pieces for CI do what they say: their shell lines run in a git repository with a branch that breaks a caller."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from junitparser import JUnitXml

from tests.cli.test_drift import NAME, WITH_LIMIT, WITHOUT_LIMIT
from tests.docs.pages import PAGES, ROOT
from tests.documents.test_git import git

_YAML = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
_EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")
_HOOKS = ".pre-commit-hooks.yaml"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose branch ``feature`` removes a field that ``main`` has."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / NAME).write_text(WITH_LIMIT)
    (folder / "conformance.toml").write_text(f'inventory = "{NAME}"\n')
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    git(folder, "switch", "-q", "-c", "feature")
    return folder


def _break(folder: Path) -> None:
    (folder / NAME).write_text(WITHOUT_LIMIT)
    git(folder, "commit", "-q", "-a", "-m", "remove limit")


def _run(folder: Path, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run shell lines as CI does: the first that fails ends them."""
    programs = folder.parent / "bin"
    programs.mkdir(exist_ok=True)
    (programs / "conformance").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m conformance "$@"\n')
    (programs / "conformance").chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "CI_", "PYTEST_"))}
    variables = {**kept, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT), **environment}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=folder, env=variables, check=False, capture_output=True, text=True)


class _Workflow:
    """Runs the steps of the action after the first, which installs it, as GitHub does."""

    def __init__(self, folder: Path, **inputs: str) -> None:
        self.folder = folder
        self.action: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
        self.values = {f"inputs.{name}": one["default"] for name, one in self.action["inputs"].items()}
        self.values |= {f"inputs.{name}": value for name, value in inputs.items()}
        self.log = ""

    def run(self) -> int:
        for step in self.action["runs"]["steps"][1:]:
            if "if" in step and not eval(
                step["if"].replace("inputs.drift", "drift"), {"drift": self.values["inputs.drift"]}
            ):
                continue
            status = self._run_step(step)
            if status:
                return status
        return 0

    def _run_step(self, step: dict[str, Any]) -> int:
        output = self.folder.parent / "output"
        output.write_text("")
        given = {name: _EXPRESSION.sub(self._value, text) for name, text in step["env"].items()}
        done = _run(self.folder, step["run"], GITHUB_OUTPUT=str(output), **given)
        self.log += done.stdout + done.stderr
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            self.values[f"steps.{step.get('id')}.outputs.{name}"] = value
        return done.returncode

    def _value(self, expression: re.Match[str]) -> str:
        return self.values.get(expression[1], "")

    def outputs(self) -> dict[str, str]:
        return {name: _EXPRESSION.sub(self._value, one["value"]) for name, one in self.action["outputs"].items()}


def test_the_action_passes_a_sound_branch_and_fails_one_that_breaks(repository: Path) -> None:
    sound = _Workflow(repository)
    assert sound.run() == 0, sound.log
    assert (sound.outputs()["errors"], sound.outputs()["breaking"]) == ("0", "0")
    _break(repository)
    broken = _Workflow(repository)
    assert broken.run() == 1
    assert (broken.outputs()["errors"], broken.outputs()["breaking"]) == ("0", "1")
    assert f"::error file={NAME}," in broken.log
    reports = repository / broken.outputs()["sarif"]
    assert {path.name for path in reports.iterdir()} == {"check.sarif", "drift.sarif"}
    (result,) = json.loads((reports / "drift.sarif").read_text())["runs"][0]["results"]
    assert result["ruleId"] == "field_removed"
    assert _Workflow(repository, drift="false").run() == 0
    assert _Workflow(repository, drift="yes").run() == 1
    assert _Workflow(repository, against="HEAD").run() == 0


def test_the_action_takes_no_input_as_code_and_declares_what_it_uses(repository: Path) -> None:
    workflow = _Workflow(repository, inventory="$(touch owned);`touch owned`", against="--help; touch owned")
    assert workflow.run() == 1
    assert not list(repository.rglob("owned"))
    steps = workflow.action["runs"]["steps"]
    assert not any("${{" in step["run"] for step in steps)
    used = {found for step in steps for text in step["env"].values() for found in _EXPRESSION.findall(text)}
    assert {one for one in used if one.startswith("inputs.")} <= {*workflow.values}
    assert all(
        one["description"] for one in [*workflow.action["inputs"].values(), *workflow.action["outputs"].values()]
    )


def test_the_component_writes_what_gitlab_reads_and_fails_on_a_break(repository: Path) -> None:
    text = (ROOT / "templates" / "conformance" / "template.yml").read_text("utf-8")
    spec, jobs = yaml.safe_load_all(text)
    assert {*re.findall(r"\$\[\[ inputs\.(\w+) \]\]", text)} == {*spec["spec"]["inputs"]}
    job = jobs["conformance"]
    script = "\n".join(line for line in job["script"] if not line.startswith("pip install"))
    assert _run(repository, script, INVENTORY="").returncode == 0
    _break(repository)
    done = _run(repository, script, INVENTORY="")
    assert done.returncode == 1, done.stderr
    reports = job["artifacts"]["reports"]
    issues = [json.loads((repository / name).read_text()) for name in reports["codequality"]]
    assert [one["check_name"] for one in issues[1]] == ["field_removed"]
    assert all(list(JUnitXml.fromstring((repository / name).read_bytes())) for name in reports["junit"])


def test_the_hooks_are_those_of_the_page_and_their_entries_run(repository: Path) -> None:
    hooks: list[dict[str, Any]] = yaml.safe_load((ROOT / _HOOKS).read_text("utf-8"))
    (shown,) = [one for one in _recipes() if "repos" in one]
    assert [one["id"] for one in hooks] == [one["id"] for one in shown["repos"][0]["hooks"]]
    statuses = [_run(repository, hook["entry"]).returncode for hook in hooks]
    assert statuses[:2] == [0, 0]
    _break(repository)
    assert [_run(repository, hook["entry"]).returncode for hook in hooks[:2]] == [0, 1]
    # whatever the inventory is called: a hook that a change of it does not start is green without having looked
    assert all(hook["always_run"] and not hook["pass_filenames"] and "files" not in hook for hook in hooks)


def test_the_shell_lines_of_the_recipes_run(repository: Path) -> None:
    (repository / "listed.json").write_text(WITH_LIMIT)
    with (repository / "conformance.toml").open("a") as file:
        file.write('[probe]\nsource = "listed.json"\n')
    lines = [line for recipe in _recipes() for line in _lines(recipe) if line.startswith("conformance ")]
    assert {line.split()[1] for line in lines} == {"refresh", "check", "drift"}
    for line in dict.fromkeys(lines):
        done = _run(repository, line)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert (repository / "drift.md").exists()


def test_the_recipes_use_inputs_that_exist() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    spec = next(yaml.safe_load_all((ROOT / "templates" / "conformance" / "template.yml").read_text("utf-8")))
    steps = [step for recipe in _recipes() for job in recipe.get("jobs", {}).values() for step in job["steps"]]
    (used,) = [step for step in steps if "/tool-conformance@" in step.get("uses", "")]
    assert {*used["with"]} <= {*action["inputs"]}
    (included,) = [recipe["include"][0] for recipe in _recipes() if "include" in recipe]
    assert {*included["inputs"]} <= {*spec["spec"]["inputs"]}


def _recipes() -> list[dict[str, Any]]:
    return [yaml.safe_load(body) for page in PAGES for body in _YAML.findall(page.read_text("utf-8"))]


def _lines(value: Any) -> list[str]:
    """Return the shell lines of a recipe, at any depth."""
    members = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    items = cast("list[Any]", value) if isinstance(value, list) else []
    found = [line for key, line in members.items() if key == "run" and isinstance(line, str)]
    found += [line for line in cast("list[Any]", members.get("script", [])) if isinstance(line, str)]
    return [*found, *(line for inner in [*members.values(), *items] for line in _lines(inner))]
