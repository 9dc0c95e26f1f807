"""Tool lists of other systems become inventories in our format: all that they say is kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.documents.packaged import embedded_schemas
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, as_object
from conformance.errors import ConformanceError
from conformance.inventory import load_inventory
from conformance.inventory.formats import ListDocument, to_inventory
from conformance.schema.validation import violations
from conformance.systems.runtime import Opening, UnsupportedError
from conformance.systems.sources import find_source

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}, "x-vendor": [1]}


def tools_of(scheme: str, listed: Any) -> list[Any]:
    return checked_tools(as_object(to_inventory(Document("here", "null", listed), scheme).value))


def checked_tools(inventory: JsonObject) -> list[Any]:
    assert load_inventory(Document("made", json.dumps(inventory), inventory)).version == 2
    published = json.loads((embedded_schemas() / "inventory.schema.json").read_text("utf-8"))
    assert list(violations(inventory, published)) == []
    return list(inventory["tools"])  # type: ignore[arg-type]


def test_both_shapes_of_an_openai_list_say_the_same() -> None:
    function = {"name": "search", "description": "Find.", "parameters": SCHEMA, "strict": True}
    chat = tools_of("openai", [{"type": "function", "function": function}])
    responses = tools_of("openai", [{"type": "function", **function}])
    assert chat == responses
    assert (chat[0]["name"], chat[0]["input_schema"], chat[0]["strict"]) == ("search", SCHEMA, True)


def test_a_function_without_parameters_takes_an_empty_object_and_hosted_tools_are_left_out() -> None:
    tools = tools_of("openai", [{"type": "web_search"}, {"type": "function", "name": "now"}])
    assert [(tool["name"], tool["input_schema"]) for tool in tools] == [("now", {"type": "object", "properties": {}})]


def test_a_tool_of_a_namespace_is_one_tool_and_has_both_names() -> None:
    function = {"type": "function", "name": "find", "parameters": SCHEMA}
    crm = {"type": "namespace", "name": "crm", "description": "Customers.", "tools": [function, {"type": "web_search"}]}
    tools = tools_of("openai", [function, crm, {"type": "namespace", "name": "empty", "tools": []}])
    assert [(tool["name"], tool["input_schema"]) for tool in tools] == [("find", SCHEMA), ("crm.find", SCHEMA)]
    assert tools[1]["namespace"] == {"name": "crm", "description": "Customers."}
    read = load_inventory(Document("made", "null", {"version": 2, "tools": tools})).tools
    assert [tool.own_name for tool in read] == ["find", "find"]


def test_both_shapes_of_a_custom_tool_take_text_and_state_its_grammar() -> None:
    grammar = {"syntax": "regex", "definition": "a|b"}
    responses = {"type": "custom", "name": "ask", "description": "Ask.", "format": {"type": "grammar", **grammar}}
    chat = {"name": "ask", "description": "Ask.", "format": {"type": "grammar", "grammar": grammar}}
    expected = {"name": "ask", "description": "Ask.", "input_schema": None, "freeform_grammar": grammar}
    assert tools_of("openai", [responses, {"type": "custom", "custom": chat}]) == [expected, expected]
    stated = [{"type": "custom", "name": "a"}, {"type": "custom", "name": "a", "format": {"type": "text"}}]
    assert [tool["freeform_grammar"] for tool in tools_of("openai", stated)] == [{"syntax": "text"}] * 2


def test_an_anthropic_list_keeps_what_it_says_beside() -> None:
    listed = [{"name": "search", "description": "Find.", "input_schema": SCHEMA, "strict": True}, {"type": "bash_1"}]
    tools = tools_of("anthropic", listed)
    assert [(tool["name"], tool["input_schema"], tool["strict"]) for tool in tools] == [("search", SCHEMA, True)]


def test_declarations_of_gemini_are_read_wherever_they_are_and_their_types_become_those_of_json_schema() -> None:
    declared = {
        "name": "list_days",
        "description": "List.",
        "parameters": {"type": "OBJECT", "properties": {"kind": {"type": "STRING", "enum": ["OBJECT"]}}},
        "response": {"type": "ARRAY", "items": {"type": "INTEGER"}},
        "behavior": "BLOCKING",
    }
    shapes: list[Any] = [
        {"functionDeclarations": [declared]},
        [declared],
        {"tools": [{"codeExecution": {}}, {"functionDeclarations": [declared]}]},
        [{"function_declarations": []}, {"function_declarations": [declared]}],
    ]
    for shape in shapes:
        (tool,) = tools_of("gemini", shape)
        assert tool["input_schema"] == {
            "type": "object",
            "properties": {"kind": {"type": "string", "enum": ["OBJECT"]}},
        }
        assert tool["result_envelope"] == {"success_result_schema": {"type": "array", "items": {"type": "integer"}}}
        assert (tool["name"], tool["behavior"]) == ("list_days", "BLOCKING")


def test_null_and_limits_of_a_declaration_of_gemini_become_those_of_json_schema() -> None:
    written = {
        "name": {"type": "STRING", "nullable": True, "minLength": "1", "maxLength": "9" * 30},
        "kind": {"type": "STRING", "enum": ["a"], "nullable": True},
        "value": {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}], "nullable": True},
        "any": {"nullable": True},
        "plain": {"type": "STRING", "nullable": False},
    }
    schema = {"type": "OBJECT", "nullable": True, "properties": written}
    (tool,) = tools_of(
        "gemini", [{"name": "a", "parameters": schema, "response": {"type": "STRING", "nullable": True}}]
    )
    assert tool["input_schema"] == {
        "type": "object",
        "nullable": True,
        "properties": {
            "name": {"type": ["string", "null"], "nullable": True, "minLength": 1, "maxLength": "9" * 30},
            "kind": {"type": ["string", "null"], "enum": ["a", None], "nullable": True},
            "value": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}], "nullable": True},
            "any": {"nullable": True},
            "plain": {"type": "string", "nullable": False},
        },
    }
    assert tool["result_envelope"]["success_result_schema"]["type"] == ["string", "null"]


def test_a_provider_s_own_tool_beside_declarations_is_not_lost() -> None:
    listed: Any = [{"functionDeclarations": [{"name": "now"}], "googleSearch": {"a": 1}, "codeExecution": {}}]
    document = to_inventory(Document("here", "null", listed), "gemini")
    assert isinstance(document, ListDocument)
    assert [(one.type, one.stated) for one in document.built_in] == [("googleSearch", {"a": 1}), ("codeExecution", {})]
    assert len(load_inventory(document).tools) == 1


@pytest.mark.parametrize("stated", [{}, {"parameters": None}])
def test_a_function_without_parameters_takes_an_empty_object(stated: Any) -> None:
    for form, listed in (("gemini", {"name": "now"}), ("openai", {"type": "function", "name": "now"})):
        (tool,) = tools_of(form, [{**listed, **stated}])
        assert tool["input_schema"] == {"type": "object", "properties": {}}
        assert "parameters" not in tool


def test_keywords_of_gemini_may_be_written_as_its_sdk_for_python_does() -> None:
    snake: Any = {"type": "OBJECT", "min_properties": "1", "properties": {"max_items": {"any_of": [{"max_length": 3}]}}}
    camel: Any = {"type": "OBJECT", "minProperties": "1", "properties": {"max_items": {"anyOf": [{"maxLength": 3}]}}}
    for named in ("parameters", "response"):
        assert tools_of("gemini", {"functionDeclarations": [{"name": "a", named: snake}]}) == tools_of(
            "gemini", {"functionDeclarations": [{"name": "a", named: camel}]}
        )


def test_a_malformed_tool_of_a_server_does_not_lose_the_list() -> None:
    listed: JsonObject = {
        "tools": [
            {"name": "good", "inputSchema": SCHEMA, "outputSchema": {"type": "object"}, "title": "Good"},
            {"name": "no schema"},
            {"name": "null schema", "inputSchema": None},
            {"inputSchema": {}},
        ]
    }
    tools = tools_of("mcp-tools", listed)
    assert [tool["name"] for tool in tools] == ["good", "no schema", "null schema", "unnamed_tool_3"]
    assert tools[0]["result_envelope"]["success_result_schema"] == {"type": "object"}
    assert tools[0]["title"] == "Good"
    assert tools[2]["input_schema"] is None


def test_what_a_manifest_of_fastmcp_writes_as_null_is_not_stated() -> None:
    schema: JsonObject = {"type": "object", "properties": {"a": {"default": None}}}
    stated: JsonObject = {
        "name": "a",
        "inputSchema": schema,
        "annotations": {"readOnlyHint": True},
        "icons": [{"src": "b"}],
    }
    nulls: JsonObject = {"annotations": {"readOnlyHint": True, "title": None}, "icons": [{"src": "b", "sizes": None}]}
    unset: JsonObject = {"title": None, "execution": None, "outputSchema": None, "_meta": None}
    manifest = {"environment": {"fastmcp": "4.2.3"}, "tools": [{**stated, **nulls, **unset}]}
    assert tools_of("mcp-tools", manifest) == tools_of("mcp-tools", {"tools": [stated]})
    assert tools_of("mcp-tools", {"tools": [{**stated, **unset}]}) != tools_of("mcp-tools", {"tools": [stated]})
    own = {
        "server": {"name": "s"},
        "environment": {"fastmcp": "4.2.3"},
        "tools": [{"name": "a", "input_schema": schema}],
    }
    with pytest.raises(ConformanceError, match="a manifest in FastMCP's own format"):
        to_inventory(Document("here", "null", own))


@pytest.mark.parametrize(
    ("scheme", "key"),
    [("mcp-tools", "inputSchema"), ("openai", "parameters"), ("anthropic", "input_schema"), ("gemini", "parameters")],
)
def test_an_entry_that_is_hardly_a_tool_is_kept_as_it_was_listed(scheme: str, key: str) -> None:
    listed: list[Any] = [{"name": "good", key: SCHEMA}, {key: SCHEMA}, 5, "text", {"name": "odd", key: "object"}, {}]
    tools = tools_of(scheme, listed)
    assert [tool["name"] for tool in tools] == [
        "good",
        "unnamed_tool_1",
        "unnamed_tool_2",
        "text",
        "odd",
        "unnamed_tool_5",
    ]
    kept = [tool.get("as_listed") for tool in tools]
    assert kept[:4] == [None, {key: SCHEMA}, {"name": 5}, None]
    assert "object" in (as_object(kept[4]).get(key), tools[4].get(key))
    assert (tools[1]["input_schema"], tools[4]["input_schema"]) == (SCHEMA, None)


@pytest.mark.parametrize(
    ("scheme", "key"),
    [("mcp-tools", "inputSchema"), ("openai", "parameters"), ("anthropic", "input_schema"), ("gemini", "parameters")],
)
def test_a_member_of_a_list_that_has_the_name_of_one_of_an_inventory_says_nothing_there(scheme: str, key: str) -> None:
    foreign: Any = {
        "result_envelope": {"success_result_schema": {"type": "string"}},
        "freeform_grammar": {"syntax": "text"},
        "family": "notes",
        "stability": "experimental",
        "schema_key": "",
        "as_listed": {"name": "other"},
    }
    if key != "input_schema":
        foreign["input_schema"] = {"type": "object", "properties": {"other": {}}}
    (plain,), (tool,) = (tools_of(scheme, [{"name": "good", key: SCHEMA, **more}]) for more in ({}, foreign))
    assert tool == {**plain, "as_listed": {"name": "good", key: SCHEMA, **foreign}}


@pytest.mark.parametrize(
    ("scheme", "key"), [("openai", "parameters"), ("anthropic", "input_schema"), ("gemini", "parameters")]
)
def test_a_list_may_live_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, key: str) -> None:
    (tmp_path / f"my_{scheme}_tools.py").write_text(
        f"TOOLS = [{{'name': 'a', '{key}': {{'type': 'object'}}}}]", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    runtime = find_source(f"{scheme}:my_{scheme}_tools:TOOLS").open(Opening())
    assert runtime.catalog("operator") == ["a"]
    with pytest.raises(UnsupportedError):
        runtime.parse("a", {})


def test_every_list_of_the_corpus_becomes_an_inventory(corpus: Path) -> None:
    for file in sorted(corpus.glob("mcp/*.json")):
        raw = json.loads(file.read_text("utf-8"))
        tools = checked_tools(find_source(str(file)).open(Opening()).describe())
        assert [tool["name"] for tool in tools] == [tool["name"] for tool in raw["tools"]]
        assert [tool["input_schema"] for tool in tools] == [tool["inputSchema"] for tool in raw["tools"]]


def test_an_inventory_file_is_described_as_it_is(tmp_path: Path) -> None:
    inventory = {"version": 2, "tools": [{"name": "A", "input_schema": {}, "x": 1}], "source_of_truth": {}}
    (tmp_path / "i.json").write_text(json.dumps(inventory), "utf-8")
    assert find_source("inventory:i.json").open(Opening(base=tmp_path)).describe() == inventory


def test_an_inventory_may_live_in_python_and_one_that_is_refused_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inventory = {"version": 2, "tools": [{"name": "A", "input_schema": {}}]}
    (tmp_path / "my_inventory.py").write_text(f"OWN = {inventory}\nNEWER = {{'version': 3, 'tools': []}}", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert find_source("inventory:my_inventory:OWN").open(Opening()).describe() == inventory
    with pytest.raises(ConformanceError, match="format version 3"):
        find_source("inventory:my_inventory:NEWER").open(Opening())
