"""An option whose value is empty, as an unset variable gives it, is refused and never means something else."""

import pytest

from tests.pytest_plugin.conftest import Project, failed_ids

OPTIONS = ("against", "artifacts", "calls", "fail-on", "outputs", "profile", "records", "source")


@pytest.mark.parametrize("option", ["--conformance", *(f"--conformance-{name}" for name in OPTIONS)])
def test_an_empty_value_is_a_usage_error(project: Project, option: str) -> None:
    project.inventory("ListTasks")
    result = project.run(f"{option}=")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"`{option}` is empty" in "".join(result.errlines)


def test_one_empty_value_of_several_is_found(project: Project) -> None:
    project.inventory("ListTasks")
    result = project.run("--conformance-records=a.jsonl", "--conformance-records", "")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "`--conformance-records` is empty" in "".join(result.errlines)


def test_an_option_without_a_value_and_an_empty_key_mean_what_they_did(project: Project) -> None:
    project.inventory("exec_command")
    assert failed_ids(project.run("--conformance")) == {"inv.json::exec_command::tool_name_case"}
    empty = ("conformance_records=", "conformance_against=", "conformance_source=")
    result = project.run("--collect-only", *(part for key in empty for part in ("-o", key)))
    assert result.ret == pytest.ExitCode.OK
