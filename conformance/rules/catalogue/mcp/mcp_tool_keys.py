"""The tools of an MCP server have only members that their protocol revision defines, each of the right type.

Many clients silently drop members that they do not know, and some lose the entire tool list over one of the wrong type.
"""

from collections.abc import Iterator, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import as_object, as_text, type_name, type_name_phrase, type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.model import READER_KEYS
from conformance.names import closest_match
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile
from conformance.settings.profiles.provider import Protocol

# Values of `execution.taskSupport`; an absent member means "forbidden".
_TASK_SUPPORT = (None, "forbidden", "optional", "required")
# Members that one revision defines and another does not. SDKs write them whatever the server states, so nobody but the
# reader of another revision misses them.
_OF_SOME_REVISION = frozenset({"execution", "icons"})
# Members and their types; the two schemas have rules of their own.
_TYPES = {"name": "string", "title": "string", "description": "string", "annotations": "object", "execution": "object"}


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each member that the protocol does not define, and for each of the wrong type."""
    if profile.protocol is None:
        return
    users: dict[str, list[Tool]] = {}
    for tool in inventory.tools:
        yield from _malformed_members(tool, profile.protocol)
        for key in tool.unknown_keys:
            if key not in (*profile.protocol.tool_keys, "inputSchema", *READER_KEYS):
                users.setdefault(key, []).append(tool)
    for key, tools in users.items():
        yield _unknown_member(key, tools, profile.protocol)


def _unknown_member(key: str, tools: Sequence[Tool], protocol: Protocol) -> Problem:
    meant = closest_match(key, protocol.tool_keys)
    is_elsewhere = key in _OF_SOME_REVISION
    hint = "remove it, unless your SDK writes it" if is_elsewhere else "move it into `_meta`"
    return Problem(
        f"member {code_text(key)} of {list_codes((tool.name for tool in tools), 3)} "
        f"is not defined in MCP {protocol.revision}, so clients may drop it",
        f"rename it to {code_text(meant)}" if meant else hint,
        child(tools[0].pointer, key),
        max_level=Level.INFO if is_elsewhere else Level.WARNING,
    )


def _malformed_members(tool: Tool, protocol: Protocol) -> Iterator[Problem]:
    if "inputSchema" in tool.unknown_keys:
        schema = tool.raw["inputSchema"]
        found = "missing or null" if schema is None else f"{type_phrase(schema)}, not an object"
        yield Problem(
            f"`inputSchema` is {found}",
            'use {"type": "object", "additionalProperties": false} for a tool without arguments',
            child(tool.pointer, "inputSchema"),
        )
    yield from _mistyped_members(tool, protocol)
    support = as_object(tool.raw.get("execution")).get("taskSupport")
    if "execution" in protocol.tool_keys and support not in _TASK_SUPPORT:
        yield Problem(
            f"`taskSupport` is {code_text(as_text(support) or type_name(support))}, which is not a known value",
            "use `forbidden`, `optional` or `required`",
            child(tool.pointer, "execution", "taskSupport"),
        )


def _mistyped_members(tool: Tool, protocol: Protocol) -> Iterator[Problem]:
    listed_as = tool.entry
    for key, wanted in _TYPES.items():
        if key in protocol.tool_keys and key in listed_as and type_name(listed_as[key]) != wanted:
            yield Problem(
                f"`{key}` is {type_phrase(listed_as[key])}, not {type_name_phrase(wanted)}",
                f"use a {wanted}" if wanted == "string" else f"use an {wanted}, or remove it",
                child(tool.pointer, key),
            )
    if "name" not in listed_as:
        yield Problem("tool has no `name`", "add a `name` that says what the tool does", tool.pointer)


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=([{"name": "list_tasks", "title": "List tasks", "annotations": {"readOnlyHint": True}}],),
    bad=(
        BadExample(
            [{"name": "list_tasks", "anotations": {"readOnlyHint": True}, "annotations": {"readOnlyHint": True}}],
            says="`anotations`",
            at="/tools/0/anotations",
        ),
        BadExample(
            [{"name": "list_tasks", "title": 5, "annotations": {"readOnlyHint": True}}],
            says="`title` is an integer, not a string",
        ),
    ),
)
