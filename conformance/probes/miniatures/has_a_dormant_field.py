"""Accepts a working folder, and forgets it."""

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class HasADormantField(SoundRuntime):
    """Accepts a working folder, and forgets it."""

    def interpret(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Drop the field."""
        members = as_object(arguments)
        return {key: value for key, value in members.items() if (tool, key) != ("ExecCommand", "workdir")}


MINIATURE = Miniature(HasADormantField, expected_probe="dormant_field")
