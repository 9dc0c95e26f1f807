"""Rules share what is known of a tool: no analysis of one tool is made again for each rule."""

import datetime
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import conformance
from conformance.commands import examination
from conformance.commands.check import check_subject
from conformance.commands.examination import Course
from conformance.commands.subject import subject_of
from conformance.inventory import Tool, fields
from conformance.schema.references import References
from conformance.schema.subschemas import Subschemas
from conformance.settings.repository import Config

# References of the input schema, and of parts that lowering and proofs make of it; the same for each further tool.
_REFERENCES_PER_TOOL = 2
_TOOLS = 40
TODAY = datetime.date(2026, 1, 1)


def _count(monkeypatch: pytest.MonkeyPatch, counts: Counter[str], owner: Any, name: str) -> None:
    original = getattr(owner, name)

    def count(*args: Any, **options: Any) -> Any:
        counts[name] += 1
        return original(*args, **options)

    monkeypatch.setattr(owner, name, count)


def _tool(number: int) -> dict[str, Any]:
    properties = {
        "path": {"type": "string", "description": f"Path of page {number}, required."},
        "limit": {"type": "integer", "minimum": 1, "default": 10, "description": "At most 10 lines (default 10)."},
        "mode": {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}], "description": "a or b."},
    }
    schema = {"type": "object", "properties": properties, "required": ["path"], "additionalProperties": False}
    return {"name": f"read_page_{number}", "description": "Read a page. Returns its lines.", "inputSchema": schema}


@pytest.mark.parametrize("most_in_mind", [_TOOLS, 2])
def test_each_tool_is_analysed_once_for_all_rules_however_long_the_list_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_in_mind: int
) -> None:
    monkeypatch.setattr(examination, "_MOST_IN_MIND", most_in_mind)
    file = tmp_path / "tools.json"
    file.write_text(json.dumps({"tools": [_tool(number) for number in range(_TOOLS)]}), "utf-8")
    counts: Counter[str] = Counter()
    _count(monkeypatch, counts, References, "_resolve")
    _count(monkeypatch, counts, Subschemas, "_walk")
    _count(monkeypatch, counts, fields, "_fields_in")
    report = conformance.check(file)
    assert report.tool_count == _TOOLS
    assert counts["_resolve"] <= _REFERENCES_PER_TOOL * _TOOLS + 10, counts
    # all subschemas and those that can apply, of one schema
    assert counts["_walk"] <= 3 * _TOOLS + 10, counts
    assert counts["_fields_in"] <= 2 * _TOOLS, counts


def test_of_a_long_list_a_few_tools_are_kept_in_mind_and_the_findings_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tools.json"
    file.write_text(json.dumps({"tools": [_tool(number) for number in range(7)]}), "utf-8")
    subject = subject_of(file, Config())
    whole = check_subject(subject, Config(), TODAY)
    known: list[int] = []
    original = Course.examine_tools

    def examine_tools(course: Course, tools: Sequence[Tool]) -> None:
        original(course, tools)
        known.append(sum(bool(vars(tool)) for tool in tools))

    monkeypatch.setattr(Course, "examine_tools", examine_tools)
    monkeypatch.setattr(examination, "_AT_ONCE", 2)
    monkeypatch.setattr(examination, "_MOST_IN_MIND", 2)
    subject = subject_of(file, Config())
    assert check_subject(subject, Config(), TODAY).findings == whole.findings
    assert whole.findings
    assert known == [0, 0, 0, 0]
