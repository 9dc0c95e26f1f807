"""MCP: a ``CallToolResult``.

``structuredContent`` is the family's result, which is what a tool's ``outputSchema`` describes. A failure has none:
some clients validate it against that schema anyway, and then show their own complaint instead of the error.
"""

from conformance.contract.envelope import Envelope, Failure
from conformance.contract.transports import ReceivedResult, Transport, joined_texts
from conformance.documents.values import JsonObject, JsonValue, as_object


def write(envelope: Envelope, receipt: str, _call_id: str) -> JsonObject:
    """Return the result; the enclosing JSON-RPC response identifies the call."""
    content = [{"type": "text", "text": receipt}]
    if isinstance(envelope, Failure):
        return {"content": content, "isError": True}
    return {"content": content, "structuredContent": envelope.result, "isError": False}


def read(message: JsonValue) -> ReceivedResult:
    """Return what the result carries; an absent flag means success."""
    members = as_object(message)
    return ReceivedResult(joined_texts(members.get("content")), "/content", members.get("isError") is True, "/isError")


TRANSPORT = Transport(
    write, read, "MCP", object_members=("structuredContent",), block_member="content", array_members=("content",)
)
