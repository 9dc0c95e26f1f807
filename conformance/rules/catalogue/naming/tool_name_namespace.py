"""Built-in tools have no namespace prefix.

A prefix says where a tool comes from and is reserved for imported tools: external ones, or those of an MCP server. On
a built-in tool it carries no information and makes imported tools harder to recognize.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import namespace_parts, pascal_case
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name is two or more names joined by one of the profile's separators."""
    parts = namespace_parts(tool.name, profile.namespace_separators)
    if parts:
        better = "".join(map(pascal_case, parts))
        yield Problem(
            f"tool name {code_text(tool.name)} has the namespace prefix {code_text(parts[0])}",
            f"rename it to {code_text(better)}, or remove it from the built-in inventory if it is imported",
            "/name",
        )


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tool-contract-consistency#namespace-policy",
    good=({"name": "TaskStatus"},),
    bad=(
        BadExample(
            {"name": "task.list"}, says="tool name `task.list` has the namespace prefix `task`", at="/tools/0/name"
        ),
        BadExample({"name": "mcp__tracker__create_task"}, says="namespace prefix `mcp`"),
    ),
)
