"""A source that downloads the package of its own folder never sees a local change: that is said, with what does."""

import json
from pathlib import Path

import pytest

from conformance.commands.published_package import published_package_note
from conformance.documents.values import JsonValue
from conformance.systems.runtime import Opening
from conformance.systems.sources import find_source
from tests.scenarios.scenario import run_command, working_in

STARTED = (
    "npx -y @me/notes",
    "npx --yes @me/notes@1.2.0 ./vault",
    "npx -p @me/notes notes-server",
    "npx --package=@me/notes@latest -- notes-server",
    "bunx @me/notes",
    "uvx my_notes",
    "uvx --from my-notes[cli]==1.2 notes-server",
    "pipx run my.notes",
)
OTHERS = (
    "node dist/index.js",
    "npx -y @other/notes",
    "npx -y some-server @me/notes",
    "uvx notes",
    "uv run notes-server",
    "python -m my_notes",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "package.json").write_text(json.dumps({"name": "@me/notes", "bin": {"notes": "./build/index.js"}}))
    text = '[project]\nname = "My-Notes"\n[project.scripts]\nnotes-server = "my_notes:main"\n'
    (tmp_path / "pyproject.toml").write_text(text)
    return tmp_path


def note(command: str, folder: Path, working_folder: Path | None = None) -> str:
    return published_package_note(
        find_source(f'mcp-stdio:"{command}"', folder), Opening(folder=working_folder, base=folder)
    )


def test_the_published_copy_of_the_package_of_this_folder_is_named_with_the_local_start(folder: Path) -> None:
    for command in STARTED:
        said = note(command, folder)
        assert "starts the published" in said, command
        assert ("`node build/index.js`" in said) or ("`uv run notes-server`" in said), command
    assert "`cwd` in the configuration" in note(STARTED[0], folder)


def test_other_packages_and_local_starts_have_no_note(folder: Path, tmp_path: Path) -> None:
    assert [command for command in OTHERS if note(command, folder)] == []
    assert note(STARTED[0], folder, working_folder=folder) == "", "npx prefers the package of its working folder"
    (folder / "package.json").write_text("{")
    assert note(STARTED[0], folder) == "", "a broken file is reported by those who need it"
    assert published_package_note(find_source("mcp-http:http://127.0.0.1:9/mcp", folder), Opening(base=folder)) == ""


def test_init_writes_the_working_folder_that_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    tools: JsonValue = [
        {"name": "read_note", "description": "Read.", "input_schema": {"type": "object", "properties": {}}}
    ]
    (tmp_path / "list.json").write_text(json.dumps(tools))
    with working_in(tmp_path):
        assert run_command("conformance init --source list.json --cwd server")[0] == 0
    assert 'cwd = "server"' in (tmp_path / "conformance.toml").read_text()
