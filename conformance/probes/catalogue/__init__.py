"""The probes, one per file: the file name is the id, the docstring states the question and why it is asked."""

import functools
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from conformance import discovery

if TYPE_CHECKING:
    from conformance.probes.interview import Probe


@functools.cache
def all_probes() -> "Mapping[str, Probe]":
    """Return every probe by id, in alphabetical order."""
    # imported here, as listing the ids must not cost the import of everything that probes need
    from conformance.probes.interview import Probe
    from conformance.settings.checks import documented_checks

    return documented_checks(sys.modules[__name__], "PROBE", Probe)


def probe_ids() -> list[str]:
    """Return the ids of all probes without importing them."""
    return discovery.member_ids(sys.modules[__name__])
