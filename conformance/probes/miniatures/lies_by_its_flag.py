"""Reports a failure in words under a flag of success."""

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.runtime import ParseOutcome


class LiesByItsFlag(SoundRuntime):
    """Reports a failure in words under a flag of success."""

    def envelope(self, tool: str, parsed: ParseOutcome) -> JsonObject:
        """Keep the words and turn the flag."""
        envelope = super().envelope(tool, parsed)
        if tool != "WaitFor":
            return envelope
        return {**envelope, "summary_text": "Error: no such table", "status": "success"}


MINIATURE = Miniature(LiesByItsFlag, expected_probe="error_flag_honest")
