"""The bench for precision and recall counts verdicts and defects as its page says."""

import json
from pathlib import Path

import pytest

from benchmarks.precision import main, wilson
from conformance.documents.values import JsonObject

DATE: JsonObject = {"type": "string", "description": "First day (YYYY-MM-DD)."}
LIMIT: JsonObject = {"type": "integer", "description": "How many, at most 50."}


def _tool(name: str) -> JsonObject:
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"since": DATE, "limit": LIMIT},
    }
    hints: JsonObject = {"readOnlyHint": True, "openWorldHint": False}
    return {"name": name, "description": f"Returns what {name} says.", "inputSchema": schema, "annotations": hints}


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "tasks.json").write_text(json.dumps({"tools": [_tool("list_tasks"), _tool("list_notes")]}))
    return folder


def _write(path: Path, *rows: JsonObject) -> str:
    path.write_text("\n".join(map(json.dumps, rows)))
    return str(path)


def _verdict(rule: str, verdict: str) -> JsonObject:
    return {"file": "tasks.json", "rule": rule, "tool": "list_notes", "verdict": verdict}


def _defect(tool: str, field: str, kind: str) -> JsonObject:
    return {"file": "tasks.json", "tool": tool, "field": field, "kind": kind, "quote": "x"}


def test_verdicts_become_a_share_per_rule_and_a_finding_in_two_tools_counts_once(
    lists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (_verdict("format_in_prose", "true"), _verdict("bounds_in_prose_agree", "false"))
    assert main([str(lists), "--verdicts", _write(tmp_path / "v.jsonl", *rows)]) == 0
    table = {line.split()[0]: line.split()[1:6] for line in capsys.readouterr().out.splitlines()}
    assert table["format_in_prose"] == ["1", "0", "0", "0", "100%"]
    assert table["bounds_in_prose_agree"] == ["0", "0", "1", "0", "0%"]
    assert table["all"] == ["1", "0", "1", "0", "50%"]


def test_a_finding_that_nobody_judged_is_counted_apart_and_fails(
    lists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {**_verdict("bounds_in_prose_agree", "true"), "key": "words of no message"}
    verdicts = _write(tmp_path / "v.jsonl", _verdict("format_in_prose", "true"), other)
    assert main([str(lists), "--verdicts", verdicts, "--list"]) == 1
    assert "unjudged: tasks.json bounds_in_prose_agree list_tasks" in capsys.readouterr().out


def test_a_defect_is_found_where_a_fitting_rule_names_its_tool_and_field(
    lists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (
        _defect("list_notes", "since", "format"),
        _defect("list_notes", "limit", "format"),  # reported as a bound, which is another defect
        _defect("add_note", "since", "format"),
        {**_defect("add_note", "limit", "bounds"), "also": ["list_tasks"]},
        _defect("list_notes", "lim", "bounds"),  # part of a name
        _defect("list_notes", "most", "bounds"),  # a word of the quote
        _defect("list_notes", "limit", "wrong_description"),  # no rule reports this kind
    )
    assert main([str(lists), "--defects", _write(tmp_path / "d.jsonl", *rows), "--list"]) == 0
    shown = capsys.readouterr().out
    table = {line.split()[0]: line.split()[1:3] for line in shown.splitlines() if line}
    assert table["format"] == ["1", "3"]
    assert table["bounds"] == ["1", "3"]
    assert table["wrong_description"] == ["0", "1"]
    assert "missed: tasks.json list_notes limit (format)" in shown


def test_a_schema_that_nothing_satisfies_counts_as_a_contradiction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "contradictions"
    folder.mkdir()
    most: JsonObject = {"type": "integer", "minimum": 9, "maximum": 1}
    schema: JsonObject = {"type": "object", "properties": {"limit": most}, "required": ["limit"]}
    (folder / "tasks.json").write_text(json.dumps({"tools": [{**_tool("list_tasks"), "inputSchema": schema}]}))
    rows = _write(tmp_path / "d.jsonl", _defect("list_tasks", "", "contradiction"))
    assert main([str(folder), "--defects", rows]) == 0
    table = {line.split()[0]: line.split()[1:3] for line in capsys.readouterr().out.splitlines() if line}
    assert table["contradiction"] == ["1", "1"]


def test_a_bound_that_is_missing_is_no_contradiction_and_one_that_differs_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bounds"
    folder.mkdir()
    schema: JsonObject = {"type": "object", "properties": {"limit": LIMIT, "most": {**LIMIT, "maximum": 20}}}
    (folder / "tasks.json").write_text(json.dumps({"tools": [{**_tool("list_tasks"), "inputSchema": schema}]}))
    rows = (_defect("list_tasks", "limit", "contradiction"), _defect("list_tasks", "most", "contradiction"))
    assert main([str(folder), "--defects", _write(tmp_path / "d.jsonl", *rows), "--list"]) == 0
    shown = capsys.readouterr().out
    assert "missed: tasks.json list_tasks limit (contradiction)" in shown
    assert "missed: tasks.json list_tasks most (contradiction)" not in shown


def test_the_interval_of_a_share_narrows_with_the_number_of_cases() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=0.001)
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=0.001)
