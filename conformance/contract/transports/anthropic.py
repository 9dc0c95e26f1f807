"""Anthropic Messages: a content block ``tool_result`` in a message of the user."""

from collections.abc import Iterator, Mapping, Sequence

from conformance.contract.envelope import Envelope, Failure
from conformance.contract.transports import ReceivedResult, Transport, joined_texts
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text

# What the source of an image or a document needs, by its type; a newer type may need anything.
_SOURCES: Mapping[str, Sequence[str]] = {
    "base64": ("data", "media_type"),
    "text": ("data", "media_type"),
    "url": ("url",),
    "file": ("file_id",),
    "content": ("content",),
}


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


def block_faults(message: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the pointer of each block with an image or a document that is nowhere, and what its source lacks."""
    for index, block in enumerate(map(as_object, as_array(message.get("content")))):
        if block.get("type") in ("image", "document"):
            source = as_object(block.get("source"))
            kind = as_text(source.get("type"))
            needed = ("type",) if kind is None else _SOURCES.get(kind, ())
            missing = next((name for name in needed if source.get(name) in (None, "")), None)
            if missing is not None:
                fault = f"is of type `{block['type']}` with a `source` without `{missing}`"
                yield child("/content", index), fault


TRANSPORT = Transport(
    write,
    read,
    "Anthropic Messages",
    {"type": "tool_result"},
    id_member="tool_use_id",
    block_member="content",
    block_faults=block_faults,
)
