"""The use case ``schemas``: the JSON Schemas of what this project reads and writes, published from its models.

A published file is never edited: a test and ``conformance schemas --check`` compare it byte for byte with its model.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, Field

from conformance.callback.message import message_schemas
from conformance.commands.listing_models import CostFile, HistoryFile, ListedRule
from conformance.commands.report_models import DriftFile, OpenModel, ReportFile
from conformance.commands.toml_schemas import configuration_schema, profile_schema
from conformance.contract.audit_record import AuditRecord
from conformance.contract.envelope import Failure, Success, ToolError
from conformance.contract.families import all_families, all_tools
from conformance.contract.references import PAYLOAD_DEFINITIONS
from conformance.contract.shapes import schema_of
from conformance.display import code_text
from conformance.documents import reader
from conformance.documents.files import write_atomically
from conformance.documents.values import JsonObject, as_object, stable_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import FORMAT_VERSIONS
from conformance.inventory.normalise import normalise
from conformance.schema.dialects import DEFAULT_URI
from conformance.systems.protocol import adapter_schema

_AnyObject: TypeAlias = Annotated[Any, Field(json_schema_extra={"type": "object"})]
_OptionalText: TypeAlias = Annotated[str, Field(default=None)]
_SCHEMA: dict[str, Any] = {"type": ["object", "boolean", "null"]}


class InventoryResultEnvelope(OpenModel):
    """What a tool promises about its result; which members are required is a matter of the profile."""

    canonical: _OptionalText
    success_result: _OptionalText
    success_result_schema: Annotated[Any, Field(default=None, json_schema_extra=_SCHEMA)]
    error_result: _OptionalText
    model_rendering: _OptionalText


class InventoryTool(OpenModel):
    """One tool as an inventory promises it; what nobody has declared is absent, and rules ask for it."""

    name: str
    family: _OptionalText
    stability: _OptionalText
    description: _OptionalText
    input_schema: Annotated[Any, Field(json_schema_extra=_SCHEMA)]
    freeform_grammar: Annotated[Any, Field(default=None)]
    related_surfaces: Annotated[list[str], Field(default=None)]
    result_envelope: Annotated[InventoryResultEnvelope, Field(default=None)]


class InventoryFile(OpenModel):
    """The inventory file, in both format versions."""

    version: Annotated[int, Field(json_schema_extra={"enum": list(FORMAT_VERSIONS)})]
    source_of_truth: Annotated[_AnyObject, Field(default=None)]
    stability_policy: Annotated[_AnyObject, Field(default=None)]
    tools: list[InventoryTool]


_INVENTORY_NOTE = """\
A file that is accepted can be read. The rules report what readers do without or this schema cannot know: no tools \
(`inventory_not_empty`), unknown keys, which are kept (`inventory_keys_known`), no origin or no meaning of a stability \
(`inventory_complete`), and, where the profile asks for it, a missing, blank or unknown description, family, stability \
or envelope (`description_present`, `capability_declared`, `stability_declared`, `envelope_declared`)."""
_ENVELOPE_NOTE = """\
Readers also reject what JSON Schema cannot express: an index that is out of range of the nearest list of artifacts or \
is written with a fraction, `artifacts` that differ from those inside `result`, an invisible character in a path, and \
more than 125 levels of nesting."""


_ID_BASE = "urn:tool-conformance:"
"""What the ids begin with: a name and no address, as nothing is fetched and a copy is as good as any."""


def published_schemas() -> Mapping[str, JsonObject]:
    """Return every published schema by its file name, which is also the end of its ``$id``."""
    return {
        name: {"$schema": schema["$schema"], "$id": f"{_ID_BASE}{name}", **schema}
        for name, schema in _schemas_by_file().items()
    }


def _schemas_by_file() -> Mapping[str, JsonObject]:
    return {
        "inventory.schema.json": {
            **_published_schema("The inventory of tools", InventoryFile),
            "description": _INVENTORY_NOTE,
        },
        "envelope.schema.json": _envelope_schema(),
        "audit_record.schema.json": _published_schema("What is kept of one tool call", AuditRecord),
        "complete_outputs.schema.json": _complete_outputs(),
        "tool_error.schema.json": _published_schema("Why a tool call failed", ToolError),
        "report.schema.json": _published_schema("The JSON report of findings", ReportFile),
        "configuration.schema.json": configuration_schema(),
        "profile.schema.json": profile_schema(),
        "drift.schema.json": _published_schema("The JSON report of drift", DriftFile),
        "rules.schema.json": _array_of("The list of rules, probes and notices", ListedRule),
        "cost.schema.json": _published_schema("The tokens that tools cost", CostFile),
        "history.schema.json": _published_schema("The history of an inventory", HistoryFile),
        "adapter.schema.json": {"$schema": DEFAULT_URI, **adapter_schema()},
        **{f"{name}.results.schema.json": _results_schema(name) for name in all_families()},
        **{f"{name}.schema.json": {"$schema": DEFAULT_URI, **schema} for name, schema in message_schemas().items()},
    }


def named_types() -> Mapping[str, JsonObject]:
    """Return the schema of every type that the reference inventory names in a ``result_envelope``, by that name."""
    published = published_schemas()
    results = {tool.result_name: _published_schema(tool.result_name, *tool.results) for tool in all_tools()}
    return {
        "ToolResultEnvelope": published["envelope.schema.json"],
        "ToolError": published["tool_error.schema.json"],
        **results,
    }


def write_schemas(folder: Path) -> list[str]:
    """Write what differs from the models into ``folder`` and return the names; raises ``ConformanceError`` else."""
    if not folder.is_dir():
        message = f"{code_text(str(folder), 200)} is not a folder"
        raise ConformanceError(ErrorKind.USAGE, message, "create it, or pass another folder")
    texts = {name: stable_text(schema).encode() for name, schema in published_schemas().items()}
    return [name for name, data in texts.items() if write_atomically(folder / name, data)]


def stale_schemas(folder: Path) -> list[str]:
    """Return one sentence per file of ``folder`` that differs from its model."""
    wanted = {name: stable_text(schema) for name, schema in published_schemas().items()}
    there = {path.name for path in folder.glob("*.schema.json")} if folder.is_dir() else set[str]()
    missing = [f"{name} is missing" for name in wanted if name not in there]
    changed = [
        f"{name} differs from its model"
        for name in wanted
        if name in there and reader.read_bytes(folder / name) != wanted[name].encode()
    ]
    return missing + changed


def _published_schema(title: str, *shapes: Any) -> JsonObject:
    return {"$schema": DEFAULT_URI, "title": title, **as_object(normalise(schema_of(*shapes)))}


def _array_of(title: str, shape: type[BaseModel]) -> JsonObject:
    return {"$schema": DEFAULT_URI, "title": title, "type": "array", "items": normalise(schema_of(shape))}


def _envelope_schema() -> JsonObject:
    """Return the schema of what readers accept: a success may have its artifacts next to its result."""
    success, failure = (as_object(normalise(schema_of(shape))) for shape in (Success, Failure))
    members: JsonObject = {
        "artifacts": {"$ref": "#/$defs/Artifacts", "description": "Moved into `result` by readers."},
        "result": {"$ref": "#/$defs/Payload", "type": "object"},
    }
    return {
        "$schema": DEFAULT_URI,
        "title": "The canonical result of a tool call",
        "description": _ENVELOPE_NOTE,
        "type": "object",
        "anyOf": [{**success, "properties": {**as_object(success["properties"]), **members}}, failure],
        "$defs": PAYLOAD_DEFINITIONS,
    }


def _complete_outputs() -> JsonObject:
    """What a projection takes: the outer fields of the envelope around a result with full texts, or around an error."""
    tools = list(all_tools())
    return {
        "$schema": DEFAULT_URI,
        "title": "A complete output, to be projected",
        "anyOf": [*(_complete_output(tool.name) for tool in tools), normalise(schema_of(Failure))],
        "$defs": {f"{tool.name}Output": normalise(schema_of(*tool.outputs)) for tool in tools},
    }


def _complete_output(tool_name: str) -> JsonObject:
    success = as_object(normalise(schema_of(Success)))
    members: JsonObject = {"tool_name": {"const": tool_name}, "result": {"$ref": f"#/$defs/{tool_name}Output"}}
    return {**success, "properties": {**as_object(success["properties"]), **members}}


def _results_schema(family: str) -> JsonObject:
    """All results of one family: any of the definitions, which are named after the payload types."""
    tools = all_families()[family].tools
    return {
        "$schema": DEFAULT_URI,
        "title": f"Results of the family '{family}'",
        "type": "object",
        "anyOf": [{"$ref": f"#/$defs/{tool.result_name}"} for tool in tools],
        "$defs": {tool.result_name: normalise(schema_of(*tool.results)) for tool in tools},
    }
