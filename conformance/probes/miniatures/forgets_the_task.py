"""Loses the handle of a task when a result is compacted."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result


class ForgetsTheTask(SoundResults):
    """Loses the handle of a task when a result is compacted."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Drop what is not text."""
        compacted = super().compact(envelope, policy)
        if "task_handle" not in as_object(as_object(compacted).get("result")):
            return compacted
        return update_result(compacted, task_handle=None)


MINIATURE = Miniature(ForgetsTheTask, expected_rule="compaction_keeps_identity")
