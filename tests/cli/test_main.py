"""The command line exits 0, 1 or 2, never with a traceback, and starts light."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.scenarios.scenario import run_command


def test_an_unknown_command_is_answered_with_the_one_that_was_meant() -> None:
    status, output = run_command("conformance chek")
    assert status == 2
    assert "Did you mean 'check'?" in output


def test_a_fault_of_the_harness_ends_2_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(rule_id: str) -> str:
        raise ZeroDivisionError("x\x1b[2J")

    monkeypatch.setattr("conformance.explaining.explain_rule", broken)
    status, output = run_command("conformance explain any")
    assert status == 2
    assert "fault of the harness: ZeroDivisionError: x\\x1b[2J" in output
    assert "Traceback" not in output


def test_the_version_is_told_without_loading_anything_heavy() -> None:
    program = (
        "import sys; from conformance.cli import main\n"
        "try: main(['--version'])\nexcept SystemExit: pass\n"
        "heavy = {'pydantic', 'jsonschema', 'jsonschema_rs', 'hypothesis', 'rich', 'deepdiff'} & set(sys.modules)\n"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m conformance rules | head -1", shell=True, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.count("\n") == 1
