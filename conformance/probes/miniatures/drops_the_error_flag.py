"""Tells one provider of every call that it worked."""

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults


class DropsTheErrorFlag(SoundResults):
    """Tells one provider of every call that it worked."""

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Leave the flag out."""
        message = as_object(super().transport(envelope, receipt, provider))
        return {key: value for key, value in message.items() if key != "is_error"}


MINIATURE = Miniature(DropsTheErrorFlag, expected_rule="transport_keeps_error")
