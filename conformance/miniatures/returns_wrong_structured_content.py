"""Returns structured content that its output schema forbids."""

from dataclasses import replace

from conformance.adapters.spec import Called
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class ReturnsWrongStructuredContent(SoundRuntime):
    """Returns structured content that its output schema forbids."""

    def call(self, tool: str, arguments: JsonValue) -> Called:
        """Answer with content that lacks what the schema requires."""
        return replace(super().call(tool, arguments), structured=({"said": "nothing"},))


MINIATURE = Miniature(ReturnsWrongStructuredContent, bites="structured_content_matches")
