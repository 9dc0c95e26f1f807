"""Calls every command a success once its result is compacted."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result


class ResetsTheExitStatus(SoundResults):
    """Calls every command a success once its result is compacted."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Set the exit status to 0."""
        compacted = super().compact(envelope, policy)
        if "exit_status" not in as_object(as_object(compacted).get("result")):
            return compacted
        return update_result(compacted, exit_status=0)


MINIATURE = Miniature(ResetsTheExitStatus, expected_rule="compaction_changes_no_value")
