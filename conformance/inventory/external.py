"""Builds an inventory in our file format from another system's tools.

Their definitions are kept unchanged: schemas verbatim, in the given order, unknown keys included. The same source gives
the same bytes. What another system publishes is marked stable, so a change of it is noticed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.inventory.model import AS_LISTED

EXTERNAL = "external"
"""The capability given to tools of another system, which has none of its own."""
_VERSION = 2
_POLICY: JsonObject = {
    "stable": "kept; a removal or rename is announced first",
    "experimental": "may change at any time",
    "deprecated": "goes; use what replaces it",
}


def inventory_value(
    tools: Sequence[JsonObject],
    tool_definitions: str,
    input_schemas: str,
    statements: Mapping[str, JsonValue] | None = None,
) -> JsonObject:
    """Return an inventory; the two texts state where definitions and schemas come from.

    ``statements`` are further members of ``source_of_truth``: what the system says of its list as a whole.
    """
    return {
        "version": _VERSION,
        "source_of_truth": {
            "tool_definitions": tool_definitions,
            "input_schemas": input_schemas,
            **(statements or {}),
        },
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
    """Return a tool made from a list entry, in a form that every reader of inventories accepts.

    A name that is not a string, or a schema that is not one, would make the inventory unreadable: they are replaced, as
    is a description that is not a string, and the original entry is kept under ``AS_LISTED``.
    """
    envelope = as_object(made["result_envelope"])
    name, schema, result = made["name"], made["input_schema"], envelope["success_result_schema"]
    readable: JsonObject = {
        **made,
        "name": name if isinstance(name, str) else f"unnamed_tool_{index}",
        "description": as_text(made["description"]) or "",
        "input_schema": schema if _can_be_schema(schema) else None,
        "result_envelope": {**envelope, "success_result_schema": result if _can_be_schema(result) else None},
    }
    return readable if readable == made else {**readable, AS_LISTED: listed}


def _can_be_schema(value: JsonValue) -> bool:
    return value is None or isinstance(value, Mapping | bool)
