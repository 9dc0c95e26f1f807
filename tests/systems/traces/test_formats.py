"""What each format reads beyond what its SDK writes today: older names, other loggers, and what only looks alike."""

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest

from conformance.errors import ConformanceError
from conformance.plugins import forget_plugins, register_plugin
from conformance.systems.traces import all_formats
from tests.cases import check_each
from tests.systems.traces.reading import read, shown, write

GIVEN = {"a": 1}


def _span(attributes: Any, **members: Any) -> dict[str, Any]:
    return {"traceId": "t", "spanId": "s", "name": "span", "attributes": attributes, **members}


_SPANS: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
    "tool spans before the conventions": (
        _span({"gen_ai.tool.name": "add", "tool_arguments": '{"a": 1}', "tool_response": "1"}),
        ("add", GIVEN, "1", False),
    ),
    "Vercel": (
        _span(
            {
                "ai.operationId": "ai.toolCall",
                "ai.toolCall.name": "add",
                "ai.toolCall.args": '{"a": 1}',
                "ai.toolCall.result": "[1]",
            }
        ),
        ("add", GIVEN, [1], False),
    ),
    "OpenInference": (
        _span({"openinference.span.kind": "TOOL", "tool.name": "add", "input.value": '{"a": 1}', "output.value": "1"}),
        ("add", GIVEN, "1", False),
    ),
    "OpenInference with what Python prints": (
        _span({"openinference.span.kind": "TOOL", "tool.name": "add", "input.value": "{'a': 1}"}),
        ("add", None, None, False),
    ),
    "MCP conventions": (
        _span({"mcp.method.name": "tools/call", "gen_ai.tool.name": "add", "error.type": "tool_error"}),
        ("add", None, None, True),
    ),
    "arguments as a structured value": (
        _span(
            [
                {"key": "gen_ai.tool.name", "value": {"stringValue": "add"}},
                {
                    "key": "gen_ai.tool.call.arguments",
                    "value": {"kvlistValue": {"values": [{"key": "a", "value": {"intValue": "1"}}]}},
                },
            ],
            status={"code": 2},
        ),
        ("add", GIVEN, None, True),
    ),
}


@pytest.mark.parametrize("null", [{"key": "note", "value": {}}, {"key": "note"}])
def test_a_null_of_otlp_is_a_null(tmp_path: Path, null: Any) -> None:
    inside = {"values": [null, {"key": "list", "value": {"arrayValue": {"values": [{}]}}}]}
    given = {"key": "gen_ai.tool.call.arguments", "value": {"kvlistValue": inside}}
    span = _span([{"key": "gen_ai.tool.name", "value": {"stringValue": "add"}}, given])
    assert [shown(one)[1] for one in read(write(tmp_path, span))[1]] == [{"note": None, "list": [None]}]


def test_an_empty_object_of_otlp_stays_one(tmp_path: Path) -> None:
    for empty in ({"kvlistValue": {}}, {"kvlistValue": {"values": []}}):
        given = {"key": "gen_ai.tool.call.arguments", "value": empty}
        span = _span([{"key": "gen_ai.tool.name", "value": {"stringValue": "add"}}, given])
        assert [shown(one)[1] for one in read(write(tmp_path, span))[1]] == [{}]


@pytest.mark.parametrize("name", _SPANS)
def test_spans_of_other_instrumentations(tmp_path: Path, name: str) -> None:
    span, wanted = _SPANS[name]
    _, calls = read(write(tmp_path, span))
    assert [shown(one) for one in calls] == [wanted]


@check_each(
    ("kept", "given"),
    [
        ({"args": [], "kwargs": {"a": 1}}, GIVEN),
        ({"args": [], "kwargs": {}}, {}),
        ({"input_str": "{'a': 1}", "tags": None, "metadata": {}, "inputs": {"a": 1}, "kwargs": {}}, GIVEN),
        ({"tool_name": "add", "arguments": {"a": 1}}, GIVEN),
        # What has no names, was not kept as JSON, or has another form.
        ({"args": [1], "kwargs": {}}, None),
        ({"input_str": "1", "inputs": None, "kwargs": {}}, None),
        ({"inputs": {"a": 1}}, None),
        ({"a": 1}, None),
        ([1], None),
        ({"args": [], "kwargs": {"a": 1, "ctx": "<Context object at 0x7f>", "config": "RunnableConfig"}}, {"a": 1}),
        ({"args": [], "kwargs": {"a": "<b>", "config": "fast"}}, {"a": "<b>", "config": "fast"}),
    ],
)
def test_the_input_in_a_span_of_traceloop_is_read_in_the_forms_of_its_instrumentations(
    tmp_path: Path, kept: Any, given: Any
) -> None:
    named = {"traceloop.span.kind": "tool", "traceloop.entity.name": "add"}
    for value in (json.dumps(kept), kept):
        _, calls = read(write(tmp_path, _span({**named, "traceloop.entity.input": value})))
        assert [shown(one)[1] for one in calls] == [given]


@pytest.mark.parametrize(
    ("text", "value"), [("-5", -5), ("\u00b2", "\u00b2"), ("--5", "--5"), ("9" * 5000, "9" * 5000), ("", "")]
)
def test_an_integer_of_a_span_that_is_not_one_stays_a_text(tmp_path: Path, text: str, value: Any) -> None:
    result = {"key": "gen_ai.tool.call.result", "value": {"intValue": text}}
    attributes = [{"key": "gen_ai.tool.name", "value": {"stringValue": "add"}}, result]
    _, calls = read(write(tmp_path, _span(attributes)))
    assert [shown(one)[2] for one in calls] == [value]


def test_a_span_about_something_else_is_not_a_call(tmp_path: Path) -> None:
    spans = [
        _span({"gen_ai.operation.name": "invoke_agent", "gen_ai.tool.name": "add"}),
        _span({"openinference.span.kind": "LLM", "tool.name": "add"}),
        _span({"http.method": "GET"}),
    ]
    trace, calls = read(write(tmp_path, *spans))
    assert (calls, trace.skipped_count) == ([], 3)


_ID = "call_Zk2Lm9Pw4Rt6Vn8Bc3Hd5Jf1"
_ASKED = {"role": "assistant", "parts": [{"type": "tool_call", "id": _ID, "name": "add", "arguments": GIVEN}]}
_ANSWERED = {"role": "tool", "parts": [{"type": "tool_call_response", "id": _ID, "response": {"sum": 1}}]}
_TALK = {"role": "user", "parts": [{"type": "text", "content": "add"}, None, {"type": "tool_call"}, 5]}
_LINES: dict[str, tuple[list[Any], list[tuple[Any, ...]]]] = {
    "messages in spans about chats, as texts": (
        [
            _span({"gen_ai.operation.name": "chat", "gen_ai.output.messages": json.dumps([_ASKED])}),
            _span({"gen_ai.input.messages": json.dumps([_TALK, _ASKED, _ANSWERED]), "gen_ai.output.messages": "[{"}),
        ],
        [("add", GIVEN, {"sum": 1}, None)],
    ),
    "messages in OTLP, as a text": (
        [_span([{"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps([_ASKED, _ANSWERED])}}])],
        [("add", GIVEN, {"sum": 1}, None)],
    ),
    "messages in an event, as values": (
        [{"span_id": "s", "attributes": {"gen_ai.input.messages": [_ASKED, _ANSWERED]}}],
        [("add", GIVEN, {"sum": 1}, None)],
    ),
    "messages and the span of the call": (
        [
            _span({"gen_ai.output.messages": json.dumps([_ASKED])}),
            _span(
                {
                    "gen_ai.tool.name": "add",
                    "gen_ai.tool.call.id": _ID,
                    "gen_ai.tool.call.arguments": '{"a": 1}',
                    "gen_ai.tool.call.result": "3",
                }
            ),
            _span({"gen_ai.input.messages": json.dumps([_ASKED, _ANSWERED])}),
        ],
        [("add", GIVEN, "3", False)],
    ),
    "functions of chat completions": (
        [
            {"role": "assistant", "function_call": {"name": "add", "arguments": '{"a": 1}'}},
            {"role": "function", "name": "add", "content": "1"},
        ],
        [("add", GIVEN, "1", None)],
    ),
    "arguments that are not JSON": (
        [{"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "add", "arguments": '{"a": '}}]}],
        [("add", '{"a": ', None, None)],
    ),
    "a call without arguments": (
        [{"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "add", "arguments": ""}}]}],
        [("add", {}, None, None)],
    ),
    "a remote MCP tool of responses": (
        [{"type": "mcp_call", "id": "m", "name": "add", "arguments": '{"a": 1}', "output": None, "error": "no"}],
        [("add", GIVEN, "no", True)],
    ),
    "a custom tool, whose input is free text": (
        [{"type": "custom_tool_call", "call_id": "c", "name": "patch", "input": "*** Begin"}],
        [("patch", None, None, None)],
    ),
    "a tool of a namespace": (
        [
            {"type": "function_call", "call_id": "c", "namespace": "sums", "name": "add", "arguments": '{"a": 1}'},
            {"type": "custom_tool_call", "call_id": "d", "namespace": "files", "name": "patch", "input": "*** Begin"},
            {"type": "function_call", "call_id": "e", "namespace": None, "name": "add", "arguments": '{"a": 1}'},
        ],
        [("sums.add", GIVEN, None, None), ("files.patch", None, None, None), ("add", GIVEN, None, None)],
    ),
    "an error of Gemini": (
        [
            {"function_call": {"name": "add", "args": None}},
            {"function_response": {"name": "add", "response": {"error": "no"}}},
        ],
        [("add", {}, "no", True)],
    ),
    "a log without the name of the protocol": (
        [
            {"ts": "2026-01-01T00:00:00Z", "dir": "req", "id": 1, "method": "tools/call", "params": {"name": "add"}},
            {"dir": "res", "id": 1, "result": {"content": [], "isError": True}},
        ],
        [("add", {}, "", True)],
    ),
    "tools of the provider": (
        [
            {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}, "role": "assistant"},
            {"jsonrpc": "2.0"},
        ],
        [],
    ),
}


_USE: Any = {"type": "tool_use", "id": "t1", "name": "add", "input": GIVEN}
_ITEM: Any = {"type": "function_call", "call_id": "t1", "name": "add", "arguments": '{"a": 1}', "status": "completed"}
_REMOTE: Any = {"type": "mcp_call", "id": "t1", "name": "add", "arguments": '{"a": 1}', "output": "1"}
_CHUNK: Any = {"index": 0, "id": "t1", "type": "function", "function": {"name": "add", "arguments": ""}}
_CHAT: Any = {"role": "assistant", "tool_calls": [{"id": "t1", "function": {"name": "add", "arguments": '{"a": 1}'}}]}
_STREAMS: dict[str, list[Any]] = {
    "Anthropic": [
        {"type": "content_block_start", "index": 1, "content_block": {**_USE, "input": {}}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"a":'}},
        {"role": "assistant", "content": [_USE]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "1"}]},
    ],
    "OpenAI responses": [
        {"type": "response.output_item.added", "item": {**_ITEM, "arguments": "", "status": "in_progress"}},
        {"type": "response.function_call_arguments.delta", "delta": '{"a"'},
        {"type": "response.output_item.done", "item": _ITEM},
        {"type": "function_call_output", "call_id": "t1", "output": "1"},
    ],
    "OpenAI responses that are polled": [
        {"object": "response", "output": [{**_ITEM, "arguments": "", "status": "in_progress"}]},
        {"object": "response", "output": [_ITEM]},
        {"type": "function_call_output", "call_id": "t1", "output": "1"},
    ],
    "OpenAI's calls of MCP": [
        {"type": "response.output_item.added", "item": {**_REMOTE, "arguments": "", "output": None}},
        {"type": "response.output_item.done", "item": _REMOTE},
    ],
    "OpenAI chat": [
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [_CHUNK]}}]},
        _CHAT,
        {"role": "tool", "tool_call_id": "t1", "content": "1"},
    ],
    "Gemini": [
        {"role": "model", "parts": [{"functionCall": {"name": "add", "willContinue": True}}]},
        {"role": "model", "parts": [{"functionCall": {"name": "add", "args": GIVEN}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "add", "response": {"result": "1"}}}]},
    ],
}


def test_a_type_that_is_not_a_text_is_not_that_of_an_event(tmp_path: Path) -> None:
    lines: list[Any] = [{"type": [], "message": {"role": "assistant", "content": [_USE]}}]
    assert [shown(one)[:2] for one in read(write(tmp_path, *lines))[1]] == [("add", GIVEN)]


@pytest.mark.parametrize("name", _STREAMS)
def test_what_opens_a_call_that_is_streamed_is_not_its_input(tmp_path: Path, name: str) -> None:
    _, calls = read(write(tmp_path, *_STREAMS[name]))
    assert [shown(one)[:3] for one in calls] == [("add", GIVEN, "1")]


@pytest.mark.parametrize("name", _LINES)
def test_messages_of_other_writers(tmp_path: Path, name: str) -> None:
    lines, wanted = _LINES[name]
    _, calls = read(write(tmp_path, *lines))
    assert [shown(one) for one in calls] == wanted


def test_the_time_of_an_entry_is_that_of_its_calls(tmp_path: Path) -> None:
    call: Any = {"type": "tool_use", "id": "t1", "name": "add", "input": {}}
    times = ["2026-01-01T00:00:00Z", 1_767_225_600, 1_767_225_600_000, "1767225600000000000"]
    lines: list[Any] = [
        {"timestamp": time, "message": {**call, "id": str(number)}} for number, time in enumerate(times)
    ]
    _, calls = read(write(tmp_path, *lines, {"ts": 12.5, "message": call}))
    assert [one.time for one in calls] == [1_767_225_600.0] * 4 + [None]


@pytest.mark.parametrize("time", [int("9" * 399), -int("9" * 399), "9" * 399, "²", 1.7e308])
def test_a_time_that_is_none_costs_no_call(tmp_path: Path, time: Any) -> None:
    call: Any = {"type": "tool_use", "id": "t1", "name": "add", "input": {}}
    span: Any = {"traceId": "t", "spanId": "s", "name": "execute_tool add", "startTimeUnixNano": time}
    named: Any = [{"key": "gen_ai.tool.name", "value": {"stringValue": "add"}}]
    spans: Any = {"resourceSpans": [{"scopeSpans": [{"spans": [{**span, "attributes": named}]}]}]}
    for line in ({"timestamp": time, "message": call}, spans):
        _, calls = read(write(tmp_path, line))
        assert [one.time for one in calls] == [None]


def test_a_package_may_add_a_format(tmp_path: Path) -> None:
    text = """
        from conformance.systems.traces import CallEvent, TraceFormat

        def read(members, at):
            return [CallEvent(str(members["ran"]), None, None, at)]

        FORMAT = TraceFormat("own", read, frozenset({"ran"}))
    """
    (tmp_path / "own_trace.py").write_text(textwrap.dedent(text), "utf-8")
    (tmp_path / "wrong_trace.py").write_text("FORMAT = 'a text'\n", "utf-8")
    try:
        register_plugin("own_trace", tmp_path)
        _, calls = read(write(tmp_path, {"ran": "add"}))
        assert [one.tool for one in calls] == ["add"]
        register_plugin("wrong_trace", tmp_path)
        with pytest.raises(ConformanceError, match="is not a `TraceFormat`"):
            all_formats()
    finally:
        forget_plugins()


def test_a_file_of_messages_may_be_one_document_or_one_array(tmp_path: Path) -> None:
    messages = [
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "add", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c", "content": "1"},
    ]
    for number, text in enumerate((json.dumps(messages), json.dumps({"messages": messages}, indent=1))):
        (tmp_path / "trace.json").write_text(text)
        _, calls = read(tmp_path / "trace.json")
        assert [shown(one) for one in calls] == [("add", {}, "1", None)]
        assert calls[0].result is not None
        assert calls[0].result.locate("t", "")[1].line == (1, 18)[number]
