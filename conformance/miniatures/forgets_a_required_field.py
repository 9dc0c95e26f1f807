"""Does without a field that its schema requires."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class ForgetsARequiredField(SoundRuntime):
    """Does without a field that its schema requires."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "ExecCommand" and complaint.pointer == "/cmd" and complaint.kind == "missing"


MINIATURE = Miniature(ForgetsARequiredField, bites="missing_required_rejected")
