"""Logs, deliveries and conversations are read as what came to a callback URL."""

import base64
import json
from pathlib import Path

import pytest

from conformance.callback.observed import KnownCalls, ObservedMessage
from conformance.callback.recording import (
    LogEntry,
    invocations_of,
    is_json_type,
    message_from_body,
    message_of,
    read_entries,
)
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from tests.cases import check_each

RESULT: JsonObject = {"type": "tool_result", "group_id": "g", "id": "c", "text": "done"}
INVOCATION: JsonObject = {"operation": "copy", "callback_url": "http://127.0.0.1/", "group_id": "g", "id": "c"}


def _log(folder: Path, *lines: object, name: str = "log.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def _messages(path: Path) -> list[ObservedMessage]:
    found = [message_of(entry, None) for entry in read_entries(path)]
    return [message for message in found if message is not None]


def test_a_line_is_a_message_an_invocation_or_both(tmp_path: Path) -> None:
    path = _log(tmp_path, INVOCATION, RESULT, {"invocation": INVOCATION, "message": RESULT})
    assert [message.name for message in _messages(path)] == ["line 2", "line 3"]
    assert [list(invocations_of(entry)) for entry in read_entries(path)] == [[INVOCATION], [], [INVOCATION]]


@check_each(
    ("headers", "media_type"),
    [
        ({"Content-Type": ["application/json"]}, "application/json"),
        ({"content-type": ["application/json", "text/plain"]}, "application/json, text/plain"),
        ([{"name": "Content-Type", "value": "text/plain"}], "text/plain"),
        ([{"key": "Content-Type", "value": "text/plain"}], "text/plain"),
        ([["Content-Type", "text/plain"], ["Host", "x"]], "text/plain"),
        (["Content-Type", "text/plain", "Host", "x"], "text/plain"),
        ({"User-Agent": "curl/8", "Content-Length": "71"}, ""),
        ([{"name": "Host", "value": "x"}], ""),
        ({"Transfer-Encoding": ["chunked"]}, ""),
        ({"User-Agent": "curl/8"}, None),
        ({}, None),
        ([1, {"name": 2}], None),
    ],
)
def test_headers_are_read_as_recorders_write_them(headers: JsonValue, media_type: str | None) -> None:
    message = message_of(LogEntry("line 1", 1, {"body": RESULT, "headers": headers}), None)
    assert message is not None
    assert message.media_type == media_type


@pytest.mark.parametrize(("stated", "method"), [("put", "PUT"), ("POST", "POST"), ("tool_result", "POST"), (1, "POST")])
def test_a_delivery_may_have_its_method(stated: JsonValue, method: str) -> None:
    held: list[JsonObject] = [{"body": RESULT}, {"body_b64": base64.b64encode(json.dumps(RESULT).encode()).decode()}]
    for one in held:
        message = message_of(LogEntry("line 1", 1, {**one, "method": stated}), None)
        assert message is not None
        assert message.method == method


def test_a_delivery_has_its_headers_and_its_bytes(tmp_path: Path) -> None:
    body = base64.b64encode(json.dumps(RESULT).encode()).decode()
    headers = {"Content-Type": "text/plain", "CONTENT-ENCODING": "br"}
    first, second, third, fourth = _messages(
        _log(
            tmp_path,
            {"body": RESULT},
            {"body_b64": body, "headers": headers},
            {"body_b64": body, "headers": {"content-type": None}},
            {"body_b64": "not base64!"},
        )
    )
    assert (first.members, first.media_type) == (RESULT, None)
    assert (second.members, second.media_type, second.encoding) == (RESULT, "text/plain", "br")
    assert third.media_type == ""
    assert fourth.fault is not None


def test_a_conversation_is_one_document_or_one_line(tmp_path: Path) -> None:
    told = {"pending": [{"group_id": "g", "id": "c"}], "deliveries": [{"body": RESULT}, {"body": RESULT}]}
    whole = _log(tmp_path, json.dumps(told, indent=1), name="talk.json")
    assert [message.name for message in _messages(whole)] == ["delivery 1", "delivery 2"]
    assert [entry.pointer for entry in read_entries(whole)] == [
        "/pending/0",
        "/deliveries/0/body",
        "/deliveries/1/body",
    ]
    lines = _log(tmp_path, told, told)
    assert [(entry.line, entry.name) for entry in read_entries(lines)][:4] == [
        (1, "line 1, pending call 1"),
        (1, "line 1, delivery 1"),
        (1, "line 1, delivery 2"),
        (2, "line 2, pending call 1"),
    ]


def test_a_body_may_be_logged_as_its_text(tmp_path: Path) -> None:
    headers = {"content-type": "application/json"}
    whole, cut = (
        {"body": text, "headers": headers} for text in (json.dumps(RESULT, indent=1), json.dumps(RESULT)[:-5])
    )
    first, second = _messages(_log(tmp_path, whole, cut))
    assert (first.members, first.fault, first.media_type) == (RESULT, None, "application/json")
    assert second.fault is not None
    assert "cut off" in second.fault.message


def test_half_a_surrogate_pair_in_a_body_logged_as_its_text_is_that_fault(tmp_path: Path) -> None:
    (message,) = _messages(_log(tmp_path, {"body": '{"text": "\ud800 x"}', "headers": {}}))
    assert message.fault is not None
    assert message.fault.pointer == "/text"


def test_a_json_file_may_hold_one_message_or_a_list(tmp_path: Path) -> None:
    one = _log(tmp_path, json.dumps(RESULT, indent=1), name="one.json")
    assert [message.members for message in _messages(one)] == [RESULT]
    many = _log(tmp_path, json.dumps([RESULT, RESULT], indent=1), name="many.json")
    assert [message.name for message in _messages(many)] == ["message 1", "message 2"]


def test_a_bad_line_is_told_and_the_next_one_counts(tmp_path: Path) -> None:
    first, second, third = _messages(_log(tmp_path, '{"type": ', RESULT, '["a"]'))
    assert first.fault is not None
    assert second.fault is None
    assert third.fault is not None
    assert "array, not an object" in third.fault.message


@pytest.mark.parametrize("content", ["{", '{"type": "tool_result", "type": "x"}'])
def test_a_json_file_that_is_none_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(ConformanceError):
        list(read_entries(_log(tmp_path, content, name="talk.json")))


@check_each(
    ("body", "says"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"{", "cut off"),
        (b"\xff\xfe{\x00}\x00", "UTF-16"),
        (b'{"text": "D\xe9"}', "not UTF-8"),
        (b'{"text": NaN}', "NaN"),
        (b"[" * 200_000, "nested deeper"),
        (b'{"id": "a", "id": "b"}', "duplicate key"),
        (b'"tool_result"', "body is a string"),
        (b"null", "body is null"),
    ],
)
def test_a_body_that_is_no_strict_json_object_has_a_fault(body: bytes, says: str) -> None:
    observed = message_from_body("it", body, None, "application/json")
    assert observed.fault is not None
    assert says in observed.fault.message


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b'{"text": "\\ud800 x"}', "/text"),
        (b'{"a": [{"\\udfff": 1}]}', "/a/0"),
        (b'{"a": ["ok", "\\uDBFF"]}', "/a/1"),
    ],
)
def test_half_a_surrogate_pair_is_a_fault_with_its_place(body: bytes, pointer: str) -> None:
    observed = message_from_body("it", body, None)
    assert observed.fault is not None
    assert observed.fault.pointer == pointer
    assert observed.body is not None


def test_a_byte_order_mark_is_a_fault_of_a_body_that_is_read_all_the_same() -> None:
    observed = message_from_body("it", b'\xef\xbb\xbf{"id": "c"}', None)
    assert observed.fault is not None
    assert "byte order mark" in observed.fault.message
    assert observed.body == {"id": "c"}


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert message_from_body("it", b'{"text": "\\ud83d\\ude00"}', None).fault is None


def test_a_body_of_another_type_or_encoding_is_not_looked_into() -> None:
    assert message_from_body("it", b"a=b", None, "text/plain").fault is None
    assert message_from_body("it", b"\x1f\x8b...", None, "application/json", "gzip").fault is None


@pytest.mark.parametrize("encoding", ["identity", " Identity "])
def test_an_encoding_that_leaves_a_body_as_it_is_excuses_no_fault(encoding: str) -> None:
    assert message_from_body("it", b"{", None, "application/json", encoding).fault is not None
    assert message_from_body("it", b"{}", None, "application/json", encoding).fault is None


@pytest.mark.parametrize(
    ("media_type", "is_json"),
    [
        (None, True),
        ("application/json", True),
        ("Application/JSON ; charset=UTF-8", True),
        ('application/json; charset="utf-8"', True),
        ("application/json; charset=latin-1", False),
        ("application/jsonx", False),
        ("text/json", False),
        ("", False),
    ],
)
def test_json_in_utf8_is_told_from_other_types(media_type: str | None, is_json: bool) -> None:
    assert is_json_type(media_type) is is_json


def test_a_message_finds_the_call_that_it_answers() -> None:
    calls = KnownCalls([INVOCATION, {"group_id": 7, "id": "x"}])
    observed = message_of(LogEntry("it", 1, RESULT), calls)
    assert observed is not None
    assert (observed.invocation, observed.operation) == (INVOCATION, "copy")
    other = message_of(LogEntry("it", 1, {**RESULT, "id": "C"}), calls)
    assert other is not None
    assert other.invocation is None
