"""Proves that the tools a language model is given keep one contract: schema, runtime and receipt agree.

``__all__`` is the public API. Importing the package imports none of it: each name is looked up when it is first used.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conformance.api import (
        ToolSource,
        audit,
        check,
        compare,
        contains,
        example_faults,
        inputs,
        load_inventory,
        probe,
        render,
    )
    from conformance.callback.observed import ObservedCall, ObservedMessage, Reception
    from conformance.commands.report import Report, ToolCoverage
    from conformance.commands.reporters import Reporter
    from conformance.contract.bounds import Bounds
    from conformance.contract.budgets import Budget
    from conformance.contract.complete_output import CompleteOutput
    from conformance.contract.family import Family, Sample, ToolDefinition
    from conformance.contract.receipt import OutputBlock, ReceiptLine, View, artifact_lines
    from conformance.contract.references import ArtifactRef
    from conformance.contract.shapes import Arguments, Complete, Many, Result
    from conformance.documents.location import Location
    from conformance.documents.values import JsonObject, JsonValue
    from conformance.drift.changes import Change
    from conformance.drift.report import DriftReport, FailOn, RuledChange
    from conformance.errors import ConformanceError, ErrorKind
    from conformance.findings import Finding, Level, Problem
    from conformance.inventory.fields import Field
    from conformance.inventory.input_schema import ObjectLevel
    from conformance.inventory.model import Inventory, ResultEnvelope, Tool
    from conformance.rules.scopes import (
        BODY,
        CALL,
        ENVELOPE,
        FIELD,
        INVENTORY,
        INVENTORY_FIELD,
        MESSAGE,
        OBJECT_LEVEL,
        RECEIPT,
        RECEPTION,
        RECORD,
        RECORDED_CALL,
        RESULT_LEVEL,
        SCHEMA_POSITION,
        SURFACE,
        TEXT,
        TOOL,
        TOOL_HISTORY,
        TOOL_RESULT,
        BadExample,
        InventoryField,
        Kind,
        RecordedCall,
        Rule,
        SchemaPosition,
        Scope,
    )
    from conformance.schema.containment.questions import Decision
    from conformance.schema.containment.witness import Witness
    from conformance.settings.profiles import Profile
    from conformance.systems.runtime import (
        Adapter,
        CallOutcome,
        Limits,
        Opening,
        ParseOutcome,
        Runtime,
        SilentRuntime,
        UnsupportedError,
    )
    from conformance.systems.surface import Record, Surface
    from conformance.systems.surface.envelopes import EnvelopeRecord, ResultLevel
    from conformance.systems.surface.history import ToolHistory
    from conformance.systems.surface.receipts import ReceiptRecord
    from conformance.systems.surface.texts import ModelText
    from conformance.systems.traces import CallEvent, Part, ResultEvent, TraceFormat

__version__ = "0.1.0"

__all__ = [
    "BODY",
    "CALL",
    "ENVELOPE",
    "FIELD",
    "INVENTORY",
    "INVENTORY_FIELD",
    "MESSAGE",
    "OBJECT_LEVEL",
    "RECEIPT",
    "RECEPTION",
    "RECORD",
    "RECORDED_CALL",
    "RESULT_LEVEL",
    "SCHEMA_POSITION",
    "SURFACE",
    "TEXT",
    "TOOL",
    "TOOL_HISTORY",
    "TOOL_RESULT",
    "Adapter",
    "Arguments",
    "ArtifactRef",
    "BadExample",
    "Bounds",
    "Budget",
    "CallEvent",
    "CallOutcome",
    "Change",
    "Complete",
    "CompleteOutput",
    "ConformanceError",
    "Decision",
    "DriftReport",
    "EnvelopeRecord",
    "ErrorKind",
    "FailOn",
    "Family",
    "Field",
    "Finding",
    "Inventory",
    "InventoryField",
    "JsonObject",
    "JsonValue",
    "Kind",
    "Level",
    "Limits",
    "Location",
    "Many",
    "ModelText",
    "ObjectLevel",
    "ObservedCall",
    "ObservedMessage",
    "Opening",
    "OutputBlock",
    "ParseOutcome",
    "Part",
    "Problem",
    "Profile",
    "ReceiptLine",
    "ReceiptRecord",
    "Reception",
    "Record",
    "RecordedCall",
    "Report",
    "Reporter",
    "Result",
    "ResultEnvelope",
    "ResultEvent",
    "ResultLevel",
    "Rule",
    "RuledChange",
    "Runtime",
    "Sample",
    "SchemaPosition",
    "Scope",
    "SilentRuntime",
    "Surface",
    "Tool",
    "ToolCoverage",
    "ToolDefinition",
    "ToolHistory",
    "ToolSource",
    "TraceFormat",
    "UnsupportedError",
    "View",
    "Witness",
    "__version__",
    "artifact_lines",
    "audit",
    "check",
    "compare",
    "contains",
    "example_faults",
    "inputs",
    "load_inventory",
    "probe",
    "render",
]

_HOMES = {
    "conformance.api": (
        "ToolSource",
        "audit",
        "check",
        "compare",
        "contains",
        "example_faults",
        "inputs",
        "load_inventory",
        "probe",
        "render",
    ),
    "conformance.callback.observed": ("ObservedCall", "ObservedMessage", "Reception"),
    "conformance.commands.report": ("Report", "ToolCoverage"),
    "conformance.commands.reporters": ("Reporter",),
    "conformance.contract.bounds": ("Bounds",),
    "conformance.contract.budgets": ("Budget",),
    "conformance.contract.complete_output": ("CompleteOutput",),
    "conformance.contract.family": ("Family", "Sample", "ToolDefinition"),
    "conformance.contract.receipt": ("OutputBlock", "ReceiptLine", "View", "artifact_lines"),
    "conformance.contract.references": ("ArtifactRef",),
    "conformance.contract.shapes": ("Arguments", "Complete", "Many", "Result"),
    "conformance.documents.location": ("Location",),
    "conformance.documents.values": ("JsonObject", "JsonValue"),
    "conformance.drift.changes": ("Change",),
    "conformance.drift.report": ("DriftReport", "FailOn", "RuledChange"),
    "conformance.errors": ("ConformanceError", "ErrorKind"),
    "conformance.findings": ("Finding", "Level", "Problem"),
    "conformance.inventory.fields": ("Field",),
    "conformance.inventory.input_schema": ("ObjectLevel",),
    "conformance.inventory.model": ("Inventory", "ResultEnvelope", "Tool"),
    "conformance.rules.scopes": (
        "BODY",
        "CALL",
        "ENVELOPE",
        "FIELD",
        "INVENTORY",
        "INVENTORY_FIELD",
        "MESSAGE",
        "OBJECT_LEVEL",
        "RECEIPT",
        "RECEPTION",
        "RECORD",
        "RECORDED_CALL",
        "RESULT_LEVEL",
        "SCHEMA_POSITION",
        "SURFACE",
        "TEXT",
        "TOOL",
        "TOOL_HISTORY",
        "TOOL_RESULT",
        "BadExample",
        "InventoryField",
        "Kind",
        "RecordedCall",
        "Rule",
        "SchemaPosition",
        "Scope",
    ),
    "conformance.schema.containment.questions": ("Decision",),
    "conformance.schema.containment.witness": ("Witness",),
    "conformance.settings.profiles": ("Profile",),
    "conformance.systems.runtime": (
        "Adapter",
        "CallOutcome",
        "Limits",
        "Opening",
        "ParseOutcome",
        "Runtime",
        "SilentRuntime",
        "UnsupportedError",
    ),
    "conformance.systems.surface": ("Record", "Surface"),
    "conformance.systems.surface.envelopes": ("EnvelopeRecord", "ResultLevel"),
    "conformance.systems.surface.history": ("ToolHistory",),
    "conformance.systems.surface.receipts": ("ReceiptRecord",),
    "conformance.systems.surface.texts": ("ModelText",),
    "conformance.systems.traces": ("CallEvent", "Part", "ResultEvent", "TraceFormat"),
}
"""The modules that hold the names; a test compares them with the imports above, which only type checkers read."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used; raises ``AttributeError`` for any other."""
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(home), name)
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
