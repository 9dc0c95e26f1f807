"""The reference contract as a Surface: the system checked when no other is configured.

The inventory is the published one; results and receipts are produced on the spot, by projecting and rendering every
sample of every family twice.
"""

from msgspec.structs import replace

from conformance.contract.artifacts import MemorySink
from conformance.contract.envelope import to_json
from conformance.contract.families import all_families, all_tools
from conformance.contract.family import Family, Sample, ToolDefinition
from conformance.contract.projection import project
from conformance.contract.rendering import render
from conformance.contract.shapes import schema_of
from conformance.documents.packaged import INVENTORY_FILE, embedded_inventory
from conformance.documents.reader import Document, parse, read
from conformance.documents.values import JsonObject, as_array, as_object, as_text, stable_text
from conformance.inventory import load_inventory
from conformance.inventory.normalise import normalise
from conformance.plugins import cache_members
from conformance.systems.adapters._reference_runtime import ReferenceRuntime
from conformance.systems.observe import observe, sample_outputs
from conformance.systems.runtime import Adapter, Opening, Runtime
from conformance.systems.surface import Record, Surface
from conformance.systems.surface.behaviour import Behaviour, ObservedBudget

FORMAT_VERSION = 2
SOURCE_OF_TRUTH: JsonObject = {
    "tool_definitions": "conformance/contract/families/*.py: FAMILY.tools",
    "input_schemas": "pydantic argument models that the tool definitions name",
    "result_envelope": "conformance/contract/envelope.py: Envelope",
    "model_rendering": "conformance/contract/rendering.py: render()",
}
STABILITY_POLICY: JsonObject = {
    "stable": "Name, input schema, result schema and the wording of the receipt's outcome are kept compatible.",
    "experimental": "Usable, but any part of the contract may still change.",
    "deprecated": "Kept for callers that have it; not to be used in anything new, and removed after a release.",
}


@cache_members
def reference_surface() -> Surface:
    """Return the inventory, envelopes, receipts and behaviour of the reference contract."""
    inventory = load_inventory(reference_document())
    return Surface(INVENTORY_FILE, inventory, reference_records(), behaviour=reference_behaviour())


def reference_document() -> Document:
    """Return the published inventory; families of plugins, whose tools it does not list, are added to it."""
    published = read(embedded_inventory())
    listed = {as_text(as_object(tool).get("name")) for tool in as_array(as_object(published.value).get("tools"))}
    if all(tool.name in listed for tool in all_tools()):
        return published
    return parse(stable_text(reference_inventory()).encode(), INVENTORY_FILE)


def reference_behaviour() -> Behaviour:
    """Return every sample projected, compacted and sent to every provider, and the preview budget of each family."""
    seen = observe(ReferenceRuntime({}), sample_outputs(tool.name for tool in all_tools()))
    budgets = [
        ObservedBudget(name, [family.budget.preview_chars], is_limit=True) for name, family in all_families().items()
    ]
    return replace(seen.behaviour, budgets=budgets)


def reference_records() -> tuple[Record, ...]:
    """Return every sample, projected and rendered twice, named ``family/sample``."""
    return tuple(_record(family, sample) for family in all_families().values() for sample in family.samples)


def reference_inventory() -> JsonObject:
    """Return the inventory that the families declare, as the JSON value of format version 2."""
    return {
        "version": FORMAT_VERSION,
        "source_of_truth": SOURCE_OF_TRUTH,
        "stability_policy": STABILITY_POLICY,
        "tools": [_tool(tool) for tool in all_tools()],
    }


def _record(family: Family, sample: Sample) -> Record:
    envelope = project(sample.output, sink=MemorySink())
    again = project(sample.output, sink=MemorySink())
    return Record(f"{family.name}/{sample.name}", to_json(envelope), render(envelope), render(again))


def _tool(tool: ToolDefinition) -> JsonObject:
    return {
        "name": tool.name,
        "family": tool.capability,
        "stability": tool.stability,
        "description": tool.description,
        "input_schema": normalise(schema_of(tool.arguments)),
        "freeform_grammar": None,
        "related_surfaces": list(tool.related_surfaces),
        "result_envelope": {
            "canonical": "ToolResultEnvelope",
            "success_result": tool.result_name,
            "success_result_schema": normalise(schema_of(*tool.results)),
            "error_result": "ToolError",
            "model_rendering": "custom_text_receipt",
        },
    }


def open_reference(_rest: str, _opening: Opening) -> Runtime:
    """Return the reference contract as a system under test."""
    return ReferenceRuntime(reference_inventory())


ADAPTER = Adapter(schemes=("reference",), open=open_reference, harmless=True)
