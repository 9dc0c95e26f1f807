"""Takes an unknown field, and tells the caller that it was ignored."""

from dataclasses import replace

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SCHEMAS, SoundRuntime
from conformance.systems.refusals import Complaint, schema_complaints
from conformance.systems.runtime import ParseOutcome


class TellsOfUnknownFields(SoundRuntime):
    """Takes an unknown field, and tells the caller that it was ignored."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "unknown"

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Add the notice."""
        parsed = super().parse(tool, arguments)
        strange = [one.pointer for one in schema_complaints(SCHEMAS[tool], arguments)] if parsed.accepted else []
        return replace(parsed, notice=f"these fields were ignored: {strange}") if strange else parsed


MINIATURE = Miniature(TellsOfUnknownFields, expected_probe="unknown_field_rejected")
