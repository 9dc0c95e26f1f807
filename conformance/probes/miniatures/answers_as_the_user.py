"""Tells a provider of a result as if the user had said it."""

from conformance.documents.values import JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults


class AnswersAsTheUser(SoundResults):
    """Tells a provider of a result as if the user had said it."""

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Give the message the role of the user."""
        message = as_object(super().transport(envelope, receipt, provider))
        return {**message, "role": "user"} if "role" in message else message


MINIATURE = Miniature(AnswersAsTheUser, expected_rule="transport_shape")
