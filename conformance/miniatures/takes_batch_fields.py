"""Takes the fields of the batch in a single call."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class TakesBatchFields(SoundRuntime):
    """Takes the fields of the batch in a single call."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "ExecCommand" and complaint.pointer in ("/items", "/stop_on_error")


MINIATURE = Miniature(TakesBatchFields, bites="batch_field_refused")
