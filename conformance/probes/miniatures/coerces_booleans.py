"""Takes "true", 1 and "yes" for true."""

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class CoercesBooleans(SoundRuntime):
    """Takes "true", 1 and "yes" for true."""

    def prepare(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Convert first."""
        members = as_object(arguments)
        return {key: _convert(key, value) for key, value in members.items()} if members else arguments


_TRUTH: dict[JsonValue, bool] = {"true": True, "false": False, 1: True, 0: False, "yes": True, "no": False}


def _convert(key: str, value: JsonValue) -> JsonValue:
    return _TRUTH.get(value, value) if key in ("login", "stop_on_error") and isinstance(value, str | int) else value


MINIATURE = Miniature(CoercesBooleans, expected_probe="coercion")
