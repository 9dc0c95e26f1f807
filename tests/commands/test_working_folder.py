"""Whoever writes down tools that name the empty folder of their start is told how to give them one that stays."""

import shlex
import tempfile
from pathlib import Path

import pytest

from conformance.commands.working_folder import working_folder_note
from conformance.documents.values import JsonObject
from conformance.systems.runtime import Limits, Opening
from tests.cli.test_drift import run
from tests.systems.adapters.programs import program

BODY = """
for asked in requests():
    described(asked, {"name": "read_file", "description": f"Read below {os.getcwd()}.", "input_schema": {}})
"""
NOTE = "tool `read_file` names the working folder, which is a new one for each start; set it with `--cwd FOLDER`"


@pytest.mark.parametrize(
    "command",
    ["init --source {source}", "refresh tools.json --source {source}", "refresh tools.json --source {source} --check"],
)
def test_a_tool_that_names_the_empty_folder_of_one_start_is_told_with_the_option_that_helps(
    tmp_path: Path, command: str
) -> None:
    source = shlex.quote(program(tmp_path, BODY))
    run(tmp_path, f"conformance refresh tools.json --source {source}")
    started = f"conformance {command.format(source=source)}"
    assert NOTE in run(tmp_path, started)[1]
    assert "working folder" not in run(tmp_path, f"{started} --cwd .")[1]


def test_only_a_folder_that_a_start_has_made_is_one() -> None:
    def check(text: str, *, is_named: bool) -> None:
        described: JsonObject = {"tools": [{"name": "t", "description": text}, 3, None, {"description": 4}]}
        for base, named in ((Opening(Limits()), is_named), (Opening(Limits(), folder=Path("/srv")), False)):
            assert bool(working_folder_note(described, base)) is named

    scratch = f"{tempfile.gettempdir()}/conformance-2lad1y18"
    for text in (f"Read below {scratch}.", f"Allowed: {scratch}/", f"`{scratch}/a.txt`"):
        check(text, is_named=True)
    others = (
        "Reads conformance-baseline.jsonl.",
        "/srv/conformance-2lad1y18",
        f"{scratch}-2",
        f"{scratch}9",
        "/tmp",
        "",
    )
    for text in others:
        check(text, is_named=False)
