"""Ids that begin anew in each conversation, spans of one call, and calls without ids: each result has its own call."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.systems.traces.reading import read, shown, write

COUNTED = ("call_0", "functions.add:0", "functions.add_numbers:0")


def _chat(id_: str, given: Any, result: str) -> list[dict[str, Any]]:
    function = {"name": "add", "arguments": json.dumps(given)}
    asked = {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}
    return [asked, {"role": "tool", "tool_call_id": id_, "content": result}]


def _blocks(id_: str, given: Any, result: str) -> list[dict[str, Any]]:
    asked = {"role": "assistant", "content": [{"type": "tool_use", "id": id_, "name": "add", "input": given}]}
    return [asked, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id_, "content": result}]}]


def _items(id_: str, given: Any, result: str) -> list[dict[str, Any]]:
    asked = {"type": "function_call", "call_id": id_, "name": "add", "arguments": json.dumps(given)}
    return [asked, {"type": "function_call_output", "call_id": id_, "output": result}]


FORMS = (_chat, _blocks, _items)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("id_", COUNTED)
@pytest.mark.parametrize("has_sessions", [False, True])
@pytest.mark.parametrize("layout", ["conversations", "messages", "growing"])
def test_a_counted_id_of_another_conversation_is_another_call(
    tmp_path: Path, form: Any, id_: str, has_sessions: bool, layout: str
) -> None:
    talks = [form(id_, {"a": 1}, "13"), form(id_, {"a": 2}, "2")]
    lines: list[Any] = []
    for name, talk in zip("st", talks, strict=True):
        some: list[Any] = [{"messages": talk}] if layout == "conversations" else [{"message": one} for one in talk]
        some = [{"messages": talk[:1]}, {"messages": talk}] if layout == "growing" else some
        lines += [{**one, **({"session_id": name} if has_sessions else {})} for one in some]
    trace, calls = read(write(tmp_path, *lines, *lines))
    assert [shown(one)[1:3] for one in calls] == [({"a": 1}, "13"), ({"a": 2}, "2")]
    assert not any(one.has_other_result for one in calls)
    assert (trace.counts.calls, trace.counts.unanswered, trace.counts.results_without_call) == (2, 0, 0)


@pytest.mark.parametrize("id_", COUNTED)
def test_a_counted_id_with_the_same_input_and_another_result_is_another_call(tmp_path: Path, id_: str) -> None:
    lines = [{"messages": _chat(id_, {"a": 1}, result)} for result in ("1", "2", "1", "2")]
    _, calls = read(write(tmp_path, *lines))
    assert [(*shown(one)[1:3], one.has_other_result) for one in calls] == [
        ({"a": 1}, "1", False),
        ({"a": 1}, "2", False),
    ]


@pytest.mark.parametrize("sessions", [("s", "t"), ("s", "")])
def test_conversations_that_are_written_at_once_keep_their_results(tmp_path: Path, sessions: tuple[str, str]) -> None:
    talks = [_chat("call_0", {"a": number}, str(number)) for number in (1, 2)]
    lines = [
        {"message": talk[turn], **({"session": name} if name else {})}
        for turn in (0, 1)
        for name, talk in zip(sessions, talks, strict=True)
    ]
    assert [shown(one)[1:3] for one in read(write(tmp_path, *lines))[1]] == [({"a": 1}, "1"), ({"a": 2}, "2")]


def test_one_side_of_a_call_may_state_no_session(tmp_path: Path) -> None:
    asked, answered = _chat("call_0", {"a": 1}, "1")
    for lines in (({"session": "s", "m": asked}, {"m": answered}), ({"m": asked}, {"session": "s", "m": answered})):
        assert [shown(one)[1:3] for one in read(write(tmp_path, *lines))[1]] == [({"a": 1}, "1")]


def test_a_random_id_is_one_call_in_all_sessions_and_has_one_result(tmp_path: Path) -> None:
    id_ = "toolu_01ABCDEFGHIJKLMNOP"
    lines = [{"session": name, "messages": _blocks(id_, {"a": 1}, "1")} for name in "st"]
    assert len(read(write(tmp_path, *lines))[1]) == 1
    lines.append({"session": "u", "messages": _blocks(id_, {"a": 1}, "2")})
    assert [one.has_other_result for one in read(write(tmp_path, *lines))[1]] == [False, True]


def test_two_formats_write_one_result_each_in_its_way(tmp_path: Path) -> None:
    id_ = "call_0123456789abcdef"
    span = _span(id_, arguments='{"a": 1}', result='{"sum": 1, "unit": "m"}')
    for lines in itertools.permutations([*_chat(id_, {"a": 1}, "1 m"), span]):
        _, calls = read(write(tmp_path, *lines))
        assert not any(one.has_other_result for one in calls)


def _span(id_: str, status: int = 0, **content: str) -> dict[str, Any]:
    stated = {"operation.name": "execute_tool", "tool.name": "add", "tool.call.id": id_}
    stated |= {f"tool.call.{name}": text for name, text in content.items()}
    attributes = [{"key": f"gen_ai.{name}", "value": {"stringValue": text}} for name, text in stated.items()]
    return {"spanId": "aaaaaaaaaaaaaaa1", "attributes": attributes, "status": {"code": status}}


_PARTS: tuple[dict[str, str], ...] = (
    {},
    {"arguments": '{"a": 1}'},
    {"result": "1"},
    {"arguments": '{"a": 1}', "result": "1"},
)


@pytest.mark.parametrize("id_", ["call_0123456789abcdef", "call_0"])
@pytest.mark.parametrize("parts", list(itertools.product(_PARTS, repeat=2)))
def test_spans_of_one_call_complete_each_other(tmp_path: Path, parts: tuple[dict[str, str], ...], id_: str) -> None:
    whole = {name: text for part in parts for name, text in part.items()}
    spans = [_span(id_, **part) for part in parts]
    for lines in (spans, [{"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}]):
        trace, calls = read(write(tmp_path, *lines))
        given = {"a": 1} if "arguments" in whole else None
        assert [shown(one) for one in calls] == [("add", given, whole.get("result"), False)]
        assert (trace.counts.calls, trace.counts.unanswered, calls[0].is_answered) == (1, 0, True)


def test_a_call_failed_where_any_of_its_spans_says_so(tmp_path: Path) -> None:
    id_ = "call_0123456789abcdef"
    spans = [_span(id_, status=2), _span(id_, arguments='{"a": "x"}', result="no")]
    for lines in (spans, spans[::-1]):
        ((_, given, result, is_error),) = (shown(one) for one in read(write(tmp_path, *lines))[1])
        assert (given, result) == ({"a": "x"}, "no")
        assert is_error is (lines is spans)


def test_a_message_completes_a_span_without_content(tmp_path: Path) -> None:
    id_ = "call_0123456789abcdef"
    asked, answered = _chat(id_, {"a": 1}, "1")
    for lines in ([_span(id_), asked, answered], [asked, _span(id_), answered], [asked, answered, _span(id_)]):
        calls = read(write(tmp_path, *lines))[1]
        assert [shown(one)[:3] for one in calls] == [("add", {"a": 1}, "1")]


def _gemini(given: Any, result: Any) -> list[dict[str, Any]]:
    asked = {"role": "model", "parts": [{"functionCall": {"name": "add", "args": given}}]}
    response = {"functionResponse": {"name": "add", "response": result}}
    return [asked, {"role": "user", "parts": [response]}]


def _older(given: Any, result: Any) -> list[dict[str, Any]]:
    asked = {"role": "assistant", "function_call": {"name": "add", "arguments": json.dumps(given)}}
    return [asked, {"role": "function", "name": "add", "content": json.dumps(result)}]


@pytest.mark.parametrize("form", [_gemini, _older])
@pytest.mark.parametrize("is_one_document", [False, True])
def test_a_result_without_an_id_is_that_of_the_call_before_it_in_its_conversation(
    tmp_path: Path, form: Any, is_one_document: bool
) -> None:
    lines: list[Any] = []
    for given, result in (({"a": "x"}, {"sum": 1}), ({"a": 1}, {"sum": 2})):
        asked, answered = form(given, result)
        lines.append({"request": {"contents": [{"role": "user"}]}, "response": {"candidates": [{"content": asked}]}})
        talk = [{"role": "user"}, asked, answered]
        lines.append({"request": {"contents": talk}, "response": {"candidates": []}})
    trace, calls = read(write(tmp_path, *([lines] if is_one_document else lines)))
    assert [shown(one)[1:3] for one in calls] == [({"a": "x"}, {"sum": 1}), ({"a": 1}, {"sum": 2})]
    assert (trace.counts.calls, trace.counts.unanswered) == (2, 0)


def test_equal_calls_without_ids_that_run_at_once_are_two(tmp_path: Path) -> None:
    asked, answered = _gemini({"a": 1}, {"sum": 1})
    for lines in ([{"contents": [asked, asked, answered, answered]}], [asked, asked, answered, answered]):
        assert len(read(write(tmp_path, *lines))[1]) == 2


def _request(given: Any, id_: int = 1) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": {"name": "add", "arguments": given}}


def _response(text: str, id_: int = 1) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "result": {"content": [{"type": "text", "text": text}]}}


def _as_text(name: str) -> Any:
    return {"Mcp-Session-Id": name}


def _as_list(name: str) -> Any:
    return {"mcp-session-id": [name]}


def _as_pairs(name: str) -> Any:
    return [{"name": "mcp-session-id", "value": name}]


@pytest.mark.parametrize("headers", [_as_text, _as_list, _as_pairs])
def test_the_header_of_mcp_states_the_session_of_an_entry(tmp_path: Path, headers: Any) -> None:
    turns = [[("B", _request({"a": 1})), ("A", _request({"a": 2}))], [("B", _response("1")), ("A", _response("2"))]]
    entries = [{"headers": headers(name), "body": body} for turn in turns for name, body in turn]
    nested = [{"request": entry, "response": {}} for entry in entries[:2]]
    nested += [{"request": {}, "response": entry} for entry in entries[2:]]
    for lines in (entries, nested):
        assert [shown(one)[1:3] for one in read(write(tmp_path, *lines))[1]] == [({"a": 1}, "1"), ({"a": 2}, "2")]
    exchange = {"request": {"headers": headers("A"), "body": _request({"a": 1})}, "response": {"body": _response("1")}}
    apart = [{"headers": headers("A"), "body": _request({"a": 1})}, {"body": _response("1")}]
    for lines in ([exchange], apart):
        assert [shown(one)[1:3] for one in read(write(tmp_path, *lines))[1]] == [({"a": 1}, "1")]


def test_a_request_that_is_answered_twice_has_two_results(tmp_path: Path) -> None:
    lines = [_request({"a": 1}), _response("1"), _response("1"), _response("22")]
    assert [one.has_other_result for one in read(write(tmp_path, *lines))[1]] == [False, True]


def test_a_second_result_of_an_id_that_connections_share_accuses_no_call(tmp_path: Path) -> None:
    both = [_request({"a": 1}), _request({"a": 2}), _response("22"), _response("11")]
    again = [_request({"a": 1}), _response("1"), {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "x"}}]
    for lines in (both, [*again, _response("11")], [*both[:1], _response("1"), *both[1:2], _response("2")]):
        assert not any(one.has_other_result for one in read(write(tmp_path, *lines))[1])


def _talk(id_: str, *contents: Any) -> list[dict[str, Any]]:
    return [{"messages": _blocks(id_, {"a": 1}, content)} for content in contents]


def test_results_that_read_like_remarks_are_compared(tmp_path: Path) -> None:
    for results in (("[2 files removed]", "[3 files removed]"), ('["removed a.py"]', '["removed b.py"]')):
        calls = read(write(tmp_path, *_talk("toolu_01ABCDEFGHIJKLMNOP", *results)))[1]
        assert [one.has_other_result for one in calls] == [False, True]


def test_a_null_of_otlp_is_null(tmp_path: Path) -> None:
    span = _span("call_0123456789abcdef")
    for null in ({"value": {}}, {}):
        pairs = [{"key": "note", **null}, {"key": "all", "value": {"arrayValue": {"values": [{}]}}}]
        given = {"key": "gen_ai.tool.call.arguments", "value": {"kvlistValue": {"values": pairs}}}
        (call,) = read(write(tmp_path, {**span, "attributes": [*span["attributes"], given]}))[1]
        assert shown(call)[1] == {"note": None, "all": [None]}
