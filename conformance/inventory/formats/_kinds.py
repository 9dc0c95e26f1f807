"""Other JSON documents that are passed where tools are expected, and the reverse, recognised by their members."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object

_TOOL_KEYS = frozenset(("tools", "name", "inputSchema", "input_schema", "parameters", "function"))


class DocumentKind(Struct, frozen=True):
    """What a document is, as a noun with its article, and what to do with it where tools are expected."""

    noun: str
    help: str
    claims: Callable[[JsonObject], bool]
    is_judged: bool = False
    """Whether another command judges such documents, and ``help`` names it."""


RECORDED_RESULT = DocumentKind(
    "a recorded result",
    "judge it with `conformance audit`",
    lambda members: (
        "canonical_result" in members or "envelope" in members or ("tool_name" in members and "status" in members)
    ),
    is_judged=True,
)
CALLBACK_MESSAGE = DocumentKind(
    "a callback message",
    "judge it with `conformance callback check`",
    # Anthropic's content blocks have the same type, but no group.
    lambda members: members.get("type") == "tool_result" and "group_id" in members,
    is_judged=True,
)
_OTHERS = (
    DocumentKind(
        "an OpenAPI document",
        "pass the tools that are made from it, such as an MCP server's answer to `tools/list`",
        lambda members: "openapi" in members or "swagger" in members,
    ),
    DocumentKind(
        "the configuration of an MCP client",
        'read one of its servers: conformance check mcp-stdio:"COMMAND"',
        lambda members: isinstance(members.get("mcpServers"), Mapping) or _starts_servers(members.get("servers")),
    ),
    DocumentKind(
        "a manifest in FastMCP's own format",
        'write it with `fastmcp inspect --format mcp`, or read the server itself: mcp-stdio:"python SERVER.py"',
        lambda members: "fastmcp" in as_object(members.get("environment")) and "server" in members,
    ),
    DocumentKind(
        "a report of `conformance`",
        "pass the file that the report is about",
        lambda members: "harness" in members and ("findings" in members or "changes" in members),
    ),
    DocumentKind(
        "a JSON-RPC error",
        "ask the server for `tools/list` again",
        lambda members: "jsonrpc" in members and "error" in members,
    ),
    DocumentKind(
        "a JSON-RPC request",
        "pass the answer to `tools/list`",
        lambda members: "jsonrpc" in members and "method" in members,
    ),
    DocumentKind(
        "a JSON Schema",
        'pass the tool that it belongs to: {"name": "...", "inputSchema": {...}}',
        # A tool list may name its own schema, so that `$schema` alone says nothing of a document with tools.
        lambda members: (
            _TOOL_KEYS.isdisjoint(members) and ("$schema" in members or isinstance(members.get("properties"), Mapping))
        ),
    ),
)


def _starts_servers(servers: JsonValue) -> bool:
    """Say whether a value names servers with the command or the URL of each, as VS Code does."""
    each = [as_object(server) for server in as_object(servers).values()]
    return bool(each) and all("command" in server or "url" in server for server in each)


def other_kind_of(value: JsonValue) -> DocumentKind | None:
    """Return what a document is that does not list tools, by its members or those of its first entry."""
    entries = as_array(value) if isinstance(value, list) else [value]
    members = next((entry for entry in entries if isinstance(entry, Mapping)), None)
    if members is None:
        return None
    return next((kind for kind in (RECORDED_RESULT, CALLBACK_MESSAGE, *_OTHERS) if kind.claims(members)), None)


def is_recorded_result(value: JsonValue) -> bool:
    """Say whether a value is an envelope or a record of one, or an array of them, by its first entry."""
    first = next(iter(as_array(value)), None) if isinstance(value, list | tuple) else value
    return isinstance(first, Mapping) and RECORDED_RESULT.claims(first)
