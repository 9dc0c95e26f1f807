"""The sound system that also projects, compacts and hands over results; each miniature changes one thing about that."""

from collections.abc import Mapping

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.adapters.reference import ReferenceRuntime


class SoundResults(SoundRuntime):
    """Does with results what the reference contract does."""

    def __init__(self) -> None:
        self._reference = ReferenceRuntime({})

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the canonical envelope of a complete output."""
        return self._reference.project(complete_output, policy)

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        return self._reference.render(envelope, policy)

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the compacted envelope."""
        return self._reference.compact(envelope, policy)

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Return the message for a provider."""
        return self._reference.transport(envelope, receipt, provider)


def update_result(envelope: JsonValue, **changed: JsonValue) -> JsonValue:
    """Return an envelope with members of its result changed; a failure stays as it is."""
    members = as_object(envelope)
    result = members.get("result")
    return {**members, "result": {**result, **changed}} if isinstance(result, Mapping) else envelope
