"""Each version of a file is read, also of one that is a symbolic link."""

from pathlib import Path

import pytest

from conformance.documents.git_history import Version, versions
from conformance.errors import ConformanceError
from tests.documents.test_git import commit, git, repository

__all__ = ["repository"]


def test_versions_come_oldest_first_with_their_subjects(repository: Path) -> None:
    commit(repository, "two", "second")
    commit(repository, "three", "third")
    found = [(version.subject, version.content) for version in versions(repository / "tools.json")]
    assert found == [("first", b"one"), ("second", b"two"), ("third", b"three")]
    since = [version.subject for version in versions(repository / "tools.json", "HEAD~1")]
    assert since == ["second", "third"]


def test_of_a_long_history_the_newest_versions_are_read_and_the_first_says_so(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for content in ("two", "three"):
        commit(repository, content, content)
    for limit, told in ((3, ["", "", ""]), (2, ["earlier versions than the newest 2 are not read", ""])):
        monkeypatch.setattr("conformance.documents.git_history.MAX_COMMITS", limit)
        assert [one.unread for one in versions(repository / "tools.json")] == told


def test_a_deleted_file_is_a_version_without_content(repository: Path) -> None:
    git(repository, "rm", "-q", "tools.json")
    git(repository, "commit", "-q", "-m", "gone")
    assert [version.content for version in versions(repository / "tools.json")] == [b"one", None]


def test_a_version_says_why_those_before_it_are_not_known(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(repository, "two", "second")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{repository}", "clone")
    shallow = "earlier versions are not in this shallow clone; run: git fetch --unshallow"
    assert [version.unread for version in versions(tmp_path / "clone" / "tools.json")] == [shallow]
    commit(repository, "three", "third")
    assert [version.unread for version in versions(repository / "tools.json")] == ["", "", ""]
    monkeypatch.setattr("conformance.documents.git_history.MAX_COMMITS", 2)
    cut = [(version.subject, version.unread) for version in versions(repository / "tools.json")]
    assert cut == [("second", "earlier versions than the newest 2 are not read"), ("third", "")]
    assert [version.unread for version in versions(repository / "tools.json", "HEAD~1")] == ["", ""]


def test_a_version_states_its_commit_its_time_and_its_day(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2031-02-03T04:05:06Z")
    second = commit(repository, "two", "two words")
    first, last = versions(repository / "tools.json")
    assert (first.time, first.day) == (1893456000, "2030-01-01")
    assert last == Version(second, 1927857906, "2031-02-03", "two words", b"two")


@pytest.mark.parametrize("subject", ["a\u2028b", "a\x0cb\x1cc", "a\x85b", "a\x1fb"])
def test_a_subject_with_a_mark_that_others_take_for_the_end_of_a_line_is_one_subject(
    repository: Path, subject: str
) -> None:
    commit(repository, "two", subject)
    assert [version.subject for version in versions(repository / "tools.json")] == ["first", subject]


def test_a_file_whose_name_is_a_pattern_has_a_history_of_its_own(repository: Path) -> None:
    (repository / "[t]ools.json").write_text("pattern")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "another")
    assert [version.subject for version in versions(repository / "[t]ools.json")] == ["another"]


def lead(repository: Path, target: str) -> None:
    """Commit a link that leads to a file."""
    link = repository / "api" / "link.json"
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(target)
    git(repository, "add", "api")
    git(repository, "commit", "-q", "-m", f"to {target}")


def found(repository: Path, since: str | None = None, *, of_branch: bool = False) -> list[tuple[str, bytes | None]]:
    link = repository / "api" / "link.json"
    return [(one.subject, one.content) for one in versions(link, since, of_branch=of_branch)]


def test_a_link_has_the_versions_of_what_it_leads_to(repository: Path) -> None:
    lead(repository, "../tools.json")
    commit(repository, "two", "second")
    git(repository, "mv", "tools.json", "odd *.json")
    git(repository, "commit", "-q", "-m", "move")
    lead(repository, "../odd *.json")
    git(repository, "rm", "-q", "api/link.json")
    git(repository, "commit", "-q", "-m", "gone")
    known: list[tuple[str, bytes | None]] = [
        ("to ../tools.json", b"one"),
        ("second", b"two"),
        ("move", None),
        ("to ../odd *.json", b"two"),
        ("gone", None),
    ]
    assert found(repository) == found(repository, of_branch=True) == known
    assert found(repository, "HEAD~3") == known[1:]
    broken = [str(one.fault) for one in versions(repository / "api" / "link.json") if one.fault]
    assert [text.partition(" ")[2] for text in broken] == [
        "is a symbolic link to '../tools.json', which is not in that commit"
    ]


def test_what_a_link_led_to_elsewhere_is_no_version_of_it(repository: Path) -> None:
    lead(repository, "/tools.json")
    lead(repository, "../../tools.json")
    (repository / "other.json").write_text("other")
    lead(repository, "../other.json")
    git(repository, "add", "other.json")
    git(repository, "commit", "-q", "-m", "other")
    commit(repository, "two", "second")
    (outside, last) = versions(repository / "api" / "link.json")
    assert (outside.is_removal, last.subject, last.content) == (False, "other", b"other")
    with pytest.raises(ConformanceError, match=r"'/tools\.json', which is outside of the repository"):
        outside.read()


def test_a_file_behind_a_linked_folder_has_the_versions_of_each_folder_that_the_link_led_to(repository: Path) -> None:
    for folder, content in (("one", "1"), ("two", "2")):
        (repository / folder).mkdir()
        (repository / folder / "list.json").write_text(content)
        (repository / "current").unlink(missing_ok=True)
        (repository / "current").symlink_to(folder)
        git(repository, "add", "--all")
        git(repository, "commit", "-q", "-m", folder)
    found = [(version.subject, version.content) for version in versions(repository / "current" / "list.json")]
    assert found == [("one", b"1"), ("two", b"2")]


def test_a_link_that_leads_nowhere_is_refused_only_where_its_version_is_read(repository: Path) -> None:
    (repository / "tools.json").unlink()
    (repository / "tools.json").symlink_to("gone.json")
    git(repository, "commit", "-q", "-a", "-m", "a link")
    first, last = versions(repository / "tools.json")
    assert (first.read(), first.is_removal, last.is_removal) == (b"one", False, False)
    with pytest.raises(ConformanceError, match=r"symbolic link to 'gone\.json', which is not in that commit"):
        last.read()
    git(repository, "rm", "-q", "tools.json")
    git(repository, "commit", "-q", "-m", "gone")
    *_, removed = versions(repository / "tools.json")
    assert (removed.read(), removed.is_removal) == (b"", True)
