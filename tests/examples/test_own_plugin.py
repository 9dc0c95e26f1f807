"""The example of a repository with a member of each kind of its own does what it says."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.plugins import forget_plugins
from tests.scenarios.scenario import run_command, working_in

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "own_plugin"
TABLE = """\
level,rule,tool,message
error,description_names_owner,OpenNote,description does not name the team that owns the tool
"""


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Path]:
    """A copy of the example, whose plugins are forgotten afterwards."""
    folder = tmp_path / "repository"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    with working_in(folder):
        yield folder
    forget_plugins()


def test_its_own_tools_pass_its_own_rule_under_its_own_profile(repository: Path) -> None:
    status, output = run_command("conformance check")
    assert (status, output.splitlines()[-1]) == (0, "tools.json: 1 tool, 1 rule: all clean")


def test_its_adapter_reads_a_tool_that_its_rule_rejects_and_its_reporter_writes(repository: Path) -> None:
    status, output = run_command("conformance check catalogue:catalogue.txt --format csv_table")
    assert (status, output) == (1, TABLE.rstrip("\n"))


def test_its_rule_is_listed_and_explained_in_its_category(repository: Path) -> None:
    assert "ownership: Who answers for a tool." in run_command("conformance rules")[1]
    status, lesson = run_command("conformance explain description_names_owner")
    assert (status, "does not name the team" in lesson) == (0, True)


def test_the_results_and_receipts_of_its_family_keep_the_whole_contract(repository: Path) -> None:
    # the reference tools name no owner
    (repository / "conformance.toml").write_text(
        'plugins = ["acme"]\nlevels.description_names_owner = "off"\n', "utf-8"
    )
    status, output = run_command("conformance check --fail-on info")
    assert (status, "24 tools, 94 results" in output) == (0, True), output
    status, output = run_command("conformance receipts --tool TeamMemoryGet --plain")
    assert (status, output.count("Note read"), output.count("content artifact: ")) == (0, 2, 1), output


def test_a_family_whose_result_cannot_be_read_again_is_refused_by_name(repository: Path) -> None:
    file = repository / "acme" / "notes.py"
    file.write_text(file.read_text("utf-8").replace("Many[ArtifactRef]", "tuple[ArtifactRef, ...]"), "utf-8")
    status, output = run_command("conformance check reference")
    assert (status, "NoteRead" in output, "`Many[...]`" in output, "internal" in output) == (2, True, True, False)


def test_its_format_of_logs_is_read_and_a_call_that_its_tool_forbids_is_found(repository: Path) -> None:
    status, output = run_command("conformance audit calls.jsonl --inventory tools.json --profile mcp")
    assert (status, "calls.jsonl:2" in output, "'limit' is not expected" in output) == (1, True, True), output


def test_its_rule_is_a_test_of_pytest(repository: Path) -> None:
    (repository / "pytest.ini").write_text("[pytest]\nconformance_inventory = tools.json\n", "utf-8")
    output = _run_apart(repository, "-m", "pytest", "-v", "-p", "no:cacheprovider").stdout
    assert "tools.json::SearchNotes::description_names_owner PASSED" in output, output


@pytest.fixture
def site(repository: Path, tmp_path: Path) -> Path:
    """A folder of installed packages with the wheel that the example builds."""
    pytest.importorskip("hatchling", reason="hatchling is not installed: no wheel of the example can be built")
    done = _run_apart(repository, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist"))
    assert done.returncode == 0, done.stderr
    # an installer unpacks a wheel that holds nothing but modules, and does no more
    (built,) = (tmp_path / "dist").iterdir()
    with zipfile.ZipFile(built) as wheel:
        wheel.extractall(tmp_path / "site")
    return tmp_path / "site"


def test_another_repository_gets_the_same_from_the_built_wheel(site: Path, repository: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(repository / "catalogue.txt", elsewhere)
    shutil.copy(repository / "calls.jsonl", elsewhere)
    shutil.copy(repository / "tools.json", elsewhere)
    command = ("check", "catalogue:catalogue.txt", "--profile", "acme_tools", "--format", "csv_table")
    done = _run_apart(elsewhere, "-m", "conformance", *command, path=str(site))
    assert (done.returncode, done.stdout) == (1, TABLE), done.stderr
    done = _run_apart(elsewhere, "-m", "conformance", "receipts", "--family", "notes", path=str(site))
    assert (done.returncode, "Note id: note_12" in done.stdout) == (0, True), done.stderr
    log = ("audit", "calls.jsonl", "--inventory", "tools.json", "--profile", "mcp")
    done = _run_apart(elsewhere, "-m", "conformance", *log, path=str(site))
    assert (done.returncode, "'limit' is not expected" in done.stdout) == (1, True), done.stderr
    done = _run_apart(elsewhere, "-m", "pytest", "-v", "--conformance=tools.json", path=str(site))
    assert "tools.json::SearchNotes::description_names_owner" in done.stdout, done.stdout
    (site / "acme" / "csv_table.py").write_text("1 / 0\n", "utf-8")
    done = _run_apart(elsewhere, "-m", "conformance", *command, path=str(site))
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "of entry point `acme` in the group" in done.stderr
    assert "ZeroDivisionError" in done.stderr


def _run_apart(folder: Path, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with the harness and a folder of installed packages on its path."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), path]))}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
