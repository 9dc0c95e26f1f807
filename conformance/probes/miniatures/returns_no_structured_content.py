"""Publishes an output schema, and answers with text alone."""

from dataclasses import replace

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.runtime import CallOutcome


class ReturnsNoStructuredContent(SoundRuntime):
    """Publishes an output schema, and answers with text alone."""

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer as a protocol with structured content does, without it."""
        return replace(super().call(tool, arguments), structured=())


MINIATURE = Miniature(ReturnsNoStructuredContent, expected_probe="structured_content_matches")
