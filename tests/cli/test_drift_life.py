"""The drift gate over the life of an inventory: adopt, change, break, accept, rename, delete, merge."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.test_drift import NAME, inventory, run
from tests.documents.test_git import git

FIRST = inventory(limit={"type": "integer"}, cursor={"type": "string"})
GROWN = inventory(limit={"type": "integer"}, cursor={"type": "string"}, more={"type": "string"})
BROKEN = inventory(cursor={"type": "string"})
BEGAN = r"\(base: where HEAD left `(origin/)?main`"
BEFORE = r"\(base: the commit before HEAD on `main`"


def write(folder: Path, text: str, message: str, name: str = NAME) -> None:
    (folder / name).write_text(text, "utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "-m", message)


def accept_the_break(folder: Path) -> None:
    change = json.loads(run(folder, "conformance drift --format json")[1])["changes"][0]
    entry = f'[[accept]]\nfingerprint = "{change["fingerprint"]}"\nreason = "unused"\n'
    write(folder, entry, "accept", "conformance.toml")


@pytest.fixture
def adopted(tmp_path: Path) -> Path:
    """A repository whose second commit on ``main`` has an inventory."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    write(folder, "# Tools\n", "first", "README.md")
    write(folder, FIRST, "adopt")
    return folder


@pytest.fixture(params=["on a branch", "merged into main"])
def feature(request: pytest.FixtureRequest, adopted: Path) -> tuple[Path, bool]:
    """A branch of that repository, and whether it is merged before the gate is asked."""
    git(adopted, "switch", "-q", "-c", "feature")
    return adopted, request.param == "merged into main"


def closing_line(folder: Path, *, merge: bool, options: str = "") -> tuple[int, str]:
    """Ask the gate on the branch, or on ``main`` after a merge; both must answer alike but for the reason."""
    if merge:
        git(folder, "switch", "-q", "main")
        git(folder, "merge", "-q", "--no-ff", "-m", "merge", "feature")
    status, output = run(folder, f"conformance drift {options}")
    line = output.splitlines()[-1]
    assert re.search(BEFORE if merge else BEGAN, line), output
    return status, re.sub(r"^[0-9a-f]{12}:", "", line).partition(" (base")[0]


def answer_after_fetches(clone: Path, command: str) -> tuple[int, str]:
    """Run each fetch that the command names until it answers; there is no endless chain of them."""
    for _ in range(3):
        status, output = run(clone, command)
        cure = re.search(r"run: git ([^,\n]+)", output)
        if cure is None:
            return status, output
        assert status == 2, output
        git(clone, *cure[1].split())
    return run(clone, command)


def test_adopting_adds_every_tool_and_breaks_nothing(adopted: Path) -> None:
    git(adopted, "switch", "-q", "-c", "feature", "HEAD~1")
    git(adopted, "branch", "-q", "-f", "main", "HEAD")
    write(adopted, FIRST, "adopt")
    for merge in (False, True):
        assert closing_line(adopted, merge=merge) == (0, f"nothing -> {NAME}: 1 compatible")
        status, output = run(adopted, "conformance drift --fail-on compatible")
        assert (status, "compatible[tool_added]" in output, "first version: " in output) == (1, True, True)


def test_the_first_commit_of_a_repository_is_a_first_version(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    write(tmp_path, FIRST, "adopt")
    status, output = run(tmp_path, "conformance drift")
    why = f"the commit before HEAD on `main`; first version: `{NAME}` is not there"
    assert (status, output.splitlines()[-1]) == (0, f"nothing -> {NAME}: 1 compatible (base: {why})")


def test_a_change_after_the_first_commit_is_compared_with_it_before_it_is_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    git(tmp_path, "init", "-q", "-b", "main")
    write(tmp_path, FIRST, "adopt")
    (tmp_path / "notes").write_text("of nobody's")
    assert run(tmp_path, "conformance drift")[1].startswith("ListTasks\n  compatible[tool_added]")
    (tmp_path / NAME).write_text(BROKEN)
    uncommitted = "(base: HEAD on `main`, with changes that are not committed"
    status, output = run(tmp_path, "conformance drift")
    line = output.splitlines()[-1].partition(":")[2]
    assert (status, line) == (
        1,
        f"{NAME} -> {NAME}: 1 breaking (base: HEAD on `main`, with changes that are not committed)",
    )
    (tmp_path / NAME).rename(tmp_path / "tools.json")
    status, output = run(tmp_path, "conformance drift tools.json")
    assert (
        status,
        f"-> tools.json: 1 breaking {uncommitted}; renamed" in output,
    ) == (
        1,
        True,
    )


def test_a_hook_on_the_default_branch_says_before_a_commit_what_ci_says_after_it(
    adopted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)

    def statuses(message: str) -> tuple[int, int]:
        before = run(adopted, "conformance drift")[0]
        git(adopted, "commit", "-q", "--all", "-m", message)
        return before, run(adopted, "conformance drift")[0]

    (adopted / NAME).write_text(BROKEN)
    assert statuses("break") == (1, 1)
    # The next commit has nothing to do with it, and neither has what a step of CI writes.
    (adopted / "README.md").write_text("# All tools\n")
    monkeypatch.setenv("CI", "true")
    assert run(adopted, "conformance drift")[0] == 1
    monkeypatch.delenv("CI")
    assert statuses("rename") == (0, 0)


def test_a_link_that_is_committed_is_compared_with_what_it_led_to(adopted: Path) -> None:
    (adopted / "api").mkdir()
    write(adopted, FIRST, "move", "api/tools.json")
    (adopted / "link.json").symlink_to("api/tools.json")
    (adopted / NAME).unlink()
    (adopted / NAME).symlink_to("link.json")
    write(adopted, "\n", "link", "README.md")
    git(adopted, "switch", "-q", "-c", "feature")
    status, output = run(adopted, "conformance drift")
    assert (status, f"-> {NAME}: no change" in output) == (0, True)
    write(adopted, BROKEN, "break", "api/tools.json")
    status, output = run(adopted, "conformance drift")
    assert (status, f"-> {NAME}: 1 breaking" in output) == (1, True)
    status, output = run(adopted, f"conformance drift --history {NAME}")
    assert (status, output.count("breaking"), output.count("no change")) == (0, 2, 0)


@pytest.mark.parametrize("stated", ["tools", "tools/a.json"])
def test_a_link_to_a_folder_is_followed_as_the_base_has_it(folder_of_tools: Path, stated: str) -> None:
    git(folder_of_tools, "switch", "-q", "main")
    (folder_of_tools / "tools").rename(folder_of_tools / "first")
    (folder_of_tools / "tools").symlink_to("first")
    write(folder_of_tools, f'inventory = "{stated}"\n', "link", "conformance.toml")
    git(folder_of_tools, "switch", "-q", "-c", "second")
    write(folder_of_tools, _tool_text("a", "integer"), "break", "tools/a.json")
    assert f":{stated} -> {stated}: 1 breaking" in run(folder_of_tools, "conformance drift")[1]
    git(folder_of_tools, "checkout", "-q", "main", "first/a.json")
    shutil.copytree(folder_of_tools / "first", folder_of_tools / "other")
    (folder_of_tools / "tools").unlink()
    (folder_of_tools / "tools").symlink_to("other")
    write(folder_of_tools, _tool_text("a", "integer"), "lead it elsewhere", "other/a.json")
    status, output = run(folder_of_tools, "conformance drift")
    assert (status, f":{stated} -> {stated}: 1 breaking" in output) == (1, True), output


@pytest.mark.parametrize(
    ("link", "target", "stated", "was"),
    [
        ("one.json", "tools/b.json", "one.json", "tools/b.json"),
        ("all", "tools", "all", "tools"),
        ("all", "tools", "all/b.json", "tools/b.json"),
    ],
)
def test_a_new_link_is_compared_with_what_it_leads_to(
    folder_of_tools: Path, link: str, target: str, stated: str, was: str
) -> None:
    (folder_of_tools / link).symlink_to(target)
    status, output = run(folder_of_tools, f"conformance drift {stated}")
    assert (status, f":{was} -> {stated}: 1 breaking" in output) == (1, True), output


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("../tools.json", "is outside of the repository"),
        ("gone.json", "is not in that commit"),
        ("link.json", "leads back to it"),
    ],
)
def test_a_link_that_leads_to_no_file_of_its_commit_is_named(adopted: Path, target: str, fault: str) -> None:
    (adopted / "link.json").symlink_to(target)
    write(adopted, "\n", "link", "README.md")
    (adopted / "link.json").unlink()
    write(adopted, FIRST, "no link", "link.json")
    began = git(adopted, "rev-parse", "HEAD~1")
    status, output = run(adopted, "conformance drift link.json")
    assert (status, f"'{began}:link.json' is a symbolic link to '{target}', which {fault}" in output) == (2, True)
    assert "help: name the file that the link leads to, or name two files: OLD NEW" in output
    status, output = run(adopted, "conformance drift --history link.json")
    assert (status, fault in output, output.count("first readable version")) == (0, True, 1)


def test_a_change_that_breaks_nobody_passes(feature: tuple[Path, bool]) -> None:
    folder, merge = feature
    write(folder, GROWN, "grow")
    assert closing_line(folder, merge=merge) == (0, f"{NAME} -> {NAME}: 1 compatible")


def test_a_break_fails_until_it_is_accepted(feature: tuple[Path, bool]) -> None:
    folder, merge = feature
    write(folder, BROKEN, "break")
    status, output = run(folder, "conformance drift")
    assert (status, bool(re.search(BEGAN, output))) == (1, True)
    accept_the_break(folder)
    assert closing_line(folder, merge=merge) == (0, f"{NAME} -> {NAME}: 1 accepted")


def test_a_break_is_not_hidden_by_its_merge(feature: tuple[Path, bool]) -> None:
    folder, merge = feature
    write(folder, BROKEN, "break")
    assert closing_line(folder, merge=merge) == (1, f"{NAME} -> {NAME}: 1 breaking")


def test_a_renamed_file_is_followed_whichever_of_its_names_is_given(feature: tuple[Path, bool]) -> None:
    folder, merge = feature
    git(folder, "mv", NAME, "tools.json")
    git(folder, "commit", "-q", "-m", "rename")
    expected = f"{NAME} -> tools.json: no change"
    assert closing_line(folder, merge=merge, options="tools.json") == (0, expected)
    status, output = run(folder, f"conformance drift {NAME}")
    assert status == 0
    assert "-> tools.json: no change (base: " in output
    assert output.endswith(f"renamed from `{NAME}`)")
    assert "tools.json" in git(folder, "ls-files")


def test_a_break_in_a_renamed_file_is_found(feature: tuple[Path, bool]) -> None:
    folder, merge = feature
    git(folder, "mv", NAME, "tools.json")
    write(folder, BROKEN, "rename and break", "tools.json")
    assert closing_line(folder, merge=merge, options="tools.json") == (1, f"{NAME} -> tools.json: 1 breaking")


def test_a_file_that_was_moved_without_git_is_followed_and_git_is_left_as_it_was(adopted: Path) -> None:
    git(adopted, "switch", "-q", "-c", "feature")
    (adopted / "api").mkdir()
    (adopted / "other.json").write_text('{"name": "another file that git does not know"}')
    (adopted / NAME).unlink()
    (adopted / "api" / "my tools.json").write_text(BROKEN)
    before = {path: path.read_bytes() for path in (adopted / ".git").rglob("*") if path.is_file()}
    for name in (NAME, "'api/my tools.json'"):
        status, output = run(adopted, f"conformance drift {name}")
        line = output.splitlines()[-1].partition(":")[2]
        reason = f"(base: where HEAD left `main`; renamed from `{NAME}`)"
        assert (status, line) == (1, f"{NAME} -> api/my tools.json: 1 breaking {reason}")
    assert {path: path.read_bytes() for path in (adopted / ".git").rglob("*") if path.is_file()} == before


def test_a_repository_without_commits_has_a_first_version(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / NAME).write_text(FIRST)
    status, output = run(tmp_path, "conformance drift")
    why = f"HEAD has no commit yet; first version: `{NAME}` is not there"
    assert (status, output.splitlines()[-1]) == (0, f"nothing -> {NAME}: 1 compatible (base: {why})")


def test_a_deleted_inventory_breaks_every_tool(feature: tuple[Path, bool]) -> None:
    folder, merge = feature
    git(folder, "rm", "-q", NAME)
    git(folder, "commit", "-q", "-m", "delete")
    assert closing_line(folder, merge=merge) == (1, f"{NAME} -> nothing: 1 breaking")
    output = run(folder, "conformance drift")[1]
    assert "breaking[tool_removed]" in output
    assert "ListTasks" in output
    assert "the file was deleted" in output


def test_a_file_that_goes_with_its_folder_is_deleted_too(adopted: Path) -> None:
    (adopted / "api").mkdir()
    write(adopted, FIRST, "another", "api/tools.json")
    git(adopted, "switch", "-q", "-c", "feature")
    shutil.rmtree(adopted / "api")
    status, output = run(adopted, "conformance drift api/tools.json")
    assert (status, "api/tools.json -> nothing: 1 breaking" in output) == (1, True)


def test_an_inventory_that_goes_with_the_configuration_that_named_it_is_deleted_too(adopted: Path) -> None:
    git(adopted, "rm", "-q", NAME)
    (adopted / "api").mkdir()
    write(adopted, FIRST, "move", "api/tools.json")
    write(adopted, 'inventory = "api/tools.json"\n', "configure", "conformance.toml")
    git(adopted, "switch", "-q", "-c", "feature")
    git(adopted, "rm", "-q", "conformance.toml")
    status, output = run(adopted, "conformance drift")
    assert (status, "and nothing names one now" in output) == (2, True)
    assert "help: pass it: conformance drift api/tools.json" in output
    git(adopted, "rm", "-q", "api/tools.json")
    git(adopted, "commit", "-q", "-m", "delete")
    for folder in (adopted, adopted / "deep"):
        folder.mkdir(exist_ok=True)
        status, output = run(folder, "conformance drift")
        assert (status, "api/tools.json -> nothing: 1 breaking" in output) == (1, True), output
        assert "`api/tools.json` was deleted, and the configuration no longer names it" in output
    status, output = run(adopted, "conformance drift other.json")
    assert (status, "there is no `other.json`, neither now nor at the base" in output) == (2, True)


def test_a_file_that_never_was_cannot_be_compared(adopted: Path) -> None:
    status, output = run(adopted, "conformance drift nowhere.json")
    assert (status, "there is no `nowhere.json`, neither now nor at the base" in output) == (2, True)
    (adopted / "empty").mkdir()
    status, output = run(adopted / "empty", "conformance drift")
    assert (status, "help: pass the inventory, name it as `inventory` in the configuration" in output) == (2, True)
    assert "if it was deleted for good, remove `inventory` and this check" in output


def test_after_the_merge_of_a_break_its_entry_says_in_one_line_that_it_can_go(adopted: Path) -> None:
    folder = adopted
    git(folder, "switch", "-q", "-c", "feature")
    write(folder, BROKEN, "break")
    accept_the_break(folder)
    assert closing_line(folder, merge=True) == (0, f"{NAME} -> {NAME}: 1 accepted")
    git(folder, "commit", "-q", "--allow-empty", "-m", "next")
    status, output = run(folder, "conformance drift")
    assert status == 1
    assert f"{NAME} -> {NAME}: 1 stale `accept` entry (base" in output, "it breaks no caller"
    assert json.loads(run(folder, "conformance drift --format json")[1])["summary"]["breaking"] == 1
    (found, _, cure) = (line.strip() for line in output.splitlines()[1:4])
    assert found.startswith("breaking[stale_accept]: the `accept` entry for ")
    assert cure == "help: remove the entry: the break that it accepted is part of the base by now, or is undone"


def test_a_stale_entry_of_a_deleted_inventory_is_reported_under_the_name_of_the_file(adopted: Path) -> None:
    accept_the_break(adopted)
    git(adopted, "rm", "-q", NAME)
    _, output = run(adopted, "conformance drift")
    assert "stale_accept" in output
    assert re.search(rf"(?m)^[0-9a-f]+:{NAME}$", output)
    assert "\nnothing\n" not in f"\n{output}"


def test_a_base_that_git_lacks_is_blamed_on_the_variable_that_names_it(
    adopted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value, lacks in (
        ("GITHUB_BASE_REF", "release", "origin/release"),
        ("CI_MERGE_REQUEST_DIFF_BASE_SHA", "0" * 40, "0" * 40),
        ("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "0" * 40, "0" * 40),
    ):
        with monkeypatch.context() as ci:
            ci.setenv(name, value)
            status, output = run(adopted, "conformance drift")
        assert (status, f"git has no reference '{lacks}' here, named by `{name}`" in output) == (2, True)
        assert "or name the version with `--against REF` if that was deleted" in output


def test_a_pull_request_that_is_not_checked_out_is_not_compared_with_itself(
    adopted: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", f"file://{adopted}", str(clone))
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    status, output = run(clone, "conformance drift")
    assert (status, "HEAD is itself a commit of `origin/main`, named by `GITHUB_BASE_REF`" in output) == (2, True)
    assert run(clone, "conformance drift --against HEAD")[0] == 0
    # Its file alone, laid over the target, is a change.
    (clone / NAME).write_text(BROKEN)
    assert run(clone, "conformance drift")[0] == 1
    git(clone, "checkout", "-q", "--", ".")
    git(clone, "commit", "-q", "--allow-empty", "-m", "an empty change")
    assert run(clone, "conformance drift")[0] == 0


def test_in_a_clone_without_a_remote_the_local_branch_is_named(adopted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    status, output = run(adopted, "conformance drift")
    assert (status, "help: compare with the local branch: `--against main`" in output) == (2, True)
    assert run(adopted, "conformance drift --against main")[0] == 0


def test_a_stale_entry_suggests_no_major_version(adopted: Path) -> None:
    git(adopted, "switch", "-q", "-c", "feature")
    entry = '[[accept]]\nfingerprint = "0000000000000000"\nreason = "unused"\n'
    write(adopted, entry, "accept", "conformance.toml")
    status, output = run(adopted, "conformance drift --from-version 1.2.3")
    assert status == 0
    assert "2.0.0" not in output


def test_the_base_that_ci_states_is_used_unless_one_is_named(
    feature: tuple[Path, bool], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    origin, _ = feature
    began = git(origin, "rev-parse", "HEAD")
    git(origin, "branch", "-q", "release")
    write(origin, GROWN, "grow")
    git(origin, "branch", "-q", "-f", "main", "HEAD")
    write(origin, BROKEN, "break")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "-b", "feature", f"file://{origin}", str(clone))
    # By default the branch is compared with `main`, which has one field more than `release`.
    assert len(json.loads(run(clone, "conformance drift --format json")[1])["changes"]) == 2
    for name, value, reason in (
        ("GITHUB_BASE_REF", "release", "where HEAD left `release`, by `GITHUB_BASE_REF`"),
        ("CI_MERGE_REQUEST_DIFF_BASE_SHA", began, "the base of the merge request, by `CI_MERGE_REQUEST_DIFF_BASE_SHA`"),
    ):
        with monkeypatch.context() as ci:
            ci.setenv(name, value)
            report = json.loads(run(clone, "conformance drift --format json")[1])
            assert (report["reason"], len(report["changes"])) == (reason, 1)
            named = json.loads(run(clone, "conformance drift --against HEAD --format json")[1])
            assert (named["reason"], named["changes"]) == ("named by `--against`", [])


def test_a_merged_result_is_not_accused_of_what_its_target_branch_did(
    adopted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = git(adopted, "rev-parse", "HEAD")
    git(adopted, "switch", "-q", "-c", "feature")
    git(adopted, "commit", "-q", "--allow-empty", "-m", "docs")
    git(adopted, "switch", "-q", "main")
    write(adopted, BROKEN, "break")
    target = git(adopted, "rev-parse", "HEAD")
    git(adopted, "switch", "-q", "--detach", "main")
    git(adopted, "merge", "-q", "--no-ff", "-m", "merge", "feature")
    monkeypatch.setenv("CI_MERGE_REQUEST_DIFF_BASE_SHA", began)
    assert run(adopted, "conformance drift")[0] == 1
    monkeypatch.setenv("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", target)
    status, output = run(adopted, "conformance drift")
    assert (status, "where HEAD left the target branch" in output) == (0, True)


def test_the_default_branch_of_gitlab_has_any_name(
    adopted: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    git(adopted, "branch", "-q", "-m", "main", "develop")
    git(adopted, "switch", "-q", "-c", "feat")
    write(adopted, BROKEN, "break")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "-b", "feat", f"file://{adopted}", str(clone))
    git(clone, "remote", "set-head", "origin", "--delete")
    assert run(clone, "conformance drift")[0] == 2
    monkeypatch.setenv("CI_DEFAULT_BRANCH", "develop")
    status, output = run(clone, "conformance drift")
    assert (status, "1 breaking (base: where HEAD left `origin/develop`" in output) == (1, True), output


def test_a_shallow_clone_says_what_to_fetch_and_works_after_it(
    feature: tuple[Path, bool], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    origin, merge = feature
    began = git(origin, "rev-parse", "HEAD")
    write(origin, BROKEN, "break")
    branch = "feature"
    if merge:
        git(origin, "switch", "-q", "main")
        git(origin, "merge", "-q", "--no-ff", "-m", "merge", "feature")
        branch = "main"
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", "-b", branch, f"file://{origin}", str(clone))
    cases = [("", "")] if merge else [("GITHUB_BASE_REF", "main"), ("CI_MERGE_REQUEST_DIFF_BASE_SHA", began), ("", "")]
    for name, value in cases:
        with monkeypatch.context() as ci:
            if name:
                ci.setenv(name, value)
            status, output = answer_after_fetches(clone, "conformance drift")
        assert (status, ": 1 breaking (base: " in output) == (1, True), output
        shutil.rmtree(clone)
        git(tmp_path, "clone", "-q", "--depth=1", "-b", branch, f"file://{origin}", str(clone))


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("adopt", f"nothing -> {NAME}: 1 compatible"),
        ("change", f"{NAME} -> {NAME}: 1 compatible"),
        ("accept", f"{NAME} -> {NAME}: 1 accepted"),
    ],
)
def test_a_shallow_clone_lets_pass_what_a_full_one_lets_pass(
    feature: tuple[Path, bool], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, event: str, expected: str
) -> None:
    origin, merge = feature
    if event == "adopt":
        git(origin, "branch", "-q", "-f", "main", "HEAD~1")
    else:
        write(origin, GROWN if event == "change" else BROKEN, event)
    if event == "accept":
        accept_the_break(origin)
    if merge:
        git(origin, "switch", "-q", "main")
        git(origin, "merge", "-q", "--no-ff", "-m", "merge", "feature")
    else:
        monkeypatch.setenv("GITHUB_BASE_REF", "main")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", "-b", "main" if merge else "feature", f"file://{origin}", str(clone))
    assert run(clone, "conformance drift")[0] == 2
    status, output = answer_after_fetches(clone, "conformance drift")
    line = re.sub(r"^[0-9a-f]{12}:", "", output.splitlines()[-1])
    assert (status, line.partition(" (base")[0]) == (0, expected)


def test_after_the_fetches_that_it_names_a_shallow_clone_answers_like_a_full_one(
    feature: tuple[Path, bool], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    origin, merge = feature
    git(origin, "switch", "-q", "main")
    write(origin, BROKEN, "another list", "gone.json")
    git(origin, "switch", "-q", "feature")
    git(origin, "merge", "-q", "--ff-only", "main")
    git(origin, "mv", NAME, "tools.json")
    git(origin, "rm", "-q", "gone.json")
    git(origin, "commit", "-q", "-m", "rename one, delete one")
    if merge:
        git(origin, "switch", "-q", "main")
        git(origin, "merge", "-q", "--no-ff", "-m", "merge", "feature")
    clone = tmp_path / "clone"
    branch = "main" if merge else "feature"
    git(tmp_path, "clone", "-q", "--depth=1", "-b", branch, f"file://{origin}", str(clone))
    if not merge:
        monkeypatch.setenv("GITHUB_BASE_REF", "main")
    answer_after_fetches(clone, "conformance drift tools.json")
    for name, expected in (
        ("tools.json", (0, f"{NAME} -> tools.json: no change")),
        ("gone.json", (1, "gone.json -> nothing: 1 breaking")),
    ):
        status, output = run(clone, f"conformance drift {name}")
        line = re.sub(r"^[0-9a-f]{12}:", "", output.splitlines()[-1])
        assert (status, line.partition(" (base")[0]) == expected


def test_a_branch_that_merged_main_is_judged_by_its_own_changes(adopted: Path) -> None:
    git(adopted, "switch", "-q", "-c", "feature")
    write(adopted, "# More tools\n", "work", "README.md")
    git(adopted, "switch", "-q", "main")
    write(adopted, BROKEN, "main breaks")
    git(adopted, "switch", "-q", "feature")
    git(adopted, "merge", "-q", "--no-edit", "main")
    assert closing_line(adopted, merge=False) == (0, f"{NAME} -> {NAME}: no change")
    grown = inventory(cursor={"type": "string"}, more={"type": "string"})
    write(adopted, grown, "grow")
    assert closing_line(adopted, merge=True) == (0, f"{NAME} -> {NAME}: 1 compatible")


def test_a_version_is_suggested_by_the_verdicts_since_the_last_tag(adopted: Path) -> None:
    folder = adopted
    git(folder, "tag", "v1.4.2")
    for text, expected in ((None, "v1.4.2"), (GROWN, "v1.5.0"), (BROKEN, "v2.0.0")):
        if text is not None:
            write(folder, text, "change")
        status, output = run(folder, "conformance drift --suggest-version")
        assert (status, output.splitlines()[-1]) == (0, f"suggested version: {expected}")
        assert output.splitlines()[-2].startswith(f"v1.4.2:{NAME} -> {NAME}: ")
        assert output.splitlines()[-2].endswith("(base: the last tag)")
    for stated, expected in (("0.3.1", "0.4.0"), ("tools-v3.0.0-rc.1", "tools-v4.0.0")):
        status, output = run(folder, f"conformance drift --from-version {stated}")
        assert (status, output.splitlines()[-1]) == (0, f"suggested version: {expected}")
    status, output = run(folder, "conformance drift --from-version next")
    assert (status, "`next` is not a semantic version" in output) == (2, True)
    git(folder, "tag", "-d", "v1.4.2")
    status, output = run(folder, "conformance drift --suggest-version")
    assert (status, "--from-version 1.2.3" in output) == (2, True)


@pytest.mark.parametrize("config", ['inventory = "tools.json"\n', ""])
def test_an_inventory_that_is_copied_and_named_instead_is_compared_with_the_one_before(
    adopted: Path, config: str
) -> None:
    before = "tools.json" if config else NAME
    if config:
        git(adopted, "mv", NAME, before)
        write(adopted, config, "name it", "conformance.toml")
    git(adopted, "switch", "-q", "-c", "feature")
    (adopted / "conformance.toml").write_text('inventory = "new.json"\n')
    write(adopted, BROKEN, "copy it with a break", "new.json")
    status, output = run(adopted, "conformance drift")
    assert (status, f"; the configuration named `{before}` there)" in output) == (1, True), output
    write(adopted, "", "name nothing", "conformance.toml")
    named = run(adopted, "conformance drift new.json")
    assert (named[0], "first version: `new.json` is not there" in named[1]) == (0, True)


@pytest.fixture
def folder_of_tools(tmp_path: Path) -> Path:
    """A repository whose inventory is a folder with one tool per file, and a branch on which a field broke."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "conformance.toml").write_text('inventory = "tools"\n')
    (tmp_path / "tools").mkdir()
    for name in ("a", "b", "c"):
        write(tmp_path, _tool_text(name, "string"), f"add {name}", f"tools/{name}.json")
    git(tmp_path, "switch", "-q", "-c", "feature")
    write(tmp_path, _tool_text("b", "integer"), "break b", "tools/b.json")
    return tmp_path


def _tool_text(name: str, kind: str) -> str:
    return json.dumps({"name": name, "inputSchema": {"type": "object", "properties": {"x": {"type": kind}}}})


def test_a_folder_of_tools_is_compared_with_what_it_was(folder_of_tools: Path) -> None:
    for command in ("drift", "drift tools --against main", "drift tools --against main:tools"):
        status, output = run(folder_of_tools, f"conformance {command}")
        assert (status, ":tools -> tools: 1 breaking" in output) == (1, True), output
    git(folder_of_tools, "rm", "-q", "tools/c.json")
    assert ":tools -> tools: 2 breaking" in run(folder_of_tools, "conformance drift")[1]
    git(folder_of_tools, "rm", "-q", "-r", "-f", "tools")
    assert ":tools -> nothing: 3 breaking" in run(folder_of_tools, "conformance drift")[1]


def test_the_top_of_a_repository_is_a_folder_of_tools_like_any_other(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    write(tmp_path, "no tools yet", "begin", "README.txt")
    write(tmp_path, _tool_text("a", "string"), "add a", "a.json")
    status, output = run(tmp_path, "conformance drift . --against HEAD~1")
    assert (status, "first version: the top folder has no tools" in output) == (0, True), output
    write(tmp_path, _tool_text("a", "integer"), "break a", "a.json")
    assert "HEAD~1:. -> .: 1 breaking" in run(tmp_path, "conformance drift . --against HEAD~1")[1]
    (tmp_path / "inside").mkdir()
    status, output = run(tmp_path / "inside", "conformance drift .. --against HEAD~1")
    assert (status, "HEAD~1:. -> ..: 1 breaking" in output) == (1, True), output


def test_a_file_of_the_folder_counts_at_the_base_whatever_the_case_of_its_ending(folder_of_tools: Path) -> None:
    git(folder_of_tools, "mv", "tools/b.json", "tools/b.JSON")
    git(folder_of_tools, "commit", "-q", "-m", "rename b")
    (folder_of_tools / "tools" / "b.JSON").write_text(_tool_text("b", "string"))
    status, output = run(folder_of_tools, "conformance drift tools --against HEAD")
    assert (status, "HEAD:tools -> tools: 1 breaking" in output) == (1, True), output


def test_a_misspelt_list_of_the_folder_is_an_error_now_and_none_at_the_base(folder_of_tools: Path) -> None:
    tool = json.loads(_tool_text("e", "string"))
    write(folder_of_tools, json.dumps({"tols": [tool]}), "add e", "tools/e.json")
    status, output = run(folder_of_tools, "conformance drift tools --against HEAD")
    assert (status, "`tols` is not read" in output) == (2, True), output
    (folder_of_tools / "tools" / "e.json").write_text(json.dumps({"tools": [tool]}))
    status, output = run(folder_of_tools, "conformance drift tools --against HEAD")
    assert (status, "HEAD:tools -> tools: 1 compatible" in output) == (0, True), output


def test_a_file_that_is_named_instead_of_a_folder_of_tools_is_compared_with_it(folder_of_tools: Path) -> None:
    tools = [json.loads((folder_of_tools / "tools" / f"{name}.json").read_text()) for name in "abc"]
    (folder_of_tools / "tools.json").write_text(json.dumps({"tools": tools}))
    (folder_of_tools / "conformance.toml").write_text('inventory = "tools.json"\n')
    git(folder_of_tools, "rm", "-q", "-r", "tools")
    git(folder_of_tools, "add", "-A")
    git(folder_of_tools, "commit", "-q", "-m", "one file")
    status, output = run(folder_of_tools, "conformance drift")
    assert (status, "tools.json: 1 breaking" in output, "named `tools` there" in output) == (1, True, True), output


def test_a_folder_that_moved_is_compared_whichever_of_its_names_is_given(folder_of_tools: Path) -> None:
    (folder_of_tools / "tools").rename(folder_of_tools / "moved")
    assert ":tools -> moved: 1 breaking" in run(folder_of_tools, "conformance drift moved")[1]
    git(folder_of_tools, "add", "--all")
    for name in ("tools", "moved"):
        status, output = run(folder_of_tools, f"conformance drift {name}")
        assert (status, ":tools -> moved: 1 breaking" in output, "renamed from `tools`" in output) == (1, True, True)
    (folder_of_tools / "part").mkdir()
    git(folder_of_tools, "mv", "moved/b.json", "part/b.json")
    git(folder_of_tools, "commit", "-q", "-m", "divide it")
    assert ":tools -> moved: 1 breaking" in run(folder_of_tools, "conformance drift moved")[1]


def test_a_folder_that_was_there_is_compared_with_the_file_that_was_named(folder_of_tools: Path) -> None:
    git(folder_of_tools, "switch", "-q", "main")
    write(folder_of_tools, _tool_text("z", "string"), "another", "z.json")
    write(folder_of_tools, 'inventory = "z.json"\n', "name it", "conformance.toml")
    git(folder_of_tools, "switch", "-q", "-c", "third")
    write(folder_of_tools, 'inventory = "tools"\n', "name the folder", "conformance.toml")
    status, output = run(folder_of_tools, "conformance drift")
    assert (status, ":z.json -> tools: 1 breaking, 2 compatible" in output) == (1, True), output


def test_a_file_that_was_one_of_a_folder_of_tools_is_compared_with_what_the_configuration_named(
    folder_of_tools: Path,
) -> None:
    git(folder_of_tools, "mv", "tools/a.json", "tools.json")
    git(folder_of_tools, "rm", "-q", "-r", "tools")
    write(folder_of_tools, 'inventory = "tools.json"', "one file", "conformance.toml")
    status, output = run(folder_of_tools, "conformance drift")
    assert (status, "2 breaking" in output, "named `tools` there" in output) == (1, True, True), output


def test_a_configuration_of_any_name_that_names_another_file_is_followed(adopted: Path) -> None:
    write(adopted, f'inventory = "{NAME}"', "name it", "gate.toml")
    git(adopted, "switch", "-q", "-c", "feature")
    write(adopted, BROKEN, "copy it with a break", "new.json")
    write(adopted, 'inventory = "new.json"', "name the copy", "gate.toml")
    status, output = run(adopted, "conformance drift --config gate.toml")
    assert (status, f"; the configuration named `{NAME}` there)" in output) == (1, True), output


def test_the_history_of_a_folder_is_not_said_to_be_empty(folder_of_tools: Path) -> None:
    status, output = run(folder_of_tools, "conformance drift --history tools")
    assert (status, "`tools` is a folder, whose history is not read" in output) == (2, True), output
