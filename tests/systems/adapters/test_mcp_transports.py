"""Over HTTP an answer is what the server sent, whatever the client makes of it, and is bounded as over pipes."""

import http.server
import json
from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.systems.conduct import Conduct
from conformance.systems.runtime import InvalidReplyError, Limits, ObservedRuntime, Opening, Runtime, UnavailableError
from conformance.systems.sources import find_source
from tests.cases import check_each
from tests.systems.adapters.conftest import Answer

pytest.importorskip("mcp", reason="the extra [mcp] is absent: nothing was checked against MCP servers")

JSON, EVENTS, HTML = "application/json", "text/event-stream", "text/html"
OPENING: dict[str, JsonObject] = {
    "server/discover": {"error": {"code": -32601, "message": "unknown"}},
    "initialize": {
        "result": {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "small", "version": "1"},
        }
    },
}
RESULT = {"content": [{"type": "text", "text": "found"}]}
ERROR = {"code": -32602, "message": "no such row"}


def message(**members: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": "ID", **members})


def event(data: str) -> str:
    return f"event: message\ndata: {data}\n\n"


def take_conduct(runtime: Runtime) -> Conduct:
    """Return what the server did beside its answers."""
    assert isinstance(runtime, ObservedRuntime)
    return runtime.take_conduct()


def _respond(handler: http.server.BaseHTTPRequestHandler, status: int, media_type: str, body: bytes) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", media_type)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@contextmanager
def serving(
    address: Callable[[Answer], str], status: int, media_type: str, body: str | bytes, **limits: int
) -> Generator[Runtime]:
    """Open a server that answers calls like this; ``"ID"`` becomes the id of the request."""

    def answer(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        number = json.dumps(asked.get("id"))
        opened = OPENING.get(str(asked["method"]))
        if opened is not None:
            _respond(handler, 200, JSON, message(**opened).replace('"ID"', number).encode())
        elif "id" not in asked:
            _respond(handler, 202, JSON, b"")
        else:
            data = body.encode() if isinstance(body, str) else body
            text = f'"{number}"'.encode()
            data = data.replace(b'"ID" ', text).replace(b'"ID"', number.encode()).replace(b"ID", number.encode())
            _respond(handler, status, media_type, data)

    opening = Opening(limits=Limits(start_seconds=60.0, request_seconds=60.0, **limits), restarts=0)
    runtime = find_source(f"mcp-http:{address(answer)}").open(opening)
    try:
        yield runtime
    finally:
        runtime.close()


@check_each(
    ("status", "media_type", "body", "says"),
    [
        (500, HTML, "<h1>oops", "HTTP status 500 (`text/html`) instead of"),
        (500, JSON, '{"detail": "oops"}', 'HTTP status 500 (`application/json`) and \'{"detail": "oops"}\' instead of'),
        (404, HTML, "not found", "HTTP status 404"),
        (429, JSON, '{"error": "slow down"}', "HTTP status 429"),
        (202, JSON, "", "HTTP status 202 (`application/json`) instead of"),
        (200, HTML, message(result=RESULT), "HTTP status 200 (`text/html`)"),
        (200, JSON, "", "HTTP status 200 (`application/json`) instead of"),
        (200, JSON, "null", "and 'null' instead of"),
        (200, JSON, message(), "HTTP status 200"),
        (200, JSON, message(result=RESULT)[:-9], "HTTP status 200"),
        (200, JSON, f"[{message(result=RESULT)}]", "HTTP status 200"),
        (200, JSON, message(result={"text": "\xe1"}).replace("\\u00e1", "\xe1").encode("latin-1"), "HTTP status 200"),
        (200, EVENTS, ": x\n\n", "(`text/event-stream`) and ': x"),
        (200, EVENTS, event("{oops"), "HTTP status 200"),
        (200, EVENTS, event(message(error=ERROR))[:-1], "HTTP status 200"),
        (200, EVENTS, "id: 1\nretry: 0\ndata:\n\n", "HTTP status 200"),
    ],
)
def test_an_answer_that_the_client_makes_up_is_none_of_the_server(
    address: Callable[[Answer], str], status: int, media_type: str, body: str | bytes, says: str
) -> None:
    with (
        serving(address, status, media_type, body) as runtime,
        pytest.raises(InvalidReplyError, match="instead of a JSON-RPC response during `tools/call`") as caught,
    ):
        runtime.call("find", {})
    assert says in caught.value.message


@check_each("media_type", [JSON, EVENTS])
@check_each(("number", "is_same"), [("999", False), ('"ID" ', False), ("ID.0", True), ("ID.0e0", True)])
def test_an_answer_has_the_id_of_its_request(
    address: Callable[[Answer], str], caplog: pytest.LogCaptureFixture, media_type: str, number: str, is_same: bool
) -> None:
    text = message(result=RESULT).replace('"ID"', number)
    body = event(text) if media_type == EVENTS else text
    with serving(address, 200, media_type, body) as runtime:
        if is_same:
            assert runtime.call("find", {}).receipt == "found"
        else:
            with pytest.raises(InvalidReplyError, match=r"an answer with the (unknown )?id .* during `tools") as caught:
                runtime.call("find", {})
            assert caught.value.recovery_hint == "repeat the `id` of the request in its answer, with the same type"
    assert ("a number with a fraction" in caplog.text) is is_same
    caplog.clear()


@check_each("media_type", [JSON, EVENTS])
@check_each("number", ["NaN", "-Infinity"])
def test_an_answer_with_a_number_that_json_lacks_is_none(
    address: Callable[[Answer], str], media_type: str, number: str
) -> None:
    text = message(result={**RESULT, "structuredContent": {"a": 1.5}}).replace("1.5", number)
    body = event(text) if media_type == EVENTS else text
    with serving(address, 200, media_type, body) as runtime, pytest.raises(InvalidReplyError) as caught:
        runtime.call("find", {})
    assert (caught.value.recovery_hint or "").startswith("send only numbers that JSON has")


@check_each(("status", "is_turned_away"), [(401, True), (429, True), (503, True), (400, False), (500, False)])
def test_a_status_that_turns_a_request_away_says_nothing_of_the_tool(
    address: Callable[[Answer], str], status: int, is_turned_away: bool
) -> None:
    with serving(address, status, HTML, "<h1>oops") as runtime, pytest.raises(InvalidReplyError) as caught:
        runtime.call("find", {})
    assert isinstance(caught.value, UnavailableError) is is_turned_away


@check_each(
    ("status", "media_type", "body"),
    [
        (200, JSON, message(error=ERROR)),
        (200, JSON, json.dumps(json.loads(message(error=ERROR)), indent=1)),
        (400, JSON, message(error=ERROR)),
        (404, JSON, message(error=ERROR).replace('"ID"', "null")),
        (200, EVENTS, event(message(error=ERROR))),
        (200, EVENTS, f"id: 1\r\ndata: {{\r\ndata:{message(error=ERROR)[1:]}\r\n\r\n"),
        (200, EVENTS, event('{"jsonrpc": "2.0", "method": "notifications/x"}') + event(message(error=ERROR))),
    ],
)
def test_an_error_that_the_server_sends_is_its_answer(
    address: Callable[[Answer], str], status: int, media_type: str, body: str
) -> None:
    with serving(address, status, media_type, body) as runtime:
        outcome = runtime.call("find", {})
    assert (outcome.refused_by_protocol, outcome.receipt) == (True, "no such row")


@check_each("media_type", [JSON, EVENTS])
@check_each(
    ("members", "is_warned_of"),
    [
        ({"result": RESULT, "error": None}, True),
        ({"result": RESULT, "error": ERROR}, True),
        ({"result": {"content": [{"type": "text", "text": '{"error": null}'}]}}, False),
        ({"error": {**ERROR, "data": {"result": 1}}}, False),
    ],
)
def test_an_answer_with_an_error_beside_its_result_is_warned_of(
    address: Callable[[Answer], str],
    caplog: pytest.LogCaptureFixture,
    members: JsonObject,
    is_warned_of: bool,
    media_type: str,
) -> None:
    caplog.clear()
    text = message(**members)
    with serving(address, 200, media_type, event(text) if media_type == EVENTS else text) as runtime:
        runtime.call("find", {})
        kinds = [one.kind for one in take_conduct(runtime).breaches]
    assert kinds == ["both"] * is_warned_of
    assert not caplog.records, "what was asked for is reported there"


def test_one_event_may_be_as_long_as_one_answer(address: Callable[[Answer], str]) -> None:
    text = "x" * 2**21
    body = event(message(result={"content": [{"type": "text", "text": text}]}))
    with serving(address, 200, EVENTS, body) as runtime:
        assert runtime.call("find", {}).receipt == text


@check_each("media_type", [JSON, EVENTS])
def test_an_answer_beyond_the_limit_is_told_as_such(address: Callable[[Answer], str], media_type: str) -> None:
    text = message(result={"content": [{"type": "text", "text": "x" * 2**21}]})
    body = event(text) if media_type == EVENTS else text
    with serving(address, 200, media_type, body, answer_bytes=2**21) as runtime:
        with pytest.raises(ConformanceError) as caught:
            runtime.call("find", {})
        assert "answered with more than 2 MB (during `tools/call`" in caught.value.message
        assert caught.value.recovery_hint == "send at most 2 MB in one answer"


@check_each("status", [307, 308])
def test_a_redirect_to_another_path_of_the_server_is_followed(address: Callable[[Answer], str], status: int) -> None:
    def answer(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        number = json.dumps(asked.get("id"))
        if not handler.path.endswith("/"):
            handler.send_response(status)
            handler.send_header("Location", f"{handler.path}/")
            handler.send_header("Content-Length", "0")
            handler.end_headers()
        elif "id" not in asked:
            _respond(handler, 202, JSON, b"")
        else:
            members = OPENING.get(str(asked["method"]), {"result": RESULT})
            _respond(handler, 200, JSON, message(**members).replace('"ID"', number).encode())

    opening = Opening(limits=Limits(start_seconds=60.0, request_seconds=60.0), restarts=0)
    runtime = find_source(f"mcp-http:{address(answer)}").open(opening)
    try:
        assert runtime.call("find", {}).receipt == "found"
    finally:
        runtime.close()
