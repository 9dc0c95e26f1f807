"""A run says how much of the contract its questions and its recorded results have shown."""

import json

import pytest

from conformance.documents.values import JsonObject
from tests.pytest_plugin.conftest import Project, outcomes

FILE = "receipts.jsonl"
SCHEMA = {
    "type": "object",
    "properties": {"state": {"enum": ["open", "done"]}, "limit": {"type": "integer", "maximum": 5}},
    "additionalProperties": False,
}
RECORDS = "[pytest]\nconformance_inventory = inv.json\nconformance_records = receipts.jsonl\n"
SYSTEM = "[pytest]\nconformance_source = python:conformance.probes.miniatures:sound\n"


@pytest.fixture
def recorded(project: Project) -> Project:
    """A project with two recorded calls, of which one failed."""
    project.inventory({"name": "ListTasks", "input_schema": SCHEMA}, "GetTask")
    good: JsonObject = {
        "tool_name": "ListTasks",
        "status": "success",
        "summary_text": "none",
        "result": {},
        "error": None,
    }
    error: JsonObject = {
        "kind": "not_found",
        "message": "no such task",
        "recovery_hint": "list them",
        "retryable": False,
    }
    wrong: JsonObject = {**good, "status": "error", "result": None, "error": error}
    calls: list[tuple[JsonObject, JsonObject]] = [({"state": "open"}, good), ({"limit": 5}, wrong)]
    lines: list[JsonObject] = [
        {"tool_name": "ListTasks", "input": given, "canonical_result": one} for given, one in calls
    ]
    project.write(FILE, "".join(json.dumps(one) + "\n" for one in lines))
    project.write("pytest.ini", RECORDS)
    return project


def _section(result: pytest.RunResult) -> list[str]:
    begin = next((at for at, one in enumerate(result.outlines) if "conformance coverage" in one), None)
    rest = [] if begin is None else result.outlines[begin + 1 :]
    end = next((at for at, one in enumerate(rest) if one.startswith("==")), len(rest))
    return rest[:end]


def test_recorded_results_show_a_part_of_the_contract(recorded: Project) -> None:
    first, listed, got = _section(recorded.run("--conformance-coverage", FILE))
    assert first == "receipts.jsonl: contract: 4 of 5 parts (80 %) recorded"
    assert listed.startswith("  `ListTasks`: 2 calls, 4 of 5 parts (80 %); errors: `not_found`; never: ")
    assert listed.endswith("/properties/state/enum/1`")
    assert got.startswith("  `GetTask`: 0 calls")


def test_without_the_option_nothing_is_counted_and_an_ini_key_stands_for_it(recorded: Project) -> None:
    assert not _section(recorded.run(FILE))
    recorded.write("pytest.ini", f"{RECORDS}conformance_coverage = true\n")
    assert _section(recorded.run(FILE))


def test_results_of_which_no_test_ran_are_not_counted(recorded: Project) -> None:
    assert not _section(recorded.run("--conformance-coverage", "inv.json"))


def test_without_an_inventory_the_section_says_why_nothing_is_counted(recorded: Project) -> None:
    recorded.write("pytest.ini", "[pytest]\nconformance_records = receipts.jsonl\n")
    (recorded.path / "inv.json").unlink()
    (line,) = _section(recorded.run("--conformance-coverage", FILE))
    assert line.startswith("receipts.jsonl: not counted, as no inventory ")


def test_results_that_are_gone_at_the_end_are_no_traceback(recorded: Project) -> None:
    recorded.write("test_gone.py", "import os\ndef test_gone(): os.remove('receipts.jsonl')\n")
    result = recorded.run("--conformance-coverage", "test_gone.py", FILE)
    assert _section(result)[0].startswith("receipts.jsonl: not counted: ")
    assert "INTERNALERROR" not in str(result.outlines)


def test_coverage_without_calls_is_a_usage_error(project: Project) -> None:
    project.inventory("ListTasks")
    result = project.run("--conformance-coverage")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*`conformance_coverage` counts calls, but no *"])


def test_questions_show_a_part_of_the_contract_of_the_tools_that_were_asked(project: Project) -> None:
    project.write("pytest.ini", SYSTEM)
    project.write("conformance.toml", "[probe]\nmax_examples = 3\n")
    first, tool = _section(project.run("--conformance-coverage", "-k", "WaitFor and enum_enforced"))
    assert first.startswith("runtime: contract: ")
    assert tool.startswith("  `WaitFor`: ")
    assert "(0 %)" not in tool


@pytest.mark.long
def test_workers_come_to_the_same_section_for_results_and_sum_up_what_they_asked(recorded: Project) -> None:
    asked = ("--conformance-coverage", FILE)
    alone, shared = recorded.run(*asked), recorded.run_apart("-n", "2", *asked)
    assert _section(alone) == _section(shared)
    assert _section(alone)
    recorded.write("pytest.ini", SYSTEM)
    recorded.write("conformance.toml", "[probe]\nmax_examples = 3\n")
    shared = recorded.run_apart("-n", "2", "--conformance-coverage", "-k", "WaitFor")
    assert outcomes(shared)["passed"] > 1
    assert [line.split(":")[0] for line in _section(shared)] == ["runtime", "  `WaitFor`"]
