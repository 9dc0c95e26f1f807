"""Hypothesis strategies for the inputs of a tool, for tests of its runtime."""

from typing import TYPE_CHECKING

from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.names import suggest
from conformance.schema.limits import refusal_of

if TYPE_CHECKING:
    from conformance.schema.generation.random_inputs import Strategy


def inputs_of(name: str, inventory: Inventory) -> "Strategy":
    """Return a strategy for valid inputs of the tool of that name.

    Raises ``ConformanceError`` for an unknown tool, and one without a schema that inputs can be generated for.
    """
    tool = inventory.tool(name)
    if tool is None:
        hint = suggest(name, inventory.tools_by_name, "`conformance cost` lists the tools of an inventory")
        raise ConformanceError(ErrorKind.USAGE, f"tool {code_text(name)} is not in the inventory", hint)
    from conformance.schema.generation.random_inputs import inputs  # hypothesis takes long to import

    if (fault := tool.schema_fault or _refusal(tool)) is None:
        try:
            return inputs(tool.input_schema)
        except ValueError as error:
            fault = f"input schema cannot be read: {error}"
    message = f"no input of {code_text(name)} can be generated: {fault}"
    raise ConformanceError(ErrorKind.UNSUPPORTED, message, "run `conformance check`, and fix the schema")


def _refusal(tool: Tool) -> str | None:
    refusal = refusal_of(tool.input_schema)
    return None if refusal is None else f"its schema {refusal.reason}"
