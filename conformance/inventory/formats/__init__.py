"""The formats of tool lists, one module each, and the only place that decides which one a file has.

A format is recognised by the content of a document, never by its file name. Reading gives an inventory, and a document
that maps each part of it to its position in the file.
"""

import functools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path, PurePath

from msgspec.structs import replace

from conformance import discovery
from conformance.display import code_text, escape_text
from conformance.documents import reader
from conformance.documents.location import is_file_or_lost
from conformance.documents.reader import Document
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats._document import ListDocument, ReadList, list_document, page_notes
from conformance.inventory.formats._format import Claim, Format, Listing, Translation, listing_of
from conformance.inventory.formats._kinds import (
    CALLBACK_MESSAGE,
    RECORDED_RESULT,
    DocumentKind,
    is_recorded_result,
    other_kind_of,
)
from conformance.inventory.formats._unrecognised import (
    launcher_of,
    misread_lists,
    program_error,
    unrecognised_error,
)
from conformance.inventory.load import load_any_inventory, load_inventory, load_listed_inventory
from conformance.inventory.model import Inventory

__all__ = [
    "CALLBACK_MESSAGE",
    "RECORDED_RESULT",
    "Claim",
    "DocumentKind",
    "Format",
    "ListDocument",
    "Listing",
    "Translation",
    "all_formats",
    "format_schemes",
    "is_listing_file",
    "is_recorded_result",
    "kind_of",
    "launcher_of",
    "list_below",
    "load_any",
    "load_to_compare",
    "page_notes",
    "program_error",
    "read_any",
    "read_document",
    "recognise",
    "scheme_of",
    "surely_other_format",
    "to_folder_inventory",
    "to_inventory",
]

_FILE_ENDINGS = (".json", ".snap")
# Files in sub-folders are only looked at to say that they are not read: few of them, and none that takes long.
_MOST_LOOKED_AT, _LARGEST_LOOKED_AT = 20, 1_000_000


def format_schemes() -> Sequence[str]:
    """Return the scheme of every format without importing one: its file name, with hyphens."""
    return [name.replace("_", "-") for name in discovery.member_ids(sys.modules[__name__])]


@functools.cache
def all_formats() -> Mapping[str, Format]:
    """Return every format by its scheme, in alphabetical order."""
    found = discovery.members(sys.modules[__name__], "FORMAT", Format)
    return {name.replace("_", "-"): format_ for name, format_, _ in found}


def recognise(value: JsonValue) -> str:
    """Return the scheme of the format that a JSON value is written in; the first wins a tie."""
    return _best_claim(value)[0]


def scheme_of(document: Document) -> str:
    """Return the scheme of the format of a document; raises ``ConformanceError`` that says what it is instead."""
    scheme, claim = _best_claim(document.value)
    other = other_kind_of(document.value)
    if claim <= Claim.FALLBACK or (other is not None and claim is not Claim.DECLARED):
        raise unrecognised_error(document, other)
    return scheme


def kind_of(value: JsonValue) -> DocumentKind | None:
    """Return what a JSON document is, whether it lists tools or not; ``None`` where nothing tells."""
    other = other_kind_of(value)
    if other is not None:
        return other
    scheme, claim = _best_claim(value)
    if claim < Claim.LIKELY:
        return None
    is_inventory = all_formats()[scheme].translation is None
    noun = "an inventory" if is_inventory else "a list of tools"
    return DocumentKind(noun, "check it with `conformance check`", lambda _members: True, is_judged=True)


def surely_other_format(value: JsonValue, scheme: str) -> str | None:
    """Return the scheme of the format that a document surely has instead of the named one, ``None`` where it may be."""
    actual, claim = _best_claim(value)
    own = all_formats()[scheme].claim(listing_of(value))
    return actual if claim >= Claim.LIKELY and own < claim else None


def _best_claim(value: JsonValue) -> tuple[str, Claim]:
    listing = listing_of(value)
    claims = ((scheme, format_.claim(listing)) for scheme, format_ in all_formats().items())
    return max(claims, key=lambda one: one[1])


def to_inventory(document: Document, scheme: str | None = None, source: str | None = None) -> Document:
    """Return a document as an inventory: as it is where it is one, else a ``ListDocument``.

    Its content says which format it has, unless ``scheme`` does. ``source`` is what the inventory names as where its
    definitions are; by default it is the name of the document. Raises ``ConformanceError`` for a document of no format.
    """
    read = _read_list(document, scheme or scheme_of(document))
    return document if read is None else list_document(document.name, source or document.name, [read])


def read_document(
    path: Path, name: str | None = None, source: str | None = None, read: Callable[..., Document] = reader.read
) -> Document:
    """Read a file, or a folder with one tool or one list per file, as an inventory.

    ``name`` is what messages call it, ``source`` what the inventory names as where its definitions are; ``read`` gets
    the document of each file. Raises ``ConformanceError`` when it can't be read or is a program, if no file of a folder
    lists tools, or if one has tools where nobody reads them.
    """
    if path.is_file() and (fault := program_error(path, name or str(path))):
        raise fault
    if not path.is_dir():
        return to_inventory(read(path, name), source=source)
    documents = [read(file) for file in sorted(path.iterdir()) if is_listing_file(file) and is_file_or_lost(file)]
    for document in documents:
        _require_read_tools(document)
    found = to_folder_inventory(documents, name or escape_text(str(path)), source)
    if found is None:
        hint = "pass an inventory, a tool list, or a folder of tool lists"
        if below := list_below(path):
            hint = f"sub-folders are not read: pass {code_text(str(below.parent), 200)}"
        raise ConformanceError(ErrorKind.UNREADABLE, f"{code_text(str(path), 200)} contains no file with tools", hint)
    return found


def list_below(folder: Path) -> Path | None:
    """Return a file in a sub-folder that surely lists tools, which is not read with the folder; looks at few files."""
    hidden = (".", "node_modules")
    try:
        inner = [one for one in sorted(folder.iterdir()) if one.is_dir() and not one.name.startswith(hidden)]
        files = (file for one in inner for file in sorted(one.iterdir()) if is_listing_file(file) and file.is_file())
        return next((file for file in islice(files, _MOST_LOOKED_AT) if _is_surely_list(file)), None)
    except OSError:  # nothing is known of a folder that cannot be listed
        return None


def _is_surely_list(file: Path) -> bool:
    try:
        value = reader.read(file).value if file.stat().st_size < _LARGEST_LOOKED_AT else None
    except ConformanceError:
        return False
    return other_kind_of(value) is None and _best_claim(value)[1] >= Claim.LIKELY


def is_listing_file(path: PurePath) -> bool:
    """Say whether a file of a folder is read as a tool list: by the ending of its name, in any case."""
    return path.suffix.lower() in _FILE_ENDINGS


def _require_read_tools(document: Document) -> None:
    """Raise ``ConformanceError`` for a file of a folder that surely lists tools, but not in an array called `tools`."""
    if _best_claim(document.value)[1] > Claim.FALLBACK or other_kind_of(document.value) is not None:
        return
    for _, _, entries in misread_lists(document.value):
        if _best_claim(entries)[1] >= Claim.LIKELY:
            raise unrecognised_error(document, None)


def to_folder_inventory(documents: Iterable[Document], name: str, source: str | None = None) -> Document | None:
    """Return the tools of the files of a folder as one inventory, ``None`` if none of them lists any."""
    lists = [found for one in documents if (found := _read_list(one, recognise(one.value))) is not None]
    return list_document(name, source or name, lists) if lists else None


def read_any(path: Path, name: str | None = None) -> tuple[Inventory, Document]:
    """Read a file or folder in any format, for rules to check; raises ``ConformanceError``.

    A schema with an external reference makes an inventory unreadable; in the list of another system a rule reports it.
    """
    document = read_document(path, name)
    return load_any(document), document


def load_any(document: Document) -> Inventory:
    """Return the inventory in a document of any format, for rules to check; raises ``ConformanceError``."""
    is_foreign = isinstance(document, ListDocument) or not document.has_lines
    return _add_built_in(load_listed_inventory(document) if is_foreign else load_inventory(document), document)


def load_to_compare(document: Document) -> Inventory:
    """Return the inventory in a document, even one with schemas that must not be evaluated."""
    return _add_built_in(load_any_inventory(document), document)


def _add_built_in(inventory: Inventory, document: Document) -> Inventory:
    return replace(inventory, built_in=document.built_in) if isinstance(document, ListDocument) else inventory


def _read_list(document: Document, scheme: str) -> ReadList | None:
    """Return the listed tools, ``None`` for an inventory; empty for a document that is neither a list nor a tool."""
    format_ = all_formats()[scheme]
    if format_.translation is None:
        return None
    listing = listing_of(document.value)
    is_readable = listing.is_list or format_.claim(listing) is not Claim.NONE
    readable = listing if is_readable else Listing(listing.members, [])
    return ReadList(document, format_.translation.expand(readable), format_.translation, scheme)
