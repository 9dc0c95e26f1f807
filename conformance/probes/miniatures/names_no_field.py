"""Refuses an unknown field, and does not say which."""

from collections.abc import Sequence

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class NamesNoField(SoundRuntime):
    """Refuses an unknown field, and does not say which."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Say as little as possible of an unknown field."""
        error = super().error(tool, complaints)
        if complaints[0].kind != "unknown":
            return error
        return {**error, "message": f"input for {tool} is invalid", "details": None}


MINIATURE = Miniature(NamesNoField, expected_probe="unknown_field_named")
