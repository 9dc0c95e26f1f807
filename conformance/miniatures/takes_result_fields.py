"""Takes the fields of a result as input, as if a command could be started with its exit status."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime
from conformance.pointers import split


class TakesResultFields(SoundRuntime):
    """Takes the fields of a result as input, as if a command could be started with its exit status."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return split(complaint.pointer)[-1] in ("status", "task_handle", "exit_status")


MINIATURE = Miniature(TakesResultFields, bites="result_field_rejected")
