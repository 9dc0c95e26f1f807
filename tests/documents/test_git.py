"""Earlier versions are read with git, and what git lacks is said with the command that brings it."""

import functools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance.commands.drift_base import choose_base
from conformance.documents.git import (
    branch_of_head,
    content_at,
    default_branch,
    files_at,
    first_parent,
    has_changed,
    has_changes,
    has_commits,
    last_tag,
    merge_bases,
    names_of_files_with,
    path_behind_links,
    path_from_top,
    path_in_repository,
    require_commit,
)
from conformance.documents.git_history import versions
from conformance.documents.git_renames import Rename, find_rename
from conformance.errors import ConformanceError, ErrorKind
from tests.refusals import Refusal, refusal_of


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def commit(folder: Path, content: str, subject: str) -> str:
    (folder / "tools.json").write_text(content)
    git(folder, "add", "tools.json")
    git(folder, "commit", "-q", "-m", subject)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "one", "first")
    return folder


def test_a_file_is_read_as_a_branch_has_it_and_the_checkout_stays(repository: Path) -> None:
    git(repository, "switch", "-q", "-c", "feature")
    commit(repository, "two", "second")
    (repository / "tools.json").write_text("uncommitted")
    assert content_at("main", repository / "tools.json") == b"one"
    assert content_at("feature:tools.json", repository / "tools.json") == b"two"
    assert (repository / "tools.json").read_text() == "uncommitted"


def test_a_file_that_is_larger_than_the_limit_is_not_unpacked(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", "1")
    commit(repository, " " * 2_000_000, "large")
    (repository / "link.json").symlink_to("tools.json")
    git(repository, "add", "link.json")
    git(repository, "commit", "-q", "-m", "link")
    for name in ("tools.json", "link.json"):
        with pytest.raises(ConformanceError, match=rf"HEAD:{name}' is 1\.9 MB; the limit is 1 MB"):
            content_at("HEAD", repository / name)


def test_a_file_in_a_folder_is_found_from_there(repository: Path) -> None:
    (repository / "sub").mkdir()
    (repository / "sub" / "tools.json").write_text("below")
    git(repository, "add", "sub")
    git(repository, "commit", "-q", "-m", "below")
    assert content_at("HEAD", repository / "sub" / "tools.json") == b"below"


def test_the_merge_base_is_where_the_branch_began(repository: Path) -> None:
    began = git(repository, "rev-parse", "HEAD")
    git(repository, "switch", "-q", "-c", "feature")
    commit(repository, "two", "second")
    git(repository, "switch", "-q", "main")
    commit(repository, "three", "main went on")
    git(repository, "switch", "-q", "feature")
    assert merge_bases(repository / "tools.json") == [began]


def test_branches_that_merged_each_other_have_two_merge_bases(repository: Path) -> None:
    git(repository, "switch", "-q", "-c", "feature")
    (repository / "other").write_text("")
    git(repository, "add", "other")
    git(repository, "commit", "-q", "-m", "of the branch")
    theirs = git(repository, "rev-parse", "HEAD")
    git(repository, "switch", "-q", "main")
    commit(repository, "two", "of main")
    ours = git(repository, "rev-parse", "HEAD")
    git(repository, "merge", "-q", "--no-edit", theirs)
    git(repository, "switch", "-q", "feature")
    git(repository, "merge", "-q", "--no-edit", ours)
    assert sorted(merge_bases(repository / "tools.json")) == sorted([ours, theirs])
    reason = choose_base(None, repository / "tools.json", {}, "").reason
    assert reason == "where HEAD left `main`, the first of 2 such commits, as the branches merged each other"


def test_a_reference_that_a_shallow_clone_lacks_is_answered_with_the_fetch_to_run(
    repository: Path, tmp_path: Path
) -> None:
    git(repository, "switch", "-q", "-c", "feature")
    commit(repository, "two", "second")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", "-b", "feature", f"file://{repository}", str(clone))
    with pytest.raises(ConformanceError, match="no reference 'main'") as refused:
        content_at("main", clone / "tools.json")
    assert "git fetch --depth=1 origin main:refs/remotes/origin/main" in refused.value.recovery_hint
    git(clone, "fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main")
    assert content_at("origin/main", clone / "tools.json") == b"one"


@pytest.mark.parametrize("branch", [None, "develop"])
def test_one_fetch_brings_all_that_a_shallow_clone_of_a_branch_lacks(
    repository: Path, tmp_path: Path, branch: str | None
) -> None:
    git(repository, "branch", "-m", "develop")
    started = git(repository, "rev-parse", "HEAD")
    git(repository, "switch", "-q", "-c", "feature")
    commit(repository, "two", "second")
    git(repository, "switch", "-q", "develop")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", "-b", "feature", f"file://{repository}", str(clone))
    with pytest.raises(ConformanceError) as refused:
        merge_bases(clone / "tools.json", branch)
    cure = refused.value.recovery_hint.removeprefix("run: ").partition(", then")[0]
    assert "--unshallow" in cure
    subprocess.run(cure, shell=True, cwd=clone, check=True, capture_output=True)
    assert merge_bases(clone / "tools.json", branch and f"origin/{branch}") == [started]


@pytest.mark.parametrize("reference", ["--output=x", "", "a\nb"])
def test_what_is_no_reference_never_reaches_git(repository: Path, reference: str) -> None:
    with pytest.raises(ConformanceError):
        content_at(reference, repository / "tools.json")


def test_a_path_that_the_reference_lacks_is_named(repository: Path) -> None:
    with pytest.raises(ConformanceError, match="does not exist at git reference 'main'"):
        content_at("main:nowhere.json", repository / "tools.json")


def test_a_folder_without_git_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="not in a git repository"):
        content_at("main", tmp_path / "tools.json")


def _refusal(file: Path) -> ConformanceError:
    with pytest.raises(ConformanceError) as refused:
        content_at("main", file)
    assert "\n" not in refused.value.message
    assert refused.value.kind is ErrorKind.UNREADABLE
    return refused.value


def test_a_repository_that_git_cannot_read_is_reported_in_the_words_of_git(repository: Path) -> None:
    (repository / ".git" / "config").write_text("[core\n")
    refused = _refusal(repository / "tools.json")
    assert refused.message.startswith("git failed: bad config line 1 in file ")
    assert (
        refused.recovery_hint == f"`git -C {repository} status` may say more; repair that, or name two files: OLD NEW"
    )


def test_a_bare_repository_and_a_removed_work_tree_are_reported_in_the_words_of_git(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare")
    assert _refusal(tmp_path / "bare" / "tools.json").message == (
        "git failed: this operation must be run in a work tree"
    )
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / ".git").write_text("gitdir: /nowhere/worktrees/tree\n")
    assert _refusal(tmp_path / "tree" / "tools.json").message == (
        "git failed: not a git repository: /nowhere/worktrees/tree"
    )


def test_a_damaged_object_is_no_missing_file(repository: Path) -> None:
    blob = git(repository, "rev-parse", "HEAD:tools.json")
    object_file = repository / ".git" / "objects" / blob[:2] / blob[2:]
    object_file.chmod(0o600)
    object_file.write_bytes(b"damaged")
    assert blob in _refusal(repository / "tools.json").message


def lose(repository: Path, name: str) -> None:
    identity = git(repository, "rev-parse", name)
    (repository / ".git" / "objects" / identity[:2] / identity[2:]).unlink()


@pytest.mark.parametrize("name", ["HEAD", "main:tools.json", "main^{tree}"])
def test_what_git_names_and_has_lost_is_never_an_absent_file_or_commit(repository: Path, name: str) -> None:
    git(repository, "switch", "-q", "-c", "feature")
    commit(repository, "two", "second")
    lose(repository, name)
    read = has_commits if name == "HEAD" else functools.partial(content_at, "main")
    with pytest.raises(ConformanceError, match=r"damaged|not a tree object"):
        read(repository / "tools.json")


def test_a_branch_whose_file_was_emptied_is_not_a_new_one(repository: Path) -> None:
    (repository / ".git" / "refs" / "heads" / "main").write_text("")
    with pytest.raises(ConformanceError, match="git failed: No such ref: HEAD"):
        has_commits(repository / "tools.json")


def test_a_partial_clone_is_answered_with_the_fetch_that_completes_it(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "uploadpack.allowFilter", "true")
    commit(repository, "two", "second")
    partial = tmp_path / "partial"
    git(tmp_path, "clone", "-q", "--filter=blob:none", repository.as_uri(), str(partial))
    with pytest.raises(ConformanceError) as caught:
        content_at("HEAD^", partial / "tools.json")
    assert "git fetch --refetch --no-filter" in caught.value.recovery_hint
    git(partial, "fetch", "--refetch", "--no-filter")
    assert content_at("HEAD^", partial / "tools.json") == b"one"


def test_a_repository_of_another_user_is_answered_with_the_command_that_trusts_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # what git's own tests set to see a repository of somebody else
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    refused = _refusal(repository / "tools.json")
    assert refused.message == (
        f"git refuses this folder: detected dubious ownership in repository at {str(repository)!r}"
    )
    assert refused.recovery_hint == f"run: git config --global --add safe.directory {repository}"


@pytest.mark.parametrize(
    ("program", "says"), [(None, "git is not installed"), ("no program\n", "git cannot be run: Permission denied")]
)
def test_a_machine_without_git_is_told_what_to_install(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None, says: str
) -> None:
    (tmp_path / "bin").mkdir()
    if program:
        (tmp_path / "bin" / "git").write_text(program)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    refused = _refusal(repository / "tools.json")
    assert refused.message == says
    assert refused.recovery_hint.endswith(", or name two files: OLD NEW")


def test_an_unknown_reference_is_named_with_the_command_that_lists_the_known_ones(repository: Path) -> None:
    with pytest.raises(ConformanceError, match="git has no reference 'v9' here") as refused:
        content_at("v9", repository / "tools.json")
    assert refused.value.recovery_hint == "`git branch -a` lists what there is"


def test_the_path_of_a_file_is_stated_from_the_top_of_its_repository_and_leads_back(repository: Path) -> None:
    gone = repository / "sub" / "deep" / "tools.json"
    assert path_in_repository(gone) == "sub/deep/tools.json"
    assert path_from_top(gone, "sub/other.json") == repository.resolve() / "sub" / "other.json"


LONG = "".join(f"line {number}\n" for number in range(30))


def test_a_new_repository_has_no_commits(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    assert not has_commits(tmp_path / "tools.json")
    commit(tmp_path, "one", "first")
    assert has_commits(tmp_path / "tools.json")


def test_a_detached_head_is_on_no_branch(repository: Path) -> None:
    assert branch_of_head(repository / "tools.json") == "main"
    git(repository, "switch", "-q", "--detach")
    assert branch_of_head(repository / "tools.json") is None


def test_the_first_parent_of_a_merge_is_the_branch_that_was_merged_into(repository: Path) -> None:
    file = repository / "tools.json"
    assert first_parent(file) is None
    git(repository, "switch", "-q", "-c", "feature")
    commit(repository, "two", "second")
    git(repository, "switch", "-q", "main")
    (repository / "other").write_text("parent 0123\n\nparent 4567")
    git(repository, "add", "other")
    git(repository, "commit", "-q", "-m", "parent 0123")
    before = git(repository, "rev-parse", "HEAD")
    git(repository, "merge", "-q", "--no-ff", "-m", "merge", "feature")
    assert first_parent(file) == before
    assert [version.subject for version in versions(file, of_branch=True)] == ["first", "merge"]
    assert [version.subject for version in versions(file)] == ["first", "second"]


def test_a_parent_that_a_shallow_clone_lacks_is_answered_with_the_fetch(repository: Path, tmp_path: Path) -> None:
    commit(repository, "two", "second")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{repository}", "clone")
    with pytest.raises(ConformanceError, match="not in this shallow clone") as refused:
        first_parent(tmp_path / "clone" / "tools.json")
    assert refused.value.recovery_hint == "run: git fetch --deepen=1"


def test_the_last_tag_is_the_nearest_one_and_a_repository_without_tags_is_answered(repository: Path) -> None:
    file = repository / "tools.json"
    with pytest.raises(ConformanceError, match="no tag names an earlier version") as refused:
        last_tag(file)
    assert "git fetch --tags" in refused.value.recovery_hint
    git(repository, "tag", "v1")
    commit(repository, "two", "second")
    assert last_tag(file) == "v1"


def test_histories_without_a_common_commit_have_no_merge_base(repository: Path, tmp_path: Path) -> None:
    git(repository, "switch", "-q", "--orphan", "alone")
    commit(repository, "two", "second")
    with pytest.raises(ConformanceError, match="HEAD and 'main' have no common commit") as refused:
        merge_bases(repository / "tools.json")
    assert refused.value.recovery_hint == "name the version to compare with `--against REF`"
    git(tmp_path, "clone", "-q", "--depth=1", "--no-single-branch", "-b", "alone", f"file://{repository}", "clone")
    with pytest.raises(ConformanceError, match="no common commit") as refused:
        merge_bases(tmp_path / "clone" / "tools.json", "origin/main")
    assert refused.value.recovery_hint == "run: git fetch --unshallow"


def test_the_default_branch_is_that_of_the_remote_else_the_usual_one(repository: Path, tmp_path: Path) -> None:
    git(repository, "branch", "-m", "trunk")
    git(tmp_path, "clone", "-q", f"file://{repository}", "clone")
    assert default_branch(tmp_path / "clone" / "tools.json") == "origin/trunk"
    with pytest.raises(ConformanceError, match="does not know the default branch") as refused:
        default_branch(repository / "tools.json")
    assert refused.value.recovery_hint == "name the version to compare with `--against REF`"
    git(repository, "remote", "add", "origin", "file:///nowhere")
    with pytest.raises(ConformanceError) as refused:
        default_branch(repository / "tools.json")
    assert refused.value.recovery_hint.endswith("&& git remote set-head origin --auto")
    git(repository, "branch", "master")
    assert default_branch(repository / "tools.json") == "master"


def test_a_missing_commit_or_a_branch_of_no_remote_has_its_own_cure(repository: Path) -> None:
    file, unknown = repository / "tools.json", "0123456789" * 4
    with pytest.raises(ConformanceError) as refused:
        require_commit(file, "origin/main")
    assert refused.value.recovery_hint == "compare with the local branch: `--against main`"
    git(repository, "remote", "add", "origin", "file:///nowhere")
    with pytest.raises(ConformanceError) as refused:
        require_commit(file, unknown)
    assert refused.value.recovery_hint == f"run: git fetch --depth=1 origin {unknown}"
    with pytest.raises(ConformanceError) as refused:
        require_commit(file, "origin/a;b$(c)")
    refspec = "'a;b$(c):refs/remotes/origin/a;b$(c)'"
    assert refused.value.recovery_hint.endswith(f"origin {refspec}, then use 'origin/a;b$(c)'"), "a shell may run it"
    assert require_commit(file, "main") == git(repository, "rev-parse", "main")


def test_a_git_that_hangs_is_abandoned(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    (tmp_path / "bin" / "git").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("conformance.documents.git_process.TIMEOUT_S", 0.2)
    refused = _refusal(repository / "tools.json")
    assert refused.message == "git rev-parse took longer than 0.2 s"
    assert refused.recovery_hint == "run it by hand; the repository may be damaged"


def test_what_a_git_that_hangs_has_started_is_ended_with_it(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text(f"#!/bin/sh\n/bin/sleep 60 &\necho $! > {tmp_path}/child\nwait\n")
    (tmp_path / "bin" / "git").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("conformance.documents.git_process.TIMEOUT_S", 2.0)
    assert _refusal(repository / "tools.json").message == "git rev-parse took longer than 2.0 s"
    child = int((tmp_path / "child").read_text())
    end = time.monotonic() + 20
    while Path(f"/proc/{child}/exe").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(f"/proc/{child}/exe").exists()


def test_an_author_with_the_end_of_a_line_in_the_name_adds_no_parent(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", f"A\u2028parent {'0' * 40}\u2028")
    git(repository, "commit", "-q", "--amend", "--reset-author", "-m", "first")
    assert first_parent(repository / "tools.json") is None


LATIN = b"caf\xe9"
"""As a system writes a name that is not set to UTF-8."""


def test_a_subject_that_is_not_utf_8_is_read_with_marks_for_what_it_lost(repository: Path) -> None:
    git(repository, "config", "i18n.commitEncoding", "latin-1")
    git(repository, "config", "i18n.logOutputEncoding", "latin-1")
    (repository / "tools.json").write_text("two")
    (repository / "message").write_bytes(LATIN)
    git(repository, "commit", "-q", "-a", "-F", "message")
    file = repository / "tools.json"
    assert [version.subject for version in versions(file)] == ["first", "caf\ufffd"]
    assert [version.subject for version in versions(file, "HEAD")] == ["caf\ufffd"]
    assert first_parent(file) == git(repository, "rev-parse", "HEAD~1")


@pytest.mark.skipif(sys.platform != "linux", reason="the file system takes no names that are not UTF-8")
def test_a_name_that_is_not_utf_8_is_a_name_like_any_other(repository: Path) -> None:
    top = repository / os.fsdecode(LATIN)
    (top / "sub").mkdir(parents=True)
    git(top, "init", "-q", "-b", "main")
    file = top / "sub" / os.fsdecode(LATIN + b".json")
    file.write_text(LONG)
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "first")
    path = path_in_repository(file)
    assert path_from_top(file, path) == file.resolve()
    assert content_at("HEAD", file) == LONG.encode()
    assert [version.content for version in versions(file)] == [LONG.encode()]
    moved = file.with_name(os.fsdecode(b"\xe8.json"))
    file.rename(moved)
    assert find_rename("HEAD", moved) == Rename(path, path_in_repository(moved))
    git(top, "add", ".")
    assert find_rename("HEAD", moved) == Rename(path, path_in_repository(moved))


def test_a_folder_that_is_not_utf_8_is_stated_as_it_is_named(repository: Path) -> None:
    folder = repository / os.fsdecode(LATIN)
    folder.mkdir()
    assert path_in_repository(folder / "tools.json") == os.fsdecode(LATIN + b"/tools.json")


def test_the_branches_that_a_remote_may_have_are_tried_in_their_order(repository: Path) -> None:
    file = repository / "tools.json"
    assert default_branch(file) == "main"
    git(repository, "branch", "-m", "trunk")
    for name in ("origin/master", "origin/main"):
        git(repository, "update-ref", f"refs/remotes/{name}", "HEAD")
        assert default_branch(file) == name
    for name in ("master", "main"):
        git(repository, "branch", name)
        assert default_branch(file) == name


TWO = "or name two files: OLD NEW"


def test_a_refusal_says_what_is_absent_and_what_brings_it(repository: Path, tmp_path: Path) -> None:
    file = repository / "tools.json"
    assert refusal_of(content_at, "main:no\u202ewhere.json", file) == Refusal(
        ErrorKind.UNREADABLE,
        r"'no\u202ewhere.json' does not exist at git reference 'main'",
        "pass the path at that commit, as in `--against main:path/in/repo.json`",
    )
    assert refusal_of(content_at, "main", repository / "other.json").message.startswith(f"'{repository}/other.json' ")
    (tmp_path / "here.json").touch()
    for name, missing in (("here.json", ""), ("tools.json", " does not exist and")):
        assert refusal_of(content_at, "main", tmp_path / name) == Refusal(
            ErrorKind.USAGE,
            f"`{tmp_path}/{name}`{missing} is not in a git repository",
            f"run it inside a checkout, {TWO}",
        )
    assert refusal_of(content_at, "-x", file) == Refusal(
        ErrorKind.USAGE, "'-x' is not a git reference", "pass a branch, a tag or a commit"
    )
    assert refusal_of(last_tag, file) == Refusal(
        ErrorKind.UNREADABLE,
        "no tag names an earlier version",
        "run `git fetch --tags`, or state the version with `--from-version 1.2.3`",
    )


def test_what_is_refused_for_the_want_of_a_remote_says_which_fetch_brings_it(repository: Path, tmp_path: Path) -> None:
    git(repository, "branch", "-m", "trunk")
    file = repository / "tools.json"
    here = "name the version to compare with `--against REF`"
    unknown = "git does not know the default branch of this repository"
    assert refusal_of(default_branch, file) == Refusal(ErrorKind.UNREADABLE, unknown, here)
    git(repository, "remote", "add", "origin", "file:///nowhere")
    heads = "run: git fetch origin '+refs/heads/*:refs/remotes/origin/*' && git remote set-head origin --auto"
    assert refusal_of(default_branch, file).hint == heads
    fetch = "run: git fetch --depth=1 origin main:refs/remotes/origin/main"
    assert refusal_of(content_at, "main", file) == Refusal(
        ErrorKind.UNREADABLE, "git has no reference 'main' here", f"{fetch}, then use origin/main"
    )
    assert refusal_of(content_at, "origin/main", file).hint == f"{fetch}, then use origin/main"


def test_what_is_lost_or_hidden_is_refused_with_its_cure(repository: Path, tmp_path: Path) -> None:
    commit(repository, "two", "second")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{repository}", "clone")
    assert refusal_of(first_parent, tmp_path / "clone" / "tools.json") == Refusal(
        ErrorKind.UNREADABLE, "the commit before HEAD is not in this shallow clone", "run: git fetch --deepen=1"
    )
    lose(repository, "main:tools.json")
    damage = f"`git fsck` says what is lost; clone it again, {TWO}"
    assert refusal_of(content_at, "main", repository / "tools.json") == Refusal(
        ErrorKind.UNREADABLE,
        "git lacks 'main:tools.json', which the history names: the repository is damaged",
        damage,
    )
    lose(repository, "HEAD")
    assert refusal_of(has_commits, repository / "tools.json") == Refusal(
        ErrorKind.UNREADABLE, "git lacks the commit of HEAD, which the history names: the repository is damaged", damage
    )


def test_a_git_that_does_not_run_is_refused_with_what_to_check(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refusal_of(content_at, "main", repository / "tools.json") == Refusal(
        ErrorKind.UNREADABLE, "git is not installed", f"install git, {TWO}"
    )
    (tmp_path / "git").write_text("no program\n")
    assert refusal_of(content_at, "main", repository / "tools.json") == Refusal(
        ErrorKind.UNREADABLE, "git cannot be run: Permission denied", f"check the `git` of your PATH, {TWO}"
    )


def test_git_asks_nobody_waits_for_nobody_and_fetches_nothing(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program in the place of git writes down its arguments and settings, and reads what is typed."""
    script = (
        '#!/bin/sh\n[ "$1" = -C ] && echo "$4 $GIT_TERMINAL_PROMPT$GIT_OPTIONAL_LOCKS$GIT_NO_LAZY_FETCH $LC_ALL $KEPT"'
    )
    (tmp_path / "git").write_text(f"{script}\ncat\n")
    (tmp_path / "git").chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("KEPT", "kept")
    assert branch_of_head(repository / "tools.json") == "--short 001 C kept"


def test_a_hook_of_a_linked_worktree_finds_the_top_of_that_worktree(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git names the repository to a hook, and not its top, for which it then takes any folder."""
    (repository / "sub").mkdir()
    (repository / "sub/tools.json").write_text("inner")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "second")
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "-q", str(linked), "-b", "feature")
    folder = git(linked, "rev-parse", "--absolute-git-dir")
    for name, value in {"GIT_DIR": folder, "GIT_INDEX_FILE": f"{folder}/index", "GIT_PREFIX": ""}.items():
        monkeypatch.setenv(name, value)
    assert path_in_repository(linked / "sub/tools.json") == "sub/tools.json"
    assert content_at("HEAD", linked / "sub/tools.json") == b"inner"
    # a repository with its folder elsewhere is named by both
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere/sub").mkdir(parents=True)
    assert path_in_repository(tmp_path / "elsewhere/sub/tools.json") == "sub/tools.json"


def test_the_files_of_a_folder_are_named_as_a_revision_has_them(repository: Path) -> None:
    (repository / "sub").mkdir()
    (repository / "sub" / "deep").mkdir()
    for name in ("sub/b.json", "sub/a.json", "sub/deep/c.json"):
        (repository / name).write_text(name)
    (repository / "link").symlink_to("sub")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "more")
    (repository / "sub" / "a.json").unlink()
    assert files_at("HEAD", repository / "sub") == files_at("HEAD:sub", repository) == ["a.json", "b.json"]
    assert files_at("HEAD", repository / "link") == ["a.json", "b.json"]
    assert files_at("HEAD", repository) == files_at("HEAD:", repository) == ["link", "tools.json"]
    assert files_at("HEAD~1", repository / "sub") is None
    assert files_at("HEAD", repository / "tools.json") is None


def test_a_path_through_a_link_is_stated_and_so_is_what_it_leads_to(repository: Path, tmp_path: Path) -> None:
    (repository / "sub").mkdir()
    (repository / "sub" / "own.json").write_text("{}")
    (repository / "link").symlink_to("sub")
    through = repository / "link" / "own.json"
    assert (path_in_repository(through), path_behind_links(through)) == ("link/own.json", "sub/own.json")
    assert path_behind_links(repository / "sub" / "own.json") is None
    (repository / "out").symlink_to(tmp_path)
    assert path_behind_links(repository / "out") is None
    (repository / "lost").symlink_to(tmp_path / "nowhere" / "at all")
    assert path_behind_links(repository / "lost") is None


def test_what_is_above_a_link_is_above_the_folder_that_it_leads_to(repository: Path) -> None:
    (repository / "sub" / "deep").mkdir(parents=True)
    (repository / "link").symlink_to("sub/deep")
    assert path_in_repository(repository / "link" / ".." / "own.json") == "sub/own.json"
    assert path_in_repository(repository / "sub" / ".." / "tools.json") == "tools.json"


def test_a_change_is_anything_that_is_not_as_the_commit_has_it(repository: Path) -> None:
    file = repository / "tools.json"
    assert not has_changes(file)
    assert not has_changed(file, "HEAD", ["*.json"])
    (repository / "new.toml").write_text("")
    assert not has_changes(file)
    assert has_changed(file, "HEAD", ["new.toml"])
    file.write_text("two")
    assert has_changes(file)
    assert has_changed(file, "HEAD", ["tools.json"])
    assert not has_changed(file, "HEAD", ["other.json"])


def test_files_that_hold_a_text_are_named_as_git_tracks_them_or_a_revision_has_them(repository: Path) -> None:
    (repository / "sub").mkdir()
    (repository / "sub" / "own.toml").write_text("key = 1")
    (repository / "own.toml").write_text("other = 1")
    file = repository / "tools.json"
    assert names_of_files_with("key", file, ["own.toml"], None) == ["sub/own.toml"]
    assert names_of_files_with("one", file, ["tools.json"], "HEAD") == ["tools.json"]
    assert names_of_files_with("key", file, ["own.toml"], "HEAD") == []


def test_the_top_of_a_repository_belongs_to_no_folder_above_it(repository: Path) -> None:
    assert path_in_repository(repository) == "."
