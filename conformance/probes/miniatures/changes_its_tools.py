"""Lists another description each time it is asked."""

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class ChangesItsTools(SoundRuntime):
    """Lists another description each time it is asked."""

    def __init__(self) -> None:
        self._asked = 0

    def tool(self, name: str, schema: JsonObject) -> JsonObject:
        """Count the listings in the description."""
        self._asked += 1
        return {**super().tool(name, schema), "description": f"{name}, described for the {self._asked}th time."}


MINIATURE = Miniature(ChangesItsTools, expected_probe="catalog_stable")
