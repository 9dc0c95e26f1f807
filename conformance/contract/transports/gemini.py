"""Gemini: a part with a ``functionResponse``.

Its ``response`` is an object: ``output`` holds the result of the function, ``error`` why it failed.
"""

from collections.abc import Iterator, Mapping, Sequence

from conformance.contract.envelope import Envelope, Failure
from conformance.contract.transports import ReceivedResult, Transport, joined_texts
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object

# In this order: a response with `error` has failed, whatever else it holds.
_TEXT_KEYS = ("error", "output", "result", "content")

# The parts of a response with bytes or a file, in both spellings, and what each needs.
_PARTS: Mapping[str, Sequence[str]] = {
    "inlineData": ("mimeType", "data"),
    "inline_data": ("mime_type", "data"),
    "fileData": ("fileUri",),
    "file_data": ("file_uri",),
}


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


def block_faults(message: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the pointer of each part with bytes or a file that is nowhere, and what it lacks."""
    parts = as_array(as_object(message.get("functionResponse")).get("parts"))
    for index, part in enumerate(map(as_object, parts)):
        for key, needed in _PARTS.items():
            missing = next((name for name in needed if as_object(part.get(key)).get(name) in (None, "")), None)
            if key in part and missing is not None:
                yield child("/functionResponse/parts", index, key), f"has `{key}` without `{missing}`"


TRANSPORT = Transport(write, read, "Gemini", block_faults=block_faults, name_pointer="/functionResponse/name")
