"""Takes in an item what only the single form has."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class TakesSingleFieldsInABatch(SoundRuntime):
    """Takes in an item what only the single form has."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "ExecCommandBatch" and complaint.pointer.endswith(("/login", "/yield_time_ms"))


MINIATURE = Miniature(TakesSingleFieldsInABatch, bites="batch_field_refused")
