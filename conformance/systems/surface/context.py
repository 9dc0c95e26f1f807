"""The surroundings of an inventory that mention the same tools: guidance, docs, an earlier inventory, catalogs."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from conformance.documents.markdown import GuidanceFile
from conformance.inventory import Inventory


class Surroundings(Struct, frozen=True):
    """Texts and lists about the tools of an inventory.

    ``guidance`` steers the model, ``docs`` list the tools for people, ``earlier`` is a previously published inventory,
    and ``catalogs`` are the names of the tools that a runtime offers in a turn, by the provenance of the turn.
    """

    guidance: Sequence[GuidanceFile] = ()
    docs: Sequence[GuidanceFile] = ()
    earlier: Inventory | None = None
    catalogs: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    missing_sources: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """The paths that each key of ``source_of_truth`` names and the repository of the inventory does not have."""
