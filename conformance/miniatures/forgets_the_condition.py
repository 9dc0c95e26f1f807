"""Waits for a task result without knowing which task."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class ForgetsTheCondition(SoundRuntime):
    """Waits for a task result without knowing which task."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "WaitFor" and complaint.kind == "missing" and complaint.pointer != "/wake"


MINIATURE = Miniature(ForgetsTheCondition, bites="conditional_requirement_enforced")
