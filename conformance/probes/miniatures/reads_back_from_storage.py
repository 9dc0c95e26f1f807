"""Puts the full output back into a result that it compacts."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result


class ReadsBackFromStorage(SoundResults):
    """Puts the full output back into a result that it compacts."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Take a preview that was cut for one that has to be completed."""
        compacted = super().compact(envelope, policy)
        if as_object(as_object(compacted).get("result")).get("truncated") is not True:
            return compacted
        return update_result(compacted, stdout_preview="test case ... ok\n" * 500)


MINIATURE = Miniature(ReadsBackFromStorage, expected_rule="compaction_expands_nothing")
