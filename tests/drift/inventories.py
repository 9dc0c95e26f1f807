"""Small inventories for the tests of drift."""

import json
from typing import Any

from conformance.documents import reader
from conformance.drift.compare import compare
from conformance.drift.policy import Policy
from conformance.drift.report import DriftReport, RuledChange, rule_changes
from conformance.inventory import Inventory
from conformance.inventory.load import load_any_inventory

CLOSED: dict[str, Any] = {"type": "object", "additionalProperties": False}


def closed(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    """A closed object schema."""
    return {**CLOSED, "properties": properties, "required": list(required), **more}


def tool(name: str = "ReadNote", **changed: Any) -> dict[str, Any]:
    """One stable tool; keys of the envelope are given as ``result_schema``, ``rendering`` and so on."""
    envelope = {
        "canonical": "ToolResultEnvelope",
        "success_result": f"{name}Result",
        "success_result_schema": changed.pop("result_schema", None),
        "error_result": "ToolError",
        "model_rendering": changed.pop("rendering", "canonical_json_envelope"),
    }
    return {
        "name": name,
        "family": "core_agent",
        "stability": "stable",
        "description": f"What {name} is good for.",
        "input_schema": closed({"text": {"type": "string"}}, "text"),
        "freeform_grammar": None,
        "related_surfaces": [],
        "result_envelope": {**envelope, **changed.pop("envelope", {})},
        **changed,
    }


def inventory(*tools: dict[str, Any], **top: Any) -> Inventory:
    """An inventory of some tools."""
    value = {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": list(tools), **top}
    return load_any_inventory(reader.parse(json.dumps(value).encode(), "inventory.json"))


def drifted(old: Inventory, new: Inventory, **policy: Any) -> DriftReport:
    """What drift says of two inventories."""
    return DriftReport("old", "new", rule_changes(compare(old, new), Policy(**policy)))


def input_drift(old: Any, new: Any, **changed: Any) -> list[RuledChange]:
    """What drift says of two input schemas of one tool."""
    before, after = tool(input_schema=old, **changed), tool(input_schema=new, **changed)
    return list(drifted(inventory(before), inventory(after)).changes)


def result_drift(old: Any, new: Any, **policy: Any) -> list[RuledChange]:
    """What drift says of two result schemas of one tool."""
    before, after = (inventory(tool(result_schema=schema)) for schema in (old, new))
    return list(drifted(before, after, **policy).changes)


def told(changes: list[RuledChange]) -> list[tuple[str, str, str]]:
    """Verdict, kind and pointer within the tool of every change."""
    return [(ruled.verdict.value, ruled.change.kind, ruled.change.pointer_in_tool) for ruled in changes]
