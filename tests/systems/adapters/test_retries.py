"""A request that was turned away unread is sent again, as often and as late as makes sense, and that is counted."""

import http.server
import json
import math
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable

import pytest

from conformance.documents.values import JsonObject, as_array, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._retries import Patience, stated_pause
from conformance.systems.runtime import InvalidReplyError, Limits, Opening, Runtime, UnavailableError
from conformance.systems.sources import find_source
from tests.cases import check_each
from tests.systems.adapters.conftest import Answer
from tests.systems.adapters.test_mcp_transports import EVENTS, JSON, OPENING, RESULT, message, take_conduct

_DATE, _LATER = "Fri, 27 Nov 2026 20:00:00 GMT", "Fri, 27 Nov 2026 20:00:07 GMT"
_PATIENT = Limits(start_seconds=60.0, request_seconds=60.0)
TOOL: JsonObject = {"name": "find", "inputSchema": {"type": "object"}}


def unavailable(status: int, retry_after: float | None = None) -> UnavailableError:
    error = UnavailableError(ErrorKind.UNREACHABLE, "busy", "wait")
    error.status, error.retry_after = status, retry_after
    return error


@check_each(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": " 12 "}, 12.0),
        ({"retry-after": "9" * 5000}, 999_999_999.0),
        ({"retry-after": _LATER, "date": _DATE}, 7.0),
        ({"retry-after": _DATE, "date": _LATER}, 0.0),
        ({"retry-after": "Fri, 27 Nov 2020 20:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "1.5"}, None),
    ],
)
def test_the_wait_that_a_server_asks_for_is_a_number_or_a_date(headers: dict[str, str], seconds: float | None) -> None:
    assert stated_pause(headers) == seconds


@check_each(
    ("error", "end", "pauses"),
    [
        (unavailable(503), math.inf, [0.5, 1.0, 2.0]),
        (unavailable(429, 7.0), math.inf, [7.0, 7.0, 7.0]),
        (unavailable(429, 0.0), math.inf, [0.0, 0.0, 0.0]),
        (unavailable(429, 31.0), math.inf, []),
        (unavailable(429, 31.0), 1000.0, [31.0, 31.0, 31.0]),
        (unavailable(429, 31.0), 20.0, []),
        (unavailable(503), 0.0, []),
        (unavailable(401), math.inf, []),
        (unavailable(502), math.inf, []),
    ],
)
def test_a_request_is_sent_again_three_times_at_most_and_within_the_run(
    error: UnavailableError, end: float, pauses: list[float]
) -> None:
    waited: list[float] = []
    patience = Patience(Limits(end=time.monotonic() + end), waited.append)

    def fail() -> None:
        raise error

    with pytest.raises(UnavailableError):
        patience.ask(fail)
    assert (waited, patience.retries) == (pauses, len(pauses))
    with pytest.raises(UnavailableError):
        patience.ask(fail)
    assert waited == pauses, "who goes on turning requests away is asked once for each"
    patience.ask(lambda: None)
    with pytest.raises(UnavailableError):
        patience.ask(fail)
    assert waited == pauses * 2


def respond(handler: http.server.BaseHTTPRequestHandler, status: int, body: str, **headers: str) -> None:
    handler.send_response_only(status)
    for name, value in {"Content-Type": JSON, "Content-Length": str(len(body)), **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body.encode())


class Busy:
    """An MCP server that turns away the first ``count`` requests of one method, and counts those of each."""

    def __init__(self, method: str, count: int, status: int, body: str = "", **headers: str) -> None:
        self.seen: Counter[str] = Counter()
        self._turned_away = (method, count, status, body, headers)

    def __call__(self, handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        name, number = str(asked["method"]), json.dumps(asked.get("id"))
        method, count, status, body, headers = self._turned_away
        self.seen[name] += 1
        answers = {**OPENING, "tools/list": {"result": {"tools": [TOOL]}}, "tools/call": {"result": RESULT}}
        if name == method and self.seen[name] <= count:
            respond(handler, status, body.replace('"ID"', number), **headers)
        elif "id" not in asked:
            respond(handler, 202, "")
        else:
            respond(handler, 200, message(**answers[name]).replace('"ID"', number))


class Sessions(Busy):
    """An MCP server that begins sessions of this name, and turns away the first ``count`` requests of one method."""

    def __init__(self, name: str, method: str = "", count: int = 0, status: int = 404, body: str = "") -> None:
        super().__init__(method, count, status, body)
        self._name = name

    def __call__(self, handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        if asked["method"] != "initialize":
            return super().__call__(handler, asked)
        self.seen["initialize"] += 1
        body = message(**OPENING["initialize"]).replace('"ID"', json.dumps(asked["id"]))
        return respond(handler, 200, body, Mcp_Session_Id=self._name)


def opened(address: str) -> Runtime:
    return find_source(f"mcp-http:{address}").open(Opening(limits=_PATIENT, restarts=0))


def retries(runtime: Runtime) -> int:
    return take_conduct(runtime).retries


@check_each(
    ("method", "status", "body", "headers"),
    [
        ("tools/call", 503, "", {"Retry_After": "0"}),
        ("tools/call", 429, "slow down", {"Retry_After": _DATE, "Date": _DATE}),
        ("tools/call", 429, message(error={"code": -32000, "message": "slow down"}), {"Retry_After": "0"}),
        ("tools/list", 503, "", {"Retry_After": "0"}),
        ("server/discover", 503, "", {"Retry_After": "0"}),
        ("initialize", 429, "", {"Retry_After": "0"}),
        ("notifications/initialized", 429, "", {"Retry_After": "0"}),
        ("notifications/initialized", 503, "slow down", {"Retry_After": "0"}),
    ],
)
def test_one_request_that_was_turned_away_changes_nothing(
    address: Callable[[Answer], str], method: str, status: int, body: str, headers: dict[str, str]
) -> None:
    busy = Busy(method, 1, status, body, **headers)
    runtime = opened(address(busy))
    assert [as_object(tool)["name"] for tool in as_array(runtime.describe()["tools"])] == ["find"]
    assert runtime.call("find", {}).receipt == "found"
    assert (busy.seen[method], retries(runtime), retries(runtime)) == (2, 1, 0)
    runtime.close()


@check_each(
    ("status", "headers", "calls", "says"),
    [
        (503, {"Retry_After": "0"}, 4, "HTTP status 503"),
        (429, {"Retry_After": "1200"}, 1, "and asks to wait 1,200 seconds"),
        (502, {"Retry_After": "1"}, 1, "and asks to wait 1 second."),
        (500, {}, 1, "HTTP status 500"),
    ],
)
def test_who_turns_a_call_away_for_good_is_reported_with_the_wait(
    address: Callable[[Answer], str], status: int, headers: dict[str, str], calls: int, says: str
) -> None:
    busy = Busy("tools/call", 100, status, **headers)
    runtime = opened(address(busy))
    with pytest.raises(InvalidReplyError) as caught:
        runtime.call("find", {})
    assert says in f"{caught.value.message}."
    assert isinstance(caught.value, UnavailableError) is (status != 500)
    assert busy.seen["tools/call"] == calls
    runtime.close()


def test_a_notification_that_stays_turned_away_keeps_no_session_from_opening(address: Callable[[Answer], str]) -> None:
    busy = Busy("notifications/initialized", 100, 429, Retry_After="0")
    runtime = opened(address(busy))
    assert (busy.seen["notifications/initialized"], retries(runtime)) == (4, 3)
    assert runtime.call("find", {}).receipt == "found"
    runtime.close()


_UNKNOWN = message(error={"code": -32001, "message": "Session not found"})


@check_each("body", ["", _UNKNOWN.replace('"ID"', "null"), _UNKNOWN.replace('"ID"', '"server-error"')])
def test_a_session_that_the_server_ends_is_opened_again_and_the_request_sent_again(
    address: Callable[[Answer], str], body: str
) -> None:
    server = Sessions("s", "tools/call", 1, body=body)
    runtime = opened(address(server))
    assert runtime.call("find", {}).receipt == "found"
    assert runtime.call("find", {}).receipt == "found"
    assert (server.seen["initialize"], server.seen["tools/call"]) == (2, 3)
    assert (take_conduct(runtime).renewals, take_conduct(runtime).renewals) == (1, 0)
    runtime.close()


def test_sessions_that_end_at_once_say_nothing_about_the_tool_and_are_not_opened_for_ever(
    address: Callable[[Answer], str],
) -> None:
    server = Sessions("s", "tools/call", 3)
    runtime = opened(address(server))
    for calls in (2, 3):
        with pytest.raises(UnavailableError, match="HTTP status 404") as caught:
            runtime.call("find", {})
        assert (caught.value.recovery_hint or "").startswith("keep a session")
        assert (server.seen["initialize"], server.seen["tools/call"]) == (2, calls)
    assert runtime.call("find", {}).receipt == "found"
    runtime.close()


def test_an_error_of_that_status_with_the_id_of_its_request_is_an_answer(address: Callable[[Answer], str]) -> None:
    server = Sessions("s", "tools/call", 1, body=message(error={"code": -32601, "message": "no such tool"}))
    runtime = opened(address(server))
    assert runtime.call("find", {}).refused_by_protocol
    assert (server.seen["initialize"], server.seen["tools/call"]) == (1, 1)
    runtime.close()


def test_without_a_session_that_status_is_a_fault_of_the_call(address: Callable[[Answer], str]) -> None:
    usual = Busy("tools/call", 1, 404)
    runtime = opened(address(usual))
    with pytest.raises(InvalidReplyError, match="HTTP status 404") as caught:
        runtime.call("find", {})
    assert not isinstance(caught.value, UnavailableError)
    assert not (caught.value.recovery_hint or "").startswith("keep a session")
    assert usual.seen["tools/call"] == 1
    runtime.close()


def test_a_system_that_takes_requests_over_http_is_asked_again_too(address: Callable[[Answer], str]) -> None:
    seen: list[str] = []

    def answer(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        seen.append(str(asked["op"]))
        if len(seen) == 1 or len(seen) > 2:
            respond(handler, 503, "", Retry_After="0")
        else:
            respond(handler, 200, json.dumps({"id": asked["id"], "ok": True, "result": {"accepted": True}}))

    runtime = find_source(address(answer)).open(Opening(limits=_PATIENT))
    assert runtime.parse("find", {}).accepted
    assert (len(seen), retries(runtime)) == (2, 1)
    with pytest.raises(UnavailableError, match="HTTP status 503"):
        runtime.parse("find", {})


def reset(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def start(handler: http.server.BaseHTTPRequestHandler, media_type: str, part: bytes, **headers: str) -> None:
    handler.protocol_version = "HTTP/1.1"
    handler.send_response(200)
    for name, value in {"Content-Type": media_type, **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(part)
    handler.close_connection = True


def close_at_once(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def cut(handler: http.server.BaseHTTPRequestHandler) -> None:
    start(handler, JSON, b"5", Content_Length="100")


def send_bad_chunk(handler: http.server.BaseHTTPRequestHandler) -> None:
    start(handler, JSON, b"ZZ\r\nhello\r\n0\r\n\r\n", Transfer_Encoding="chunked")


def send_bad_event(handler: http.server.BaseHTTPRequestHandler) -> None:
    start(handler, EVENTS, b"ZZ\r\nhello\r\n0\r\n\r\n", Transfer_Encoding="chunked")


def send_text(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"hello there\r\n\r\n")


_ANSWERED = "answered with HTTP status 200 (`application/json`) and '5', then closed the connection before the end of"


@check_each(
    ("end", "says", "is_turned_away"),
    [
        (reset, "{url} reset the connection before it sent a response during `tools/call`", True),
        (close_at_once, "{url} closed the connection before it sent a response during `tools/call`", True),
        (cut, f"{{url}} {_ANSWERED} its response during `tools/call`", False),
        (send_bad_chunk, "then sent bytes that are not valid HTTP ('illegal chunk header", False),
        (send_bad_event, "then sent bytes that are not valid HTTP ('illegal chunk header", False),
        (send_text, "{url} sent bytes that are not valid HTTP ('illegal status line", False),
    ],
)
def test_a_connection_that_breaks_is_described_and_ends_no_session(
    address: Callable[[Answer], str],
    end: Callable[[http.server.BaseHTTPRequestHandler], None],
    says: str,
    is_turned_away: bool,
) -> None:
    usual = Busy("", 0, 0)

    def answer(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        if asked["method"] == "tools/call" and not usual.seen["tools/call"]:
            usual.seen["tools/call"] = 1
            handler.close_connection = True
            end(handler)
        else:
            usual(handler, asked)

    url = address(answer)
    runtime = opened(url)
    with pytest.raises(InvalidReplyError) as caught:
        runtime.call("find", {})
    assert says.format(url=f"`{url}`") in caught.value.message
    assert "look for the cause in the log of the server" in (caught.value.recovery_hint or "")
    assert isinstance(caught.value, UnavailableError) is is_turned_away
    assert runtime.call("find", {}).receipt == "found"
    runtime.close()


def test_a_connection_that_breaks_while_a_session_is_opened_is_described_too(address: Callable[[Answer], str]) -> None:
    def answer(handler: http.server.BaseHTTPRequestHandler, _asked: JsonObject) -> None:
        handler.close_connection = True
        reset(handler)

    with pytest.raises(ConformanceError, match="reset the connection before it sent a response during `initialize`"):
        opened(address(answer))
