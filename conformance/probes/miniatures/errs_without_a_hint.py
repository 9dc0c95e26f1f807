"""Refuses with an error that says neither what to send instead nor whether to retry."""

from collections.abc import Sequence

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class ErrsWithoutAHint(SoundRuntime):
    """Refuses with an error that says neither what to send instead nor whether to retry."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Leave out hint and retryability; the message holds all."""
        error = super().error(tool, complaints)
        return {key: value for key, value in error.items() if key != "retryable"}


MINIATURE = Miniature(ErrsWithoutAHint, expected_probe="error_envelope_well_formed")
