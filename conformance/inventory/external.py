"""Builds an inventory in our file format from another system's tools.

Their definitions are kept unchanged: schemas verbatim, in the given order, unknown keys included. The same source gives
the same bytes. What no system states, such as a family or a stability, is left out: people declare it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.inventory.model import AS_LISTED

_VERSION = 2


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
        "tools": list(tools),
    }


def tool_value(
    name: JsonValue,
    description: JsonValue,
    input_schema: JsonValue,
    *,
    result: JsonObject | None = None,
    extra: Mapping[str, Any] | None = None,
) -> JsonObject:
    """Return one tool; ``result`` is what is stated of its results, ``extra`` are further members to keep."""
    return {
        "name": name,
        **({} if description is None else {"description": description}),
        "input_schema": input_schema,
        **({} if result is None else {"result_envelope": result}),
        **(extra or {}),
    }


def result_value(schema: JsonValue) -> JsonObject:
    """Return what is stated of results: their schema, ``None`` where a system that could state one has none."""
    return {"success_result_schema": schema}


def sanitise_tool(index: int, made: JsonObject, listed: JsonValue) -> JsonObject:
    """Return a tool made from a list entry, in a form that every reader of inventories accepts.

    A name that is not a string, or a schema that is not one, would make the inventory unreadable: they are replaced,
    a description that is not a string is left out, and the original entry is kept under ``AS_LISTED``.
    """
    name, schema, result = made["name"], made["input_schema"], as_object(made.get("result_envelope"))
    readable: dict[str, JsonValue] = {
        **made,
        "name": name if isinstance(name, str) else f"unnamed_tool_{index}",
        "input_schema": schema if _can_be_schema(schema) else None,
    }
    if not isinstance(made.get("description", ""), str):
        del readable["description"]
    if not _can_be_schema(result.get("success_result_schema")):
        readable["result_envelope"] = result_value(None)
    return readable if readable == made else {**readable, AS_LISTED: listed}


def _can_be_schema(value: JsonValue) -> bool:
    return value is None or isinstance(value, Mapping | bool)
