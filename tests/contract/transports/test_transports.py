"""Laws of all transports: the receipt is the same text everywhere, and a failure is one everywhere."""

import json

import pytest

from conformance.contract.artifacts import MemorySink
from conformance.contract.envelope import Envelope, Failure
from conformance.contract.families import all_families
from conformance.contract.projection import project
from conformance.contract.rendering import render
from conformance.contract.transports import Transport, all_transports
from conformance.documents.pointers import resolve
from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each

ENVELOPES = {
    f"{name}/{sample.name}": project(sample.output, sink=MemorySink())
    for name, family in all_families().items()
    for sample in family.samples
}
TRANSPORTS = all_transports()


def test_there_is_a_transport_for_each_provider() -> None:
    assert list(TRANSPORTS) == ["anthropic", "gemini", "mcp", "openai_chat", "openai_responses"]
    assert all(transport.title and transport.name == name for name, transport in TRANSPORTS.items())


@check_each("transport", TRANSPORTS.values(), ids=TRANSPORTS)
@check_each("envelope", ENVELOPES.values(), ids=ENVELOPES)
def test_the_receipt_arrives_as_it_is_and_a_failure_as_a_failure(transport: Transport, envelope: Envelope) -> None:
    receipt = render(envelope)
    message = transport.write(envelope, receipt, "call_1")
    assert json.loads(json.dumps(message, ensure_ascii=False).encode()) == message
    carried = transport.read(message)
    assert carried.text == receipt
    assert carried.is_error in (isinstance(envelope, Failure), None)
    assert resolve(message, carried.text_pointer)
    if isinstance(envelope, Failure):
        assert envelope.error.kind in carried.text


@check_each("transport", TRANSPORTS.values(), ids=TRANSPORTS)
@check_each("message", [None, 5, "text", [], {}, {"content": 5}, {"functionResponse": {"response": []}}])
def test_what_is_no_message_carries_nothing(transport: Transport, message: JsonValue) -> None:
    assert transport.read(message).text is None
    assert transport.read(message).is_error in (False, None)


@check_each(
    ("name", "block", "is_sound"),
    [
        ("anthropic", {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}}, True),
        ("anthropic", {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}, True),
        ("anthropic", {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}}, True),
        ("anthropic", {"type": "document", "source": {"type": "content", "content": [{"type": "text"}]}}, True),
        ("anthropic", {"type": "image", "source": {"type": "of_next_year"}}, True),
        ("anthropic", {"type": "text", "text": "a"}, True),
        ("anthropic", {"type": "image", "source": {}}, False),
        ("anthropic", {"type": "image"}, False),
        ("anthropic", {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}}, False),
        ("anthropic", {"type": "image", "source": {"type": "base64", "data": "AA=="}}, False),
        ("anthropic", {"type": "document", "source": {"type": "file"}}, False),
        ("gemini", {"inlineData": {"mimeType": "image/png", "data": "AA=="}}, True),
        ("gemini", {"inline_data": {"mime_type": "image/png", "data": "AA=="}}, True),
        ("gemini", {"fileData": {"fileUri": "https://example.org/a.png"}}, True),
        ("gemini", {"inlineData": {}}, False),
        ("gemini", {"fileData": {"mimeType": "image/png"}}, False),
    ],
)
def test_a_block_needs_what_it_is_of(name: str, block: JsonValue, is_sound: bool) -> None:
    message: JsonObject = {"content": [block], "functionResponse": {"parts": [block]}}
    assert (list(TRANSPORTS[name].block_faults(message)) == []) is is_sound


@pytest.mark.parametrize(
    ("name", "message", "text", "is_error"),
    [
        ("openai_responses", {"output": [{"type": "input_text", "text": "a"}, {"type": "input_image"}]}, "a", None),
        ("openai_chat", {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "a\nb", None),
        ("anthropic", {"content": [{"type": "text", "text": "a"}], "is_error": True}, "a", True),
        ("gemini", {"functionResponse": {"response": {"content": "a", "is_error": True}}}, "a", True),
        ("gemini", {"functionResponse": {"response": {"result": [{"type": "text", "text": "a"}]}}}, "a", False),
        ("mcp", {"content": [{"type": "text", "text": "a"}]}, "a", False),
    ],
)
def test_messages_of_other_makes_are_read_too(name: str, message: JsonValue, text: str, is_error: bool | None) -> None:
    carried = TRANSPORTS[name].read(message)
    assert (carried.text, carried.is_error) == (text, is_error)
