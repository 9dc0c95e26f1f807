"""A file that moved is recognized, whether git was told or not."""

from pathlib import Path

from conformance.documents.git_renames import Rename, find_rename
from tests.documents.test_git import LONG, commit, git, repository

__all__ = ["repository"]


def test_a_file_that_was_moved_is_found_under_its_old_name(repository: Path) -> None:
    old = commit(repository, LONG, "long")
    git(repository, "mv", "tools.json", "moved.json")
    assert find_rename(old, repository / "moved.json") == Rename("tools.json", "moved.json")
    assert find_rename(old, repository / "tools.json") == Rename("tools.json", "moved.json")
    assert find_rename(old, repository / "other.json") is None


def test_a_file_that_was_moved_without_git_is_recognised_by_its_text(repository: Path) -> None:
    old = commit(repository, LONG, "long")
    (repository / "tools.json").rename(repository / "moved.json")
    (repository / "of another kind.txt").write_text(LONG)
    before = git(repository, "status", "--porcelain")
    assert find_rename(old, repository / "moved.json") == Rename("tools.json", "moved.json")
    assert find_rename(old, repository / "tools.json") == Rename("tools.json", "moved.json")
    assert git(repository, "status", "--porcelain") == before
    (repository / "moved.json").write_text("nothing alike")
    assert find_rename(old, repository / "moved.json") is None


def test_only_a_folder_that_moved_is_found_under_its_old_name(repository: Path) -> None:
    (repository / "old").mkdir()
    for name in ("a.json", "b.json"):
        (repository / "old" / name).write_text(LONG + name)
    git(repository, "add", "old")
    before = commit(repository, LONG, "long")
    git(repository, "mv", "old", "new")
    assert find_rename(before, repository / "new") == Rename("old", "new")
    assert find_rename(before, repository / "old") == Rename("old", "new")
    assert find_rename(before, repository / "other") is None


def test_nothing_is_looked_for_among_files_where_git_tracks_all_or_has_no_index(repository: Path) -> None:
    old = git(repository, "rev-parse", "HEAD")
    assert find_rename(old, repository / "tools.json") is None
    (repository / "new.json").write_text("one")
    (repository / ".git" / "index").unlink()
    assert find_rename(old, repository / "new.json") is None


def test_the_top_of_a_repository_was_never_renamed(repository: Path) -> None:
    assert find_rename("HEAD", repository) is None
