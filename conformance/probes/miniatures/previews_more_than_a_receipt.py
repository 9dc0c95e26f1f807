"""Previews more than any receipt can show."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result

_EACH = 9_000


class PreviewsMoreThanAReceipt(SoundResults):
    """Previews more than any receipt can show."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Give each stream a budget of its own."""
        streams = as_object(as_object(complete_output).get("result"))
        if "stdout_preview" in streams:
            return complete_output
        envelope = super().project(complete_output, policy)
        previews = {f"{name}_preview": streams[name] for name in ("stdout", "stderr") if streams.get(name)}
        return update_result(envelope, **{key: _cut(str(text)) for key, text in previews.items()})


def _cut(text: str) -> str:
    half = _EACH // 2
    return text if len(text) <= _EACH else f"{text[:half]}\n...\n[output truncated]\n...\n{text[-half:]}"


MINIATURE = Miniature(PreviewsMoreThanAReceipt, expected_rule="budget_nesting")
