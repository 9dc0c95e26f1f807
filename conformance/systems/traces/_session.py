"""The connection or conversation of an entry of a log: what the logger calls it, else the header of MCP."""

from conformance.documents.values import JsonObject, JsonValue, as_object, as_text

# What loggers call the connection or conversation of an entry.
_SESSIONS = (
    *("session_id", "sessionId", "session", "conversation_id", "conversationId", "connection_id", "connectionId"),
    *("mcp.session.id", "mcp_session_id", "mcpSessionId", "mcp-session-id"),
)
_HEADER = "mcp-session-id"
# Where recorders of HTTP keep headers.
_HEADERS = ("headers", "request_headers", "requestHeaders", "response_headers", "responseHeaders", "multiValueHeaders")
# The two ends of an exchange over HTTP; a server states its session in the first response alone.
_ENDS = ("request", "response")


def session_of(members: JsonObject) -> str:
    """Return what an object says of its session, empty if it says nothing."""
    for key in _SESSIONS:
        if text := as_text(members.get(key)):
            return text
    for holder in (members, *(as_object(members.get(key)) for key in _ENDS)):
        for key in _HEADERS:
            if key in holder and (text := _session_in(holder[key])):
                return text
    return ""


def _session_in(headers: JsonValue) -> str:
    from conformance.documents.recorded_headers import recorded_headers  # most logs have none

    return next(filter(None, recorded_headers(headers).get(_HEADER, ())), "")
