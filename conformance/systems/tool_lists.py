"""A file, or a folder of files, that lists tools as a protocol or a provider does, read as an inventory.

What is found is told in the file's own terms: pointers and lines are those of the list, not of the inventory made
from it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from conformance.display import quote_text
from conformance.documents import reader
from conformance.documents.location import Location
from conformance.documents.pointers import child, split
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, stable_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.model import REVISION_KEY
from conformance.systems.adapters.anthropic_tools import anthropic_inventory
from conformance.systems.adapters.mcp_tools import mcp_inventory
from conformance.systems.adapters.openai_tools import openai_inventory
from conformance.systems.sources import scheme_of

FILE_ENDINGS = (".json", ".snap")
"""What is read of a folder."""

_MAKERS = {"mcp-tools": mcp_inventory, "openai": openai_inventory, "anthropic": anthropic_inventory}
_SCHEMA_KEYS = {"mcp-tools": "inputSchema", "openai": "parameters", "anthropic": "input_schema"}
_INVENTORY_KEYS = {"source_of_truth", "stability_policy"}
_RESULT = ["result_envelope", "success_result_schema"]
_RESULT_KEYS = {"mcp-tools": "outputSchema", "openai": "output_schema"}


@dataclass(frozen=True)
class ToolListDocument(Document):
    """An inventory made of a tool list: its places are those of the list."""

    origins: Sequence[tuple[Document, str]] = ()
    """For each tool of the inventory, the document and the pointer that it was read from."""
    scheme: str = ""
    revision: str | None = None
    """The revision of the protocol that the list says it was spoken in."""
    fallback: Document = field(default_factory=lambda: Document("", "null", None))

    def source_pointer(self, pointer: str) -> str:
        """Return the pointer into the list."""
        return self._origin(pointer)[1]

    def locate(self, pointers: Iterable[str]) -> dict[str, Location]:
        """Return the places in the files of the list."""
        asked = {pointer: self._origin(pointer) for pointer in pointers}
        wanted: dict[int, list[str]] = {}
        for document, own in asked.values():
            wanted.setdefault(id(document), []).append(own)
        documents = {id(document): document for document, _ in asked.values()}
        places = {key: documents[key].locate(own) for key, own in wanted.items()}  # one pass for all of a file
        return {pointer: places[id(document)][own] for pointer, (document, own) in asked.items()}

    def _origin(self, pointer: str) -> tuple[Document, str]:
        tokens = split(pointer)
        if tokens == ["source_of_truth", REVISION_KEY]:
            return self.fallback, "/protocolVersion"
        if len(tokens) < 2 or tokens[0] != "tools" or not tokens[1].isdigit():
            return self.fallback, ""
        document, tool = self.origins[int(tokens[1])]
        return document, child(tool, *self._source_tokens(tokens[2:], document, tool))

    def _source_tokens(self, inside: list[str], document: Document, tool: str) -> list[str]:
        held = _resolve_object(document.value, tool)
        wrapped = ["function"] if "function" in held else []
        if inside[:1] == ["input_schema"]:
            return [*wrapped, _SCHEMA_KEYS[self.scheme], *inside[1:]]
        if inside[:2] == _RESULT:
            return [*wrapped, _RESULT_KEYS.get(self.scheme, ""), *inside[2:]]
        return [*wrapped, *inside]


def is_tool_list(value: JsonValue) -> bool:
    """Say whether a JSON value lists tools in another format than the inventory's."""
    return _scheme_of(value) in _MAKERS


def _scheme_of(value: JsonValue) -> str:
    """The scheme of a list; one without a tool is a server's answer, and no inventory, which has a version."""
    members = as_object(value)
    listed = members.get("tools", as_object(members.get("result")).get("tools"))
    is_empty = isinstance(listed, list) and not listed
    if is_empty and "version" not in members:
        return "mcp-tools"
    is_inventory = not _INVENTORY_KEYS.isdisjoint(members)
    return scheme_of(value) if _tool_pointers(value) and not is_inventory else "inventory"


def inventory_from_list(document: Document) -> Document:
    """Return the inventory of one tool list."""
    return _build_document(document.name, [document], document)


def inventory_from_folder(folder: Path) -> Document:
    """Return the inventory of a folder with one tool, or one list, per file; raises ``ConformanceError`` for none."""
    files = sorted(file for file in folder.iterdir() if file.suffix in FILE_ENDINGS and file.is_file())
    read = [reader.read(file) for file in files]
    lists = [document for document in read if is_tool_list(document.value)]
    if not lists:
        raise ConformanceError(
            ErrorKind.UNREADABLE,
            f"{quote_text(str(folder), 200)} holds no file with tools",
            "name an inventory, a tool list, or a folder of tool lists",
        )
    return _build_document(str(folder), lists, lists[0])


def _build_document(name: str, lists: Sequence[Document], fallback: Document) -> Document:
    scheme = _scheme_of(lists[0].value)
    origins = [(document, pointer) for document in lists for pointer in _tool_pointers(document.value)]
    raw = [_resolve_object(document.value, pointer) for document, pointer in origins]
    values = [
        (origin, tools)
        for origin, tool in zip(origins, raw, strict=True)
        if (tools := _inventory_tool(scheme, tool, name))
    ]
    stated = {REVISION_KEY: as_object(fallback.value).get("protocolVersion")}
    revision = as_text(stated[REVISION_KEY])
    made = _MAKERS[scheme]([], name)
    source = {**as_object(made["source_of_truth"]), **(stated if stated[REVISION_KEY] is not None else {})}
    value = {**made, "source_of_truth": source, "tools": [tool for _, tool in values]}
    return ToolListDocument(
        name, stable_text(value), value, [origin for origin, _ in values], scheme, revision, fallback
    )


def _inventory_tool(scheme: str, tool: JsonObject, name: str) -> JsonObject | None:
    """The inventory's form of one tool; none for a hosted one, which has no schema of the caller's."""
    made = as_array(_MAKERS[scheme]([tool], name).get("tools"))
    return as_object(made[0]) if made else None


def _tool_pointers(value: JsonValue, pointer: str = "") -> list[str]:
    """The pointers of the tools that a list holds."""
    members = as_object(value)
    if isinstance(value, list):
        return [child(pointer, index) for index, tool in enumerate(value) if isinstance(tool, Mapping)]
    if "tools" in members:
        return _tool_pointers(members["tools"], child(pointer, "tools"))
    if isinstance(members.get("result"), Mapping) and "tools" in as_object(members["result"]):
        return _tool_pointers(members["result"], child(pointer, "result"))
    return [pointer]


def _resolve_object(value: JsonValue, pointer: str) -> JsonObject:
    for token in split(pointer):
        value = as_array(value)[int(token)] if isinstance(value, list) else as_object(value).get(token)
    return as_object(value)
