"""What an MCP server answers before the first call that the SDK for Python reads and other clients refuse.

The SDK for TypeScript reads null where a member may be absent as a wrong type: it then refuses the session, or all
tools. Servers write such a null whose language has one for each member that is not set.
"""

from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.values import JsonObject, as_object

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


def faults_for_clients(method: str, result: JsonObject, opening: JsonObject) -> Iterator[str]:
    """Yield what other clients refuse in an answer to a request, given the answer that opened the session."""
    nulls = [".".join(path) for path in _OPTIONAL.get(method, ()) if _is_null(result, path)]
    if nulls:
        lost = "the list of tools" if method == _LIST else "the session"
        yield (
            f"answered `{method}` with null for {list_codes(nulls)}; leave out what is not set, as clients made with "
            f"the SDK for TypeScript refuse {lost}"
        )
    if method == _LIST and result.get("tools") and "tools" not in as_object(opening.get("capabilities")):
        yield (
            'lists tools without the capability `tools`; declare `"capabilities": {"tools": {}}`, as clients may not '
            "ask for tools otherwise"
        )


def _is_null(answer: JsonObject, path: Sequence[str]) -> bool:
    *parents, last = path
    for name in parents:
        answer = as_object(answer.get(name))
    return last in answer and answer[last] is None
