"""Puts into each receipt how many it has rendered."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class RendersACounter(SoundRuntime):
    """Puts into each receipt how many it has rendered."""

    def __init__(self) -> None:
        self._rendered = 0

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Number the receipt."""
        self._rendered += 1
        return f"{super().render(envelope, policy)}\nReceipt {self._rendered}"


MINIATURE = Miniature(RendersACounter, expected_probe="receipt_deterministic")
