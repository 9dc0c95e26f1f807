"""Takes true for 1 and false for 0, as a language does to which they are the same."""

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class TakesTrueForOne(SoundRuntime):
    """Takes true for 1 and false for 0, as a language does to which they are the same."""

    def prepare(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Count with booleans."""
        members = as_object(arguments)
        wait = members.get("yield_time_ms")
        return {**members, "yield_time_ms": int(wait)} if isinstance(wait, bool) else arguments


MINIATURE = Miniature(TakesTrueForOne, expected_probe="coercion")
