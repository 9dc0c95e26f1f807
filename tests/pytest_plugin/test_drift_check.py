"""``--conformance-against`` adds one test per tool that fails with the input that breaks."""

from pathlib import Path

import pytest

from tests.cli.test_drift import NAME, WITH_LIMIT, WITHOUT_LIMIT
from tests.documents.test_git import git


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    folder = pytester.path
    git(folder, "init", "-q", "-b", "main")
    (folder / NAME).write_text(WITH_LIMIT)
    git(folder, "add", NAME)
    git(folder, "commit", "-q", "-m", "first")
    pytester.makeini(f"[pytest]\nconformance_inventory = {NAME}\n")
    return folder


def test_each_tool_has_a_drift_test_that_passes_while_nothing_breaks(
    pytester: pytest.Pytester, repository: Path
) -> None:
    result = pytester.runpytest("--conformance-against", "main", "-k", "drift", "-v")
    result.assert_outcomes(passed=2, deselected=result.parseoutcomes()["deselected"])
    result.stdout.fnmatch_lines([f"*{NAME}::ListTasks::drift PASSED*"])


def test_a_break_fails_the_test_of_its_tool_with_the_witness(pytester: pytest.Pytester, repository: Path) -> None:
    (repository / NAME).write_text(WITHOUT_LIMIT)
    result = pytester.runpytest("--conformance-against=main", "-k", "drift")
    result.stdout.fnmatch_lines(
        [
            "error?drift?: field `limit` was removed",
            f"  --> {NAME}:*  /tools/*",
            "  note: accepted before, rejected now: {*",
        ]
    )
    assert result.parseoutcomes()["failed"] == 1


def test_a_reference_that_git_lacks_fails_one_test_and_the_run_goes_on(
    pytester: pytest.Pytester, repository: Path
) -> None:
    result = pytester.runpytest("--conformance-against", "nowhere")
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["passed"] > 40, "errors" in outcomes) == (1, True, False)
    text = result.stdout.str()
    assert "no reference 'nowhere'" in text
    assert "Traceback" not in text


def test_the_pull_request_that_adds_the_inventory_skips_with_the_reason(
    pytester: pytest.Pytester, repository: Path
) -> None:
    git(repository, "switch", "-q", "-c", "adopt")
    git(repository, "rm", "-q", "--cached", NAME)
    git(repository, "commit", "-q", "-m", "nothing yet")
    began = git(repository, "rev-parse", "HEAD")
    git(repository, "add", NAME)
    git(repository, "commit", "-q", "-m", "adopt")
    result = pytester.runpytest("--conformance-against", began, "-rs")
    assert result.ret == 0
    assert result.parseoutcomes()["skipped"] == 1
    why = f"named by `conformance_against`; first version: `{NAME}` is not there"
    result.stdout.fnmatch_lines(
        [f"drift: {NAME} is compared with nothing ({why})", f"SKIPPED*nothing to compare with: {why}"]
    )


def test_the_head_of_a_run_says_what_is_compared_and_why(pytester: pytest.Pytester, repository: Path) -> None:
    (repository / NAME).write_text(WITHOUT_LIMIT)
    git(repository, "commit", "-q", "-a", "-m", "break")
    result = pytester.runpytest("--conformance-against")
    result.stdout.fnmatch_lines([f"drift: {NAME} is compared with *:{NAME} (the commit before HEAD on `main`)"])
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["  accept with: fingerprint = *"])


def test_without_the_option_there_is_no_drift_test(pytester: pytest.Pytester, repository: Path) -> None:
    result = pytester.runpytest("--collect-only", "-q")
    assert "::drift" not in result.stdout.str()
