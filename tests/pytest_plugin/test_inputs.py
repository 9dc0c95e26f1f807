"""The fixture ``conformance_inputs`` generates valid inputs for the tools of the inventory under test."""

from tests.pytest_plugin.conftest import Project, outcomes

TEST = """
from hypothesis import given, settings
from hypothesis.strategies import data
import pytest

def test_every_input_is_valid(conformance_inputs, conformance_inventory):
    seen = []

    @settings(max_examples=20, database=None, derandomize=True)
    @given(data())
    def collect(data):
        seen.append(data.draw(conformance_inputs("ListTasks")))

    collect()
    assert {type(one.get("limit", 1)) for one in seen} == {int}
    assert all(1 <= one.get("limit", 1) <= 9 and set(one) <= {"limit"} for one in seen)

def test_an_unknown_tool_is_named_with_the_one_that_is_meant(conformance_inputs):
    with pytest.raises(Exception, match="tool `ListTask` is not in the inventory"):
        conformance_inputs("ListTask")
"""


def test_inputs_of_a_tool_are_those_that_its_schema_accepts(project: Project) -> None:
    limit = {"type": "integer", "minimum": 1, "maximum": 9}
    schema = {"type": "object", "additionalProperties": False, "properties": {"limit": limit}}
    project.inventory({"name": "ListTasks", "input_schema": schema})
    test = project.write("test_inputs.py", TEST)
    assert outcomes(project.run("-p", "no:cacheprovider", str(test))) == {"passed": 2}


def test_a_line_of_the_baseline_without_a_finding_fails_a_test_of_its_own(project: Project) -> None:
    project.inventory("ExecCommand")
    project.write("conformance.toml", 'baseline = "known.jsonl"\n')
    project.write("known.jsonl", '{"fingerprint": "0123456789abcdef", "rule": "tool_name_case", "tool": "exec"}\n')
    result = project.run()
    assert outcomes(result)["failed"] == 1
    result.stdout.fnmatch_lines(["FAILED inv.json::inventory::stale_baseline*"])
