"""In a stream of events a broken one, a second answer and a request of the server weigh what they weigh over pipes."""

import http.server
import json
import threading
from collections.abc import Callable

import pytest

from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.systems.conduct import Conduct
from conformance.systems.runtime import InvalidReplyError
from tests.cases import check_each
from tests.systems.adapters.conftest import Answer
from tests.systems.adapters.test_mcp_transports import (
    EVENTS,
    JSON,
    RESULT,
    event,
    message,
    serving,
    take_conduct,
)
from tests.systems.adapters.test_retries import Busy, Sessions, opened, respond

pytest.importorskip("mcp", reason="the extra [mcp] is absent: nothing was checked against MCP servers")

_SOUND = message(result=RESULT)
_CUT = event(_SOUND[:-3])
_OTHER = event(message(result={"content": []}).replace('"ID"', "999"))


@check_each(
    ("body", "events", "answers"),
    [
        (event(_SOUND), 0, 0),
        (": a comment\n\nevent: ping\ndata: {oops\n\nid: 1\ndata:\n\n" + event(_SOUND), 0, 0),
        (event('{"jsonrpc": "2.0", "method": "notifications/x"}') + event(_SOUND), 0, 0),
        (event("{oops") + event(_SOUND), 1, 0),
        (_CUT + event(_SOUND), 1, 0),
        (_CUT.replace("\n", "\r\n") + event(_SOUND).replace("\n", "\r\n"), 1, 0),
        (_CUT.replace("\n", "\r") + event(_SOUND).replace("\n", "\r"), 1, 0),
        (event("hello") * 2 + event('{"level": 30, "id": 5}') + event(_SOUND), 3, 0),
        (_OTHER + event(_SOUND), 0, 1),
        (event(_SOUND) * 2, 0, 1),
        (event(_SOUND) * 3 + event("hello"), 1, 2),
    ],
)
def test_what_answers_nothing_is_counted_and_the_answer_is_read(
    address: Callable[[Answer], str], body: str, events: int, answers: int
) -> None:
    with serving(address, 200, EVENTS, body) as runtime:
        assert runtime.call("find", {}).receipt == "found"
        seen = take_conduct(runtime)
        assert (seen.lines.count, seen.events.count, seen.answers.count) == (0, events, answers)
        assert runtime.call("find", {}).receipt == "found"


@check_each("has_end", [True, False])
@check_each(
    ("body", "says"),
    [
        (_CUT, "sent an unreadable answer (not JSON: the document is cut off"),
        (_OTHER, "sent an answer with the unknown id `999`"),
        (event(message(results={})), "which is no response"),
    ],
)
def test_a_broken_event_is_a_fault_of_its_call_once_no_other_follows(
    address: Callable[[Answer], str], body: str, says: str, has_end: bool
) -> None:
    stream = body if has_end else body + ": wait\n\n"
    with (
        serving(address, 200, EVENTS, stream) as runtime,
        pytest.raises(InvalidReplyError, match="during `tools/call`") as caught,
    ):
        runtime.call("find", {})
    assert says in caught.value.message


def test_a_long_event_may_arrive_in_parts_whose_ends_are_anywhere(address: Callable[[Answer], str]) -> None:
    body = (_CUT + event(_SOUND)).replace("\n", "\r\n")
    usual = Busy("", 0, 0)

    def answer(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        if asked["method"] != "tools/call":
            return usual(handler, asked)
        handler.send_response_only(200)
        handler.send_header("Content-Type", EVENTS)
        handler.end_headers()
        for character in body.replace('"ID"', json.dumps(asked["id"])):
            handler.wfile.write(character.encode())
            handler.wfile.flush()
        return None

    runtime = opened(address(answer))
    assert runtime.call("find", {}).receipt == "found"
    assert take_conduct(runtime).events.count == 1
    runtime.close()


@check_each("media_type", [JSON, EVENTS])
@check_each(
    ("text", "says"),
    [
        (_SOUND.replace("{", '{"id": 7, ', 1), "duplicate key at '/id'"),
        (_SOUND.replace('"type"', '"type": "image", "type"'), "duplicate key at '/result/content/0/type'"),
    ],
)
def test_an_answer_with_a_key_twice_is_as_unreadable_as_over_pipes(
    address: Callable[[Answer], str], media_type: str, text: str, says: str
) -> None:
    body = event(text) if media_type == EVENTS else text
    with serving(address, 200, media_type, body) as runtime, pytest.raises(InvalidReplyError) as caught:
        runtime.call("find", {})
    assert says in caught.value.message
    assert (caught.value.recovery_hint or "").startswith("write each key of an object once")


def test_so_many_events_that_are_no_messages_end_the_session(address: Callable[[Answer], str]) -> None:
    with (
        serving(address, 200, EVENTS, event("hello") * 1001 + event(_SOUND)) as runtime,
        pytest.raises(ConformanceError, match="sent 1001 events that are not messages"),
    ):
        runtime.call("find", {})


@check_each(("number", "is_wrong"), [("[1]", True), ("null", True), ("1.5", True), ("true", True), ('"a"', False)])
def test_a_request_of_the_server_has_an_id_that_a_client_can_send_back(
    address: Callable[[Answer], str], number: str, is_wrong: bool
) -> None:
    asked = event(f'{{"jsonrpc": "2.0", "id": {number}, "method": "ping"}}')
    with serving(address, 200, EVENTS, asked + event(_SOUND)) as runtime:
        assert runtime.call("find", {}).receipt == "found"
        assert [one.kind for one in take_conduct(runtime).breaches] == ["wrong_ids"] * is_wrong


@check_each(("name", "is_wrong"), [("a-~!1", False), ("a b", True)])
def test_the_name_of_a_session_is_visible_ascii(address: Callable[[Answer], str], name: str, is_wrong: bool) -> None:
    runtime = opened(address(Sessions(name)))
    assert runtime.call("find", {}).receipt == "found"
    assert [one.kind for one in take_conduct(runtime).breaches] == ["session_id"] * is_wrong
    runtime.close()


def test_a_session_with_a_name_that_no_request_can_have_is_not_waited_for(address: Callable[[Answer], str]) -> None:
    with pytest.raises(ConformanceError, match="characters that are not visible ASCII") as caught:
        opened(address(Sessions("caf\xe9")))
    assert "from 0x21 to 0x7E" in (caught.value.recovery_hint or "")


@check_each("media_type", [JSON, EVENTS])
def test_a_server_may_ask_the_client_something_before_it_answers(
    address: Callable[[Answer], str], media_type: str
) -> None:
    usual, has_replied = Busy("", 0, 0), threading.Event()

    def answer(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        if "method" not in asked:
            respond(handler, 202, "", Content_Type=media_type)
            has_replied.set()
        elif asked["method"] != "tools/call":
            usual(handler, asked)
        else:
            handler.send_response_only(200)
            handler.send_header("Content-Type", EVENTS)
            handler.end_headers()
            handler.wfile.write(event('{"jsonrpc": "2.0", "id": "a", "method": "ping"}').encode())
            handler.wfile.flush()
            assert has_replied.wait(60.0)
            handler.wfile.write(event(_SOUND.replace('"ID"', json.dumps(asked["id"]))).encode())

    runtime = opened(address(answer))
    assert runtime.call("find", {}).receipt == "found"
    assert take_conduct(runtime) == Conduct()
    runtime.close()
