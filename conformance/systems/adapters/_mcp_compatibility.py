"""What an MCP server sends that the SDK for Python reads and other clients refuse.

The SDK for TypeScript reads null where a member may be absent as a wrong type: it then refuses the session, or all
tools. Servers write such a null whose language has one for each member that is not set.
"""

from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.values import JsonObject, as_object
from conformance.systems.conduct import Breach

BOTH = Breach(
    "both",
    "sent answers with an `error`, if only null, beside the `result`",
    "send one of the two, as clients made with the SDK for TypeScript refuse each answer with both",
)
FRACTIONS = Breach(
    "fractions",
    "sent the `id` of a request back as a number with a fraction, such as 1.0 for 1",
    "send it as it came, as clients made with the SDK for Python refuse it",
)
REPEATED_IDS = Breach(
    "repeated_ids",
    "sent two requests with the same `id`",
    "use each once, so that an answer belongs to one of them",
)
WRONG_IDS = Breach(
    "wrong_ids",
    "sent a request whose `id` is neither a string nor an integer",
    "give each request such an `id`, and a notification none: no client can answer it",
)
SESSION_ID = Breach(
    "session_id",
    "named the session with characters that are not visible ASCII",
    "use only the characters from 0x21 to 0x7E in `Mcp-Session-Id`, as clients may not send it back",
)
_LIST = "tools/list"
_CAPABILITIES = ("tools", "prompts", "resources", "logging", "completions", "experimental", "tasks", "extensions")
# Each member that an answer may lack, as the schemas of the SDK for TypeScript have them; it ignores what it does not
# know, null or not.
_OPTIONAL = {
    "initialize": (
        *(("instructions",), ("_meta",)),
        *(("serverInfo", name) for name in ("title", "description", "websiteUrl", "icons")),
        *(("capabilities", name) for name in _CAPABILITIES),
        *(("capabilities", name, "listChanged") for name in ("tools", "prompts", "resources")),
        ("capabilities", "resources", "subscribe"),
    ),
    _LIST: (("nextCursor",), ("_meta",)),
}


def faults_for_clients(method: str, result: JsonObject, opening: JsonObject) -> Iterator[Breach]:
    """Yield what other clients refuse in an answer to a request, given the answer that opened the session."""
    nulls = [".".join(path) for path in _OPTIONAL.get(method, ()) if _is_null(result, path)]
    if nulls:
        lost = "the list of tools" if method == _LIST else "the session"
        yield Breach(
            f"nulls of {method}",
            f"answered `{method}` with null for {list_codes(nulls)}",
            f"leave out what is not set, as clients made with the SDK for TypeScript refuse {lost}",
        )
    if method == _LIST and result.get("tools") and "tools" not in as_object(opening.get("capabilities")):
        yield Breach(
            "capability",
            "lists tools without the capability `tools`",
            'declare `"capabilities": {"tools": {}}`, as clients may not ask for tools otherwise',
        )


def _is_null(answer: JsonObject, path: Sequence[str]) -> bool:
    *parents, last = path
    for name in parents:
        answer = as_object(answer.get(name))
    return last in answer and answer[last] is None
