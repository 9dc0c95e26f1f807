"""The probes, one question in one file: the file name is the id, the docstring the question and why it is asked."""

import functools
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from conformance import discovery

if TYPE_CHECKING:
    from conformance.probes.interview import Probe


@functools.cache
def all_probes() -> "Mapping[str, Probe]":
    """Return every probe by id, in alphabetical order."""
    from conformance.probes.interview import Probe  # knowing the ids must not cost what asking costs

    found = discovery.members(sys.modules[__name__], "PROBE", Probe)
    return {probe_id: _attach_docs(probe_id, probe, doc) for probe_id, probe, doc in found}


def probe_ids() -> list[str]:
    """Return the ids of all probes without importing them."""
    return discovery.member_ids(sys.modules[__name__])


def _attach_docs(probe_id: str, probe: "Probe", doc: str) -> "Probe":
    question, _, why = doc.strip().partition("\n\n")
    return replace(probe, id=probe_id, question=" ".join(question.split()), why=why.strip())
