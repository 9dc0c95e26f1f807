"""Takes "5" for 5."""

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class CoercesStringsToNumbers(SoundRuntime):
    """Takes "5" for 5."""

    def prepare(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Convert first."""
        members = as_object(arguments)
        return {key: _convert(key, value) for key, value in members.items()} if members else arguments


def _convert(key: str, value: JsonValue) -> JsonValue:
    return int(value) if key == "yield_time_ms" and isinstance(value, str) and value.isdecimal() else value


MINIATURE = Miniature(CoercesStringsToNumbers, expected_probe="coercion")
