"""The blocks in README and docs are run: a document that lies fails.

``console`` blocks: each ``$`` line is run in one fresh folder per document, the lines below it are what it must print
(``...`` stands for any text). ``json`` and ``toml`` blocks must parse, the keys of ``ini`` blocks must exist;
``python`` blocks are executed, each knowing the names of those before; a block whose first line names a file
(``# file: NAME``) becomes that file.
"""

import configparser
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.scenarios.scenario import matches, run_command, working_in

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^(?:#|//) file: (\S+)\n")


# The programs that ``console`` blocks run besides the command itself; all others, such as ``npx``, need a network.
_PROGRAMS = ("git", "mkdir")


@pytest.mark.parametrize("document", DOCUMENTS, ids=[path.name for path in DOCUMENTS])
def test_the_blocks_of_a_document_say_the_truth(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    text = document.read_text("utf-8")
    if "from mcp." in text:
        pytest.importorskip("mcp", reason="the document runs an MCP server: pip install 'tool-conformance[mcp]'")
    # A server that a document starts with ``python`` needs the packages of this one.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    known = set(pytestconfig._parser._inidict)
    names: dict[str, object] = {"__name__": "document"}
    (tmp_path / "work").mkdir()
    with working_in(tmp_path / "work"):
        for language, body in _BLOCK.findall(text):
            _play(language, body, names, known)


def _play(language: str, body: str, names: dict[str, object], ini_keys: set[str]) -> None:
    if named := _FILE.match(body):
        body = body[named.end() :]
        file = Path(named.group(1))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(body, "utf-8")
    if language == "console":
        _play_console(body)
    elif language == "json":
        json.loads(body)
    elif language == "toml":
        tomllib.loads(body)
    elif language == "ini":
        unknown = set(_section(body)) - ini_keys
        assert not unknown, f"pytest has no ini key {sorted(unknown)}"
    elif language == "python":
        exec(compile(body, "document", "exec"), names)


def _section(body: str) -> list[str]:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(body)
    return list(parser["pytest"])


def _play_console(body: str) -> None:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        output = "\n".join(_run(one) for one in command.split(" && ")).strip("\n")
        assert matches(expected.rstrip("\n"), output), f"$ {command}\n--- shown\n{expected}\n--- got\n{output}"


def _run(command: str) -> str:
    """Run one command line of a document and return what it prints."""
    name, *arguments = shlex.split(command)
    if name == "conformance":
        return run_command(command)[1]
    if name == "cd":
        os.chdir(arguments[0])
        return ""
    if name == "pytest":
        return _run_program([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments])
    assert name in _PROGRAMS, f"documents do not run `{name}`: show it in a `text` or `bash` block"
    return _run_program([name, *arguments])


def _run_program(command: list[str]) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return (done.stdout + done.stderr).rstrip("\n")
