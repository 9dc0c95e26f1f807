"""A snapshot file that is known to hold a receipt is not read again until it is touched; reports stay the same."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.location import PyTestLocation

from conformance.pytest_plugin import known_snapshots, snapshots
from tests.pytest_plugin.conftest import RULES_OFF, Project, failed_ids, outcomes

TEST = """
import pytest
@pytest.mark.parametrize("text", ["one", "two", "three"])
def test_receipts(text, receipt_snapshot):
    assert text == receipt_snapshot
    assert text + "!" == receipt_snapshot
    assert text + "?" == receipt_snapshot(name="asked")
"""
PASSED = "9 snapshots passed."


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The snapshot files that were read."""
    monkeypatch.delenv("CI", raising=False)
    # a file may be trusted as soon as it is written
    monkeypatch.setattr(known_snapshots, "_COARSEST_TIME_NS", -1)
    files: list[str] = []
    kind = snapshots.ReceiptSnapshotExtension
    original = kind.read_snapshot_data_from_location

    def read_file(self: snapshots.ReceiptSnapshotExtension, *, snapshot_location: str, **options: str) -> object:
        files.append(Path(snapshot_location).name)
        return original(self, snapshot_location=snapshot_location, **options)

    monkeypatch.setattr(kind, "read_snapshot_data_from_location", read_file)
    return files


@pytest.fixture
def known(project: Project, read: list[str]) -> Project:
    """A project with nine snapshots, all of which were equal in an earlier run."""
    project.write("pytest.ini", "[pytest]\n")
    project.write("conformance.toml", RULES_OFF)
    project.write("test_r.py", TEST)
    assert outcomes(_run(project, "--snapshot-update")) == {"passed": 3}
    assert PASSED in _run(project).outlines
    read.clear()
    return project


def _run(project: Project, *options: str) -> pytest.RunResult:
    return project.run_with_snapshots("-q", "test_r.py", *options)


def _files(project: Project) -> list[Path]:
    return sorted((project.path / "__snapshots__" / "test_r").iterdir())


@pytest.mark.parametrize("options", [(), ("--snapshot-update",)], ids=["compared", "updated"])
def test_a_known_snapshot_is_not_read_and_counts_as_passed(
    known: Project, read: list[str], options: tuple[str, ...]
) -> None:
    result = _run(known, *options)
    assert outcomes(result) == {"passed": 3}
    assert PASSED in result.outlines
    assert read == []
    assert len(_files(known)) == 9


def _edit(file: Path) -> None:
    file.write_text("edited by hand", "utf-8")


def _edit_in_secret(file: Path) -> None:
    """Write as many other bytes, and set the time of the change back."""
    status = file.stat()
    file.write_bytes(b"x" * status.st_size)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def _remove(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize("change", [_edit, _edit_in_secret, _remove], ids=lambda change: change.__name__.strip("_"))
def test_a_file_that_was_touched_is_noticed(known: Project, read: list[str], change: Callable[[Path], None]) -> None:
    file = _files(known)[0]
    change(file)
    result = _run(known)
    assert read == [file.name]
    assert len(failed_ids(result)) == 1


def test_a_receipt_that_changed_fails_alone_and_passes_once_it_is_updated(known: Project, read: list[str]) -> None:
    known.write("test_r.py", TEST.replace('text + "!"', 'text.replace("two", "2") + "!"'))
    result = _run(known)
    assert failed_ids(result) == {"test_r.py::test_receipts[two]"}
    result.stdout.fnmatch_lines(["E *- two!", "E *+ 2!"])
    assert len(read) == 1
    assert outcomes(_run(known, "--snapshot-update")) == {"passed": 3}
    assert [outcomes(_run(known)) for _ in range(2)] == [{"passed": 3}] * 2


def test_a_known_snapshot_that_no_receipt_uses_any_longer_is_reported_and_removed(known: Project) -> None:
    known.write("test_r.py", TEST.replace('    assert text + "!" == receipt_snapshot\n', ""))
    result = _run(known)
    result.stdout.fnmatch_lines(["*snapshots unused*"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    _run(known, "--snapshot-update")
    assert len(_files(known)) == 6


def test_what_the_run_itself_writes_is_compared_with_its_new_content(known: Project) -> None:
    known.write(
        "test_r.py",
        "def test_receipts(receipt_snapshot):\n"
        '    assert "new" == receipt_snapshot(name="asked")\n'
        '    assert "old" == receipt_snapshot(name="asked")\n',
    )
    for _ in range(2):
        _run(known, "--snapshot-update")
        (file,) = (one for one in _files(known) if one.name.startswith("test_receipts[asked]"))
        assert file.read_text("utf-8") == "old"


def test_an_unexpected_equality_of_a_known_snapshot_is_shown(known: Project) -> None:
    # of another length, since Python takes a file of the same size and second for the one that it has compiled
    known.write("test_r.py", TEST.replace("assert text == receipt_snapshot\n", "assert text  !=  receipt_snapshot\n"))
    result = _run(known)
    assert outcomes(result) == {"failed": 3}
    assert "INTERNALERROR" not in result.stdout.str()


def _damage(file: Path) -> None:
    file.write_text(file.read_text("utf-8")[:-10], "utf-8")


def _confuse(file: Path) -> None:
    stamp, kept = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps([stamp, {name: ["x", 1] for name in kept}]), "utf-8")


def _write_a_list(file: Path) -> None:
    file.write_text("[1]", "utf-8")


@pytest.mark.parametrize("change", [_damage, _confuse, _write_a_list], ids=lambda change: change.__name__.strip("_"))
def test_a_damaged_cache_only_costs_time(known: Project, read: list[str], change: Callable[[Path], None]) -> None:
    (file,) = (known.path / ".pytest_cache").rglob("known_snapshots")
    change(file)
    assert PASSED in _run(known).outlines
    assert len(read) == 9
    read.clear()
    assert PASSED in _run(known).outlines
    assert read == []


def test_what_was_found_before_the_rules_changed_is_compared_again(known: Project, read: list[str]) -> None:
    known.write("conformance.toml", f'{RULES_OFF}naming = "off"\n')
    assert PASSED in _run(known).outlines
    assert len(read) == 9


@pytest.mark.parametrize("known_before", [True, False])
def test_syrupy_asks_of_no_file_whose_it_is_but_of_those_that_no_test_used(
    known: Project, monkeypatch: pytest.MonkeyPatch, known_before: bool
) -> None:
    if not known_before:
        monkeypatch.setenv("CI", "true")
    unused = known.path / "__snapshots__" / "test_r" / "test_gone.0a1b2c3d.txt"
    unused.write_text("gone", "utf-8")
    asked: list[str] = []
    if not hasattr(PyTestLocation, "owning_test_modules"):
        pytest.skip("this version of syrupy asks of no file whose it is")
    original = PyTestLocation.owning_test_modules
    monkeypatch.setattr(
        PyTestLocation,
        "owning_test_modules",
        staticmethod(lambda location: asked.append(location) or original(location)),
    )
    result = known.run_with_snapshots("-q")
    result.stdout.fnmatch_lines(["9 snapshots passed. 1 snapshot unused."])
    assert {Path(one).name for one in asked} <= {unused.name}
    assert known.run_with_snapshots("-q", "--snapshot-update").ret == 0
    assert not unused.exists()
    assert len(_files(known)) == 9


def test_where_ci_is_set_every_file_is_read(known: Project, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert PASSED in _run(known).outlines
    assert len(read) == 9


def test_a_file_that_was_written_a_moment_ago_is_read_again(
    known: Project, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # a change within the same tick of the file system's clock would not show
    monkeypatch.setattr(known_snapshots, "_COARSEST_TIME_NS", 3_600_000_000_000)
    _files(known)[0].touch()
    for _ in range(2):
        assert PASSED in _run(known).outlines
    assert len(read) == 2


def test_workers_know_what_one_process_found(known: Project) -> None:
    result = known.run_apart("-q", "-n", "2", "test_r.py")
    assert result.ret == 0
    assert PASSED in result.outlines
