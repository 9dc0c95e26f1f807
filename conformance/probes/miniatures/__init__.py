"""Small systems with exactly one fault each, and one without any: each proves a probe or a rule.

A check that claims to find a fault must find it here, and no other check may object. Each module lists its miniatures
in ``MINIATURES``, grouped by what they change. ``conformance.probes.miniatures:takes_null`` is a fresh system of that
name, so the source ``python:conformance.probes.miniatures:takes_null`` can be probed like any other.
"""

import functools
import sys
from collections.abc import Callable, Mapping
from typing import cast

from msgspec import Struct

from conformance import discovery
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.systems.runtime import Runtime


class Miniature(Struct, frozen=True):
    """One small system: its fault in one sentence, how to create a fresh one, and the check that must object.

    ``bites`` is the id of the probe that objects, ``breaks`` that of the rule on behaviour, ``returns`` that of the
    rule on what its calls return, and ``belies`` that of the rule on the receipts that it renders; the sound one has
    none.
    """

    name: str
    summary: str
    runtime: Callable[[], Runtime]
    bites: str | None = None
    breaks: str | None = None
    returns: str | None = None
    belies: str | None = None

    @property
    def source(self) -> str:
        """The source that names this miniature on the command line and in the configuration."""
        return f"python:{__name__}:{self.name}"


_SOUND = Miniature("sound", "Has no fault: no check may object to it.", SoundRuntime)


@functools.cache
def all_miniatures() -> Mapping[str, Miniature]:
    """Return every miniature by name, in alphabetical order."""
    groups = discovery.members(sys.modules[__name__], "MINIATURES", cast("type[tuple[Miniature, ...]]", tuple))
    found = [_SOUND, *(one for _, group, _ in groups for one in group)]
    return {one.name: one for one in sorted(found, key=lambda one: one.name)}


def __getattr__(name: str) -> Runtime:
    """Return a fresh system for the name of a miniature; raises ``AttributeError`` for other names."""
    if name.startswith("_") or name not in all_miniatures():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return all_miniatures()[name].runtime()
