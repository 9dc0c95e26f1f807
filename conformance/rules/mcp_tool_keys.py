"""A tool of an MCP server has the members that its revision of the protocol knows, in their types.

Clients drop members that they do not know without a word, and some lose the whole list over one of the wrong type.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.json_values import as_object, type_name
from conformance.pointers import child
from conformance.profiles import Profile
from conformance.scopes import TOOL, Bad
from conformance.words import nearest, quoted


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each member that the protocol does not know, and for an input schema that is none."""
    protocol = profile.protocol
    if protocol is None:
        return
    for key in tool.unknown_keys:
        if key in protocol.tool_keys:
            continue
        if key == "inputSchema":
            yield Problem(
                f"'inputSchema' is {type_name(tool.raw[key])}, not an object: some clients then lose the whole list",
                'write {"type": "object", "additionalProperties": false} for a tool without arguments',
                "/inputSchema",
            )
            continue
        meant = nearest(key, protocol.tool_keys)
        yield Problem(
            f"MCP {protocol.revision} knows no member {quoted(key)} of a tool: clients drop it",
            f"write {quoted(meant)}" if meant else "move it into '_meta'",
            child("", key),
            at_most=Level.WARNING,
        )
    for task in ("taskSupport",) if "execution" in protocol.tool_keys else ():
        value = as_object(tool.raw.get("execution")).get(task)
        if value not in (None, "forbidden", "optional", "required"):
            yield Problem(
                f"{quoted(task)} is {quoted(str(value))}",
                "write 'forbidden', 'optional' or 'required'",
                child("/execution", task),
            )


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=({"name": "list_tasks", "title": "List tasks", "annotations": {"readOnlyHint": True}},),
    bad=(
        Bad(
            {"name": "list_tasks", "anotations": {"readOnlyHint": True}, "annotations": {"readOnlyHint": True}},
            says="'anotations'",
            at="/tools/0/anotations",
        ),
    ),
)
