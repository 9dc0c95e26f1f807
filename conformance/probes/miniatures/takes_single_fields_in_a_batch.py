"""Takes in an item what only the single form has."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class TakesSingleFieldsInABatch(SoundRuntime):
    """Takes in an item what only the single form has."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "ExecCommandBatch" and complaint.pointer.endswith(("/login", "/yield_time_ms"))


MINIATURE = Miniature(TakesSingleFieldsInABatch, expected_probe="batch_field_refused")
