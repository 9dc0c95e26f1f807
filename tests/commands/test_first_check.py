"""``init --source`` writes all or nothing, keeps secrets out of the repository, and says what comes next."""

import json
import os
import sys
import tomllib
from pathlib import Path

import pytest

from tests.scenarios.scenario import run_command, working_in

LIST = [{"name": "read_note", "description": "Read.", "input_schema": {"type": "object", "properties": {}}}]
MODULE = '''
from pydantic import BaseModel

class ReadNote(BaseModel):
    """Read a note."""
    word: str
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "list.json").write_text(json.dumps(LIST))
    return tmp_path


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_where_a_setting_cannot_be_written_no_inventory_is_left_behind(folder: Path) -> None:
    (folder / "pytest.ini").mkdir()
    before = _files(folder)
    with working_in(folder):
        assert run_command("conformance init --source list.json")[0] == 2
    assert _files(folder) == before


def test_a_second_run_changes_no_file(folder: Path) -> None:
    with working_in(folder):
        assert run_command("conformance init --source list.json")[0] == 0
        first = _files(folder)
        assert "kept: model-tool-schema-inventory.json" in run_command("conformance init --source list.json")[1]
    assert _files(folder) == first


def test_python_objects_are_set_up_with_their_findings_and_the_command_that_explains_one(folder: Path) -> None:
    (folder / "first_check_notes.py").write_text(MODULE)
    with working_in(folder):
        status, output = run_command("conformance init --source python:first_check_notes:ReadNote")
    assert status == 0
    assert "profile python (inventory from Python models and functions)" in output
    assert "`conformance explain deny_unknown_fields`" in output
    assert "`conformance probe` asks the running system" in output
    assert 'source = "python:first_check_notes:ReadNote"' in (folder / "conformance.toml").read_text()


def test_an_existing_inventory_is_set_up_as_it_is_with_the_profile_that_fits(folder: Path) -> None:
    with working_in(folder):
        run_command("conformance refresh own.json --source list.json")
        before = (folder / "own.json").read_bytes()
        assert run_command("conformance init --inventory own.json")[0] == 0
    assert (folder / "own.json").read_bytes() == before
    assert 'profile = "anthropic"' in (folder / "conformance.toml").read_text()


def test_a_configuration_without_a_profile_is_told_the_one_that_judges(folder: Path) -> None:
    (folder / "conformance.toml").write_text('fail_on = "warning"\n')
    (folder / "tools.json").write_text(json.dumps({"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}))
    _, output = run_command(f"conformance init {folder} --inventory tools.json")
    assert "profile mcp (" in output, output


def test_a_named_profile_is_the_one_that_is_written(folder: Path) -> None:
    with working_in(folder):
        run_command("conformance init --source list.json --profile anthropic_strict")
    assert 'profile = "anthropic_strict"' in (folder / "conformance.toml").read_text()


def _next(output: str) -> list[str]:
    return output.partition("next:\n")[2].splitlines()


def _forget(folder: Path, inventory: str) -> None:
    for name in ("conformance.toml", "pytest.ini", inventory):
        (folder / name).unlink()


PYTEST = "  `pytest` runs one test per tool and rule"
REFRESH = "  `conformance refresh --check` in CI fails if the tools and the inventory differ"
OUTSIDE_GIT = "  `conformance drift OLD NEW` compares two files; in a git repository it finds the older one itself"
IN_GIT = "  `conformance drift` fails on a breaking change, once these files are committed"
PROBE = "  `conformance probe` asks the running system whether it does what its schemas say"
EXPLAIN = "  `conformance explain deny_unknown_fields` says why that is a finding, with examples"


@pytest.fixture
def own_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pytest of this environment comes first, as in one that is activated."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)


@pytest.mark.usefixtures("own_pytest")
def test_the_next_commands_are_those_that_work_for_what_was_brought(folder: Path) -> None:
    (folder / "first_steps_notes.py").write_text(MODULE)
    (folder / ".git").mkdir()
    with working_in(folder):
        assert _next(run_command("conformance init --source list.json")[1]) == [PYTEST, REFRESH, IN_GIT]
        _forget(folder, "model-tool-schema-inventory.json")
        # the configuration was there, so that it does not name this source
        (folder / "conformance.toml").write_text('inventory = "own.json"\n')
        python = "conformance init --source python:first_steps_notes:ReadNote"
        output = run_command(python)[1]
        assert "next:" in output, output
        *_, probe, refresh, _ = _next(output)
        assert probe.startswith("  `conformance probe --source python:first_steps_notes:ReadNote` asks")
        assert refresh.startswith("  `conformance refresh --check --source python:first_steps_notes:ReadNote` in CI")
        _forget(folder, "own.json")
        assert _next(run_command(python)[1]) == [EXPLAIN, PYTEST, PROBE, REFRESH, IN_GIT]
        # without a source the one of the configuration counts
        assert _next(run_command("conformance init")[1]) == [EXPLAIN, PYTEST, PROBE, REFRESH, IN_GIT]


@pytest.mark.usefixtures("own_pytest")
def test_another_folder_outside_git_with_an_inventory_of_its_own_has_its_own_next_commands(folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "own.json").write_text('{"version": 2, "tools": []}')
    with working_in(folder):
        output = run_command("conformance init below --inventory own.json")[1]
    first, gate, _, *rest = _next(output)
    assert first == "  `cd below` first"
    assert gate.startswith("  `conformance check` ends with 1 until")
    assert rest == [PYTEST, OUTSIDE_GIT]


def test_without_the_own_pytest_on_the_path_its_interpreter_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with working_in(folder):
        output = run_command("conformance init --source list.json")[1]
    assert _next(output)[0] == f"  `{sys.executable} -m pytest` runs one test per tool and rule"


SERVER = '''
from mcp.server.mcpserver import MCPServer
server = MCPServer("notes")

@server.tool()
def find_notes(word: str) -> str:
    """Find notes."""
    return word

server.run()
'''


def test_a_server_whose_tools_may_not_be_called_is_probed_with_an_input_of_the_users(folder: Path) -> None:
    pytest.importorskip("mcp", reason="the extra [mcp] is absent: no server was asked")
    (folder / "server.py").write_text(SERVER)
    with working_in(folder):
        output = run_command(f"conformance init --source 'mcp-stdio:\"{sys.executable} server.py\"'")[1]
    step = "  `conformance probe --allow 'find_notes={...}'` asks the running system, with an input of yours"
    assert step in _next(output)


def test_a_source_with_a_secret_is_not_printed_as_the_next_command(folder: Path) -> None:
    secret = f"ghp_{'0' * 36}"
    (folder / f"{secret}.json").write_text(json.dumps(LIST))
    with working_in(folder):
        output = run_command(f"conformance init --source {secret}.json")[1]
    assert secret not in output.partition("next:")[2]
    assert "`conformance refresh --check --source SOURCE`" in output


def test_no_value_of_a_client_configuration_is_printed(folder: Path) -> None:
    server = {"command": "npx", "args": ["srv", "--api-key=k3y-one", "--url", "x?t0ken-two"], "env": {"T": "t0ken-two"}}
    (folder / ".vscode").mkdir()
    (folder / ".vscode/mcp.json").write_text(json.dumps({"servers": {"a": server}}))
    (folder / "mcp.json").write_text("{")
    with working_in(folder):
        output = run_command("conformance init")[1]
    assert "npx srv --api-key=YOUR_SECRET --url" in output
    assert "--env T" in output
    assert "k3y-one" not in output
    assert "t0ken-two" not in output
    assert "`mcp.json` cannot be read" in output


def test_the_reference_contract_is_never_offered_as_ones_own(tmp_path: Path) -> None:
    with working_in(tmp_path):
        status, output = run_command("conformance init")
    assert status == 2
    assert "refresh" not in output
    assert list(tmp_path.iterdir()) == []


def test_headers_with_variables_are_configured_and_others_are_named_without_their_value(folder: Path) -> None:
    given = (
        "--header 'Authorization: Bearer ${NOTES_TOKEN}' --header 'X.Tenant: ${NOTES_TOKEN}' --header 'X-Key: s3cret'"
    )
    with working_in(folder), pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOTES_TOKEN", "t0ken")
        status, output = run_command(f"conformance init --source list.json {given}")
    assert status == 0
    assert output.count("not written") == 1
    assert "not written: the header `X-Key`; add it to `probe.headers` with a variable" in output
    written = (folder / "conformance.toml").read_text()
    expected = {"Authorization": "Bearer ${NOTES_TOKEN}", "X.Tenant": "${NOTES_TOKEN}"}
    assert tomllib.loads(written)["probe"] == {"source": "list.json", "headers": expected}
    assert not any(secret in output + written for secret in ("s3cret", "t0ken"))


def test_a_header_that_a_configuration_has_already_is_not_named_again(folder: Path) -> None:
    configured = '[probe]\nsource = "list.json"\n[probe.headers]\nX-Key = "plain"\n'
    (folder / "conformance.toml").write_text(configured)
    with working_in(folder):
        assert "not written" not in run_command("conformance init --source list.json")[1]
        again = run_command("conformance init --source list.json --header 'X-Region: eu'")[1]
    assert "not written: the header `X-Region`" in again
    assert "X-Key" not in again
