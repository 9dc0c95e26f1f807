"""A file of a submodule is reviewed in the repository that moves the submodule, at the commit that it has there."""

from pathlib import Path

import pytest

from conformance.documents import submodules
from conformance.documents.git import content_at
from conformance.documents.submodules import commit_of_submodule, earlier_path, path_through, steps_to
from conformance.errors import ErrorKind
from tests.documents.test_git import commit, git
from tests.refusals import refusal_of


@pytest.fixture
def outer(tmp_path: Path) -> Path:
    """A repository with the submodule ``sub`` of one commit."""
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    for folder in (inner, outer):
        folder.mkdir()
        git(folder, "init", "-q", "-b", "main")
    commit(inner, "one", "first")
    commit(outer, "own", "own")
    _add(outer, inner, "sub")
    git(outer, "commit", "-q", "-m", "add the submodule")
    return outer


def _add(outer: Path, inner: Path, path: str, *options: str) -> None:
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", *options, str(inner), path)


def test_the_steps_to_a_file_begin_in_the_repository_of_a_folder(outer: Path) -> None:
    file = outer / "sub" / "tools.json"
    assert steps_to(file, outer) == [outer / "sub", file]
    assert path_through(steps_to(file, outer)) == "sub/tools.json"
    assert steps_to(file, outer / "sub") == [file]
    assert steps_to(outer / "tools.json", outer) == [outer / "tools.json"]


def test_a_folder_in_no_repository_around_the_file_leaves_the_file_alone(outer: Path, tmp_path: Path) -> None:
    assert steps_to(outer / "sub" / "tools.json", tmp_path / "inner") == [outer / "sub" / "tools.json"]


def test_submodules_inside_each_other_are_looked_through_to_a_limit(
    outer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submodules, "MAX_NESTED", 0)
    assert steps_to(outer / "sub" / "tools.json", outer) == [outer / "sub" / "tools.json"]


def test_a_submodule_that_moved_has_its_earlier_path(outer: Path) -> None:
    assert earlier_path("HEAD", outer / "sub") == "sub"
    git(outer, "mv", "sub", "moved")
    assert earlier_path("HEAD", outer / "moved") == "sub"


def test_a_submodule_that_was_added_again_elsewhere_is_known_by_its_address(outer: Path, tmp_path: Path) -> None:
    git(outer, "rm", "-q", "sub")
    _add(outer, tmp_path / "inner", "again", "--name", "other")
    assert earlier_path("HEAD", outer / "again") == "sub"
    # of two with the same address neither is known to be the earlier one
    _add(outer, tmp_path / "inner", "sub", "--name", "third", "--force")
    assert earlier_path("HEAD", outer / "again") == "again"
    assert earlier_path("HEAD", outer / "sub") == "sub"


def test_a_submodule_that_no_file_states_has_its_present_path(outer: Path) -> None:
    (outer / ".gitmodules").unlink()
    assert earlier_path("HEAD", outer / "sub") == "sub"


def test_a_submodule_has_the_commit_that_the_repository_around_it_states(outer: Path) -> None:
    began = git(outer / "sub", "rev-parse", "HEAD")
    assert commit_of_submodule("HEAD", outer / "sub", "sub") == began
    assert commit_of_submodule("HEAD", outer / "sub", "tools.json") is None
    assert commit_of_submodule("HEAD~1", outer / "sub", "sub") is None


def test_a_commit_that_the_submodule_lacks_is_answered_with_the_fetch(outer: Path) -> None:
    lost = "1" * 40
    git(outer, "update-index", "--cacheinfo", f"160000,{lost},sub")
    git(outer, "commit", "-q", "-m", "move to what is not here")
    refused = refusal_of(commit_of_submodule, "HEAD", outer / "sub", "sub")
    assert refused.kind is ErrorKind.UNREADABLE
    assert f"lacks '{lost}', its commit at 'HEAD'" in refused.message
    assert f"fetch --depth=1 origin {lost}" in refused.hint


def test_a_file_in_a_submodule_is_in_another_repository(outer: Path) -> None:
    refused = refusal_of(content_at, "HEAD:sub/tools.json", outer / "tools.json")
    assert refused.message == "'sub/tools.json' is in a submodule at git reference 'HEAD'"
    assert "git submodule update --init" in refused.hint
