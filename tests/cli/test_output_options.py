"""The options before the command hold for every command: how much is printed, and whether in colours."""

import json
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from conformance.cli import group
from conformance.rules.examples import INVENTORY, complete_tool
from tests.scenarios.scenario import run_command, working_in

ESCAPE = "\x1b["
IGNORE = """\
inventory = "inv.json"
[[ignore]]
rule = "tool_name_case"
tool = "exec_command"
reason = "kept for old clients"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    tool = complete_tool({"name": "exec_command"})
    (tmp_path / "inv.json").write_text(json.dumps({**INVENTORY, "tools": [tool]}), "utf-8")
    return tmp_path


def run(folder: Path, command: str) -> tuple[int, str]:
    with working_in(folder):
        return run_command(command)


def test_color_comes_before_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert ESCAPE not in run(folder, "conformance check inv.json --profile holon")[1]
    assert ESCAPE in run(folder, "conformance --color always check inv.json --profile holon")[1]
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert ESCAPE not in run(folder, "conformance --color never check inv.json --profile holon")[1]


def test_color_holds_for_an_error_that_ends_the_run_and_for_no_later_run(folder: Path) -> None:
    assert ESCAPE in run(folder, "conformance --color always check missing.json")[1]
    assert ESCAPE not in run(folder, "conformance check missing.json")[1]


def test_quiet_output_is_the_result_alone(folder: Path) -> None:
    (folder / "conformance.toml").write_text('inventory = "inv.json"\n', "utf-8")
    loud, quiet = run(folder, "conformance check"), run(folder, "conformance --quiet check")
    assert "checked inv.json (conformance.toml names it)" in loud[1]
    assert quiet[0] == loud[0] == 1
    assert "checked inv.json" not in quiet[1]
    assert "tool name `exec_command` is not PascalCase" in quiet[1]


def test_verbose_output_lists_what_is_accepted_with_its_reason(folder: Path) -> None:
    (folder / "conformance.toml").write_text(IGNORE, "utf-8")
    assert "kept for old clients" not in run(folder, "conformance check")[1]
    status, output = run(folder, "conformance --verbose check")
    assert status == 0
    assert "note: accepted: kept for old clients" in output
    assert "all clean (1 accepted)" in output


def test_quiet_and_verbose_exclude_each_other(folder: Path) -> None:
    status, output = run(folder, "conformance -q -v rules")
    assert (status, "exclude each other" in output) == (2, True)


def test_no_progress_holds_for_the_group(folder: Path) -> None:
    status, output = run(folder, "conformance --no-progress probe --tool WaitFor --max-examples 5")
    assert (status, "questions asked" in output) == (0, False)


def test_a_shell_completes_commands() -> None:
    completion = BashComplete(group, {}, "conformance", "_CONFORMANCE_COMPLETE")
    assert [one.value for one in completion.get_completions([], "ch")] == ["check"]
