"""Shortens a preview a little more with each compaction."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result


class FadesWithEachCompaction(SoundResults):
    """Shortens a preview a little more with each compaction."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Take ten characters more than the policy asks for."""
        compacted = super().compact(envelope, policy)
        shown = as_object(as_object(compacted).get("result")).get("stdout_preview")
        return update_result(compacted, stdout_preview=shown[:-10]) if isinstance(shown, str) else compacted


MINIATURE = Miniature(FadesWithEachCompaction, expected_rule="compaction_idempotent")
