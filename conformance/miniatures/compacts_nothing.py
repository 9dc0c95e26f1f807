"""Returns every result as it was when it is to be compacted."""

from conformance.json_values import JsonObject, JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound_results import SoundResults


class CompactsNothing(SoundResults):
    """Returns every result as it was when it is to be compacted."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Save no room."""
        return envelope


MINIATURE = Miniature(CompactsNothing, breaks="compaction_trims_previews")
