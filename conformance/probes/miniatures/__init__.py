"""Small systems that are wrong in exactly one way, one in one file, and one that is right in every way.

They prove checks: what is said to find a fault must find it here, and nothing else may. Each module declares
``MINIATURE``; ``MINIATURE.runtime()`` is a system under test, ``MINIATURE.bites`` the probe that must object to it, and
``MINIATURE.breaks`` the rule that must object to what it does with results.
"""

import functools
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from conformance import discovery
from conformance.systems.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Miniature:
    """One small system: how a fresh one is made, and the ids of what must object to it, ``None`` for none."""

    runtime: Callable[[], Runtime]
    expected_probe: str | None = None
    expected_rule: str | None = None
    name: str = ""
    summary: str = ""


@functools.cache
def all_miniatures() -> Mapping[str, Miniature]:
    """Return every miniature by name, in alphabetical order."""
    found = discovery.members(sys.modules[__name__], "MINIATURE", Miniature)
    return {name: replace(one, name=name, summary=doc.strip().partition("\n\n")[0]) for name, one, doc in found}
