"""An example of a rule, written as short as it can be, to the Surface that it stands for.

What an example leaves out is filled in from a tool that no rule objects to.
"""

import json
from collections.abc import Mapping

from conformance.documents import Document
from conformance.inventory import load_inventory
from conformance.json_values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.surface import Record, Surface

TOOL: JsonObject = {
    "name": "ListTasks",
    "family": "core_agent",
    "stability": "stable",
    "description": "List active tasks with bounded output.",
    "input_schema": {"type": "object", "additionalProperties": False, "properties": {}, "required": []},
    "freeform_grammar": None,
    "related_surfaces": [],
    "result_envelope": {
        "canonical": "ToolResultEnvelope",
        "success_result": "ListTasksResult",
        "success_result_schema": None,
        "error_result": "ToolError",
        "model_rendering": "custom_text_receipt",
    },
}
SUCCESS: JsonObject = {
    "tool_name": "ListTasks",
    "status": "success",
    "summary_text": "listed 0 tasks",
    "result": {"returned": 0, "tasks": []},
    "error": None,
}
ERROR: JsonObject = {
    "kind": "invalid_tool_input",
    "message": "input for ListTasks does not match the tool schema",
    "details": {"parse_error": "unknown field `status`"},
    "recovery_hint": "leave `status` out",
    "retryable": False,
}
FAILURE: JsonObject = {**SUCCESS, "status": "error", "summary_text": ERROR["message"], "result": None, "error": ERROR}
INVENTORY: JsonObject = {
    "version": 2,
    "source_of_truth": {"tool_definitions": "example", "input_schemas": "example"},
    "stability_policy": {"stable": "kept", "experimental": "may change", "deprecated": "goes"},
}


def of_inventory(example: JsonValue) -> Surface:
    """A list of (partial) tools, or an object of (partial) top-level keys."""
    if isinstance(example, Mapping):
        return _surface({**INVENTORY, "tools": [TOOL], **example})
    return _surface({**INVENTORY, "tools": [{**TOOL, **as_object(tool)} for tool in as_array(example)]})


def of_tool(example: JsonValue) -> Surface:
    """A (partial) tool."""
    return of_inventory([example])


def of_properties(example: JsonValue) -> Surface:
    """The ``properties`` of an input schema, or a list of (partial) tools where it matters whose properties they are."""
    if isinstance(example, list | tuple):
        return of_inventory(example)
    return of_input_schema({"type": "object", "additionalProperties": False, "properties": example})


def of_input_schema(example: JsonValue) -> Surface:
    """An input schema."""
    return of_tool({"input_schema": example})


def of_envelope(example: JsonValue) -> Surface:
    """A (partial) envelope; its tool is promised as the example tool under the envelope's name.

    An object with the keys ``tool`` and ``envelope`` promises that (partial) tool instead. What is no object stays as
    it is; ``null`` says that a member is absent.
    """
    return of_receipt(example if "envelope" in as_object(example) else {"envelope": example})


def of_receipt(example: JsonValue) -> Surface:
    """An object with ``receipt``, (partial) ``envelope``, and optionally (partial) ``tool`` and ``rendered_again``."""
    members = as_object(example)
    envelope = _envelope(members.get("envelope", {}))
    name = as_text(as_object(envelope).get("tool_name")) or "ListTasks"
    tool = {**TOOL, "name": name, **as_object(members.get("tool"))}
    record = Record("example", envelope, as_text(members.get("receipt")), as_text(members.get("rendered_again")))
    surface = of_inventory([tool])
    return Surface(surface.name, surface.inventory, (record,))


def _envelope(example: JsonValue) -> JsonValue:
    if not isinstance(example, Mapping):
        return example
    if example.get("status") != "error":
        return {**SUCCESS, **example}
    error = example.get("error", {})
    return {**FAILURE, **example, "error": {**ERROR, **error} if isinstance(error, Mapping) else error}


def _surface(value: JsonObject) -> Surface:
    return Surface("example", load_inventory(Document("example", json.dumps(value), value)))
