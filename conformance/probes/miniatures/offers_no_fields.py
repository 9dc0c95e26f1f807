"""Names the unknown field that it refuses, and none of those that there are."""

from collections.abc import Sequence

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class OffersNoFields(SoundRuntime):
    """Names the unknown field that it refuses, and none of those that there are."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Leave the caller to look the fields up."""
        return {**super().error(tool, complaints), "recovery_hint": "see the published schema"}


MINIATURE = Miniature(OffersNoFields, expected_probe="unknown_field_named")
