"""Tools for tests, as short as they can be written."""

from conformance.documents.values import JsonObject
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.rules import examples


def tool_with(properties: JsonObject, description: str = "List active tasks.", **schema: object) -> Tool:
    """A tool that takes these properties."""
    input_schema = {"type": "object", "additionalProperties": False, "properties": properties, **schema}
    surface = examples.from_tool({"description": description, "input_schema": input_schema})
    return surface.inventory.tools[0]


def tool_of(input_schema: JsonObject) -> Tool:
    """A tool with this input schema."""
    return examples.from_input_schema(input_schema).inventory.tools[0]


def field_named(tool: Tool, name: str) -> Field:
    """The first field of that name."""
    return next(field for field in fields_of(tool) if field.name == name)
