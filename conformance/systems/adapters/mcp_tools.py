"""A server's answer to ``tools/list``, kept in a file: ``mcp-tools:tools.json``.

Every tool is kept, also one that breaks the protocol: a malformed schema is for a rule to judge, not for a reader to
lose.
"""

from collections.abc import Mapping

from conformance.documents.values import JsonObject, JsonValue
from conformance.systems.adapters._inventories import (
    StaticRuntime,
    inventory_value,
    listed_tools,
    sanitise_tool,
    tool_value,
)
from conformance.systems.adapters._loading import json_or_attribute
from conformance.systems.runtime import Adapter, Opening, Runtime

_KEYS = frozenset(("name", "description", "inputSchema", "outputSchema", "_meta"))
ENVELOPE = "CallToolResult"


def mcp_inventory(tools: JsonValue, source: str, server: str = "an MCP server") -> JsonObject:
    """Return the inventory of a tool list; titles, annotations and vendors' keys are kept beside the known ones."""
    values = [sanitise_tool(index, _tool(tool), tool) for index, tool in enumerate(listed_tools(tools))]
    return inventory_value(values, source, f"tools/list of {server}")


def _tool(tool: JsonObject) -> JsonObject:
    schema = tool.get("inputSchema")
    wrong = {} if isinstance(schema, Mapping | bool) else {"inputSchema": schema}
    description = tool.get("description")
    untold = {} if isinstance(description, str | None) else {"description": description}
    return tool_value(
        tool.get("name"),
        description,
        None if wrong else schema,
        envelope=ENVELOPE,
        result_schema=tool.get("outputSchema"),
        extra={**{key: value for key, value in tool.items() if key not in _KEYS}, **wrong, **untold},
    )


def open_mcp_tools(text: str, opening: Opening) -> Runtime:
    """Read the list; raises ``ConformanceError`` when it can't be read."""
    return StaticRuntime(mcp_inventory(json_or_attribute(text, opening), f"mcp-tools:{text}"))


ADAPTER = Adapter(schemes=("mcp-tools",), open=open_mcp_tools, profile="mcp")
