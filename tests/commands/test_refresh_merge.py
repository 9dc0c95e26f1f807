"""``refresh`` writes what a system says and keeps what people declare, whatever kind of system it is."""

import datetime
import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.check import check_subject
from conformance.commands.refresh import pending_changes, refresh
from conformance.commands.subject import subject_of
from conformance.documents.pointers import resolve
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.findings import Finding
from conformance.settings.repository import Config
from conformance.systems.runtime import Opening
from conformance.systems.sources import describe_twice, find_source
from tests.cli.test_drift import run
from tests.systems.adapters.programs import mcp_server, program

TODAY = datetime.date(2030, 6, 1)
SCHEMA = {"type": "object", "properties": {"note_id": {"type": "string"}}, "required": ["note_id"]}
MODULE = '''
from pydantic import BaseModel

class ReadNote(BaseModel):
    """Reads one note."""
    note_id: str

def list_notes(limit: int = 10) -> list[str]:
    """Lists notes."""
    return []

TOOLS = [ReadNote, list_notes]
OPENAI = [{"type": "function", "name": "read_note", "parameters": {"type": "object", "properties": {}}, "strict": True}]
'''
SERVER = """
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}}
TOOLS = [
    {"name": "read_note", "description": "Reads one note.", "inputSchema": SCHEMA,
     "execution": {"taskSupport": "optional"}, "annotations": {"readOnlyHint": True}, "outputSchema": TEXT},
    {"name": "list_notes", "description": "Lists notes.", "inputSchema": SCHEMA},
]
def newer(asked):
    if asked.get("method") == "initialize":
        info = {"name": "notes", "version": "1.0"}
        result(asked, {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info})
    else:
        usual(asked)
serve(newer)
"""
ADAPTER = """
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}
for asked in requests():
    described(asked, {"name": "ReadNote", "description": "Reads one note.", "input_schema": SCHEMA},
              {"name": "ListNotes", "family": "core_agent", "description": "Lists notes.", "input_schema": SCHEMA})
"""
LISTS: dict[str, Any] = {
    "openai": [{"type": "function", "function": {"name": "read_note", "description": "Reads.", "parameters": SCHEMA}}],
    "responses": [
        {"type": "function", "name": "read_note", "description": "Reads.", "parameters": SCHEMA, "strict": True}
    ],
    "anthropic": [{"name": "read_note", "input_schema": SCHEMA}, {"type": "bash_20250124", "name": "bash"}],
    "gemini": [{"functionDeclarations": [{"name": "read_note", "description": "Reads.", "parameters": SCHEMA}]}],
    "bare functions": [{"name": "read_note", "description": "Reads.", "parameters": SCHEMA}],
    "mcp": {"protocolVersion": "2025-11-25", "tools": [{"name": "read_note", "inputSchema": SCHEMA}]},
}


def list_source(folder: Path, name: str) -> str:
    (folder / f"{name}.json").write_text(json.dumps(LISTS[name]), "utf-8")
    return f"{name}.json"


def python_source(folder: Path, attribute: str) -> str:
    module = f"tools_of_{folder.name.replace('-', '_')}"
    (folder / f"{module}.py").write_text(MODULE, "utf-8")
    return attribute.format(module)


SOURCES: dict[str, Callable[[Path], str]] = {
    **{name: lambda folder, name=name: list_source(folder, name) for name in LISTS},
    "an absolute path": lambda folder: f"openai:{folder / list_source(folder, 'openai')}",
    "models and functions": lambda folder: python_source(folder, "python:{}:TOOLS"),
    "a list in a module": lambda folder: python_source(folder, "openai:{}:OPENAI"),
    "an MCP server": lambda folder: mcp_server(folder, SERVER),
    "an adapter": lambda folder: program(folder, ADAPTER),
    "the reference": lambda _folder: "reference",
}


def described(source: str, folder: Path) -> JsonObject:
    inventory, unstable = describe_twice(find_source(source, folder), Opening(base=folder))
    assert unstable == []
    return inventory


@pytest.fixture(params=SOURCES)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return SOURCES[request.param](tmp_path)


def findings_of(path: Path, profile: str | None) -> Iterator[Finding]:
    config = Config() if profile is None else Config(profile=profile)
    yield from check_subject(subject_of(path, config), config, TODAY, None).findings


def is_in(value: Any, pointer: str) -> bool:
    try:
        resolve(value, pointer)
    except KeyError:
        return False
    return True


def test_what_refresh_writes_is_stable_and_nothing_in_it_is_its_own(tmp_path: Path, source: str) -> None:
    path, profile = tmp_path / "inv.json", find_source(source, tmp_path).profile
    wanted = described(source, tmp_path)
    assert refresh(path, wanted=wanted).is_changed
    first = path.read_bytes()
    assert str(tmp_path).encode() not in first, "no path of this machine"
    assert not refresh(path, wanted=described(source, tmp_path)).is_changed
    assert path.read_bytes() == first
    assert pending_changes(path, wanted=wanted).differences == []
    # Findings are about what the source says, or about what nobody declared; never about a declaration in the file.
    written = json.loads(first)
    ours = [
        finding
        for finding in findings_of(path, profile)
        if finding.pointer.startswith(("/source_of_truth", "/stability_policy", "/version"))
        or (
            finding.pointer.split("/")[3:4] in (["family"], ["stability"], ["related_surfaces"], ["result_envelope"])
            and is_in(written, finding.pointer)
            and "success_result_schema" not in finding.pointer
        )
    ]
    assert ours == []


def test_what_people_declare_survives(tmp_path: Path, source: str) -> None:
    path, wanted = tmp_path / "inv.json", described(source, tmp_path)
    refresh(path, wanted=wanted)
    curated = json.loads(path.read_text("utf-8"))
    declared: dict[str, Any] = {"x_owner": "notes team"}
    if not curated.get("stability_policy"):
        # A system that states these itself is their source.
        declared |= {
            "family": "notes", "stability": "experimental", "related_surfaces": ["ReadAll"],
            "result_envelope": {"canonical": "Ours", "model_rendering": "text_receipt"},
        }  # fmt: skip
        curated["stability_policy"] = {"stable": "ours"}
        curated["source_of_truth"]["tool_definitions"] = "src/tools.rs"
    curated["notes"] = ["reviewed"]
    tool = curated["tools"][0]
    tool["result_envelope"] = {**tool.get("result_envelope", {}), **declared.pop("result_envelope", {})}
    tool |= declared
    path.write_text(json.dumps(curated), "utf-8")
    assert pending_changes(path, wanted=wanted).differences == []
    refresh(path, wanted=wanted)
    assert json.loads(path.read_text("utf-8")) == curated


def test_what_the_system_no_longer_says_goes_and_what_it_says_now_comes(tmp_path: Path) -> None:
    path, source = tmp_path / "inv.json", mcp_server(tmp_path, SERVER)
    refresh(path, wanted=described(source, tmp_path))
    curated = json.loads(path.read_text("utf-8"))
    curated["tools"][0]["family"] = "notes"
    path.write_text(json.dumps(curated), "utf-8")
    less = SERVER.replace('"annotations": {"readOnlyHint": True}, "outputSchema":', '"title":').replace("one", "a")
    wanted, text = (
        described(mcp_server(tmp_path, less), tmp_path),
        '{"properties":{"text":{"type":"string"}},"type":"object"}',
    )
    assert [str(one) for one in pending_changes(path, wanted=wanted).differences] == [
        '- read_note/annotations: {"readOnlyHint":true}',
        '~ read_note/description: "Reads one note." -> "Reads a note."',
        f'- read_note/result_envelope: {{"success_result_schema":{text}}}',
        f"+ read_note/title: {text}",
    ]
    refresh(path, wanted=wanted)
    tool = json.loads(path.read_text("utf-8"))["tools"][0]
    assert (tool["family"], tool["description"]) == ("notes", "Reads a note.")
    assert tool.keys().isdisjoint(("annotations", "result_envelope"))


@pytest.mark.parametrize(
    ("before", "after", "gone"),
    [
        (
            [{"name": "a", "parametersJsonSchema": SCHEMA, "responseJsonSchema": SCHEMA}],
            [{"name": "a", "parametersJsonSchema": SCHEMA}],
            "result_envelope",
        ),
        (
            [{"type": "custom", "name": "a", "format": {"type": "grammar", "syntax": "lark", "definition": "x"}}],
            [{"type": "function", "name": "a", "parameters": SCHEMA}],
            "freeform_grammar",
        ),
    ],
)
def test_what_a_list_no_longer_says_goes(tmp_path: Path, before: Any, after: Any, gone: str) -> None:
    path, listed = tmp_path / "inv.json", tmp_path / "list.json"
    listed.write_text(json.dumps(before), "utf-8")
    refresh(path, wanted=described("list.json", tmp_path))
    assert gone in json.loads(path.read_text("utf-8"))["tools"][0]
    listed.write_text(json.dumps(after), "utf-8")
    assert f"- a/{gone}" in "\n".join(
        map(str, pending_changes(path, wanted=described("list.json", tmp_path)).differences)
    )
    refresh(path, wanted=described("list.json", tmp_path))
    assert gone not in json.loads(path.read_text("utf-8"))["tools"][0]


def test_a_token_is_in_no_difference_that_is_printed(tmp_path: Path) -> None:
    path, listed = tmp_path / "inv.json", tmp_path / "list.json"
    # not ones that a scanner of this repository would take for real ones
    old, new = ("ghp_" + "a1B2c3D4e5" * 3 + end for end in ("f6G7h8", "x9Y8z7"))
    for token in (old, new):
        schema = {**SCHEMA, "title": token, "enum": [token, "long " * 40 + token]}
        tool = {"name": "a", "description": f"use {token}", token: token, "inputSchema": schema}
        listed.write_text(json.dumps([tool, {"name": f"of_{token}", "inputSchema": SCHEMA}]), "utf-8")
        if token is old:
            refresh(path, wanted=described("list.json", tmp_path))
    told = [str(one) for one in pending_changes(path, wanted=described("list.json", tmp_path)).differences]
    assert '~ a/description: "use ***" -> "use ***"' in told
    assert all(text not in line for line in told for text in (old[:12], new[:12], old[-9:], new[-9:]))


def test_a_tool_that_vanished_stays_until_it_is_pruned(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    tools = {name: {"name": name, "inputSchema": SCHEMA} for name in ("a", "b", "c")}

    def listed(*names: str) -> JsonObject:
        (tmp_path / "list.json").write_text(json.dumps([tools[name] for name in names]), "utf-8")
        return described("list.json", tmp_path)

    def names() -> list[str]:
        return [tool["name"] for tool in json.loads(path.read_text("utf-8"))["tools"]]

    refresh(path, wanted=listed("a", "b"))
    done = refresh(path, wanted=listed("b", "c"))
    assert (done.added, done.vanished, names()) == (["c"], ["a"], ["b", "c", "a"])
    assert pending_changes(path, wanted=listed("b", "c")).vanished == ["a"]
    assert refresh(path, wanted=listed("b", "c"), prune=True).vanished == ["a"]
    assert names() == ["b", "c"]
    assert pending_changes(path, wanted=listed("b", "c")).differences == []


def test_a_file_of_which_nothing_remains_declares_nothing(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    refresh(path)
    refresh(path, wanted=described(list_source(tmp_path, "mcp"), tmp_path), prune=True)
    written = json.loads(path.read_text("utf-8"))
    assert written["source_of_truth"]["tool_definitions"] == "mcp-tools:mcp.json"
    assert "stability_policy" not in written


def test_a_revision_of_the_protocol_is_kept_so_that_its_keys_are_known(tmp_path: Path) -> None:
    path = tmp_path / "inv.json"
    refresh(path, wanted=described(mcp_server(tmp_path, SERVER), tmp_path))
    assert json.loads(path.read_text("utf-8"))["source_of_truth"] == {
        "tool_definitions": "tools/list of notes",
        "input_schemas": "tools/list of an MCP server",
        "protocol_version": "2025-11-25",
    }
    assert [one for one in findings_of(path, "mcp") if one.rule == "mcp_tool_keys"] == []


def test_tools_of_one_name_are_each_compared(tmp_path: Path) -> None:
    path, closed = tmp_path / "inv.json", {**SCHEMA, "additionalProperties": False}
    twins = [{"name": "a", "inputSchema": SCHEMA}, {"name": "a", "inputSchema": closed}]
    (tmp_path / "list.json").write_text(json.dumps(twins), "utf-8")
    refresh(path, wanted=described("list.json", tmp_path))
    assert len(json.loads(path.read_text("utf-8"))["tools"]) == 2
    twins[1]["description"] = "The second."
    (tmp_path / "list.json").write_text(json.dumps(twins), "utf-8")
    (found,) = pending_changes(path, wanted=described("list.json", tmp_path)).differences
    assert str(found) == '+ a/description: "The second."'


def test_a_failure_leaves_the_file_and_its_folder_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "inv.json"
    refresh(path)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(ConformanceError, match="cannot write"):
        refresh(path, wanted={**FOREIGN_TOOLS}, prune=True)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


FOREIGN_TOOLS: JsonObject = {"version": 2, "source_of_truth": {}, "tools": [{"name": "a", "input_schema": None}]}


def test_tools_that_each_start_describes_otherwise_are_named_as_no_refresh_helps(tmp_path: Path) -> None:
    tool = "{'name': 'ReadNote', 'description': str(os.getpid()), 'input_schema': {}}"
    body = f"for asked in requests():\n    described(asked, {tool})"
    source = shlex.quote(program(tmp_path, body))
    assert run(tmp_path, f"conformance refresh tools.json --source {source}") == (0, "wrote tools.json")
    status, output = run(tmp_path, f"conformance refresh tools.json --check --source {source}")
    assert (status, output.splitlines()[-1]) == (
        1,
        "tool `ReadNote` differs each time the source starts; fix that first",
    )
