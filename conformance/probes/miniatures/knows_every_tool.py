"""Accepts the call of a tool that does not exist."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SCHEMAS, SoundRuntime
from conformance.systems.runtime import ParseOutcome


class KnowsEveryTool(SoundRuntime):
    """Accepts the call of a tool that does not exist."""

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Accept what nobody promised."""
        return super().parse(tool, arguments) if tool in SCHEMAS else ParseOutcome(accepted=True, arguments={})


MINIATURE = Miniature(KnowsEveryTool, expected_probe="unknown_tool_error")
