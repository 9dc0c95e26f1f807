"""OpenAI Responses: an input item ``function_call_output``.

It has no error flag: ``status`` says whether the item is complete, not whether the call succeeded.
"""

from conformance.contract.envelope import Envelope
from conformance.contract.transports import ReceivedResult, Transport, joined_texts
from conformance.documents.values import JsonObject, JsonValue, as_object


def write(_envelope: Envelope, receipt: str, call_id: str) -> JsonObject:
    """Return the item."""
    return {"type": "function_call_output", "call_id": call_id, "output": receipt}


def read(message: JsonValue) -> ReceivedResult:
    """Return what the item carries."""
    return ReceivedResult(joined_texts(as_object(message).get("output")), "/output")


TRANSPORT = Transport(
    write, read, "OpenAI Responses", {"type": "function_call_output"}, id_member="call_id", block_member="output"
)
