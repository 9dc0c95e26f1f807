"""Refuses with another kind of error for each way to be wrong."""

from collections.abc import Sequence

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class ErrsInManyKinds(SoundRuntime):
    """Refuses with another kind of error for each way to be wrong."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Name the kind after the complaint."""
        return {**super().error(tool, complaints), "kind": f"{complaints[0].kind}_field"}


MINIATURE = Miniature(ErrsInManyKinds, expected_probe="error_envelope_well_formed")
