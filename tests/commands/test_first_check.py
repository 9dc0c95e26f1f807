"""``init --source`` writes all or nothing, keeps secrets out of the repository, and says what comes next."""

import json
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


def test_a_named_profile_is_the_one_that_is_written(folder: Path) -> None:
    with working_in(folder):
        run_command("conformance init --source list.json --profile anthropic_strict")
    assert 'profile = "anthropic_strict"' in (folder / "conformance.toml").read_text()


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
