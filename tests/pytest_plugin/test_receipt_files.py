"""Files of receipts: found as syrupy finds them, and never run, whatever they say."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension
from syrupy.location import PyTestLocation

from conformance.pytest_plugin import pytest_ignore_collect
from conformance.pytest_plugin.receipt_files import is_receipt_file
from conformance.pytest_plugin.snapshots import ReceiptSnapshotExtension
from tests.pytest_plugin.conftest import Project, node_ids, outcomes

TEST = """
import pytest

@pytest.mark.parametrize("text", [{0!r}], ids=["prompt"])
def test_it(text, receipt_snapshot):
    assert receipt_snapshot == text
"""
PROMPT = "Done.\n>>> import pathlib; pathlib.Path('executed').touch()\n"


def _keep_prompt(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\n")
    project.write("test_r.py", TEST.format(PROMPT))
    assert outcomes(project.run_with_snapshots("-q", "--snapshot-update")) == {"passed": 1}


@pytest.mark.parametrize("option", ["-q", "--doctest-glob=*.txt", "--doctest-modules"])
def test_python_prompts_in_a_receipt_are_never_run(project: Project, option: str) -> None:
    _keep_prompt(project)
    assert outcomes(project.run_with_snapshots(option)) == {"passed": 1}
    assert not (project.path / "executed").exists()


def test_pytest_is_spared_a_folder_of_receipts_and_no_other(project: Project) -> None:
    _keep_prompt(project)
    folder = project.path / "__snapshots__" / "test_r"
    assert pytest_ignore_collect(folder)
    assert not pytest_ignore_collect(folder.parent)
    (folder / "test_more.py").write_text("def test_more():\n    pass\n", "utf-8")
    assert not pytest_ignore_collect(folder)
    assert outcomes(project.run_with_snapshots("-q")) == {"passed": 2}
    (folder.parent / "empty").mkdir()
    assert not pytest_ignore_collect(folder.parent / "empty")


def test_a_receipt_is_not_run_where_its_folder_is_named_or_is_another_one(project: Project) -> None:
    _keep_prompt(project)
    project.run_with_snapshots("-q", "__snapshots__/test_r")
    assert outcomes(project.run_with_snapshots("-q", "--snapshot-dirname=kept", "--snapshot-update")) == {"passed": 1}
    project.run_with_snapshots("-q", "--snapshot-dirname=kept", "kept")
    assert not (project.path / "executed").exists()


def test_texts_of_somebody_else_are_tests_as_before(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\n")
    for name in ("test_docs.txt", "__snapshots__/test_docs.txt", "__snapshots__/test_r/test_docs.txt"):
        project.write(name, ">>> 1 + 1\n2\n")
    assert len(node_ids(project.run_with_snapshots("-q", "--collect-only"))) == 3


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("test_it.0123abcd.txt", True),
        ("test_it[a-b].0123abcd.txt", True),
        ("test_it.0123ABCD.txt", False),
        ("test_it.0123abcde.txt", False),
        ("test_it.txt", False),
        ("test_it.0123abcd.rst", False),
    ],
)
def test_a_receipt_has_a_digest_in_its_name(name: str, is_one: bool) -> None:
    assert is_receipt_file(Path("anywhere") / name) is is_one


def _found(extension: SingleFileSnapshotExtension, location: Any, ignored: list[str]) -> dict[str, list[str]]:
    found = extension.discover_snapshots(test_location=location, ignore_extensions=ignored)
    return {one.location: [kept.name for kept in one] for one in found}


@pytest.mark.parametrize("ignored", [[], ["md"], ["txt"]])
def test_the_same_snapshots_are_found_as_by_syrupy(tmp_path: Path, ignored: list[str]) -> None:
    folder = tmp_path / "__snapshots__"
    names = ("test_r/a.txt", "test_r/b.c.txt", "test_r/.hidden.txt", "test_r/.txt", "test_r/a.md", "test_r/a.txt.tmp")
    for name in (*names, "top.txt", "test_s/a.txt", ".dot/a.txt", "test_r/deep/a.txt", "test_s/folder.txt/a.txt"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("", "utf-8")
    (folder / "test_r" / "link.txt").symlink_to(folder / "top.txt")
    (folder / "test_r" / "dangling.txt").symlink_to(folder / "nothing")
    (folder / "linked").symlink_to(folder / "test_s")
    location: Any = SimpleNamespace(filepath=str(tmp_path / "test_r.py"), basename="test_r", snapshot_name="test_it")

    class Slow(ReceiptSnapshotExtension):
        discover_snapshots = SingleFileSnapshotExtension.discover_snapshots

    found = _found(ReceiptSnapshotExtension(), location, ignored)
    assert found == _found(Slow(), location, ignored)
    assert any(place.endswith(".txt") for place in found) is (ignored != ["txt"])


def test_no_snapshots_are_found_where_there_is_no_folder(tmp_path: Path) -> None:
    location: PyTestLocation | Any = SimpleNamespace(filepath=str(tmp_path / "test_r.py"), basename="test_r")
    assert _found(ReceiptSnapshotExtension(), location, []) == {}
