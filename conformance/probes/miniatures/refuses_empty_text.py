"""Refuses an empty string that its schema allows."""

from collections.abc import Sequence

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.refusals import Complaint


class RefusesEmptyText(SoundRuntime):
    """Refuses an empty string that its schema allows."""

    def complaints(self, tool: str, arguments: JsonValue) -> Sequence[Complaint]:
        """Add a rule that the schema does not know."""
        found = super().complaints(tool, arguments)
        is_empty = as_object(arguments).get("reason") == ""
        return [*found, Complaint("invalid", "/reason", "must not be empty")] if is_empty else found


MINIATURE = Miniature(RefusesEmptyText, expected_probe="valid_input_accepted")
