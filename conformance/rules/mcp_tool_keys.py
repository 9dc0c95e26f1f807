"""A tool of an MCP server has the members that its revision of the protocol knows, in their types.

Clients drop members that they do not know without a word, and some lose the whole list over one of the wrong type.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.json_values import as_object, as_text, type_name
from conformance.pointers import child
from conformance.profiles import Profile
from conformance.profiles.provider import Protocol
from conformance.scopes import INVENTORY, Bad
from conformance.words import listed, nearest, quoted

_TASK_SUPPORT = (None, "forbidden", "optional", "required")


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each member that the protocol does not know, and for each input schema that is none."""
    if profile.protocol is None:
        return
    users: dict[str, list[Tool]] = {}
    for tool in inventory.tools:
        yield from _malformed(tool, profile.protocol)
        for key in tool.unknown_keys:
            if key not in (*profile.protocol.tool_keys, "inputSchema"):
                users.setdefault(key, []).append(tool)
    for key, tools in users.items():
        meant = nearest(key, profile.protocol.tool_keys)
        yield Problem(
            f"MCP {profile.protocol.revision} knows no member {quoted(key)} of a tool "
            f"({listed((tool.name for tool in tools), 3)}): clients drop it",
            f"write {quoted(meant)}" if meant else "move it into '_meta'",
            child(tools[0].pointer, key),
            at_most=Level.WARNING,
        )


def _malformed(tool: Tool, protocol: Protocol) -> Iterator[Problem]:
    if "inputSchema" in tool.unknown_keys:
        yield Problem(
            f"'inputSchema' is {type_name(tool.raw['inputSchema'])}, not an object: some clients then lose "
            f"the whole list",
            'write {"type": "object", "additionalProperties": false} for a tool without arguments',
            child(tool.pointer, "inputSchema"),
        )
    support = as_object(tool.raw.get("execution")).get("taskSupport")
    if "execution" in protocol.tool_keys and support not in _TASK_SUPPORT:
        yield Problem(
            f"'taskSupport' is {quoted(as_text(support) or type_name(support))}",
            "write 'forbidden', 'optional' or 'required'",
            child(tool.pointer, "execution", "taskSupport"),
        )


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=([{"name": "list_tasks", "title": "List tasks", "annotations": {"readOnlyHint": True}}],),
    bad=(
        Bad(
            [{"name": "list_tasks", "anotations": {"readOnlyHint": True}, "annotations": {"readOnlyHint": True}}],
            says="'anotations'",
            at="/tools/0/anotations",
        ),
    ),
)
