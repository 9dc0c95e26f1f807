"""Members of a listed tool that nobody reads, and most of all its schema under another name."""

import conformance
from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Finding
from tests.cases import check_each

_RULES = ["provider_tool_keys", "provider_accepts"]
_ENTRY: JsonObject = {"name": "get_note", "description": "Read one note."}
_SCHEMA: JsonObject = {"type": "object", "properties": {"note": {"type": "string", "description": "Its title."}}}
_EMPTY: JsonObject = {"type": "object", "properties": {}}
_NAMES = ("params", "parameter", "args", "input", "inputs", "schema", "json_schema", "parametersSchema", "arguments")
_READ: JsonObject = {"name": "add_note", "description": "Write one note."}


def _openai(**tool: JsonValue) -> list[JsonObject]:
    return [{"type": "function", **_ENTRY, **tool}]


def _anthropic(**tool: JsonValue) -> list[JsonObject]:
    return [{**_READ, "input_schema": _SCHEMA}, {**_ENTRY, **tool}]


def _gemini(**tool: JsonValue) -> list[JsonObject]:
    return [{"functionDeclarations": [{**_ENTRY, **tool}]}]


def _found(tools: list[JsonObject]) -> list[Finding]:
    return [*conformance.check(tools, rules=_RULES).findings]


@check_each("name", _NAMES)
def test_a_schema_by_any_name_that_is_not_read_is_one_error_that_names_the_right_one(name: str) -> None:
    for make, hint in (
        (_openai, "rename it to `parameters`"),
        (_gemini, "rename it to `parameters`"),
        (_anthropic, f"rename `{name}` to `input_schema`"),
    ):
        (found,) = _found(make(**{name: _SCHEMA}))
        assert (str(found.level), found.hint) == ("error", hint)
        assert found.pointer.endswith(f"/{name}")


def test_properties_alone_under_another_name_are_a_schema_too() -> None:
    (found,) = _found(_openai(args={"note": {"type": "string", "description": "Its title."}}))
    assert found.message == "`args` of `get_note` is not read, so it takes no input"


def test_a_second_schema_is_not_said_to_be_the_only_one() -> None:
    for tools, own in (
        (_openai(parameters=_SCHEMA, json_schema=_SCHEMA), "parameters"),
        (_anthropic(input_schema=_EMPTY, params=_SCHEMA), "input_schema"),
    ):
        (found,) = _found(tools)
        assert found.message.endswith("of `get_note` is not read")
        assert found.hint == f"remove it, or `{own}`"


def test_the_schema_of_a_result_and_a_table_with_a_type_are_not_taken_for_the_input() -> None:
    for tools in (
        _anthropic(input_schema=_EMPTY, outputSchema=_SCHEMA),
        _anthropic(input_schema=_EMPTY, response_format=_SCHEMA),
        _openai(metadata={"type": "note"}),
    ):
        (found,) = _found(tools)
        assert str(found.level) == "warning"
        assert "takes no input" not in found.message


@check_each(
    ("stated", "fault"),
    [
        ({"response": {"type": "OBJEKT"}}, "in the result schema, `OBJEKT` is not a JSON type"),
        ({"response": _SCHEMA, "responseJsonSchema": _SCHEMA}, "the result of `get_note` is stated twice"),
        ({"behavior": "WAITING"}, "`behavior` of `get_note` is `WAITING`, which Gemini does not know"),
        ({"behavior": True}, "`behavior` of `get_note` is a boolean, which Gemini does not know"),
        (
            {"parameters": {"type": "OBJECT", "properties": {"a": {"enum": ["b"]}}}},
            "rejects an enum or constant without",
        ),
    ],
)
def test_what_gemini_refuses_of_a_declaration_is_an_error(stated: JsonObject, fault: str) -> None:
    (found,) = _found(_gemini(**{"parameters": _SCHEMA, **stated}))
    assert fault in found.message
    assert str(found.level) == "error"


@check_each(
    "stated",
    [
        {"response": _SCHEMA, "behavior": "NON_BLOCKING"},
        {"responseJsonSchema": _SCHEMA, "behavior": "blocking"},
        {"parameters": {"type": "OBJECT", "properties": {"a": {"description": "Of any type."}}}},
        {"response": {"type": "OBJECT", "nullable": True, "properties": {"a": {"type": "STRING"}}}},
    ],
)
def test_a_declaration_as_gemini_documents_it_is_clean(stated: JsonObject) -> None:
    assert _found(_gemini(**{"parameters": _SCHEMA, **stated})) == []


def test_the_schema_of_results_in_a_list_of_openai_is_judged_too() -> None:
    (found,) = _found(_openai(parameters=_SCHEMA, output_schema={"type": "objekt"}))
    assert found.pointer == "/0/output_schema/type"


def test_a_schema_by_a_name_that_is_not_read_is_no_wrong_schema() -> None:
    tools = [{**_READ, "input_schema": _SCHEMA}, {**_ENTRY, "parameters": _SCHEMA}]
    (found,) = conformance.check(tools, rules=_RULES).findings
    assert found.message.startswith("tool has no input schema, which Anthropic rejects")
    assert found.hint == "rename `parameters` to `input_schema`"
