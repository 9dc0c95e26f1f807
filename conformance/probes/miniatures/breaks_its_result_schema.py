"""Returns a count as text where its schema says integer."""

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class BreaksItsResultSchema(SoundRuntime):
    """Returns a count as text where its schema says integer."""

    def result(self, arguments: JsonObject) -> JsonObject:
        """Write the number as a word."""
        return {**super().result(arguments), "count": "many"}


MINIATURE = Miniature(BreaksItsResultSchema, expected_probe="result_matches_schema")
