"""Each format is read as its own SDK or library writes it, not only as we think that it does."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.systems.traces.reading import read, shown

GIVEN, SUM = {"a": 1, "b": 2}, {"sum": 3}
WRONG = {"a": 1, "b": "x"}


def _module(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed: pip install 'tool-conformance[trace-sdks]'")


def _lines(folder: Path, *lines: str) -> Path:
    file = folder / "trace.jsonl"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_chat_completions_of_openai(tmp_path: Path) -> None:
    chat = _module("openai.types.chat")
    call = {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": json.dumps(GIVEN)}}
    response = chat.ChatCompletion.model_validate(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_760_000_000,
            "model": "gpt-5",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "tool_calls",
                    "message": {"role": "assistant", "content": None, "refusal": None, "tool_calls": [call]},
                }
            ],
        }
    )
    message = response.choices[0].message.model_dump(exclude_none=True)
    answer = {"role": "tool", "tool_call_id": "call_1", "content": json.dumps(SUM)}
    request = {"model": "gpt-5", "messages": [{"role": "user", "content": "1 + 2?"}, message, answer]}
    trace, calls = read(_lines(tmp_path, response.model_dump_json(), json.dumps(request)))
    assert [shown(one) for one in calls] == [("add", GIVEN, SUM, None)]
    assert (calls[0].time, trace.counts.calls) == (1_760_000_000, 1)


def test_responses_of_openai(tmp_path: Path) -> None:
    responses = _module("openai.types.responses")
    item = responses.ResponseFunctionToolCall(
        type="function_call", call_id="call_1", name="add", arguments=json.dumps(GIVEN), status="completed"
    )
    response = responses.Response.model_construct(
        id="resp_1", object="response", created_at=1_760_000_000.0, output=[item]
    )
    request = {"input": [{"type": "function_call_output", "call_id": "call_1", "output": json.dumps(SUM)}]}
    _, calls = read(_lines(tmp_path, response.model_dump_json(), json.dumps(request)))
    assert [shown(one) for one in calls] == [("add", GIVEN, SUM, None)]


def test_messages_of_anthropic(tmp_path: Path) -> None:
    types = _module("anthropic.types")
    blocks = [
        types.ToolUseBlock(type="tool_use", id=f"toolu_{number}", name="add", input=given)
        for number, given in enumerate((GIVEN, WRONG))
    ]
    response = types.Message.model_construct(
        id="msg_1", type="message", role="assistant", model="claude", content=blocks, stop_reason="tool_use"
    )
    results = [
        types.ToolResultBlockParam(type="tool_result", tool_use_id="toolu_0", content=json.dumps(SUM)),
        types.ToolResultBlockParam(
            type="tool_result",
            tool_use_id="toolu_1",
            content=[{"type": "text", "text": "b must be an integer"}],
            is_error=True,
        ),
    ]
    request = json.dumps({"messages": [{"role": "user", "content": results}]})
    _, calls = read(_lines(tmp_path, response.model_dump_json(), request))
    assert [shown(one) for one in calls] == [
        ("add", GIVEN, SUM, False),
        ("add", WRONG, "b must be an integer", True),
    ]


@pytest.mark.parametrize("by_alias", [True, False], ids=["camel case", "snake case"])
def test_contents_of_gemini(tmp_path: Path, by_alias: bool) -> None:
    types = _module("google.genai.types")
    asked = types.Content(role="model", parts=[types.Part.from_function_call(name="add", args=GIVEN)])
    answered = types.Content(
        role="user", parts=[types.Part.from_function_response(name="add", response={"result": SUM})]
    )
    lines = [one.model_dump_json(exclude_none=True, by_alias=by_alias) for one in (asked, answered)]
    _, calls = read(_lines(tmp_path, *lines))
    assert [shown(one) for one in calls] == [("add", GIVEN, SUM, None)]


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_messages_of_mcp(tmp_path: Path, revision: str) -> None:
    types = _module("mcp.types")
    structured = SUM if revision < "2026" else [3]
    result = types.CallToolResult(content=[types.TextContent(type="text", text="3")], structured_content=structured)
    waiting: Any = {"resultType": "input_required", "inputRequests": {}}
    messages = [
        types.JSONRPCRequest(jsonrpc="2.0", id=0, method="tools/call", params={"name": "add", "arguments": WRONG}),
        types.JSONRPCResponse(jsonrpc="2.0", id=0, result=waiting),
        types.JSONRPCRequest(jsonrpc="2.0", id=1, method="tools/call", params={"name": "add", "arguments": GIVEN}),
        types.JSONRPCRequest(jsonrpc="2.0", id=2, method="tools/call", params={"name": "sub"}),
        types.JSONRPCError(jsonrpc="2.0", id=2, error=types.ErrorData(code=-32602, message="Unknown tool: sub")),
        types.JSONRPCResponse(
            jsonrpc="2.0", id=1, result=result.model_dump(by_alias=True, mode="json", exclude_none=True)
        ),
    ]
    _, calls = read(_lines(tmp_path, *(one.model_dump_json(by_alias=True, exclude_none=True) for one in messages)))
    assert [shown(one) for one in calls] == [
        ("sub", {}, "Unknown tool: sub", True),
        ("add", GIVEN, structured, False),
        ("add", WRONG, None, None),
    ]


def test_cassette_of_an_mcp_recorder(tmp_path: Path) -> None:
    types = _module("mcp_recorder._types")
    request = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "add", "arguments": GIVEN}}
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    cassette = types.Cassette(
        interactions=[
            types.CassetteInteraction(
                type="jsonrpc_request", request=listing, response={"jsonrpc": "2.0", "id": 2, "result": {"tools": []}}
            ),
            types.CassetteInteraction(
                type="jsonrpc_request",
                request=request,
                response={"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": "3"}]}},
            ),
        ]
    )
    file = tmp_path / "cassette.json"
    file.write_text(cassette.model_dump_json(indent=2))
    _, calls = read(file)
    assert [shown(one) for one in calls] == [("add", GIVEN, "3", False)]
    assert str(calls[0].input and calls[0].input.locate("c", "/a")[1]).startswith("c:")


def _record_spans(exporter: Any) -> None:
    """Write three spans: a call, a failed call and a chat, with the attributes of the semantic conventions."""
    trace, export, api = (_module(f"opentelemetry.{name}") for name in ("sdk.trace", "sdk.trace.export", "trace"))
    names = _module("opentelemetry.semconv._incubating.attributes.gen_ai_attributes")
    provider = trace.TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(export.SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("test")
    for given, result, failed in ((GIVEN, json.dumps(SUM), False), (WRONG, "b must be an integer", True)):
        with tracer.start_as_current_span("execute_tool add") as span:
            span.set_attribute(names.GEN_AI_OPERATION_NAME, "execute_tool")
            span.set_attribute(names.GEN_AI_TOOL_NAME, "add")
            span.set_attribute(names.GEN_AI_TOOL_CALL_ID, f"call_{failed}")
            span.set_attribute(names.GEN_AI_TOOL_CALL_ARGUMENTS, json.dumps(given))
            span.set_attribute(names.GEN_AI_TOOL_CALL_RESULT, result)
            if failed:
                span.set_status(api.StatusCode.ERROR)
    with tracer.start_as_current_span("chat") as span:
        span.set_attribute(names.GEN_AI_OPERATION_NAME, "chat")
        span.set_attribute(names.GEN_AI_TOOL_NAME, "add")
    provider.shutdown()


SPANS = [("add", GIVEN, SUM, False), ("add", WRONG, "b must be an integer", True)]


def test_spans_that_the_sdk_of_opentelemetry_prints(tmp_path: Path) -> None:
    export = _module("opentelemetry.sdk.trace.export")
    file = tmp_path / "spans.jsonl"

    def to_line(span: Any) -> str:
        return str(span.to_json(indent=None)) + "\n"

    with file.open("w") as out:
        _record_spans(export.ConsoleSpanExporter(out=out, formatter=to_line))
    trace, calls = read(file)
    assert [shown(one) for one in calls] == SPANS
    assert trace.skipped_count == 1
    assert all(one.time is not None and one.time > 1_700_000_000 for one in calls)


def test_spans_that_an_exporter_of_otlp_writes_to_a_file(tmp_path: Path) -> None:
    exporters = _module("opentelemetry.exporter.otlp.json.file.trace_exporter")
    file = tmp_path / "otlp.jsonl"
    _record_spans(exporters.FileSpanExporter(file))
    _, calls = read(file)
    assert [shown(one) for one in calls] == SPANS


def test_one_request_of_otlp_as_a_document(tmp_path: Path) -> None:
    encoder = _module("opentelemetry.exporter.otlp.proto.common.trace_encoder")
    convert = _module("google.protobuf.json_format").MessageToJson
    memory = _module("opentelemetry.sdk.trace.export.in_memory_span_exporter").InMemorySpanExporter()
    _record_spans(memory)
    file = tmp_path / "request.json"
    file.write_text(convert(encoder.encode_spans(memory.get_finished_spans())))
    _, calls = read(file)
    assert [shown(one) for one in calls] == SPANS
    assert str(calls[0].input and calls[0].input.locate("r", "")[1]) != "r:1:1"
