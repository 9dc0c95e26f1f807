"""Gemini: a part with a ``functionResponse``.

Its ``response`` is an object: ``output`` holds the result of the function, ``error`` why it failed.
"""

from conformance.contract.envelope import Envelope, Failure
from conformance.contract.transports import ReceivedResult, Transport, joined_texts
from conformance.documents.values import JsonObject, JsonValue, as_object

# In this order: a response with `error` has failed, whatever else it holds.
_TEXT_KEYS = ("error", "output", "result", "content")


def write(envelope: Envelope, receipt: str, call_id: str) -> JsonObject:
    """Return the part; the function has the name of the tool."""
    key = "error" if isinstance(envelope, Failure) else "output"
    return {"functionResponse": {"id": call_id, "name": envelope.tool_name, "response": {key: receipt}}}


def read(message: JsonValue) -> ReceivedResult:
    """Return what the part carries; ``is_error`` and ``content`` in a response are read as some runtimes write them."""
    response = as_object(as_object(as_object(message).get("functionResponse")).get("response"))
    key = next((key for key in _TEXT_KEYS if key in response), "output")
    at = f"/functionResponse/response/{key}"
    failed = "error" in response or response.get("is_error") is True
    return ReceivedResult(joined_texts(response.get(key)), at, failed, "/functionResponse/response")


TRANSPORT = Transport(write, read, "Gemini", name_pointer="/functionResponse/name")
