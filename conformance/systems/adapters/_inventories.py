"""An inventory value in our file format, made of what another system says of its tools.

What it says is kept as it was: schemas verbatim, in the order given, unknown keys included. The same source gives the
same bytes. What another system publishes is taken for a stable promise, so that a change of it is noticed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.inventory.model import AS_LISTED
from conformance.systems.runtime import SilentRuntime

EXTERNAL = "external"
"""The capability of a tool of another system, which knows no such thing."""
_VERSION = 2
_TOOL_KEYS = frozenset(("inputSchema", "input_schema", "parameters", "function"))
"""Members that only a tool has."""
_POLICY: JsonObject = {
    "stable": "kept; a removal or rename is announced first",
    "experimental": "may change at any time",
    "deprecated": "goes; use what replaces it",
}


def inventory_value(tools: Sequence[JsonObject], tool_definitions: str, input_schemas: str) -> JsonObject:
    """Return an inventory; the two texts say where definitions and schemas come from."""
    return {
        "version": _VERSION,
        "source_of_truth": {"tool_definitions": tool_definitions, "input_schemas": input_schemas},
        "stability_policy": _POLICY,
        "tools": list(tools),
    }


def tool_value(
    name: JsonValue,
    description: JsonValue,
    input_schema: JsonValue,
    *,
    envelope: str,
    result_schema: JsonValue = None,
    extra: Mapping[str, Any] | None = None,
) -> JsonObject:
    """Return one tool; ``envelope`` names the type of its results, ``extra`` are further members to keep."""
    return {
        "name": name,
        "family": EXTERNAL,
        "stability": "stable",
        "description": as_text(description) or "",
        "input_schema": input_schema,
        "freeform_grammar": None,
        "related_surfaces": [],
        "result_envelope": {
            "canonical": envelope,
            "success_result": envelope,
            "success_result_schema": result_schema,
            "error_result": envelope,
            "model_rendering": "content",
        },
        **(extra or {}),
    }


def sanitise_tool(index: int, made: JsonObject, listed: JsonValue) -> JsonObject:
    """Return a tool that was made of an entry of a list, as every reader of inventories can take it.

    A name that is no text and a schema that is none would lose the whole inventory: they are left out like a
    description that is no text, and the entry is kept beside as it was listed.
    """
    envelope = as_object(made["result_envelope"])
    name, schema, result = made["name"], made["input_schema"], envelope["success_result_schema"]
    mended: JsonObject = {
        **made,
        "name": name if isinstance(name, str) else f"unnamed_tool_{index}",
        "description": as_text(made["description"]) or "",
        "input_schema": schema if _can_be_schema(schema) else None,
        "result_envelope": {**envelope, "success_result_schema": result if _can_be_schema(result) else None},
    }
    return mended if mended == made else {**mended, AS_LISTED: listed}


def _can_be_schema(value: JsonValue) -> bool:
    return value is None or isinstance(value, Mapping | bool)


def listed_tools(value: JsonValue) -> list[JsonObject]:
    """Return the tools of a list, of an object with the member ``tools``, or the one tool that an object is.

    A whole answer to ``tools/list`` holds them in ``result``. An entry that is no object counts as the name of one.
    """
    members = as_object(value)
    if "tools" not in members and _TOOL_KEYS & members.keys():
        return [members]
    if "tools" not in members and isinstance(members.get("result"), Mapping):
        members = as_object(members["result"])
    tools = members.get("tools") if isinstance(value, Mapping) else value
    return [tool if isinstance(tool, Mapping) else {"name": tool} for tool in as_array(tools)]


class StaticRuntime(SilentRuntime):
    """Knows its inventory and answers nothing else."""

    def __init__(self, inventory: JsonObject) -> None:
        self._inventory = inventory

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return self._inventory

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of all tools."""
        return [as_text(tool.get("name")) or "" for tool in listed_tools(self._inventory)]
