"""The subject of a command: what was passed, the configured inventory, or the embedded reference contract."""

from collections.abc import Sequence
from filecmp import cmp
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.context import surroundings_of
from conformance.commands.named_sources import add_missing_sources
from conformance.display import code_text, escape_text, list_codes
from conformance.documents.location import is_present, real_path, short_path
from conformance.documents.packaged import INVENTORY_FILE, embedded_inventory
from conformance.documents.reader import Document, parse
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, load_inventory
from conformance.inventory.formats import load_any, read_any, to_inventory
from conformance.inventory.provenance import Provenance, provenance_of
from conformance.settings.faults import blame_key
from conformance.settings.repository import Config
from conformance.systems.runtime import Opening
from conformance.systems.sources import REFERENCE, Source, source_document
from conformance.systems.surface import Surface
from conformance.systems.surface.context import Surroundings

REFERENCE_NAME = "embedded reference contract"
"""What reports call the tools that are checked where the user has none, and that look like those of a file here."""
STANDARD_INPUT = "standard input"
"""What messages call a list that was piped in."""


class CheckSubject(Struct, frozen=True):
    """A Surface, the document of its inventory, and why it was chosen."""

    surface: Surface
    document: Document
    chosen_because: str
    is_configured: bool = True
    """Whether this is the inventory that the configuration is about, so that its ignores must match something here."""

    @property
    def provenance(self) -> Provenance:
        """What the inventory was made of, and the profile that fits it."""
        return provenance_of(self.document)


def subject_of(named: Path | None, config: Config) -> CheckSubject:
    """Return what to check; raises ``ConformanceError`` if it cannot be read.

    Configured guidance and docs belong to the configured inventory, not to another one that is passed.
    """
    own = named is None or config.inventory in (None, named.absolute())
    around = surroundings_of(config) if own else Surroundings()
    if named is not None:
        reject_source(named)
        return replace(_inventory_subject(named, "it was named", around), is_configured=own)
    if config.inventory is not None:
        because = f"{escape_text(str(short_path(config.file)))} names it" if config.file else "it is configured"
        with blame_key(config.file, "inventory"):
            if not real_path(config.inventory).exists():
                message = f"the inventory {code_text(str(short_path(config.inventory)), 200)} does not exist"
                hint = "write it with `conformance init --source SOURCE`, or name the file that has the tools"
                raise ConformanceError(ErrorKind.UNREADABLE, message, hint)
            return _inventory_subject(short_path(config.inventory), because, around)
    if (here := own_inventory()) is not None:
        return _inventory_subject(here, "it is in this folder", around)
    if (only := only_inventory(config)) is not None:
        return _inventory_subject(only, "`conformance_inventory` of pytest names it", around)
    return _reference_subject(around)


def reject_source(named: Path) -> None:
    """Raise ``ConformanceError`` for a running system where a file is wanted: asking it may have effects."""
    from conformance.systems.sources import is_source

    if not named.exists() and is_source(str(named)):
        message = f"{code_text(str(named), 200)} is a source, and this command reads a file"
        hint = f"write its inventory first: `conformance refresh {INVENTORY_FILE} --source ...`"
        raise ConformanceError(ErrorKind.USAGE, message, hint)


def own_inventory() -> Path | None:
    """Return the inventory of this folder under its usual name; ``None`` for the embedded one, or a copy of it."""
    here = Path(INVENTORY_FILE)
    try:
        is_own = is_present(here) and not cmp(here, embedded_inventory(), shallow=False)
    except OSError:
        return here  # whoever reads it says what is wrong with it
    return here if is_own else None


def inventories_of(config: Config) -> Sequence[Path]:
    """Return the inventories of a repository: the configured one, that of this folder, or those that pytest names.

    None is the case of one that has not set up its own. Raises ``ConformanceError`` where pytest names a pattern.
    """
    if config.inventory is not None:
        return (short_path(config.inventory),)
    if (here := own_inventory()) is not None:
        return (here,)
    from conformance.settings.inventory_names import (
        inventories_of_pytest,
        require_plain_path,
    )  # most have one of the above

    named = inventories_of_pytest(config)
    for path in named:
        require_plain_path(path)
    return [short_path(path) for path in named]


def only_inventory(config: Config) -> Path | None:
    """Return the inventory of a repository for a command that reads one; raises ``ConformanceError`` for several."""
    named = inventories_of(config)
    if len(named) > 1:
        message = f"`conformance_inventory` of pytest names several inventories, {list_codes(list(map(str, named)), 5)}"
        raise ConformanceError(ErrorKind.USAGE, message, "pass the one that is meant")
    return named[0] if named else None


def subject_of_source(source: Source, opening: Opening, config: Config) -> CheckSubject:
    """Return what a system lists as what to check; raises ``ConformanceError`` if it cannot be asked."""
    own = config.inventory is None and config.probe.source in (None, source.text)
    around = surroundings_of(config) if own else Surroundings()
    if source.text == REFERENCE:
        return _reference_subject(around)
    return _document_subject(source_document(source, opening), around, is_configured=own)


def subject_of_text(data: bytes) -> CheckSubject:
    """Return an inventory or a list of tools that was piped in; raises ``ConformanceError``."""
    return subject_of_document(to_inventory(parse(data, STANDARD_INPUT)))


def subject_of_document(document: Document) -> CheckSubject:
    """Return an inventory that is in no file as what to check; raises ``ConformanceError``."""
    return _document_subject(document, Surroundings(), is_configured=False)


def inventory_of(named: Path | None, config: Config) -> Inventory:
    """Return the inventory of ``subject_of`` alone: the results of the reference contract take time to make."""
    from conformance.systems.adapters.reference import reference_document

    if named is None and not inventories_of(config):
        return load_inventory(reference_document())
    return subject_of(named, config).surface.inventory


def declared_inventory(named: Path | None, config: Config) -> Inventory | None:
    """Return the inventory that is named or configured, the tools of several as one; ``None`` without any."""
    if named is not None or config.inventory is not None:
        return subject_of(named, config).surface.inventory
    paths = inventories_of(config)
    return join_inventories(paths) if paths else None


def join_inventories(paths: Sequence[Path]) -> Inventory:
    """Return the tools of one inventory or more as one; raises ``ConformanceError`` for one that cannot be read."""
    first, *others = (read_any(path)[0] for path in paths)
    return replace(first, tools=[*first.tools, *(tool for other in others for tool in other.tools)])


def _document_subject(document: Document, around: Surroundings, *, is_configured: bool) -> CheckSubject:
    surface = Surface(document.name, load_any(document), surroundings=around)
    return CheckSubject(surface, document, "it was named", is_configured)


def _inventory_subject(path: Path, because: str, around: Surroundings) -> CheckSubject:
    inventory, document = read_any(path)
    around = add_missing_sources(around, inventory, document, path)
    return CheckSubject(Surface(document.name, inventory, surroundings=around), document, because)


def _reference_subject(around: Surroundings) -> CheckSubject:
    from conformance.systems.adapters.reference import reference_document, reference_surface

    document = reference_document()
    because = "no inventory was passed or configured"
    # ignores are about the tools of a repository, which has named none of them yet
    surface = replace(reference_surface(), name=REFERENCE_NAME, surroundings=around)
    return CheckSubject(surface, document, because, is_configured=False)
