"""Refuses an input in words that begin like those of a library, under a flag of success; answers calls alone."""

from conformance.adapters.spec import Called, Parsed, UnsupportedError
from conformance.json_values import JsonObject, JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class FailsInWordsAlone(SoundRuntime):
    """Refuses an input in words that begin like those of a library, under a flag of success; answers calls alone."""

    def parse(self, tool: str, arguments: JsonValue) -> Parsed:
        """Parse nothing without calling."""
        raise UnsupportedError("parse")

    def call(self, tool: str, arguments: JsonValue) -> Called:
        """Put the refusal into words."""
        envelope = self.envelope(tool, super().parse(tool, arguments))
        return Called(envelope, self.render(envelope, {}), raw=envelope)

    def envelope(self, tool: str, parsed: Parsed) -> JsonObject:
        """Keep the words, all of them, and turn the flag."""
        envelope = super().envelope(tool, parsed)
        if parsed.accepted or parsed.error.get("kind") == "unknown_tool":
            return envelope
        said = f"Error executing tool {tool}: {parsed.error.get('message')}; {parsed.error.get('recovery_hint')}"
        return {**envelope, "status": "success", "summary_text": said, "result": {"heard": {}}, "error": None}


MINIATURE = Miniature(FailsInWordsAlone, bites="error_flag_honest")
