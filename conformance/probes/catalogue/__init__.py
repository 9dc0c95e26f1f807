"""The probes, one question in one file: the file name is the id, the docstring the question and why it is asked."""

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
    from conformance.probes.interview import Probe  # knowing the ids must not cost what asking costs
    from conformance.settings.checks import documented_checks

    return documented_checks(sys.modules[__name__], "PROBE", Probe)


def probe_ids() -> list[str]:
    """Return the ids of all probes without importing them."""
    return discovery.member_ids(sys.modules[__name__])
