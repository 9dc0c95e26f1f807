"""The blocks in README and docs are run: a document that lies fails.

``console`` blocks: each ``$ conformance ...`` line is run in one fresh folder per document, the lines below it are
what it must print (``...`` stands for any text); other commands are shown, not run. ``json`` and ``toml`` blocks must
parse; ``python`` blocks are executed, each knowing the names of those before; a block whose first line names a file
(``# file: NAME``) becomes that file.
"""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.scenarios.scenario import matches, run_command, working_in

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^(?:#|//) file: (\S+)\n")


@pytest.mark.parametrize("document", DOCUMENTS, ids=[path.name for path in DOCUMENTS])
def test_the_blocks_of_a_document_say_the_truth(document: Path, tmp_path: Path) -> None:
    names: dict[str, object] = {"__name__": "document"}
    with working_in(tmp_path):
        for language, body in _BLOCK.findall(document.read_text("utf-8")):
            _play(language, body, names)


def _play(language: str, body: str, names: dict[str, object]) -> None:
    if named := _FILE.match(body):
        body = body[named.end() :]
        Path(named.group(1)).write_text(body, "utf-8")
    if language == "console":
        _play_console(body)
    elif language == "json":
        json.loads(body)
    elif language == "toml":
        tomllib.loads(body)
    elif language == "python":
        exec(compile(body, "document", "exec"), names)


def _play_console(body: str) -> None:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        if command.startswith("conformance") and "&&" not in command:
            output = run_command(command)[1]
            assert matches(expected.rstrip("\n"), output), f"$ {command}\n--- shown\n{expected}\n--- got\n{output}"
