"""A tool list of any make is read as an inventory, and what is found is placed in the list."""

import datetime
import json
import re
import socket
from pathlib import Path

import pytest

from conformance.commands.check import check_subject
from conformance.commands.cost import lowered_catalog
from conformance.commands.subject import CheckSubject, subject_of
from conformance.documents.pointers import resolve
from conformance.documents.reader import Document
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level
from conformance.inventory.formats import read_any
from conformance.settings.profiles import profile_names
from conformance.settings.repository import Config

SCHEMA = {"type": "object", "additionalProperties": False, "properties": {"a b": {"type": "string"}}}
MCP = {"name": "get_a", "description": "Get it.", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": True}}
ANTHROPIC = {"name": "get_a", "description": "Get it.", "input_schema": SCHEMA}
CHAT = {"type": "function", "function": {"name": "get_a", "parameters": SCHEMA}}
RESPONSES = {"type": "function", "name": "get_a", "parameters": SCHEMA, "strict": True}
DECLARED = {"name": "get_a", "parameters": {"type": "OBJECT", "properties": {"a b": {"type": "STRING"}}}}
ICON = {"src": "https://example.com/a.png"}
TODAY = datetime.date(2026, 5, 1)


def _subject(folder: Path, value: object, name: str = "tools.json") -> CheckSubject:
    (folder / name).write_text(json.dumps(value, indent=1), "utf-8")
    return subject_of(folder / name, Config())


def _found(subject: CheckSubject, profile: str = "gemini") -> list[Finding]:
    return list(check_subject(subject, Config(profile=profile), TODAY, ["provider_accepts.property_names"]).findings)


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"tools": [MCP]}, "/tools/0/inputSchema/properties/a b"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP]}}, "/result/tools/0/inputSchema/properties/a b"),
        ([MCP], "/0/inputSchema/properties/a b"),
        (MCP, "/inputSchema/properties/a b"),
        ([ANTHROPIC], "/0/input_schema/properties/a b"),
        ([CHAT], "/0/function/parameters/properties/a b"),
        ([RESPONSES], "/0/parameters/properties/a b"),
        ({"functionDeclarations": [DECLARED]}, "/functionDeclarations/0/parameters/properties/a b"),
        (
            {"tools": [{"googleSearch": {}}, {"function_declarations": [DECLARED]}]},
            "/tools/1/function_declarations/0/parameters/properties/a b",
        ),
        ([{"name": "get_a", "parametersJsonSchema": SCHEMA}], "/0/parametersJsonSchema/properties/a b"),
        ([RESPONSES, {"type": "web_search"}, RESPONSES], "/2/parameters/properties/a b"),
        ([{"type": "namespace", "name": "crm", "tools": [RESPONSES]}], "/0/tools/0/parameters/properties/a b"),
    ],
)
def test_a_finding_points_into_the_list_as_it_was_given(tmp_path: Path, value: object, pointer: str) -> None:
    found = _found(_subject(tmp_path, value), "portable")
    assert found[-1].pointer == pointer
    assert found[-1].location is not None
    assert '"a b"' in (tmp_path / "tools.json").read_text().splitlines()[found[-1].location.line - 1]


def test_a_folder_of_single_tools_is_one_catalog_and_each_finding_names_its_file(tmp_path: Path) -> None:
    for name in ("b.snap", "a.snap"):
        _subject(tmp_path, {**MCP, "name": f"get_{name[0]}"}, name)
    (tmp_path / "notes.txt").write_text("not a tool")
    subject = subject_of(tmp_path, Config())
    assert [tool.name for tool in subject.surface.inventory.tools] == ["get_a", "get_b"]
    files = [Path(finding.location.file).name for finding in _found(subject) if finding.location]
    assert files == ["a.snap", "b.snap"]


def test_the_revision_that_a_list_names_goes_before_the_newest(tmp_path: Path) -> None:
    listed = {"protocolVersion": "2025-11-25", "tools": [{**MCP, "execution": {"taskSupport": "optional"}}]}
    config = Config(profile="mcp")
    for version, count in (("2025-11-25", 0), ("2026-07-28", 1), ("1999-01-01", 1)):
        subject = _subject(tmp_path, {**listed, "protocolVersion": version})
        assert len(check_subject(subject, config, TODAY, ["mcp_tool_keys"]).findings) == count


def test_an_inventory_without_its_version_is_no_list(tmp_path: Path) -> None:
    tools = [{"name": "ReadFile", "description": "Read.", "input_schema": {"type": "object"}}]
    with pytest.raises(ConformanceError, match="'/version'"):
        _subject(tmp_path, {"source_of_truth": {}, "stability_policy": {}, "tools": tools})


def test_an_inventory_stays_an_inventory(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="'/tools'"):
        _subject(tmp_path, {"version": 2, "tools": None})


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"toolConfig": {"tools": [MCP]}}, "/toolConfig/tools"),
        ({"functions": [{"name": "a", "parameters": {}}]}, "/functions"),
        ({"id": 1, "body": {"model": "m", "tools": [MCP]}}, "/body/tools"),
    ],
)
def test_tools_that_are_further_in_are_named_with_what_to_do(tmp_path: Path, value: object, place: str) -> None:
    with pytest.raises(ConformanceError, match=f"the tools are in '{place}', where they are not read") as raised:
        _subject(tmp_path, value)
    assert "write that array to a file of its own" in (raised.value.recovery_hint or "")


@pytest.mark.parametrize("name", ["x.json", "x.txt"])
def test_a_folder_without_tools_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("{}")
    with pytest.raises(ConformanceError, match="contains no file with tools"):
        subject_of(tmp_path, Config())


def test_a_file_of_a_folder_is_read_whatever_the_case_of_its_ending(tmp_path: Path) -> None:
    for name in ("a.json", "b.JSON", "c.Snap"):
        (tmp_path / name).write_text(json.dumps({**MCP, "name": f"get_{name[0]}"}), "utf-8")
    assert [one.name for one in subject_of(tmp_path, Config()).surface.inventory.tools] == ["get_a", "get_b", "get_c"]


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ({"tols": [MCP]}, "`tols` is not read, so this lists no tools"),
        ({"version": 1, "Tools": [CHAT]}, "`Tools` is not read"),
        ({"toolz": [ANTHROPIC]}, "`toolz` is not read"),
        ({"tool": {"get_a": MCP}}, "`tool` is not read"),
        ({"tools": {"get_a": MCP}}, "'/tools' must be an array of tools; found object"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tolls": [MCP]}}, "`tolls` is not read"),
    ],
)
def test_tools_that_nobody_reads_are_an_error_in_a_folder_as_they_are_alone(
    listed: object, message: str, tmp_path: Path
) -> None:
    _subject(tmp_path, MCP, "a.json")
    (tmp_path / "b.json").write_text(json.dumps(listed), "utf-8")
    for path in (tmp_path, tmp_path / "b.json"):
        with pytest.raises(ConformanceError, match=re.escape(message)) as error:
            subject_of(path, Config())
        assert "b.json" in str(error.value.location)


@pytest.mark.parametrize(
    "other",
    [
        {"version": 1, "tools": {"dotnetsay": {"version": "2.1.4", "commands": ["dotnetsay"]}}},
        {"toolsets": ["repos", "issues"], "tool": "x", "tols": [], "tooling": {"a": 1}},
        {"tool": [{"name": "black", "line_length": 120}]},
        {"name": "package", "version": "1.0.0"},
        ["a"],
    ],
)
def test_a_file_of_a_folder_that_is_no_list_is_passed_over(other: object, tmp_path: Path) -> None:
    _subject(tmp_path, MCP, "a.json")
    (tmp_path / "b.json").write_text(json.dumps(other), "utf-8")
    assert len(subject_of(tmp_path, Config()).surface.inventory.tools) == 1


def test_a_tool_whose_schema_is_none_is_kept_and_named(tmp_path: Path) -> None:
    subject = _subject(tmp_path, {"tools": [MCP, {**MCP, "name": "get_b", "inputSchema": None}]})
    assert [tool.name for tool in subject.surface.inventory.tools] == ["get_a", "get_b"]
    found = check_subject(subject, Config(profile="mcp"), TODAY, ["mcp_tool_keys"]).findings
    assert [finding.pointer for finding in found] == ["/tools/1/inputSchema"]


def _told(subject: CheckSubject, profile: str, *rules: str) -> list[str]:
    return [one.message for one in check_subject(subject, Config(profile=profile), TODAY, rules).findings]


def test_a_revision_that_was_asked_for_is_not_overridden_by_the_list(tmp_path: Path) -> None:
    tool = {**MCP, "outputSchema": {"type": "array"}}
    subject = _subject(tmp_path, {"protocolVersion": "2025-11-25", "tools": [tool]})
    (told,) = _told(subject, "mcp_2025_06_18", "mcp_output_schema")
    assert "MCP 2025-06-18 requires" in told


@pytest.mark.parametrize(
    ("stated", "judged", "level"),
    [
        ("2024-11-05", "MCP 2025-06-18", "info"),
        ("2025-12-31", "MCP 2025-11-25", "info"),
        ("2030-01-01", "MCP 2026-07-28", "info"),
        ("banana", "MCP 2026-07-28", "warning"),
        (7, "MCP 2026-07-28", "warning"),
    ],
)
def test_a_revision_that_is_not_known_is_judged_by_the_one_before_it_and_that_is_said(
    tmp_path: Path, stated: object, judged: str, level: str
) -> None:
    subject = _subject(tmp_path, {"protocolVersion": stated, "tools": [{**MCP, "nonsense": 1}]})
    found = check_subject(subject, Config(profile="mcp"), TODAY, ["mcp_revision_known", "mcp_tool_keys"]).findings
    (revision,) = [one for one in found if one.rule == "mcp_revision_known"]
    (key,) = [one for one in found if one.rule == "mcp_tool_keys"]
    assert (revision.level.value, revision.pointer) == (level, "/protocolVersion")
    assert judged in revision.message
    assert judged in key.message


def test_a_profile_of_ones_own_follows_the_list_and_keeps_what_it_states(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "mcp"\nname = "own"\n[levels]\nmcp_tool_keys = "info"\n', "utf-8")
    subject = _subject(tmp_path, {"protocolVersion": "2025-11-25", "tools": [{**MCP, "nonsense": 1}]})
    (found,) = check_subject(subject, Config(profile=str(own)), TODAY, ["mcp_tool_keys"]).findings
    assert "MCP 2025-11-25" in found.message
    assert found.level.value == "info"


@pytest.mark.parametrize("value", [{"tools": []}, {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}])
@pytest.mark.parametrize("profile", ["mcp", "holon", "openai", "anthropic", "gemini", "portable"])
def test_a_list_without_a_tool_is_a_list_and_is_told_to_be_empty(tmp_path: Path, value: object, profile: str) -> None:
    assert _told(_subject(tmp_path, value), profile, "inventory_not_empty")


def test_the_places_of_many_findings_of_one_file_are_found_in_one_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = _subject(tmp_path, {"tools": [{**MCP, "name": f"get_{index}"} for index in range(50)]})
    passes: list[int] = []
    locate = Document.locate
    monkeypatch.setattr(Document, "locate", lambda own, asked: passes.append(1) or locate(own, asked))
    assert len(_found(subject)) == 50
    assert len(passes) == 1


_FAR: dict[str, object] = {"$ref": "https://example.invalid/a.json"}


@pytest.mark.parametrize("profile", profile_names())
@pytest.mark.parametrize("place", [{"a b": _FAR}, {"a b": {"default": 1, "allOf": [{"oneOf": [_FAR, _FAR]}]}}])
def test_a_reference_to_the_network_is_a_finding_of_its_tool_and_the_others_are_judged(
    tmp_path: Path, profile: str, place: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", None)
    far = {**MCP, "name": "get_far", "inputSchema": {**SCHEMA, "properties": place}}
    astray = {**MCP, "inputSchema": {**SCHEMA, "properties": {"a": {"$ref": "#/$defs/none"}}}}
    report = check_subject(_subject(tmp_path, {"tools": [far, astray]}), Config(profile=profile), TODAY)
    (found, *_, other) = [one for one in report.findings if one.rule == "local_refs_only"]
    assert (found.level.value, found.tool) == ("error", "get_far")
    assert found.pointer.startswith("/tools/0/inputSchema/properties/a b/")
    assert found.pointer.endswith("/$ref")
    assert "points outside this schema" in found.message
    assert (other.tool, other.pointer) == ("get_a", "/tools/1/inputSchema/properties/a/$ref")


@pytest.mark.parametrize("profile", ["mcp", "holon", "openai_strict"])
def test_a_reference_out_of_a_published_result_is_a_finding_once(tmp_path: Path, profile: str) -> None:
    subject = _subject(tmp_path, {"tools": [{**MCP, "outputSchema": _FAR}]})
    found = check_subject(subject, Config(profile=profile), TODAY, ["local_refs_only", "mcp_output_schema"]).findings
    assert [one.pointer for one in found] == ["/tools/0/outputSchema/$ref"]


@pytest.mark.parametrize("target", ["openai", "openai_strict", "anthropic_strict"])
def test_what_refers_to_the_network_cannot_be_lowered(tmp_path: Path, target: str) -> None:
    far = {**MCP, "inputSchema": {**SCHEMA, "properties": {"a": _FAR}, "required": ["a"]}}
    lowered = lowered_catalog(_subject(tmp_path, {"tools": [far]}).surface.inventory, target)
    assert [one for one in lowered.findings if "a reference that leads out of the schema" in one.message]
    assert lowered.loses(Level.ERROR)


@pytest.mark.parametrize(
    ("changed", "said", "pointer"),
    [
        ({"name": 5}, "`name` is an integer, not a string", "/tools/0/name"),
        ({"description": 7}, "`description` is an integer, not a string", "/tools/0/description"),
        ({"annotations": "x"}, "`annotations` is a string, not an object", "/tools/0/annotations"),
        ({"inputSchema": None}, "`inputSchema` is missing or null", "/tools/0/inputSchema"),
        ({"outputSchema": None}, "output schema is null, not an object", "/tools/0/outputSchema"),
        ({"outputSchema": "x"}, "output schema is a string, not an object", "/tools/0/outputSchema"),
        ({"outputSchema": []}, "output schema is an array, not an object", "/tools/0/outputSchema"),
        ({"outputSchema": True}, "output schema is a boolean, not an object", "/tools/0/outputSchema"),
        ({"_meta": "x"}, "`_meta` is a string, not an object", "/tools/0/_meta"),
        ({"_meta": None}, "`_meta` is null, not an object", "/tools/0/_meta"),
        ({"icons": "x"}, "`icons` is a string, not an array", "/tools/0/icons"),
        ({"icons": ["x"]}, "`icons[0]` is a string, not an object", "/tools/0/icons/0"),
        ({"icons": [ICON, {}]}, "`icons[1]` has no `src`", "/tools/0/icons/1"),
        ({"icons": [{"src": 5}]}, "`icons[0].src` is an integer, not a string", "/tools/0/icons/0/src"),
        ({"icons": [{**ICON, "sizes": "9x9"}]}, "`icons[0].sizes` is a string, not an array", "/tools/0/icons/0/sizes"),
        ({"icons": [{**ICON, "sizes": [9]}]}, "`icons[0].sizes[0]` is an integer", "/tools/0/icons/0/sizes/0"),
        ({"icons": [{**ICON, "theme": "pink"}]}, "`icons[0].theme` is `pink`, which is", "/tools/0/icons/0/theme"),
        ({"annotations": {"title": 5}}, "`annotations.title` is an integer", "/tools/0/annotations/title"),
        (
            {"annotations": {"openWorldHint": "no"}},
            "`annotations.openWorldHint` is a string, not a boolean",
            "/tools/0/annotations/openWorldHint",
        ),
    ],
)
def test_a_member_of_another_type_is_named_in_the_words_of_the_protocol(
    tmp_path: Path, changed: dict[str, object], said: str, pointer: str
) -> None:
    subject = _subject(tmp_path, {"tools": [{**MCP, **changed}, MCP]})
    rules = ["mcp_tool_keys", "mcp_output_schema", "input_schema_object"]
    (found,) = check_subject(subject, Config(profile="mcp"), TODAY, rules).findings
    assert (found.pointer, found.level) == (pointer, Level.ERROR)
    assert said in found.message


@pytest.mark.parametrize("value", [{"tools": [MCP, 5]}, [ANTHROPIC], [CHAT], [RESPONSES], MCP, {"tools": []}])
def test_the_pointer_of_every_finding_names_something_in_the_file_that_was_read(tmp_path: Path, value: object) -> None:
    subject = _subject(tmp_path, value)
    config = Config(profile="holon", is_profile_stated=True)
    found = [one for one in check_subject(subject, config, TODAY).findings if one.location]
    assert found
    for one in found:
        resolve(json.loads((tmp_path / "tools.json").read_text("utf-8")), one.pointer)  # raises for what is not there


def test_each_file_of_a_folder_is_read_in_its_own_format(tmp_path: Path) -> None:
    for name, listed in (("a.json", MCP), ("b.json", [CHAT, {"type": "web_search"}]), ("c.json", [ANTHROPIC])):
        _subject(tmp_path, listed, name)
    assert [one.pointer for one in _found(subject_of(tmp_path, Config()))] == [
        "/inputSchema/properties/a b",
        "/0/function/parameters/properties/a b",
        "/0/input_schema/properties/a b",
    ]


def test_the_entry_of_a_list_that_is_no_object_is_judged_and_not_dropped(tmp_path: Path) -> None:
    subject = _subject(tmp_path, {"tools": [MCP, 5]})
    found = check_subject(subject, Config(profile="mcp"), TODAY, ["mcp_tool_keys"]).findings
    assert ("/tools/1", "`name` is an integer, not a string") in [(one.pointer, one.message) for one in found]


@pytest.mark.parametrize("profile", ["holon", "mcp", "openai_strict"])
@pytest.mark.parametrize(
    ("changed", "said"), [({}, "tool has no `name`"), ({"name": 5}, "`name` is an integer, not a string")]
)
def test_a_missing_name_is_reported_as_missing_and_no_stand_in_is_judged(
    tmp_path: Path, profile: str, changed: dict[str, object], said: str
) -> None:
    function = {"description": "Run.", "parameters": {"type": "object", "properties": {}}, **changed}
    for listed in ({"type": "function", "function": function}, {"description": "Run.", "inputSchema": {}, **changed}):
        subject = _subject(tmp_path, [listed])
        found = check_subject(subject, Config(profile=profile), TODAY).findings
        assert [one.message for one in found if "`name`" in one.message] == [said]
        assert not [one for one in found if "as_listed" in one.message + one.hint]


def test_pointers_in_evidence_are_those_of_the_file(tmp_path: Path) -> None:
    subject = _subject(tmp_path, {"tools": [{**MCP, "inputSchema": {"type": "object"}}] * 2})
    found = check_subject(subject, Config(profile="mcp"), TODAY, ["tool_name_unique", "mcp_open_inputs"]).findings
    evidence = {one.rule: one.evidence for one in found}
    assert evidence["tool_name_unique"] == {"twin": "/tools/0/name"}
    assert evidence["mcp_open_inputs"] == {"places": ["/tools/0/inputSchema", "/tools/1/inputSchema"]}


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ([RESPONSES, {**RESPONSES, "name": "b", "type": "fucntion"}], "`type` is `fucntion`"),
        ([CHAT, {"type": "Function", "function": {"name": "b"}}], "`type` is `Function`"),
        ([RESPONSES, {"name": "b", "input_schema": {"type": "object"}}], "`input_schema` of `b` is not read"),
        ([{**CHAT, "strict": True}], "is next to `function`"),
        ([ANTHROPIC, {**ANTHROPIC, "name": "b", "type": "costum"}], "`type` is `costum`"),
        ([{"functionDeclarations": [DECLARED]}, {"functionDeclaration": [DECLARED]}], "`functionDeclaration` of"),
    ],
)
def test_a_tool_whose_kind_is_misspelt_is_judged_and_is_no_tool_of_the_provider(
    tmp_path: Path, value: object, fault: str
) -> None:
    report = check_subject(_subject(tmp_path, value), Config(profile="openai"), TODAY, ["provider_tool_keys"])
    (found,) = report.findings
    assert fault in found.message
    assert found.level is Level.ERROR
    assert not read_any(tmp_path / "tools.json")[0].built_in


def test_a_tool_of_the_provider_has_no_members_to_judge(tmp_path: Path) -> None:
    listed = [RESPONSES, {"type": "web_search", "filters": {}}, {"type": "mcp", "server_label": "a", "server_url": "b"}]
    report = check_subject(_subject(tmp_path, listed), Config(profile="openai"), TODAY, ["provider_tool_keys"])
    assert not report.findings
    assert len(read_any(tmp_path / "tools.json")[0].built_in) == 2


def test_a_program_in_the_place_of_a_list_is_met_with_the_command_that_starts_it(tmp_path: Path) -> None:
    for name, started in (("server.py", "python server.py"), ("index.mjs", "node index.mjs")):
        (tmp_path / name).write_text("import os")
        with pytest.raises(ConformanceError, match="is a program, not a list of tools") as refused:
            read_any(tmp_path / name)
        assert f'mcp-stdio:"{started}"' in refused.value.recovery_hint


def test_a_dump_of_a_server_that_listed_nothing_is_told_to_list_nothing(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_text('{"server": "a", "version": "0.13.0", "tools": null}')
    with pytest.raises(ConformanceError, match="'/tools' must be an array of tools; found null"):
        read_any(tmp_path / "dump.json")
