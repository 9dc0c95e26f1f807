"""Wraps the receipt into words of its own for one provider."""

from conformance.documents.values import JsonValue
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults


class WrapsTheReceipt(SoundResults):
    """Wraps the receipt into words of its own for one provider."""

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Say first that a result follows."""
        words = f"Tool result:\n{receipt}" if provider == "openai_chat" else receipt
        return super().transport(envelope, words, provider)


MINIATURE = Miniature(WrapsTheReceipt, expected_rule="transport_same_receipt")
