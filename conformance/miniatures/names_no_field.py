"""Refuses an unknown field, and does not say which."""

from collections.abc import Sequence

from conformance.adapters.refusals import Complaint
from conformance.json_values import JsonObject
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SoundRuntime


class NamesNoField(SoundRuntime):
    """Refuses an unknown field, and does not say which."""

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Say as little as possible of an unknown field."""
        error = super().error(tool, complaints)
        if complaints[0].kind != "unknown":
            return error
        return {**error, "message": f"input for {tool} is invalid", "details": None}


MINIATURE = Miniature(NamesNoField, bites="unknown_field_named")
