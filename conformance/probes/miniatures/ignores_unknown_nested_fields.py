"""Refuses an unknown field at the root, and drops one inside an item."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class IgnoresUnknownNestedFields(SoundRuntime):
    """Refuses an unknown field at the root, and drops one inside an item."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "unknown" and complaint.pointer.count("/") > 1


MINIATURE = Miniature(IgnoresUnknownNestedFields, expected_probe="unknown_field_rejected")
