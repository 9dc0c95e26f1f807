"""Takes an unknown field and repeats all that it was sent, which is no word to the caller; answers calls alone."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint
from conformance.systems.runtime import CallOutcome, ParseOutcome, UnsupportedError


class EchoesUnknownFields(SoundRuntime):
    """Takes an unknown field and repeats all that it was sent, which is no word to the caller; answers calls alone."""

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Parse nothing without calling."""
        raise UnsupportedError("parse")

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let it pass."""
        return complaint.kind == "unknown"

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer with what was heard, unknown fields and all."""
        envelope = self.envelope(tool, super().parse(tool, arguments))
        return CallOutcome(envelope, self.render(envelope, {}), raw=envelope)


MINIATURE = Miniature(EchoesUnknownFields, expected_probe="unknown_field_rejected")
