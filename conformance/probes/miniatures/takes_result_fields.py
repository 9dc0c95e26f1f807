"""Takes the fields of a result as input, as if a command could be started with its exit status."""

from conformance.documents.pointers import split
from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class TakesResultFields(SoundRuntime):
    """Takes the fields of a result as input, as if a command could be started with its exit status."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return split(complaint.pointer)[-1] in ("status", "task_handle", "exit_status")


MINIATURE = Miniature(TakesResultFields, expected_probe="result_field_rejected")
