"""A path after an option never makes pytest pass over the ini file of the project."""

import pytest

from tests.pytest_plugin.conftest import Project


@pytest.mark.parametrize("option", ["--conformance-records", "--conformance-calls", "--conformance"])
def test_a_path_after_an_option_that_hides_the_ini_file_is_refused(
    project: Project, option: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project.inventory("ListTasks")
    outside = tmp_path_factory.mktemp("logs") / "calls.jsonl"
    outside.write_text("{}\n")
    result = project.run(option, str(outside))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said = "".join(result.errlines)
    assert "pytest.ini was not read" in said
    assert f"write `{option}={outside}`" in said


def test_a_path_after_an_option_is_fine_where_the_ini_file_is_read_or_has_no_key_of_ours(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    inventory = project.inventory("ListTasks")
    outside = tmp_path_factory.mktemp("logs") / "inv.json"
    outside.write_text(inventory.read_text())
    assert project.run("--collect-only", "--conformance", "inv.json").ret == pytest.ExitCode.OK
    assert project.run("--collect-only", f"--conformance={outside}").ret == pytest.ExitCode.OK
    assert project.run("--collect-only", "-c", "pytest.ini", "--conformance", str(outside)).ret == pytest.ExitCode.OK
    project.write("pytest.ini", "[pytest]\n")
    assert project.run("--collect-only", "--conformance", str(outside)).ret == pytest.ExitCode.OK
