"""Takes the fields of the batch in a single call."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class TakesBatchFields(SoundRuntime):
    """Takes the fields of the batch in a single call."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return tool == "ExecCommand" and complaint.pointer in ("/items", "/stop_on_error")


MINIATURE = Miniature(TakesBatchFields, expected_probe="batch_field_refused")
