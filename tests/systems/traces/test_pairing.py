"""A call is paired with its result by id across lines; what has no pair is counted, what is repeated counts once."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.systems.traces import _pairing as pairing
from tests.systems.traces.reading import read, shown, write


def _call(id_: str, **given: Any) -> dict[str, Any]:
    function = {"name": "add", "arguments": json.dumps(given)}
    return {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}


def _answer(id_: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": text}


def _request(id_: int, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": {"name": "add", "arguments": params}}


def _response(id_: int, text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "result": {"content": [{"type": "text", "text": text}]}}


def test_results_are_paired_whatever_their_order(tmp_path: Path) -> None:
    lines = (_call("1", a=1), _call("2", a=2), _answer("2", "two"), _answer("1", "one"))
    _, calls = read(write(tmp_path, *lines))
    assert [shown(one)[1:3] for one in calls] == [({"a": 2}, "two"), ({"a": 1}, "one")]


def test_what_has_no_pair_is_counted(tmp_path: Path) -> None:
    trace, calls = read(write(tmp_path, _call("1"), _answer("2", "two"), {"role": "user", "content": "hello"}))
    assert (trace.counts.unanswered, trace.counts.results_without_call, trace.skipped_count) == (1, 1, 1)
    assert [(one.tool, one.is_answered) for one in calls] == [(None, True), ("add", False)]


def test_a_conversation_that_repeats_its_messages_has_each_call_once(tmp_path: Path) -> None:
    asked, answered = _call("1", a=1), _answer("1", "one")
    history = [asked, answered, _call("2", a=2), _answer("2", "two")]
    lines = ({"messages": history[:number]} for number in range(1, 5))
    trace, calls = read(write(tmp_path, *lines))
    assert [shown(one)[2] for one in calls] == ["one", "two"]
    assert trace.counts.calls == 2


LONG_ID = "call_8hXq2TfLw0aZbN5rKc7Y"


@pytest.mark.parametrize(
    ("copies", "kept"),
    [
        ([{}, {"a": 1}, {"a": 1, "b": [2]}], {"a": 1, "b": [2]}),
        ([{"a": "on"}, {"a": "once"}], {"a": "once"}),
        ([{"a": [1, {"b": ""}]}, {"a": [1, {"b": "x"}, 2]}], {"a": [1, {"b": "x"}, 2]}),
        ([{"a": 1, "b": 2}, {"a": 1}, {}], {"a": 1, "b": 2}),
        ([{"a": 1}, {"a": 2, "b": 3}], {"a": 1}),
        ([{"a": True}, {"a": 1, "b": 3}], {"a": True}),
        ([{"a": "once"}, {"a": "on", "b": 1}], {"a": "once"}),
    ],
)
def test_a_message_that_was_logged_while_it_was_streamed_has_the_call_of_its_last_copy(
    tmp_path: Path, copies: list[dict[str, Any]], kept: dict[str, Any]
) -> None:
    lines = [*(_call(LONG_ID, **given) for given in copies), _answer(LONG_ID, "one")]
    trace, calls = read(write(tmp_path, *lines))
    assert [shown(one)[1] for one in calls] == [kept]
    assert trace.counts.calls == 1


def test_arguments_that_were_cut_while_they_were_streamed_give_way_to_the_whole_ones(tmp_path: Path) -> None:
    function = {"name": "add", "arguments": '{"a'}
    begun = {"role": "assistant", "tool_calls": [{"id": LONG_ID, "type": "function", "function": function}]}
    _, calls = read(write(tmp_path, begun, _call(LONG_ID, a=1), _answer(LONG_ID, "one")))
    assert [shown(one)[1] for one in calls] == [{"a": 1}]


def test_a_call_elsewhere_with_more_input_is_a_repetition(tmp_path: Path) -> None:
    lines = (_call(LONG_ID, a=1), {"messages": [_call(LONG_ID, a=1, context="x")]}, _answer(LONG_ID, "one"))
    assert [shown(one)[1] for one in read(write(tmp_path, *lines))[1]] == [{"a": 1}]


def test_a_call_that_comes_after_a_result_of_it_is_one_call(tmp_path: Path) -> None:
    early, asked, answered = _answer("1", "one"), _call("1", a=1), _answer("1", "one")
    trace, calls = read(write(tmp_path, early, asked))
    assert [(one.tool, one.is_answered) for one in calls] == [(None, True), ("add", False)]
    assert (trace.counts.calls, trace.counts.unanswered, trace.counts.results_without_call) == (1, 1, 1)
    _, calls = read(write(tmp_path, early, asked, answered, asked, answered))
    assert [shown(one)[1:3] for one in calls[1:]] == [({"a": 1}, "one")]


def test_a_call_with_two_results_is_noticed_and_a_shortened_one_is_not(tmp_path: Path) -> None:
    lines = (_call("1"), _answer("1", "three"), _answer("1", "[cleared]"[:4]), _answer("1", "three and four"))
    _, calls = read(write(tmp_path, *lines))
    assert [(one.text, one.has_other_result) for one in calls] == [("three", False), ("three and four", True)]


def test_a_result_that_was_cleared_to_save_room_is_not_another_one(tmp_path: Path) -> None:
    lines = (_call("1"), _answer("1", "three"), _answer("1", "[Old tool result cleared to save context]"))
    assert [one.text for one in read(write(tmp_path, *lines))[1]] == ["three"]


def test_an_id_of_a_connection_may_be_used_again(tmp_path: Path) -> None:
    lines = (_request(1, a=1), _response(1, "one"), _request(1, a=2), _request(1, a=3), _response(1, "three"))
    trace, calls = read(write(tmp_path, *lines))
    assert [shown(one)[1:3] for one in calls] == [({"a": 1}, "one"), ({"a": 2}, None), ({"a": 3}, "three")]
    assert trace.counts.unanswered == 1


def test_two_sessions_in_one_log_do_not_share_ids(tmp_path: Path) -> None:
    messages = [(_request(1, a=1), _response(1, "1")), (_request(1, a=2), _response(1, "2"))]
    lines = [{"session": str(name), "message": pair[turn]} for turn in (0, 1) for name, pair in enumerate(messages)]
    _, calls = read(write(tmp_path, *lines))
    assert [shown(one)[1:3] for one in calls] == [({"a": 1}, "1"), ({"a": 2}, "2")]


def _in_header(value: Any, kind: str, message: dict[str, Any]) -> dict[str, Any]:
    """Return a message as a recorder of HTTP keeps it, with its headers."""
    if kind == "object":
        return {"headers": {"content-type": "application/json", "Mcp-Session-Id": value}, "body": message}
    if kind == "lists":
        return {"response": {"headers": {"mcp-session-id": [value]}, "body": json.dumps(message)}}
    headers = [{"name": "MCP-Session-Id", "value": value}, {"name": "Host", "value": "x"}]
    return {"request": {"headers": headers, "postData": {"text": json.dumps(message)}}}


@pytest.mark.parametrize("kind", ["object", "lists", "names and values"])
def test_the_header_of_a_session_keeps_two_connections_apart(tmp_path: Path, kind: str) -> None:
    messages = (("A", _request(1, a=1)), ("B", _request(1, a=2)), ("A", _response(1, "1")), ("B", _response(1, "2")))
    _, calls = read(write(tmp_path, *(_in_header(name, kind, message) for name, message in messages)))
    assert [shown(one)[1:3] for one in calls] == [({"a": 1}, "1"), ({"a": 2}, "2")]


def test_an_answer_without_the_header_is_that_of_the_only_request_it_can_answer(tmp_path: Path) -> None:
    asked: list[Any] = [_in_header("A", "object", _request(1, a=1)), _in_header("B", "object", _request(2, a=2))]
    _, calls = read(write(tmp_path, *asked, _response(2, "2"), _response(1, "1")))
    assert [shown(one)[1:3] for one in calls] == [({"a": 2}, "2"), ({"a": 1}, "1")]
    _, calls = read(write(tmp_path, _request(1, a=1), _in_header("A", "object", _response(1, "1"))))
    assert [shown(one)[1:3] for one in calls] == [({"a": 1}, "1")]
    asked[1] = _in_header("B", "object", _request(1, a=2))
    trace, calls = read(write(tmp_path, *asked, _response(1, "1")))
    assert (trace.counts.unanswered, trace.counts.results_without_call) == (2, 1)
    listing = _in_header("B", "object", _asks(1, "tools/list"))
    trace, calls = read(write(tmp_path, asked[0], listing, _says(1, tools=[])))
    assert [shown(one)[1:3] for one in calls] == [({"a": 1}, None)]


def test_a_request_of_a_connection_has_one_answer(tmp_path: Path) -> None:
    first, other = _response(1, "one"), _response(1, "1")
    _, calls = read(write(tmp_path, _request(1), first, first, other))
    assert [(one.text, one.has_other_result) for one in calls] == [("one", False), ("1", True)]
    for between in (_request(1), _asks(1, "ping")):
        _, calls = read(write(tmp_path, _request(1), first, between, other))
        assert not any(one.has_other_result for one in calls)


def test_two_connections_that_are_not_told_apart_prove_no_second_answer(tmp_path: Path) -> None:
    lines = (_request(1, a=1), _request(1, a=2), _response(1, "2"), _response(1, "1"))
    trace, calls = read(write(tmp_path, *lines))
    assert not any(one.has_other_result for one in calls)
    assert (trace.counts.unanswered, trace.counts.results_without_call) == (1, 1)


def test_answers_to_other_requests_are_not_results(tmp_path: Path) -> None:
    lines: Any = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
        {"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25"}},
        {"jsonrpc": "2.0", "id": 2, "error": {"code": -32601, "message": "no such method"}},
    )
    trace, calls = read(write(tmp_path, *lines))
    assert (calls, trace.counts.results_without_call, trace.skipped_count) == ([], 0, 1)


def _asks(id_: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def _says(id_: int, **result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "result": result}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (_asks(1, "ping"), _says(1)),
        (_asks(1, "roots/list"), _says(1, roots=[])),
        (_asks(1, "elicitation/create", message="Sure?"), _says(1, action="accept", content={"sure": True})),
        (_asks(1, "elicitation/create"), {"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}),
        (
            _asks(1, "sampling/createMessage", messages=[]),
            _says(1, role="assistant", model="m", content=[{"type": "text", "text": "2"}]),
        ),
    ],
)
def test_what_the_server_asks_under_the_id_of_a_call_is_not_answered_by_its_result(
    tmp_path: Path, asked: dict[str, Any], said: dict[str, Any]
) -> None:
    lines = (_request(1, a=1), asked, said, _response(1, "one"))
    trace, calls = read(write(tmp_path, *lines))
    assert [shown(one) for one in calls] == [("add", {"a": 1}, "one", False)]
    assert (trace.counts.results_without_call, trace.skipped_count) == (0, 1)


def test_a_result_of_a_call_may_come_before_the_answer_to_what_the_server_asked(tmp_path: Path) -> None:
    lines = (_request(1, a=1), _asks(1, "ping"), _response(1, "one"), _says(1))
    assert [shown(one)[2] for one in read(write(tmp_path, *lines))[1]] == ["one"]


def test_an_id_that_an_unanswered_request_had_is_free_for_a_call(tmp_path: Path) -> None:
    lines = (_asks(1, "initialize"), _request(1, a=1), {"jsonrpc": "2.0", "id": 1, "error": {"message": "no"}})
    assert [shown(one)[2:] for one in read(write(tmp_path, *lines))[1]] == [("no", True)]


def test_a_call_that_was_given_up_is_not_answered_by_the_next_connection(tmp_path: Path) -> None:
    lines = (_request(1, a=1), _asks(1, "tools/list"), _says(1, tools=[]))
    trace, calls = read(write(tmp_path, *lines))
    assert [shown(one)[2:] for one in calls] == [(None, None)]
    assert trace.counts.unanswered == 1


def test_requests_that_nobody_answers_are_kept_in_bounded_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "MAX_OPEN_CALLS", 2)
    lines = (_request(1, a=1), *(_asks(number, "ping") for number in (1, 2, 3)), _says(1, content=[]))
    assert [shown(one)[2] for one in read(write(tmp_path, *lines))[1]] == [""]


_TASK = {"taskId": "t1", "status": "working"}


@pytest.mark.parametrize("handle", [{"task": _TASK}, {"resultType": "task", **_TASK}])
@pytest.mark.parametrize(
    "end",
    [
        (_asks(2, "tasks/result", taskId="t1"), _response(2, "one")),
        (
            _asks(2, "tasks/get", taskId="t1"),
            _says(2, taskId="t1", status="completed", result=_response(2, "one")["result"]),
        ),
    ],
    ids=["tasks/result", "tasks/get"],
)
def test_the_result_of_a_task_is_that_of_the_call_behind_it(
    tmp_path: Path, handle: dict[str, Any], end: tuple[Any, Any]
) -> None:
    polls = (_asks(5, "tasks/get", taskId="t1"), _says(5, **_TASK))
    lines = (_request(1, a=1), _says(1, **handle), *polls, *end, *end)
    trace, calls = read(write(tmp_path, *lines))
    assert [shown(one) for one in calls] == [("add", {"a": 1}, "one", False)]
    assert trace.counts.unanswered == 0


def test_a_task_without_its_result_leaves_the_call_without_one(tmp_path: Path) -> None:
    lines = (_request(1, a=1), _says(1, task=_TASK), _asks(2, "tasks/result", taskId="t2"), _says(2, content=[]))
    assert [shown(one)[2:] for one in read(write(tmp_path, *lines))[1]] == [(None, None)]


@pytest.mark.parametrize("state", [{}, {"requestState": "s"}])
def test_a_result_that_asks_for_input_is_not_that_of_the_call(tmp_path: Path, state: dict[str, Any]) -> None:
    waiting = _says(1, resultType="input_required", inputRequests={"k": {"method": "elicitation/create"}}, **state)
    again = _request(2, a=1)
    again["params"] |= {"inputResponses": {"k": {"action": "accept"}}, **state}
    refused = _says(2, resultType="complete", content=[{"type": "text", "text": "no"}], isError=True)
    trace, calls = read(write(tmp_path, _request(1, a=1), waiting, again, refused))
    assert [shown(one) for one in calls] == [("add", {"a": 1}, "no", True)]
    assert (trace.counts.calls, trace.counts.unanswered) == (1, 0)
    trace, calls = read(write(tmp_path, _request(1, a=1), waiting, _request(2, a=1), refused))
    assert [shown(one)[2:] for one in calls] == [("no", True), (None, None)]


def test_calls_without_ids_are_paired_by_their_tool_in_order(tmp_path: Path) -> None:
    parts = [{"functionCall": {"name": "add", "args": {"a": number}}} for number in (1, 2)]
    parts += [{"functionResponse": {"name": "add", "response": {"result": number}}} for number in (10, 20)]
    _, calls = read(write(tmp_path, {"contents": [{"role": "user", "parts": parts}]}))
    assert [shown(one)[1:3] for one in calls] == [({"a": 1}, 10), ({"a": 2}, 20)]


def _gemini(*turns: dict[str, Any], reply: dict[str, Any] | None = None) -> dict[str, Any]:
    candidates = [{"content": {"role": "model", "parts": [reply or {"text": "ok"}]}}]
    contents = [{"role": "user", "parts": [turn]} for turn in ({"text": "hi"}, *turns)]
    return {"request": {"contents": contents}, "response": {"candidates": candidates, "usageMetadata": {}}}


def _older(*turns: dict[str, Any], reply: dict[str, Any] | None = None) -> dict[str, Any]:
    said = {"role": "assistant", "content": "ok"}
    messages = [{"role": "user", "content": "hi"}, *turns]
    return {"request": {"messages": messages}, "response": {"choices": [{"message": reply or said}]}}


def _named(style: str, name: str, given: int, result: int) -> tuple[Any, Any, Any]:
    """Return the way to log a request, a call and its result of a format whose calls have no ids."""
    if style == "Gemini":
        call: dict[str, Any] = {"functionCall": {"name": name, "args": {"a": given}}}
        return _gemini, call, {"functionResponse": {"name": name, "response": {"result": result}}}
    asked = {"name": name, "arguments": json.dumps({"a": given})}
    call = {"role": "assistant", "content": None, "function_call": asked}
    return _older, call, {"role": "function", "name": name, "content": [{"type": "text", "text": json.dumps([result])}]}


@pytest.mark.parametrize("form", ["lines", "one array", "interleaved"])
@pytest.mark.parametrize("style", ["Gemini", "OpenAI"])
def test_a_result_without_id_is_that_of_the_call_next_to_it(tmp_path: Path, style: str, form: str) -> None:
    lines: list[Any] = []
    for number in (1, 2, 3):
        log, call, result = _named(style, "add", number, number * 10)
        lines += [log(reply=call), log(call, result)]
    if form == "interleaved":
        lines = [*lines[::2], *lines[1::2]]
    trace, calls = read(write(tmp_path, *([lines] if form == "one array" else lines)))
    wanted = [10, 20, 30] if style == "Gemini" else [[10], [20], [30]]
    assert [shown(one)[1:3] for one in calls] == [({"a": a}, b) for a, b in zip((1, 2, 3), wanted, strict=True)]
    assert (trace.counts.calls, trace.counts.unanswered) == (3, 0)


def test_a_call_that_a_conversation_left_without_a_result_gets_none_of_a_later_one(tmp_path: Path) -> None:
    log, left, _ = _named("OpenAI", "add", 1, 0)
    _, call, result = _named("OpenAI", "add", 2, 20)
    trace, calls = read(write(tmp_path, log(left, {"role": "user", "content": "no"}, call, result)))
    assert [shown(one)[1:3] for one in calls] == [({"a": 2}, [20]), ({"a": 1}, None)]
    assert trace.counts.unanswered == 1


def test_what_waits_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "MAX_OPEN_CALLS", 2)
    monkeypatch.setattr(pairing, "MAX_OPEN_CHARS", 300)
    trace, calls = read(write(tmp_path, *(_call(str(number)) for number in range(5)), _answer("4", "four")))
    assert (trace.counts.unanswered, trace.counts.given_up) == (1, 3)
    assert shown(calls[3])[2] == "four"
    assert calls[3].input is not None
    assert calls[3].input.line == 5


def test_what_a_tool_returns_or_a_schema_shows_is_not_a_call(tmp_path: Path) -> None:
    quoted: Any = {"type": "tool_use", "id": "t1", "name": "sub", "input": {}}
    tools: Any = [{"name": "add", "inputSchema": {"examples": [quoted]}}]
    lines: Any = ({"tools": tools, "messages": []}, _request(1, log=[quoted]), _response(1, json.dumps([quoted])))
    _, calls = read(write(tmp_path, *lines))
    assert [one.tool for one in calls] == ["add"]


def test_messages_inside_texts_of_recorders_are_read(tmp_path: Path) -> None:
    body = f"event: message\ndata: {json.dumps(_response(1, 'one'))}\n\n"
    lines = ({"request": {"body": json.dumps(_request(1, a=1))}, "response": {"body": {"string": body}}},)
    _, calls = read(write(tmp_path, *lines))
    assert [shown(one) for one in calls] == [("add", {"a": 1}, "one", False)]
    assert calls[0].result is not None
    assert calls[0].result.locate("t", "/x")[0] == "/response/body/string"


def test_a_stream_may_hold_what_keeps_it_open(tmp_path: Path) -> None:
    body = f": ping\nid: 1\ndata:\n\nretry: 5\ndata: {json.dumps(_response(1, 'one'))}\n\ndata: [DONE]\n"
    _, calls = read(write(tmp_path, {"body": json.dumps(_request(1, a=1), indent=1)}, {"body": body}))
    assert [shown(one) for one in calls] == [("add", {"a": 1}, "one", False)]


def test_a_message_that_a_text_quotes_is_no_call(tmp_path: Path) -> None:
    quoted = f"{json.dumps(_request(1, a=1))}\n{json.dumps(_response(1, 'one'))}"
    fenced = f"Why does this fail?\n```json\n{quoted}\n```"
    call: Any = {"type": "tool_use", "id": "toolu_01ABCDEFGHIJKLMNOP", "name": "read", "input": {"path": "x"}}
    result: Any = {"type": "tool_result", "tool_use_id": call["id"], "content": "1"}
    for text in (quoted, fenced):
        lines: Any = (
            {"role": "user", "content": text},
            {"role": "user", "content": [{"type": "text", "text": text}]},
            {"role": "assistant", "content": [call]},
            {"message": {"role": "user", "content": [result]}, "toolUseResult": {"file": {"content": text}}},
        )
        _, calls = read(write(tmp_path, *lines))
        assert [shown(one)[:3] for one in calls] == [("read", {"path": "x"}, "1")]
    _, calls = read(write(tmp_path, {"note": fenced}, {"role": "assistant", "content": [call]}))
    assert [one.tool for one in calls] == ["read"]


_SEEN = {"type": "text", "text": "seen"}
_SHOT = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}


@pytest.mark.parametrize(
    ("first", "later", "is_other"),
    [
        ([_SEEN, {**_SHOT, "cache_control": {"type": "ephemeral"}}], [_SEEN, _SHOT], False),
        ([_SEEN, _SHOT], [_SEEN], False),
        ([_SHOT], [{"type": "text", "text": "[image]"}], False),
        ([_SHOT], [{"type": "text", "text": "[Image omitted to save tokens]"}], False),
        ("3 tasks", "3 tasks\n<system-reminder>Be brief.</system-reminder>", False),
        ("three tasks are open", "[Old tool result content cleared]", False),
        ("three", "[truncated]", False),
        ("[2 files removed]", "[3 files removed]", True),
        (["removed a.py"], ["removed b.py"], True),
        ([_SEEN, _SHOT], [_SEEN, {**_SHOT, "source": {"type": "url", "url": "x"}}], True),
        ([_SHOT], [{"type": "text", "text": "2 tasks"}], True),
        ("<total>3</total>", "<total>4</total>", True),
        ("3 tasks", "4 tasks", True),
    ],
)
def test_what_a_client_leaves_of_a_result_is_not_another_one(
    tmp_path: Path, first: Any, later: Any, is_other: bool
) -> None:
    call: Any = {"type": "tool_use", "id": "toolu_01ABCDEFGHIJKLMNOP", "name": "read", "input": {"path": "x"}}
    contents = [json.dumps(one) if isinstance(one, list) and isinstance(one[0], str) else one for one in (first, later)]
    answers: Any = [{"type": "tool_result", "tool_use_id": call["id"], "content": one} for one in contents]
    lines: list[Any] = [[call, answers[0]], [call, answers[1]]]
    _, calls = read(write(tmp_path, *({"messages": [{"role": "user", "content": line}]} for line in lines)))
    assert any(one.has_other_result for one in calls) == is_other
