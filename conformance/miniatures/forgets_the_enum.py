"""Takes any word where its schema lists two."""

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime
from conformance.pointers import resolve


class ForgetsTheEnum(SoundRuntime):
    """Takes any word where its schema lists two."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return (complaint.kind, complaint.pointer) == ("invalid", "/wake") and isinstance(
            resolve(arguments, "/wake"), str
        )


MINIATURE = Miniature(ForgetsTheEnum, bites="enum_enforced")
