"""Drops every field that it does not know, at any depth, without a word."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class IgnoresUnknownFields(SoundRuntime):
    """Drops every field that it does not know, at any depth, without a word."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "unknown"


MINIATURE = Miniature(IgnoresUnknownFields, bites="unknown_field_rejected")
