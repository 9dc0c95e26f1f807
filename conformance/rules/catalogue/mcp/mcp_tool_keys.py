"""A tool of an MCP server has the members that its revision of the protocol knows, in their types.

Clients drop members that they do not know without a word, and some lose the whole list over one of the wrong type.
"""

from collections.abc import Iterator

from conformance.display import listed, quoted
from conformance.documents.pointers import child
from conformance.documents.values import as_object, as_text, type_name
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.model import AS_LISTED
from conformance.names import nearest
from conformance.rules.scopes import INVENTORY, Bad
from conformance.settings.profiles import Profile
from conformance.settings.profiles.provider import Protocol

_TASK_SUPPORT = (None, "forbidden", "optional", "required")
_TYPES = {"name": "string", "title": "string", "description": "string", "annotations": "object", "execution": "object"}


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each member that the protocol does not know, and for each that has another type."""
    if profile.protocol is None:
        return
    users: dict[str, list[Tool]] = {}
    for tool in inventory.tools:
        yield from _malformed(tool, profile.protocol)
        for key in tool.unknown_keys:
            if key not in (*profile.protocol.tool_keys, "inputSchema", AS_LISTED):
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
        schema = tool.raw["inputSchema"]
        found = "missing or null" if schema is None else f"{type_name(schema)}, not an object"
        yield Problem(
            f"'inputSchema' is {found}: some clients then lose the whole list",
            'write {"type": "object", "additionalProperties": false} for a tool without arguments',
            child(tool.pointer, "inputSchema"),
        )
    yield from _of_other_types(tool, protocol)
    support = as_object(tool.raw.get("execution")).get("taskSupport")
    if "execution" in protocol.tool_keys and support not in _TASK_SUPPORT:
        yield Problem(
            f"'taskSupport' is {quoted(as_text(support) or type_name(support))}",
            "write 'forbidden', 'optional' or 'required'",
            child(tool.pointer, "execution", "taskSupport"),
        )


def _of_other_types(tool: Tool, protocol: Protocol) -> Iterator[Problem]:
    listed_as = as_object(tool.raw.get(AS_LISTED, tool.raw))
    for key, wanted in _TYPES.items():
        if key in protocol.tool_keys and key in listed_as and type_name(listed_as[key]) != wanted:
            yield Problem(
                f"{quoted(key)} is {type_name(listed_as[key])}, not {wanted}: some clients then lose the whole list",
                f"write a {wanted}" if wanted == "string" else f"write an {wanted}, or leave it out",
                child(tool.pointer, key),
            )
    if "name" not in listed_as:
        yield Problem("the tool has no 'name'", "give it one that tells what it does", tool.pointer)


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
        Bad([{"name": "list_tasks", "title": 5, "annotations": {"readOnlyHint": True}}], says="'title' is integer"),
    ),
)
