"""A list of tools as Anthropic takes it: ``anthropic:tools.json`` or ``anthropic:module:TOOLS``.

Server tools, which have no schema of the caller's, are left out: there is nothing to promise about them.
"""

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

_KEYS = frozenset(("type", "name", "description", "input_schema"))


def anthropic_inventory(tools: JsonValue, source: str) -> JsonObject:
    """Return the inventory of a tool list."""
    listed = [tool for tool in listed_tools(tools) if tool.get("type", "custom") in ("custom", None)]
    values = [sanitise_tool(index, _tool(tool), tool) for index, tool in enumerate(listed)]
    return inventory_value(values, source, "`input_schema` of each tool")


def _tool(tool: JsonObject) -> JsonObject:
    return tool_value(
        tool.get("name"),
        tool.get("description"),
        tool.get("input_schema"),
        envelope="tool_result",
        extra={key: value for key, value in tool.items() if key not in _KEYS},
    )


def open_anthropic(text: str, opening: Opening) -> Runtime:
    """Read the list; raises ``ConformanceError`` when it can't be read."""
    return StaticRuntime(anthropic_inventory(json_or_attribute(text, opening), f"anthropic:{text}"))


ADAPTER = Adapter(schemes=("anthropic",), open=open_anthropic, profile="anthropic")
