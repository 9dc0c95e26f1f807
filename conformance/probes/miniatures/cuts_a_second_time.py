"""Cuts a preview again each time it is projected."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result


class CutsASecondTime(SoundResults):
    """Cuts a preview again each time it is projected."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Keep the first half of what was cut before."""
        envelope = super().project(complete_output, policy)
        shown = as_object(as_object(complete_output).get("result")).get("stdout_preview")
        if not isinstance(shown, str) or "[output truncated" not in shown:
            return envelope
        return update_result(envelope, stdout_preview=shown[: len(shown) // 2])


MINIATURE = Miniature(CutsASecondTime, expected_rule="projection_idempotent")
