"""What stands around an inventory and speaks of the same tools: guidance, docs, an earlier inventory, catalogs of
turns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conformance.documents.markdown import GuidanceFile
from conformance.inventory import Inventory


@dataclass(frozen=True, slots=True)
class Surroundings:
    """``guidance`` steers the model, ``docs`` list the tools for people, ``earlier`` was published before.

    ``catalogs`` are the names that a runtime offers in a turn, by the turn's provenance.
    """

    guidance: Sequence[GuidanceFile] = ()
    docs: Sequence[GuidanceFile] = ()
    earlier: Inventory | None = None
    catalogs: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
