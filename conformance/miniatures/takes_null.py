"""Takes null for any optional field."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime
from conformance.pointers import resolve


class TakesNull(SoundRuntime):
    """Takes null for any optional field."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "invalid" and resolve(arguments, complaint.pointer) is None


MINIATURE = Miniature(TakesNull, bites="null_rejected")
