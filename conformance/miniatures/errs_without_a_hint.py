"""Refuses with an error that says neither what to send instead nor whether to retry."""

from collections.abc import Sequence

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonObject
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class ErrsWithoutAHint(SoundRuntime):
    """Refuses with an error that says neither what to send instead nor whether to retry."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Leave out hint and retryability; the message holds all."""
        error = super().error(tool, complaints)
        return {key: value for key, value in error.items() if key != "retryable"}


MINIATURE = Miniature(ErrsWithoutAHint, bites="error_envelope_well_formed")
