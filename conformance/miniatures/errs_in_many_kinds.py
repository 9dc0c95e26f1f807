"""Refuses with another kind of error for each way to be wrong."""

from collections.abc import Sequence

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonObject
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class ErrsInManyKinds(SoundRuntime):
    """Refuses with another kind of error for each way to be wrong."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Name the kind after the complaint."""
        return {**super().error(tool, complaints), "kind": f"{complaints[0].kind}_field"}


MINIATURE = Miniature(ErrsInManyKinds, bites="error_envelope_well_formed")
