"""Takes an object or a list where its schema wants something else."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue, type_name
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime
from conformance.pointers import resolve


class TakesAnyType(SoundRuntime):
    """Takes an object or a list where its schema wants something else."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let containers in the wrong place pass."""
        return complaint.kind == "invalid" and _is_container(arguments, complaint.pointer)


def _is_container(arguments: JsonValue, pointer: str) -> bool:
    return type_name(resolve(arguments, pointer)) in ("object", "array") and not pointer.endswith("items")


MINIATURE = Miniature(TakesAnyType, bites="wrong_type_rejected")
