"""Waits for a task result without knowing which task."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class ForgetsTheCondition(SoundRuntime):
    """Waits for a task result without knowing which task."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "WaitFor" and complaint.kind == "missing" and complaint.pointer != "/wake"


MINIATURE = Miniature(ForgetsTheCondition, expected_probe="conditional_requirement_enforced")
