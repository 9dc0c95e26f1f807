"""Returns structured content that its output schema forbids."""

from dataclasses import replace

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.runtime import CallOutcome


class ReturnsWrongStructuredContent(SoundRuntime):
    """Returns structured content that its output schema forbids."""

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer with content that lacks what the schema requires."""
        return replace(super().call(tool, arguments), structured=({"said": "nothing"},))


MINIATURE = Miniature(ReturnsWrongStructuredContent, expected_probe="structured_content_matches")
