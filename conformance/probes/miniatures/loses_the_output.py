"""Loses what a command printed when it is projected."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result


class LosesTheOutput(SoundResults):
    """Loses what a command printed when it is projected."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Keep the exit status alone."""
        envelope = super().project(complete_output, policy)
        result = as_object(as_object(envelope).get("result"))
        if result.get("truncated") is not False:
            return envelope
        return update_result(envelope, **{key: None for key in result if key in ("stdout_preview", "stderr_preview")})


MINIATURE = Miniature(LosesTheOutput, expected_rule="projection_keeps_output")
