"""The inventories of a real runtime: hundreds of named checks from one ini line, and a change found where it is."""

import json
from pathlib import Path

import pytest

from tests.pytest_plugin.conftest import Project, failed_ids, node_ids, outcomes


def _newest(corpus: Path) -> Path:
    return sorted((corpus / "inventories").glob("*.json"))[-1]


def _take(project: Project, text: str) -> None:
    project.write("inv.json", text)


def test_one_ini_line_gives_hundreds_of_named_checks(project: Project, corpus: Path) -> None:
    _take(project, _newest(corpus).read_text("utf-8"))
    tools = [tool["name"] for tool in json.loads(_newest(corpus).read_text("utf-8"))["tools"]]
    ids = node_ids(project.run("--collect-only", "-q"))
    assert len(ids) > 300
    assert {name.split("::")[1] for name in ids} == {*tools, "inventory"}
    assert "failed" not in outcomes(project.run("-q"))


def test_a_renamed_tool_fails_exactly_what_its_name_breaks(project: Project, corpus: Path) -> None:
    text = _newest(corpus).read_text("utf-8")
    _take(project, text.replace('"name": "AgentGet"', '"name": "agent_get"'))
    result = project.run("-q")
    assert failed_ids(result) == {"inv.json::agent_get::tool_name_case"}
    result.stdout.fnmatch_lines(
        ["error?tool_name_case?: tool name `agent_get` is not PascalCase", "  help: rename it to `AgentGet`"]
    )


@pytest.mark.parametrize("number", [0, 10, 12])
def test_a_real_inventory_of_any_age_is_collected(project: Project, corpus: Path, number: int) -> None:
    path = sorted((corpus / "inventories").glob("*.json"))[number]
    _take(project, path.read_text("utf-8"))
    result = project.run("-q")
    assert "errors" not in outcomes(result)
    assert outcomes(result)["passed"] > 100


def test_an_opened_object_is_found_at_its_line(project: Project, corpus: Path) -> None:
    text = _newest(corpus).read_text("utf-8")
    place = text.rindex('"additionalProperties": false', 0, text.index('"name": "ExecCommandBatch"'))
    opened = text[:place] + text[place:].replace("false", "true", 1)
    _take(project, opened)
    result = project.run("-q", "-k", "deny_unknown_fields")
    assert failed_ids(result) == {"inv.json::ExecCommandBatch::deny_unknown_fields"}
    line = opened.count("\n", 0, place) + 1
    result.stdout.fnmatch_lines([f"  --> inv.json:{line}:*  /tools/*/items/additionalProperties"])
