"""An inventory made of a list of tools, whose findings are reported in the terms of the list.

Pointers and lines are those of the files that were read, not of the inventory made from them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.location import Location
from conformance.documents.pointers import child, move, nearest, split
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.inventory.external import inventory_value, sanitise_tool
from conformance.inventory.formats._format import Listing, Translation
from conformance.inventory.model import BuiltInTool

_BUILT_IN = "built_in"
_CURSOR = "nextCursor"


class ReadList(Struct, frozen=True):
    """A document, the tools that it lists, how they are translated, and the scheme of the format that says so."""

    document: Document
    listing: Listing
    translation: Translation
    scheme: str


class ToolOrigin(Struct, frozen=True):
    """The entry of a list that a tool was made of: the document, the pointer in it, and how it was translated."""

    document: Document
    pointer: str
    entry: JsonValue
    translation: Translation

    def pointer_to(self, inside: str) -> str:
        """Return the pointer into the document for one into the tool, as far as there is something."""
        entry = as_object(self.entry)
        body = self.pointer + self.translation.body(entry)
        origins = {**self.translation.origins, **self.translation.entry_origins(entry)}
        return nearest(self.document.value, body + move(inside, origins))


class ListDocument(Document, frozen=True, kw_only=True):
    """An inventory made of lists of tools; ``text`` is that of the first list."""

    first: Document
    """The list to which findings without a tool belong."""
    origins: Sequence[ToolOrigin]
    """For each tool of the inventory, where it was read."""
    statements: Mapping[str, str]
    """What of ``source_of_truth`` the first list states: pointers into the list by those into the inventory."""
    scheme: str
    """The scheme of the format of the first list."""
    built_in: Sequence[BuiltInTool] = ()
    """The provider's own tools that the lists name, which have no schema of the caller's."""
    built_in_origins: Sequence[ToolOrigin] = ()
    """For each of them, where it was read."""

    @property
    def has_lines(self) -> bool:
        """Say whether the lists are files."""
        return self.first.has_lines

    @property
    def files(self) -> Sequence[Document]:
        """The lists that were read, each once, in their order."""
        documents = {id(one): one for one in (self.first, *(origin.document for origin in self.origins))}
        return list(documents.values())

    def source_pointer(self, pointer: str) -> str:
        """Return the pointer into the list that a tool was read from, to the nearest value that exists there."""
        return self.origin_of(pointer)[1]

    def locate(self, pointers: Iterable[str]) -> dict[str, Location]:
        """Return the locations in the files of the lists."""
        sources = {pointer: self.origin_of(pointer) for pointer in pointers}
        wanted: dict[int, list[str]] = {}
        for document, own in sources.values():
            wanted.setdefault(id(document), []).append(own)
        documents = {id(document): document for document, _ in sources.values()}
        found = {key: documents[key].locate(own) for key, own in wanted.items()}  # one pass per file
        return {pointer: found[id(document)][own] for pointer, (document, own) in sources.items()}

    def origin_of(self, pointer: str) -> tuple[Document, str]:
        """Return the list that a tool was read from, and the pointer there to the nearest existing value."""
        tokens = split(pointer)
        origins = {"tools": self.origins, _BUILT_IN: self.built_in_origins}.get(tokens[0] if tokens else "")
        if origins is None or len(tokens) < 2 or not tokens[1].isdigit():
            return self.first, self.statements.get(pointer, "")
        origin = origins[int(tokens[1])]
        return origin.document, origin.pointer_to(child("", *tokens[2:]))


def list_document(name: str, source: str, lists: Sequence[ReadList]) -> ListDocument:
    """Return the inventory of lists of tools, which ``source`` names as where the definitions are."""
    first, translation = lists[0].document, lists[0].translation
    entries = [(origin, _tool(origin)) for one in lists for origin in _origins(one)]
    made = [(origin, tool) for origin, tool in entries if tool is not None]
    own = [origin for origin, tool in entries if tool is None]
    stated = as_object(first.value)
    kept = {own: theirs for own, theirs in translation.statements.items() if stated.get(theirs) is not None}
    value = inventory_value(
        [sanitise_tool(index, tool, _object_entry(origin.entry)) for index, (origin, tool) in enumerate(made)],
        source,
        translation.input_schemas,
        {own: stated[theirs] for own, theirs in kept.items()},
    )
    statements = {child("", "source_of_truth", own): child("", theirs) for own, theirs in kept.items()}
    origins = [origin for origin, _ in made]
    return ListDocument(
        name,
        first.text,
        value,
        first=first,
        origins=origins,
        statements=statements,
        scheme=lists[0].scheme,
        built_in=[_provider_tool(index, _object_entry(origin.entry)) for index, origin in enumerate(own)],
        built_in_origins=own,
    )


def _provider_tool(index: int, entry: JsonObject) -> BuiltInTool:
    """Return a provider's own tool, by its type or by the member that stands for it, as ``googleSearch`` does."""
    type_ = as_text(entry.get("type"))
    shown = type_ or next(iter(entry), "unnamed")
    label = as_text(entry.get("server_label")) or as_text(entry.get("mcp_server_name")) or ""
    stated = as_object(entry.get(shown)) if type_ is None else entry
    return BuiltInTool(shown, label, child("", _BUILT_IN, index), stated)


def _origins(read: ReadList) -> list[ToolOrigin]:
    return [ToolOrigin(read.document, pointer, entry, read.translation) for pointer, entry in read.listing.entries]


def _tool(origin: ToolOrigin) -> JsonObject | None:
    return origin.translation.tool(_object_entry(origin.entry))


def _object_entry(entry: JsonValue) -> JsonObject:
    """Return the entry as an object; any other value is taken as the name of a tool."""
    return entry if isinstance(entry, Mapping) else {"name": entry}


def page_notes(document: Document | None, done: str) -> Iterator[str]:
    """Yield what the cursors of a list say of tools that were not read; ``done`` is what was done with the others.

    Of several files, one without a cursor is the last page. A cursor is a text by the specification of MCP.
    """
    pages = document.files if isinstance(document, ListDocument) else ()
    cursors = [_cursor_of(one.value) for one in pages]
    if any(one is not None and not isinstance(one, str) for one in cursors):
        yield f"`{_CURSOR}` of the list is not a string: clients refuse the list, and a next page was not {done}"
    elif cursors and all(cursors):
        yield f"the list has another page, as `{_CURSOR}` says, whose tools were not {done}"


def _cursor_of(answer: JsonValue) -> JsonValue:
    members = as_object(answer)
    holder = members if _CURSOR in members else as_object(members.get("result"))
    return holder.get(_CURSOR)
