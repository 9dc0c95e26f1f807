"""Is right in every way: nothing may object to it."""

from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class Sound(SoundRuntime):
    """Is right in every way: nothing may object to it."""

    def close(self) -> None:
        """Have nothing to end."""


MINIATURE = Miniature(Sound, expected_probe=None)
