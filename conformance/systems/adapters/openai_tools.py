"""A list of tools as OpenAI takes it, Chat Completions or Responses: ``openai:tools.json`` or ``openai:module:TOOLS``.

Hosted tools, which have no schema of the caller's, are left out: there is nothing to promise about them.
"""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.systems.adapters._inventories import (
    StaticRuntime,
    inventory_value,
    listed_tools,
    sanitise_tool,
    tool_value,
)
from conformance.systems.adapters._loading import json_or_attribute
from conformance.systems.runtime import Adapter, Opening, Runtime

_KEYS = frozenset(("type", "name", "description", "parameters", "function", "output_schema"))


def openai_inventory(tools: JsonValue, source: str) -> JsonObject:
    """Return the inventory of a tool list; a missing ``parameters`` is the empty object, as the API reads it."""
    listed = [tool for tool in listed_tools(tools) if tool.get("type", "function") == "function"]
    values = [sanitise_tool(index, _tool(tool), tool) for index, tool in enumerate(listed)]
    return inventory_value(values, source, "`parameters` of each function")


def _tool(tool: JsonObject) -> JsonObject:
    function = as_object(tool.get("function")) or tool
    return tool_value(
        function.get("name"),
        function.get("description"),
        function.get("parameters", {"type": "object", "properties": {}}),
        envelope="function_call_output",
        result_schema=function.get("output_schema"),
        extra={key: value for key, value in function.items() if key not in _KEYS},
    )


def open_openai(text: str, opening: Opening) -> Runtime:
    """Read the list; raises ``ConformanceError`` when it can't be read."""
    return StaticRuntime(openai_inventory(json_or_attribute(text, opening), f"openai:{text}"))


ADAPTER = Adapter(schemes=("openai",), open=open_openai, profile="openai_strict")
