"""A system behind an address answers within bounds of time and size, or is told to be unreachable."""

import base64
import http.server
import json
import threading
from collections.abc import Callable

import pytest

from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.runtime import InvalidReplyError, Limits, Opening
from conformance.systems.sources import find_source
from tests.systems.adapters.conftest import Answer

INVENTORY: JsonObject = {"version": 2, "tools": []}


def send(handler: http.server.BaseHTTPRequestHandler, body: bytes, status: int = 200) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def good(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
    send(handler, json.dumps({"id": asked["id"], "ok": True, "result": {"inventory": INVENTORY}}).encode())


def described(source: str, seconds: float = 1.0) -> JsonObject:
    return find_source(source).open(Opening(Limits(seconds, seconds, answer_bytes=100_000))).describe()


def failure(source: str) -> str:
    with pytest.raises(ConformanceError) as caught:
        described(source)
    assert caught.value.kind is ErrorKind.UNREACHABLE
    return caught.value.message


def test_an_address_that_answers_is_heard(address: Callable[[Answer], str]) -> None:
    assert described(address(good), 60.0) == INVENTORY


def test_an_address_where_nobody_listens_is_named() -> None:
    assert "cannot be reached during `describe`: connection refused" in failure("http://127.0.0.1:9/conformance")


@pytest.mark.parametrize("source", ["http://", "http://:80/x", "http://127.0.0.1:notaport/"])
def test_what_is_no_address_is_refused(source: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        described(source)
    assert caught.value.kind is ErrorKind.USAGE


def test_another_status_is_told(address: Callable[[Answer], str]) -> None:
    assert "HTTP status 503" in failure(address(lambda handler, _: send(handler, b"busy", 503)))


def test_a_redirect_is_not_followed(address: Callable[[Answer], str]) -> None:
    def redirect(handler: http.server.BaseHTTPRequestHandler, _asked: JsonObject) -> None:
        handler.send_response(307)
        handler.send_header("Location", "http://127.0.0.1:9/elsewhere")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    assert "HTTP status 307" in failure(address(redirect))


def test_an_answer_that_is_no_json_is_shown(address: Callable[[Answer], str]) -> None:
    with pytest.raises(InvalidReplyError, match="'<html>'"):
        described(address(lambda handler, _: send(handler, b"<html>")))


def test_an_answer_to_another_request_is_refused(address: Callable[[Answer], str]) -> None:
    assert "an id other than `1`" in failure(
        address(lambda handler, _: send(handler, b'{"id": 7, "ok": true, "result": {}}'))
    )


def test_an_answer_that_is_too_large_is_not_read_to_the_end(address: Callable[[Answer], str]) -> None:
    assert "answered with more than" in failure(address(lambda handler, _: send(handler, b"x" * 3_000_000)))


def test_an_answer_that_never_comes_is_not_waited_for(address: Callable[[Answer], str]) -> None:
    over = threading.Event()
    assert "did not answer in time" in failure(address(lambda _handler, _asked: over.wait() and None))
    over.set()


def test_an_answer_that_drips_is_cut_at_the_deadline(address: Callable[[Answer], str]) -> None:
    over = threading.Event()

    def drip(handler: http.server.BaseHTTPRequestHandler, _asked: JsonObject) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        while not over.wait(0.1):
            handler.wfile.write(b" ")
            handler.wfile.flush()

    assert "did not answer in time" in failure(address(drip))
    over.set()


def test_a_password_in_the_address_is_not_repeated() -> None:
    message = failure("http://me:secret@127.0.0.1:9/conformance")
    assert "secret" not in message
    assert "***@127.0.0.1:9" in message


def test_no_answer_repeats_a_secret_of_the_address_in_any_form(address: Callable[[Answer], str]) -> None:
    def repeat(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        told = f"{handler.path} {handler.headers['Authorization']} {base64.b64decode('bWU6cDRzcyt3b3JkIQ==').decode()}"
        result = {"inventory": {**INVENTORY, "source_of_truth": {"note": told}}}
        send(handler, json.dumps({"id": asked["id"], "ok": True, "result": result}).encode())

    source = address(repeat).replace("//", "//me:p4ss%2Bword!@") + "?token=s3cret%2F77"
    told = json.dumps(described(source))
    assert [one for one in ("p4ss", "s3cret", "bWU6cDRzcyt3b3JkIQ==") if one in told] == []
    assert "***" in told
