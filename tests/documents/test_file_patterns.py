"""A folder that cannot be listed is said, and not left out with what it holds."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conformance.documents.file_patterns import files_below, files_in, matching_files
from conformance.errors import ConformanceError


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for name in ("a.jsonl", "sub/b.jsonl", "sub/deep/c.jsonl", "sub/deep/note.txt"):
        path = tmp_path / "logs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    return tmp_path / "logs"


def close(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody list a folder, as a mode of 000 does for everybody but the root of this machine."""
    access, scandir = os.access, os.scandir

    def allowed(path: str, mode: int) -> bool:
        return access(path, mode) and Path(path) != folder

    def listed(path: str | int = ".") -> Iterator[os.DirEntry[str]]:
        if not isinstance(path, int) and Path(path) == folder:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "access", allowed)
    monkeypatch.setattr(os, "scandir", listed)


PATTERNS = [("*.jsonl", ["a.jsonl"]), ("*/*.jsonl", ["sub/b.jsonl"]), ("sub/deep/[c]*", ["sub/deep/c.jsonl"])]
ANY_DEPTH = ("**/*.jsonl", ["a.jsonl", "sub/b.jsonl", "sub/deep/c.jsonl"])


@pytest.mark.parametrize(("pattern", "names"), [*PATTERNS, ANY_DEPTH, ("nowhere/*", [])])
def test_a_pattern_is_the_files_that_a_shell_would_find(logs: Path, pattern: str, names: list[str]) -> None:
    assert matching_files(str(logs / pattern)) == [logs / name for name in names]


def test_a_pattern_may_begin_in_the_current_folder(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(logs)
    assert matching_files("*.jsonl") == [Path("a.jsonl")]
    assert matching_files("**/c*") == [Path("sub/deep/c.jsonl")]


def test_the_files_of_a_folder_are_those_below_it_too(logs: Path) -> None:
    (logs / "loop").symlink_to(logs)
    assert [path.name for path in files_below(logs)] == ["a.jsonl", "b.jsonl", "c.jsonl", "note.txt"]


@pytest.mark.parametrize(
    "find", [files_below, lambda logs: matching_files(f"{logs}/**/*"), lambda logs: matching_files(f"{logs}/sub/*/*")]
)
def test_a_closed_folder_is_an_error_that_names_it(
    logs: Path, monkeypatch: pytest.MonkeyPatch, find: Callable[[Path], list[Path]]
) -> None:
    close(logs / "sub" / "deep", monkeypatch)
    with pytest.raises(ConformanceError, match=r"cannot list `.*logs/sub/deep`: permission denied"):
        find(logs)


def test_a_closed_folder_that_a_pattern_does_not_enter_is_nobodys_matter(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(logs / "sub" / "deep", monkeypatch)
    assert matching_files(f"{logs}/*.jsonl") == [logs / "a.jsonl"]
    assert matching_files(f"{logs}/*/b.jsonl") == [logs / "sub" / "b.jsonl"]


def test_the_files_of_a_pattern_in_a_folder_are_no_folders_and_what_is_no_pattern_is_refused(logs: Path) -> None:
    assert sorted(path.name for path in files_in(logs, "*")) == ["a.jsonl"]
    assert [path.name for path in files_in(logs, "**/c*")] == ["c.jsonl"]
    assert list(files_in(logs, "")) == list(files_in(logs, ".")) == []
    with pytest.raises(ValueError, match="unsupported"):
        list(files_in(logs, "/etc/*"))
