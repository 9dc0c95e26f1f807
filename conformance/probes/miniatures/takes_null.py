"""Takes null for any optional field."""

from conformance.documents.pointers import resolve
from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class TakesNull(SoundRuntime):
    """Takes null for any optional field."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "invalid" and resolve(arguments, complaint.pointer) is None


MINIATURE = Miniature(TakesNull, expected_probe="null_rejected")
