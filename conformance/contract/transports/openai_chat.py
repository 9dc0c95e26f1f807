"""OpenAI Chat Completions: a message of the role ``tool``.

It has no error flag.
"""

from conformance.contract.envelope import Envelope
from conformance.contract.transports import ReceivedResult, Transport, joined_texts
from conformance.documents.values import JsonObject, JsonValue, as_object


def write(_envelope: Envelope, receipt: str, call_id: str) -> JsonObject:
    """Return the message."""
    return {"role": "tool", "tool_call_id": call_id, "content": receipt}


def read(message: JsonValue) -> ReceivedResult:
    """Return what the message carries."""
    return ReceivedResult(joined_texts(as_object(message).get("content")), "/content")


TRANSPORT = Transport(
    write, read, "OpenAI Chat Completions", {"role": "tool"}, id_member="tool_call_id", block_member="content"
)
