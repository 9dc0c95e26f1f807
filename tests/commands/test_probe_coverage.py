"""A probe says which parts of the contract it has shown, and begins with what recorded calls have not."""

import json
from pathlib import Path

import pytest

from conformance.documents.values import JsonValue, as_array, as_object
from conformance.systems.contract_coverage import SchemaParts
from tests.cli.test_drift import run

_TOOLS = '''from typing import Literal

def sort_notes(order: Literal["name", "date", "size"] = "name", limit: int = 10) -> str:
    """Sort the notes."""
    return "a"

def count_notes(folder: Literal["inbox", "trash"] = "inbox") -> str:
    """Count the notes of a folder."""
    return "1"

TOOLS = [sort_notes, count_notes]
'''
_PROBE = "conformance --quiet probe -s python:coverage_notes:TOOLS --probe enum_enforced --probe valid_input_accepted"
_CALLS = [{"order": "name"}, {"order": "size", "limit": 1}, {"order": "date"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "coverage_notes.py").write_text(_TOOLS, "utf-8")
    lines = [{"tool_name": "sort_notes", "input": given, "envelope": {"status": "success"}} for given in _CALLS]
    lines.append({"tool_name": "count_notes", "input": {"folder": "inbox"}, "envelope": {"status": "success"}})
    (tmp_path / "calls.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines), "utf-8")
    return tmp_path


def _asked(folder: Path, options: str = "") -> list[tuple[str, JsonValue]]:
    output = run(folder, f"{_PROBE} --dry-run {options}")[1]
    found = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return [(str(one["tool"]), one["input"]) for one in found]


def test_the_report_says_which_parts_the_inputs_of_the_run_have_shown(folder: Path) -> None:
    value = json.loads(run(folder, f"{_PROBE} --coverage --format json")[1])
    rows = {str(as_object(one)["tool"]): as_object(one) for one in as_array(value["contract"])}
    assert set(rows) == {"sort_notes", "count_notes"}
    assert rows["count_notes"]["never"] == []
    assert rows["sort_notes"]["seen"] == rows["sort_notes"]["total"]
    assert "contract" not in json.loads(run(folder, f"{_PROBE} --format json")[1])


def test_the_tool_and_the_inputs_that_calls_have_shown_least_of_are_asked_first(folder: Path) -> None:
    tools = [tool for tool, _ in _asked(folder)]
    assert tools.index("sort_notes") < tools.index("count_notes")
    first = _asked(folder, "--uncovered-first --calls calls.jsonl")
    tools = [tool for tool, _ in first]
    assert tools.index("count_notes") < tools.index("sort_notes")
    folders = [given for tool, given in first if tool == "count_notes" and given]
    assert folders[0] == {"folder": "trash"}
    assert sorted(map(str, first)) == sorted(map(str, _asked(folder)))


def test_the_order_needs_recorded_calls_and_these_the_order(folder: Path) -> None:
    for options in ("--uncovered-first", "--calls calls.jsonl"):
        status, output = run(folder, f"{_PROBE} {options}")
        assert (status, "need each other" in output) == (2, True), output
    (folder / "conformance.toml").write_text('calls = "calls.jsonl"\n', "utf-8")
    assert _asked(folder, "--uncovered-first")[0][0] == "count_notes"
    (folder / "empty.jsonl").write_text("{}\n", "utf-8")
    assert run(folder, f"{_PROBE} --uncovered-first --calls empty.jsonl")[0] == 2


def test_what_a_value_would_show_is_not_noted() -> None:
    parts = SchemaParts({"type": "object", "properties": {"a": {"enum": [1, 2]}}})
    parts.add({"a": 1})
    assert parts.unseen_in({"a": 2}) == {"/properties/a/enum/1"}
    assert parts.unseen_in({"a": 2}) == {"/properties/a/enum/1"}
    assert parts.unseen_in({"a": 1}) == frozenset()
