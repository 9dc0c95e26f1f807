"""Refuses an unknown field at the root, and drops one inside an item."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class IgnoresUnknownNestedFields(SoundRuntime):
    """Refuses an unknown field at the root, and drops one inside an item."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "unknown" and complaint.pointer.count("/") > 1


MINIATURE = Miniature(IgnoresUnknownNestedFields, bites="unknown_field_rejected")
