"""What is sent has the form of the provider's own request, as its library types it, and nothing in it is null."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import TypeAdapter

from conformance.commands.cost import lowered_catalog
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.inventory import Inventory
from conformance.inventory.formats import load_any, to_inventory
from conformance.inventory.lowering.objections import keyword_objections
from conformance.settings.profiles import load_profile, profile_names
from conformance.settings.profiles.provider import ProviderDialect

MISSING = "install 'tool-conformance[providers]': without the provider's library nothing is compared with it"
PROVIDERS = [name for name in profile_names() if load_profile(name).provider is not None]
SCHEMA: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
EMPTY: JsonObject = {"type": "object", "properties": {}}
TOOLS: Sequence[JsonObject] = (
    {"name": "full", "description": "Full.", "input_schema": SCHEMA},
    {"name": "silent", "input_schema": SCHEMA},
    {"name": "nothing", "description": "Nothing.", "input_schema": EMPTY},
    {"name": "missing", "description": "Missing."},
    {"name": "null", "description": "Null.", "input_schema": None},
    {"name": "number", "description": "Number.", "input_schema": 7},
)


def _inventory(listed: JsonValue, scheme: str = "anthropic") -> Inventory:
    return load_any(to_inventory(Document("tools.json", "null", listed), scheme))


def _sent(target: str, form: str | None = None) -> list[Any]:
    return list(lowered_catalog(_inventory(list(TOOLS)), target, form=form).sent)


def _nulls(value: Any) -> bool:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return value is None or any(map(_nulls, members))


@pytest.mark.parametrize("target", PROVIDERS)
def test_a_tool_without_a_schema_is_never_sent_as_null_and_is_reported(target: str) -> None:
    catalog = lowered_catalog(_inventory(list(TOOLS)), target)
    assert not _nulls(list(catalog.sent))
    told = {finding.tool for finding in catalog.findings if "sent without parameters" in finding.message}
    # Gemini itself writes a tool without parameters by leaving them out
    assert told == ({"number"} if target == "gemini" else {"missing", "null", "number"})


def test_each_provider_has_its_own_key_and_wrapper() -> None:
    def first(target: str) -> JsonObject:
        return _sent(target)[0]

    assert list(first("anthropic")) == ["name", "description", "input_schema"]
    assert first("openai")["type"] == "function"
    assert (first("openai")["strict"], first("openai_strict")["strict"]) == (False, True)
    assert first("openai")["parameters"] == SCHEMA
    assert list(first("mcp")) == ["name", "description", "inputSchema"]
    (holder,) = _sent("gemini")
    assert [list(one) for one in holder["functionDeclarations"][1:3]] == [
        ["name", "parameters"],
        ["name", "description"],
    ]


def test_a_namespace_is_sent_as_one_and_flat_where_the_provider_has_none() -> None:
    function: JsonObject = {"type": "function", "name": "find", "parameters": SCHEMA}
    crm: JsonObject = {"type": "namespace", "name": "crm", "description": "Customers."}
    listed = _inventory([{**crm, "tools": [function, function]}, function], "openai")
    sent = {**function, "strict": False}
    assert lowered_catalog(listed, "openai").sent == [{**crm, "tools": [sent, sent]}, sent]
    assert [tool["name"] for tool in lowered_catalog(listed, "anthropic").sent] == ["crm__find", "crm__find", "find"]
    (chat, *_) = lowered_catalog(listed, "openai", form="chat").sent
    assert chat["function"]["name"] == "crm__find"  # type: ignore[index,call-overload]


def test_a_tool_that_takes_text_is_left_out_of_a_request_and_reported() -> None:
    catalog = lowered_catalog(
        _inventory([{"type": "custom", "name": "ask", "description": "Ask."}], "openai"), "openai"
    )
    (finding,) = catalog.findings
    assert (catalog.sent, finding.tool, finding.level) == ([], "ask", Level.WARNING)
    assert "free-form text" in finding.message


def test_a_map_beside_declared_fields_keeps_these() -> None:
    both: JsonObject = {**SCHEMA, "additionalProperties": {"type": "string"}}
    named: JsonObject = {**SCHEMA, "patternProperties": {"^x-": {"type": "string"}}}
    one, two = "a free-form object", "an object with names by pattern"
    for fields, subjects in (({"a": both}, one), ({"a": both, "b": named}, f"{one} and {two}")):
        tool: JsonObject = {"name": "put", "description": "Put.", "input_schema": {**SCHEMA, "properties": fields}}
        messages = [found.message for found in lowered_catalog(_inventory([tool]), "gemini").findings]
        assert f"only declared fields, if any, are left of {subjects} in the sent schema" in messages


def test_a_type_that_a_list_of_gemini_says_null_with_is_one_that_it_accepts() -> None:
    nullable: JsonObject = {"type": "STRING", "enum": ["a"], "nullable": True}
    parameters: JsonObject = {"type": "OBJECT", "properties": {"kind": nullable}}
    listed = _inventory([{"functionDeclarations": [{"name": "find", "parameters": parameters}]}], "gemini")
    assert list(keyword_objections(listed.tools[0].input_schema, _gemini())) == []
    (sent,) = lowered_catalog(listed, "gemini").sent
    assert sent == {"functionDeclarations": [{"name": "find", "parameters": _lower_types(parameters)}]}


def _gemini() -> ProviderDialect:
    provider = load_profile("gemini").provider
    assert provider is not None
    return provider.dialect


def _lower_types(parameters: JsonObject) -> JsonValue:
    return json.loads(json.dumps(parameters).replace('"STRING"', '"string"').replace('"OBJECT"', '"object"'))


def test_parameters_that_are_no_schema_are_reported_and_missing_ones_are_none() -> None:
    listed: list[JsonValue] = [{"type": "function", "name": "n", "parameters": 7}, {"type": "function", "name": "m"}]
    catalog = lowered_catalog(_inventory(listed, "openai"), "openai")
    assert [finding.message for finding in catalog.findings] == [
        "input schema is an integer, not an object, so the tool is sent without parameters"
    ]
    assert [tool["parameters"]["type"] for tool in catalog.sent] == ["object", "object"]  # type: ignore[index,call-overload]


@pytest.mark.parametrize("target", ["openai", "openai_strict"])
def test_openais_library_takes_each_tool(target: str) -> None:
    params = pytest.importorskip("openai.types.responses.function_tool_param", reason=MISSING)
    for tool in _sent(target):
        TypeAdapter(params.FunctionToolParam).validate_python(tool, strict=True)


@pytest.mark.parametrize("target", ["anthropic", "anthropic_strict"])
def test_anthropics_library_takes_each_tool(target: str) -> None:
    params = pytest.importorskip("anthropic.types.tool_param", reason=MISSING)
    for tool in _sent(target):
        TypeAdapter(params.ToolParam).validate_python(tool, strict=True)


@pytest.mark.parametrize(("target", "strict"), [("openai", False), ("openai_strict", True)])
def test_openais_library_takes_each_tool_in_the_form_of_chat_completions(target: str, *, strict: bool) -> None:
    params = pytest.importorskip("openai.types.chat.chat_completion_function_tool_param", reason=MISSING)
    sent = _sent(target, "chat")
    assert [list(tool) for tool in sent] == [["type", "function"]] * len(TOOLS)
    assert {tool["function"]["strict"] for tool in sent} == {strict}
    for tool in sent:
        TypeAdapter(params.ChatCompletionFunctionToolParam).validate_python(tool, strict=True)


def test_googles_library_takes_the_declarations_by_json_schema_which_change_nothing() -> None:
    types = pytest.importorskip("google.genai.types", reason=MISSING)
    (holder,) = _sent("gemini", "json_schema")
    declarations = types.Tool.model_validate(holder).function_declarations
    assert [one.parameters_json_schema for one in declarations[:3]] == [SCHEMA, SCHEMA, EMPTY]
    assert {one.parameters for one in declarations} == {None}


def test_a_form_that_the_provider_lacks_is_refused_with_those_that_it_has() -> None:
    for target, form, hint in (
        ("openai", "caht", "did you mean `chat`?"),
        ("gemini", "chat", "use one of `json_schema`"),
        ("anthropic", "chat", "omit `--form`"),
    ):
        with pytest.raises(ConformanceError, match=f"profile `{target}` has no form `{form}`") as refused:
            _sent(target, form)
        assert refused.value.recovery_hint == hint


def test_googles_library_takes_the_one_tool_with_all_declarations() -> None:
    types = pytest.importorskip("google.genai.types", reason=MISSING)
    (holder,) = _sent("gemini")
    assert [one.name for one in types.Tool.model_validate(holder).function_declarations] == [
        tool["name"] for tool in TOOLS
    ]


def test_what_is_sent_is_read_as_the_same_tools() -> None:
    for target in ("anthropic", "openai", "mcp", "gemini"):
        again = _inventory(_sent(target), {"mcp": "mcp-tools"}.get(target, target))
        assert [tool.name for tool in again.tools] == [tool["name"] for tool in TOOLS]
        assert target == "gemini" or all(tool.schema_fault is None for tool in again.tools), target
    for target, form in (("openai", "chat"), ("openai_strict", "chat"), ("gemini", "json_schema")):
        again = load_any(to_inventory(Document("tools.json", "null", _sent(target, form))))
        assert [tool.name for tool in again.tools] == [tool["name"] for tool in TOOLS]
        assert target == "openai_strict" or again.tools[0].input_schema == SCHEMA


def _refusals(listed: list[JsonObject], target: str) -> list[str]:
    catalog = lowered_catalog(_inventory(listed), target)
    return [finding.message for finding in catalog.findings if finding.level is Level.ERROR]


def _tool(name: str, schema: JsonObject | None = None) -> JsonObject:
    return {"name": name, "input_schema": schema or {"type": "object", "properties": {"x": {"type": "string"}}}}


def test_names_that_a_provider_refuses_or_gets_twice_are_reported() -> None:
    found = _refusals([_tool("a.b"), _tool("x" * 200), _tool("twice"), _tool("twice")], "anthropic")
    assert len(found) == 3
    for message, words in zip(
        found, ("tool name does not match", "has 200 characters", "`twice` is sent twice"), strict=True
    ):
        assert words in message
    assert not _refusals([_tool("a_b"), _tool("b_c")], "anthropic")


def test_a_name_made_of_a_namespace_is_compared_with_the_others() -> None:
    one: JsonObject = {"type": "function", "name": "find", "parameters": {"type": "object", "properties": {"x": {}}}}
    listed = [{"type": "namespace", "name": "crm", "description": "", "tools": [one]}, {**one, "name": "crm__find"}]
    inventory = _inventory(listed, "openai")
    assert "is sent twice, also for `crm.find`" in str(lowered_catalog(inventory, "anthropic").findings)
    assert not lowered_catalog(inventory, "openai").findings


def test_limits_of_a_request_and_of_a_schema_are_reported() -> None:
    found = _refusals([_tool(f"t{number}") for number in range(21)], "anthropic_strict")
    assert [message.partition(", but")[0] for message in found] == ["request has 21 tools"]
    deep: JsonObject = {"type": "string"}
    for _ in range(11):
        deep = {"type": "object", "properties": {"next": deep}, "required": ["next"], "additionalProperties": False}
    assert "input schema has 11 levels of nesting" in str(_refusals([_tool("deep", deep)], "openai_strict"))


_LISTS: dict[str, JsonObject] = {
    "mcp": {
        "name": "a",
        "description": "A.",
        "title": "Alpha",
        "inputSchema": SCHEMA,
        "outputSchema": SCHEMA,
        "annotations": {"readOnlyHint": True},
        "_meta": {"x": 1},
    },
    "anthropic": {
        "name": "a",
        "description": "A.",
        "input_schema": SCHEMA,
        "input_examples": [{"a": "b"}],
        "cache_control": {"type": "ephemeral"},
        "defer_loading": True,
        "strict": True,
    },
    "openai": {
        "type": "function",
        "name": "a",
        "description": "A.",
        "parameters": SCHEMA,
        "strict": True,
        "output_schema": SCHEMA,
    },
}


def _lowered(name: str, target: str, form: str | None = None) -> tuple[JsonObject, list[str]]:
    document = to_inventory(Document("tools.json", "null", {"tools": [_LISTS[name]]}))
    catalog = lowered_catalog(load_any(document), target, document=document, form=form)
    return catalog.sent[0], [one.message for one in catalog.findings if "left out" in one.message]


@pytest.mark.parametrize("name", _LISTS)
def test_a_list_keeps_what_it_states_of_a_tool_for_its_own_provider(name: str) -> None:
    assert _lowered(name, name) == (_LISTS[name], [])


def test_a_form_of_the_request_with_fewer_members_keeps_those() -> None:
    sent, left_out = _lowered("openai", "openai", form="chat")
    assert sent["function"] == {"name": "a", "description": "A.", "parameters": SCHEMA, "strict": True}
    assert left_out == ["`output_schema` is left out of what is sent to OpenAI"]


@pytest.mark.parametrize(
    ("name", "target", "names"),
    [
        ("mcp", "openai", "`outputSchema` is"),
        ("openai", "anthropic", "`strict`, `output_schema` are"),
        ("openai", "anthropic_strict", "`output_schema` is"),
        ("anthropic", "openai", "`input_examples`, `cache_control`, `defer_loading`, `strict` are"),
    ],
)
def test_what_another_provider_does_not_get_is_reported_and_changes_no_exit_status(
    name: str, target: str, names: str
) -> None:
    _, left_out = _lowered(name, target)
    assert [one.partition(" left out")[0] for one in left_out] == [names]
    document = to_inventory(Document("tools.json", "null", [_LISTS[name]]))
    reported = [one for one in lowered_catalog(load_any(document), target).findings if "left out" in one.message]
    assert {one.level for one in reported} == {Level.INFO}


def test_an_inventory_made_of_a_server_keeps_what_it_has_of_it() -> None:
    document = to_inventory(Document("tools.json", "null", {"tools": [_LISTS["mcp"]]}))
    inventory = load_any(Document("inventory.json", "null", document.value))
    (sent,) = lowered_catalog(inventory, "mcp").sent
    assert sent == {key: value for key, value in _LISTS["mcp"].items() if key != "_meta"}
