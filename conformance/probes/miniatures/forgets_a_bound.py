"""Takes more items than its schema allows."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class ForgetsABound(SoundRuntime):
    """Takes more items than its schema allows."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.pointer == "/items" and "is too long" in complaint.text


MINIATURE = Miniature(ForgetsABound, expected_probe="bound_enforced")
