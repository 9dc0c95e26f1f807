"""Names the unknown field that it refuses, and none of those that there are."""

from collections.abc import Sequence

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonObject
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class OffersNoFields(SoundRuntime):
    """Names the unknown field that it refuses, and none of those that there are."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Leave the caller to look the fields up."""
        return {**super().error(tool, complaints), "recovery_hint": "see the published schema"}


MINIATURE = Miniature(OffersNoFields, bites="unknown_field_named")
