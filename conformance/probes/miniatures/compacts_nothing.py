"""Returns every result as it was when it is to be compacted."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults


class CompactsNothing(SoundResults):
    """Returns every result as it was when it is to be compacted."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Save no room."""
        return envelope


MINIATURE = Miniature(CompactsNothing, expected_rule="compaction_trims_previews")
