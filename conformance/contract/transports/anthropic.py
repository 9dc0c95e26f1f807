"""Anthropic Messages: a content block ``tool_result`` in a message of the user."""

from conformance.contract.envelope import Envelope, Failure
from conformance.contract.transports import ReceivedResult, Transport, joined_texts
from conformance.documents.values import JsonObject, JsonValue, as_object


def write(envelope: Envelope, receipt: str, call_id: str) -> JsonObject:
    """Return the block."""
    failed = isinstance(envelope, Failure)
    return {"type": "tool_result", "tool_use_id": call_id, "content": receipt, "is_error": failed}


def read(message: JsonValue) -> ReceivedResult:
    """Return what the block carries; an absent flag means success."""
    members = as_object(message)
    return ReceivedResult(
        joined_texts(members.get("content")), "/content", members.get("is_error") is True, "/is_error"
    )


TRANSPORT = Transport(
    write, read, "Anthropic Messages", {"type": "tool_result"}, id_member="tool_use_id", block_member="content"
)
