"""The subject of a command: the inventory that was passed, the configured one, or the embedded reference."""

from dataclasses import dataclass, replace
from pathlib import Path

from conformance.commands.context import surroundings_of
from conformance.display import escape_text
from conformance.documents.location import short_path
from conformance.documents.packaged import embedded_inventory
from conformance.documents.reader import Document
from conformance.documents.values import as_text
from conformance.inventory import Inventory, read_inventory
from conformance.inventory.formats import read_any
from conformance.inventory.model import REVISION_KEY
from conformance.settings.faults import blame_key
from conformance.settings.repository import Config
from conformance.systems.surface import Surface
from conformance.systems.surface.context import Surroundings


@dataclass(frozen=True, slots=True)
class CheckSubject:
    """A Surface, the document of its inventory, and why it was chosen."""

    surface: Surface
    document: Document
    chosen_because: str
    is_configured: bool = True
    """Whether this is the inventory that the configuration is about, so that its ignores must match something here."""

    @property
    def revision(self) -> str | None:
        """The revision of its protocol that a tool list names."""
        return as_text(self.surface.inventory.source_of_truth.get(REVISION_KEY))


def subject_of(named: Path | None, config: Config) -> CheckSubject:
    """Return what to check; raises ``ConformanceError`` if it cannot be read.

    Configured guidance and docs belong to the configured inventory, not to another one that is passed.
    """
    own = named is None or config.inventory in (None, named.absolute())
    around = surroundings_of(config) if own else Surroundings()
    if named is not None:
        return replace(_inventory_subject(named, "it was named", around), is_configured=own)
    if config.inventory is not None:
        because = f"{escape_text(str(short_path(config.file)))} names it" if config.file else "it is configured"
        with blame_key(config.file, "inventory"):
            return _inventory_subject(short_path(config.inventory), because, around)
    return _reference_subject(around)


def inventory_of(named: Path | None, config: Config) -> Inventory:
    """Return the inventory of ``subject_of`` alone: the results of the reference contract take time to make."""
    if named is None and config.inventory is None:
        return read_inventory(embedded_inventory())[0]
    return subject_of(named, config).surface.inventory


def _inventory_subject(path: Path, because: str, around: Surroundings) -> CheckSubject:
    inventory, document = read_any(path)
    return CheckSubject(Surface(document.name, inventory, surroundings=around), document, because)


def _reference_subject(around: Surroundings) -> CheckSubject:
    from conformance.systems.adapters.reference import reference_surface

    inventory, document = read_inventory(embedded_inventory())
    surface = reference_surface()
    because = "no inventory was passed or configured, so this is the embedded reference contract"
    # ignores are about the tools of a repository, which has named none of them yet
    surface = replace(surface, inventory=inventory, surroundings=around)
    return CheckSubject(surface, document, because, is_configured=False)
