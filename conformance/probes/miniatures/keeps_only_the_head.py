"""Shows how a long output began, and not how it ended."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result

_CUT = "\n...\n[output truncated"


class KeepsOnlyTheHead(SoundResults):
    """Shows how a long output began, and not how it ended."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Leave out what comes after the marker."""
        envelope = super().project(complete_output, policy)
        shown = as_object(as_object(envelope).get("result")).get("stdout_preview")
        if not isinstance(shown, str) or _CUT not in shown:
            return envelope
        return update_result(envelope, stdout_preview=shown.partition(_CUT)[0])


MINIATURE = Miniature(KeepsOnlyTheHead, expected_rule="projection_keeps_both_ends")
