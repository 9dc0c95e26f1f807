"""Takes any word where its schema lists two."""

from conformance.documents.pointers import resolve
from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class ForgetsTheEnum(SoundRuntime):
    """Takes any word where its schema lists two."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return (complaint.kind, complaint.pointer) == ("invalid", "/wake") and isinstance(
            resolve(arguments, "/wake"), str
        )


MINIATURE = Miniature(ForgetsTheEnum, expected_probe="enum_enforced")
