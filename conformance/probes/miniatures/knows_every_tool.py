"""Accepts the call of a tool that does not exist."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SCHEMAS, SoundRuntime
from conformance.systems.runtime import Parsed


class KnowsEveryTool(SoundRuntime):
    """Accepts the call of a tool that does not exist."""

    def parse(self, tool: str, arguments: JsonValue) -> Parsed:
        """Accept what nobody promised."""
        return super().parse(tool, arguments) if tool in SCHEMAS else Parsed(accepted=True, arguments={})


MINIATURE = Miniature(KnowsEveryTool, bites="unknown_tool_error")
