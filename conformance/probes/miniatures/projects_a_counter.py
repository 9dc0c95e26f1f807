"""Puts into each envelope how many it has projected."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound_results import SoundResults, update_result


class ProjectsACounter(SoundResults):
    """Puts into each envelope how many it has projected."""

    def __init__(self) -> None:
        super().__init__()
        self._projected = 0

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Number the envelope, unless it has its number already."""
        if "projection" in as_object(as_object(complete_output).get("result")):
            return complete_output
        self._projected += 1
        return update_result(super().project(complete_output, policy), projection=self._projected)


MINIATURE = Miniature(ProjectsACounter, expected_rule="projection_deterministic")
