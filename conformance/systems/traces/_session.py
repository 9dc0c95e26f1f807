"""The connection or conversation of an entry of a log: what the logger calls it, else the header of MCP."""

from collections.abc import Iterator

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text

# What loggers call the connection or conversation of an entry.
_SESSIONS = ("session_id", "sessionId", "session", "conversation_id", "connection_id", "mcp.session.id")
_HEADER = "mcp-session-id"
# The two ends of an exchange over HTTP; a server states its session in the first response alone.
_ENDS = ("request", "response")


def session_of(members: JsonObject) -> str:
    """Return what an object says of its session, empty if it says nothing."""
    stated = next((text for key in _SESSIONS if (text := as_text(members.get(key)))), "")
    if stated or not ("headers" in members or any(key in members for key in _ENDS)):
        return stated
    headers = [members.get("headers"), *(as_object(members.get(key)).get("headers") for key in _ENDS)]
    return next((text for some in headers for text in _header_values(some) if text), "")


def _header_values(headers: JsonValue) -> Iterator[str]:
    """Yield the values of the header of MCP, of an object or of a list of names and values."""
    pairs = [*as_object(headers).items()]
    pairs += [(str(entry.get("name")), entry.get("value")) for one in as_array(headers) if (entry := as_object(one))]
    for name, value in pairs:
        if name.lower() == _HEADER:
            yield as_text(value) or next((text for one in as_array(value) if (text := as_text(one))), "")
