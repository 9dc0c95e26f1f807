"""Takes more items than its schema allows."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class ForgetsABound(SoundRuntime):
    """Takes more items than its schema allows."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.pointer == "/items" and "is too long" in complaint.text


MINIATURE = Miniature(ForgetsABound, bites="bound_enforced")
