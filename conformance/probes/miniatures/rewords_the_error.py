"""Gives every error a kind of its own when it is projected."""

from collections.abc import Mapping

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults

_KIND = "tool_failed"


class RewordsTheError(SoundResults):
    """Gives every error a kind of its own when it is projected."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Name the failure after the tool."""
        members = as_object(super().project(complete_output, policy))
        error = members.get("error")
        if not isinstance(error, Mapping) or error.get("kind") == _KIND:
            return members
        return {**members, "error": {**error, "kind": _KIND}}


MINIATURE = Miniature(RewordsTheError, expected_rule="projection_keeps_identity")
