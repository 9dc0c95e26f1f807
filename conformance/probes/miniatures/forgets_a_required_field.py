"""Does without a field that its schema requires."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class ForgetsARequiredField(SoundRuntime):
    """Does without a field that its schema requires."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "ExecCommand" and complaint.pointer == "/cmd" and complaint.kind == "missing"


MINIATURE = Miniature(ForgetsARequiredField, expected_probe="missing_required_rejected")
