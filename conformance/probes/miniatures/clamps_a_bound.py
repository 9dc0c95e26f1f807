"""Takes a value beyond a bound, and silently uses the bound."""

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class ClampsABound(SoundRuntime):
    """Takes a value beyond a bound, and silently uses the bound."""

    def prepare(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Convert first."""
        members = as_object(arguments)
        return {key: _convert(key, value) for key, value in members.items()} if members else arguments


def _convert(key: str, value: JsonValue) -> JsonValue:
    if key != "yield_time_ms" or not isinstance(value, int) or isinstance(value, bool):
        return value
    return max(0, min(value, 60_000))


MINIATURE = Miniature(ClampsABound, expected_probe="bound_enforced")
