"""Bodies that recorders of HTTP keep as text, in all forms of streams and in base64, and spans of several traces."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from tests.systems.traces.reading import read, shown, write

_REQUEST: Any = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 1}}}
_RESPONSE: Any = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "one\u2028two"}]}}
_PLAIN = json.dumps(_RESPONSE, ensure_ascii=False)
_LINES = json.dumps(_RESPONSE, ensure_ascii=False, indent=1).split("\n")
_NOTICE = '{"jsonrpc": "2.0", "method": "notifications/message"}'
_ENCODED = base64.b64encode(_PLAIN.encode()).decode()

BODIES: dict[str, dict[str, Any]] = {
    "one line": {"text": f"event: message\ndata: {_PLAIN}\n\n"},
    "several lines of one event": {"text": "event: message\n" + "".join(f"data: {line}\n" for line in _LINES) + "\n"},
    "other ends of lines": {"text": "\r".join(["event: message", *(f"data: {line}" for line in _LINES), ""])},
    "events without blank lines between": {"text": f"data: {_NOTICE}\ndata: {_PLAIN}"},
    "a byte order mark": {"text": f"\ufeffdata: {_PLAIN}\n\n"},
    "base64": {"text": _ENCODED, "encoding": "base64"},
    "base64 by its name": {"base64_string": _ENCODED, "encoding": "UTF-8"},
    "base64 of a stream": {
        "text": base64.b64encode(f"data: {_PLAIN}\n\n".encode()).decode(),
        "encoding": "base64",
    },
}


@pytest.mark.parametrize("name", BODIES)
def test_a_response_is_read_in_whatever_form_its_body_is_kept(name: str, tmp_path: Path) -> None:
    entry = {"request": {"postData": {"text": json.dumps(_REQUEST)}}, "response": {"content": BODIES[name]}}
    _, calls = read(write(tmp_path, entry))
    assert [shown(one) for one in calls] == [("add", {"a": 1}, "one\u2028two", False)]


def _span(trace: str, **members: Any) -> dict[str, Any]:
    attributes = {"gen_ai.tool.name": "add", "gen_ai.tool.call.id": "call_0", **members.pop("attributes", {})}
    return {"traceId": trace, "spanId": f"s{trace}", "attributes": attributes, **members}


_INPUT = {"gen_ai.tool.call.arguments": '{"a": 1}'}
_GOOD = {**_INPUT, "gen_ai.tool.call.result": "2"}


@pytest.mark.parametrize("sessions", [("1", "2"), ("2", "1")])
def test_spans_of_two_traces_are_two_calls_though_their_counted_ids_are_equal(
    tmp_path: Path, sessions: tuple[str, str]
) -> None:
    failed = _span(sessions[0], attributes=_INPUT, status={"code": 2})
    _, calls = read(write(tmp_path, failed, _span(sessions[1], attributes=_GOOD)))
    assert sorted((one.is_error, one.text) for one in calls) == [(False, "2"), (True, "")]


def test_spans_without_a_trace_are_told_apart_by_their_conversation(tmp_path: Path) -> None:
    spans = [
        _span("", attributes={**given, "gen_ai.conversation.id": name}, status={"code": code})
        for name, code, given in (("c1", 2, _INPUT), ("c2", 1, _GOOD))
    ]
    _, calls = read(write(tmp_path, *spans))
    assert sorted((one.is_error, one.text) for one in calls) == [(False, "2"), (True, "")]


def test_spans_of_one_trace_complete_each_other(tmp_path: Path) -> None:
    inner = _span("1", attributes={"gen_ai.tool.call.result": "2"})
    _, calls = read(write(tmp_path, inner, _span("1", attributes=_INPUT)))
    assert [shown(one) for one in calls] == [("add", {"a": 1}, "2", False)]
