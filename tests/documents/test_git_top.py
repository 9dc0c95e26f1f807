"""The top of a repository is asked for once for each folder, and what changed since is never answered from memory."""

import shutil
from pathlib import Path

import pytest

from conformance.documents import git_top
from conformance.documents.git_top import find_top
from tests.documents.test_git import git


@pytest.fixture
def outer(tmp_path: Path) -> Path:
    """A repository with the folder ``inner``."""
    (tmp_path / "inner").mkdir()
    git(tmp_path, "init", "-q")
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders about which git was asked."""
    folders: list[Path] = []
    ask = git_top.git_path

    def note(folder: Path, *arguments: str) -> str:
        folders.append(folder)
        return ask(folder, *arguments)

    monkeypatch.setattr(git_top, "git_path", note)
    return folders


def test_git_is_asked_once_for_each_folder(outer: Path, asked: list[Path]) -> None:
    assert [find_top(folder) for folder in (outer, outer / "inner") * 3] == [outer] * 6
    assert asked == [outer, outer / "inner"]


def test_a_repository_that_is_made_inside_another_is_found(outer: Path) -> None:
    assert find_top(outer / "inner") == outer
    git(outer / "inner", "init", "-q")
    assert find_top(outer / "inner") == outer / "inner"


def test_a_repository_that_is_made_or_removed_later_is_noticed(tmp_path: Path) -> None:
    assert find_top(tmp_path) is None
    git(tmp_path, "init", "-q")
    assert find_top(tmp_path) == tmp_path
    shutil.rmtree(tmp_path / ".git")
    assert find_top(tmp_path) is None


def test_a_folder_behind_a_link_is_in_the_repository_that_the_link_leads_to(
    outer: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(outer / "inner")
    assert [find_top(link), find_top(link)] == [outer, outer]


def test_a_top_that_the_environment_names_goes_before_what_was_answered(
    outer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_top(outer / "inner") == outer
    monkeypatch.setenv("GIT_DIR", str(outer / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(outer / "inner"))
    assert find_top(outer / "inner") == outer / "inner"
