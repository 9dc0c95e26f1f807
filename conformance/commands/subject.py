"""What a command works on: the inventory that was named, else the configured one, else the embedded reference."""

from dataclasses import dataclass, replace
from pathlib import Path

from conformance.commands.context import surroundings_of
from conformance.display import escape_text
from conformance.documents import reader
from conformance.documents.reader import Document
from conformance.inventory import load_inventory, load_listed_inventory, read_inventory
from conformance.settings.repository import Config
from conformance.systems.surface import Surface
from conformance.systems.surface.context import Surroundings


@dataclass(frozen=True, slots=True)
class CheckSubject:
    """A Surface, the document that its inventory was read from, and why this one was chosen."""

    surface: Surface
    document: Document
    chosen_because: str
    revision: str | None = None
    """The revision of its protocol that a tool list names."""


def subject_of(named: Path | None, config: Config) -> CheckSubject:
    """Return what to check; raises ``ConformanceError`` when it can't be read.

    What the configuration says of guidance and docs belongs to its own inventory, and to no other that is named.
    """
    own = named is None or config.inventory in (None, named.absolute())
    around = surroundings_of(config) if own else Surroundings()
    if named is not None:
        return _inventory_subject(named, "it was named", around)
    if config.inventory is not None:
        return _inventory_subject(_display_path(config.inventory), f"{escape_text(str(config.file))} names it", around)
    return _reference_subject(around)


def _display_path(path: Path) -> Path:
    """A path below the working folder reads better without the folder."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _inventory_subject(path: Path, because: str, around: Surroundings) -> CheckSubject:
    from conformance.systems import tool_lists

    document = tool_lists.inventory_from_folder(path) if path.is_dir() else reader.read(path)
    if not path.is_dir() and tool_lists.is_tool_list(document.value):
        document = tool_lists.inventory_from_list(document)
    if not isinstance(document, tool_lists.ToolListDocument):
        return CheckSubject(Surface(document.name, load_inventory(document), surroundings=around), document, because)
    surface = Surface(document.name, load_listed_inventory(document), surroundings=around)
    return CheckSubject(surface, document, because, document.revision)


def _reference_subject(around: Surroundings) -> CheckSubject:
    from conformance.documents.packaged import embedded_inventory
    from conformance.systems.adapters.reference import reference_surface

    inventory, document = read_inventory(embedded_inventory())
    surface = reference_surface()
    because = "no inventory was named or configured: this is the embedded reference contract"
    return CheckSubject(replace(surface, inventory=inventory, surroundings=around), document, because)
