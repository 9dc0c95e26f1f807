"""Refuses an input in words that begin like those of a library, under a flag of success; answers calls alone."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.runtime import CallOutcome, ParseOutcome, UnsupportedError


class FailsInWordsAlone(SoundRuntime):
    """Refuses an input in words that begin like those of a library, under a flag of success; answers calls alone."""

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Parse nothing without calling."""
        raise UnsupportedError("parse")

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Put the refusal into words."""
        envelope = self.envelope(tool, super().parse(tool, arguments))
        return CallOutcome(envelope, self.render(envelope, {}), raw=envelope)

    def envelope(self, tool: str, parsed: ParseOutcome) -> JsonObject:
        """Keep the words, all of them, and turn the flag."""
        envelope = super().envelope(tool, parsed)
        if parsed.accepted or parsed.error.get("kind") == "unknown_tool":
            return envelope
        said = f"Error executing tool {tool}: {parsed.error.get('message')}; {parsed.error.get('recovery_hint')}"
        return {**envelope, "status": "success", "summary_text": said, "result": {"heard": {}}, "error": None}


MINIATURE = Miniature(FailsInWordsAlone, expected_probe="error_flag_honest")
