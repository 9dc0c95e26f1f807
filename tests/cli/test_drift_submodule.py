"""An inventory in a submodule is compared with what the repository that moves the submodule had."""

from pathlib import Path

import pytest

from tests.cli.test_drift import run
from tests.cli.test_drift_life import BROKEN, FIRST, write
from tests.documents.test_git import git

FILE = "tools.json"


@pytest.fixture
def outer(tmp_path: Path) -> Path:
    """A repository with the submodule ``sub``, which a branch moves over two commits: the first of them breaks."""
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    for folder in (inner, outer):
        folder.mkdir()
        git(folder, "init", "-q", "-b", "main")
    write(inner, FIRST, "adopt", FILE)
    write(outer, "inventory = 'sub/tools.json'\n", "configure", "conformance.toml")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "sub")
    git(outer, "commit", "-q", "-m", "add the submodule")
    git(outer, "tag", "v1.0.0")
    write(inner, BROKEN, "break", FILE)
    write(inner, "later", "later", "README.md")
    git(outer, "switch", "-q", "-c", "feature")
    git(outer / "sub", "fetch", "-q", "origin", "main")
    git(outer / "sub", "switch", "-q", "--detach", "FETCH_HEAD")
    git(outer, "commit", "-q", "-a", "-m", "move the submodule")
    return outer


@pytest.mark.parametrize("options", ["", "--against main", "--against main:sub/tools.json", "--against HEAD~1"])
def test_a_break_that_a_move_of_the_submodule_brings_is_found(outer: Path, options: str) -> None:
    status, output = run(outer, f"conformance drift {options}")
    why = "named by `--against`" if options else "where HEAD left `main`"
    began = git(outer / "sub", "rev-parse", "HEAD~2")[:12]
    line = f"{began}:tools.json -> sub/tools.json: 1 breaking (base: {why}; the commit of the submodule `sub` there)"
    assert (status, output.splitlines()[-1]) == (1, line)


def test_the_last_tag_is_that_of_the_repository_under_review(outer: Path) -> None:
    status, output = run(outer, "conformance drift --suggest-version")
    assert (status, output.splitlines()[-1]) == (0, "suggested version: v2.0.0")


def test_in_its_own_folder_a_submodule_is_a_repository_like_any_other(outer: Path) -> None:
    status, output = run(outer / "sub", "conformance drift tools.json --against HEAD~1")
    assert (status, "no change (base: named by `--against`)" in output) == (0, True)
    assert run(outer / "sub", "conformance drift tools.json --against HEAD~2")[0] == 1


def test_a_submodule_that_lacks_the_commit_is_answered_with_the_fetch(outer: Path) -> None:
    began = git(outer / "sub", "rev-parse", "HEAD~2")
    git(outer / "sub", "fetch", "-q", "--depth=1", "origin", "main")
    git(outer / "sub", "reflog", "expire", "--expire=all", "--all")
    git(outer / "sub", "update-ref", "-d", "refs/heads/main")
    git(outer / "sub", "update-ref", "-d", "refs/remotes/origin/main")
    git(outer / "sub", "gc", "-q", "--prune=now")
    status, output = run(outer, "conformance drift --against main")
    assert (status, f"the submodule `sub` lacks '{began}', its commit at 'main'" in output) == (2, True)
    assert f"help: run: git -C sub fetch --depth=1 origin {began}" in output


def test_a_folder_that_became_a_submodule_is_compared_with_itself_and_a_new_submodule_is_a_first_version(
    outer: Path,
) -> None:
    status, output = run(outer, "conformance drift --against v1.0.0~1")
    assert (status, "nothing -> sub/tools.json: 1 compatible" in output, "`sub` is not there" in output) == (0, 1, 1)
    before = outer.with_name("before")
    git(outer, "worktree", "add", "-q", "-b", "old", str(before), "v1.0.0~1")
    (before / "sub").mkdir()
    write(before, FIRST, "a folder", "sub/tools.json")
    status, output = run(outer, "conformance drift --against old")
    assert (status, "old:sub/tools.json -> sub/tools.json: 1 breaking" in output) == (1, True)


def test_a_submodule_that_became_a_folder_is_never_a_first_version(outer: Path) -> None:
    git(outer, "rm", "-q", "-f", "sub")
    (outer / "sub").mkdir()
    write(outer, BROKEN, "copy", "sub/tools.json")
    status, output = run(outer, "conformance drift")
    assert (status, "'sub/tools.json' is in a submodule at git reference" in output) == (2, True)
    assert "help: run `git submodule update --init` if it is not checked out, or name two files: OLD NEW" in output


def _move(outer: Path, how: str) -> None:
    """Let ``sub`` be ``moved``: by git, or as one that was removed and is added again under another name."""
    if how == "moved":
        git(outer, "mv", "sub", "moved")
    else:
        commit, address = git(outer / "sub", "rev-parse", "HEAD"), git(outer / "sub", "remote", "get-url", "origin")
        git(outer, "rm", "-q", "-f", "sub")
        git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", "--name", "other", address, "moved")
        git(outer / "moved", "switch", "-q", "--detach", commit)
    write(outer, "inventory = 'moved/tools.json'\n", "move the submodule to another path", "conformance.toml")


@pytest.mark.parametrize("how", ["moved", "removed and added"])
def test_a_submodule_at_another_path_is_compared_with_the_commit_that_it_had_at_its_earlier_one(
    outer: Path, how: str
) -> None:
    _move(outer, how)
    for options in ("", "--against main", "--against main:sub/tools.json"):
        status, output = run(outer, f"conformance drift {options}")
        assert (status, "tools.json -> moved/tools.json: 1 breaking" in output) == (1, True), output
        assert "the commit of the submodule `sub` there)" in output


def test_a_further_submodule_of_the_same_address_is_a_first_version(outer: Path) -> None:
    address = git(outer / "sub", "remote", "get-url", "origin")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", address, "more")
    status, output = run(outer, "conformance drift more/tools.json")
    assert (status, "nothing -> more/tools.json: 1 compatible" in output, "`more` is not there" in output) == (0, 1, 1)
