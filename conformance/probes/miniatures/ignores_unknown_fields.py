"""Drops every field that it does not know, at any depth, without a word."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class IgnoresUnknownFields(SoundRuntime):
    """Drops every field that it does not know, at any depth, without a word."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "unknown"


MINIATURE = Miniature(IgnoresUnknownFields, expected_probe="unknown_field_rejected")
