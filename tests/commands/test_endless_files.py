"""A file that a command finds beside the inventory, or is told to use, is read up to a limit, and never waited for."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scenarios.scenario import run_command, working_in

# More than any machine allocates; on the disk it takes nothing.
_TERABYTE = 2**40
_IGNORE = '[[ignore]]\nrule = "id_suffix"\ntool = "x"\nreason = "old"\n'
# How each file is used: the configuration, and the commands.
_USES = {
    "guide.md": ('guidance = ["guide.md"]\n', ("check",)),
    "known.jsonl": ('baseline = "known.jsonl"\n', ("check", "baseline", "baseline --write")),
    "pytest.ini": (_IGNORE, ("check",)),
    "pyproject.toml": (_IGNORE, ("check", "init --source tools.json")),
    "state.json": ("", ("audit log.jsonl --checkpoint state.json",)),
    "package.json": ("", ("drift tools.json tools.json --suggest-version",)),
}


def _make_large(file: Path) -> None:
    file.touch()
    os.truncate(file, _TERABYTE)


@pytest.mark.parametrize("make", [_make_large, os.mkfifo])
@pytest.mark.parametrize("name", _USES)
def test_a_file_that_is_endless_is_refused_or_passed_over(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    configuration, commands = _USES[name]
    (tmp_path / "conformance.toml").write_text(f'inventory = "tools.json"\n{configuration}')
    (tmp_path / "tools.json").write_text('{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}')
    (tmp_path / "log.jsonl").write_text('{"tool_name": "a", "status": "success"}\n')
    make(tmp_path / name)
    with working_in(tmp_path):
        for command in commands:
            assert "internal error" not in run_command(f"conformance {command}")[1]
