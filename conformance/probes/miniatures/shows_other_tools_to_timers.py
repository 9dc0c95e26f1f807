"""Hides a tool from turns that a timer started."""

from collections.abc import Sequence

from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SoundRuntime


class ShowsOtherToolsToTimers(SoundRuntime):
    """Hides a tool from turns that a timer started."""

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Trust timers less."""
        names = super().catalog(provenance, profile)
        return [name for name in names if name != "ExecCommand"] if provenance == "timer" else names


MINIATURE = Miniature(ShowsOtherToolsToTimers, expected_probe="catalog_stable")
