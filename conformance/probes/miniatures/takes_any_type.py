"""Takes an object or a list where its schema wants something else."""

from conformance.documents.pointers import resolve
from conformance.documents.values import JsonValue, type_name
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class TakesAnyType(SoundRuntime):
    """Takes an object or a list where its schema wants something else."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let containers in the wrong place pass."""
        return complaint.kind == "invalid" and _is_container(arguments, complaint.pointer)


def _is_container(arguments: JsonValue, pointer: str) -> bool:
    return type_name(resolve(arguments, pointer)) in ("object", "array") and not pointer.endswith("items")


MINIATURE = Miniature(TakesAnyType, expected_probe="wrong_type_rejected")
