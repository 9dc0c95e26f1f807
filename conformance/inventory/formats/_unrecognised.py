"""Says of a document that is neither an inventory nor a list of tools what is wrong with it."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from conformance.display import code_text, escape_text, quote_text
from conformance.documents.pointers import child
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, type_name
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats._kinds import DocumentKind
from conformance.names import closest_match

# What starts a program, by the ending of its name.
_LAUNCHERS = {".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node", ".ts": "npx tsx", ".sh": "sh"}
# What an entry of a list has beside its name.
_TOOL_MEMBERS = frozenset(("inputSchema", "input_schema", "parameters", "function"))
_WANTED = (
    "pass an MCP server's answer to `tools/list`, the tools of an OpenAI, Anthropic or Gemini request, or an inventory"
)


def unrecognised_error(document: Document, other: DocumentKind | None) -> ConformanceError:
    """Return the error for a document that no format claims; ``other`` is what it is instead, where that is known."""
    if other is not None:
        what = f"an array that begins with {other.noun}" if isinstance(document.value, list) else other.noun
        return _error(document, "", f"this is {what}, not a list of tools", other.help)
    for holder, holding in _holders(document.value):
        if "tools" in holding:
            return _tools_error(document, child(holder, "tools"), holding["tools"])
    for pointer, key, _ in misread_lists(document.value):
        message = f"{code_text(key)} is not read, so this lists no tools"
        return _error(document, pointer, message, "rename it to `tools`")
    if isinstance(document.value, list):
        return _entries_error(document, "", document.value)
    if (inner := _inner_list(document.value)) is not None:
        message = f"the tools are in {quote_text(inner)}, where they are not read"
        return _error(document, inner, message, "write that array to a file of its own, and pass the file")
    if isinstance(document.value, Mapping):
        return _error(document, "", "this is neither a list of tools nor an inventory: `tools` is missing", _WANTED)
    message = f"this is JSON of type {type_name(document.value)}, neither a list of tools nor an inventory"
    return _error(document, "", message, _WANTED)


def launcher_of(path: PurePath) -> str | None:
    """Return what starts a program, by the ending of its name; ``None`` for any other file."""
    return _LAUNCHERS.get(path.suffix)


def program_error(path: PurePath, name: str) -> ConformanceError | None:
    """Return the error for a program where a list of tools is wanted; ``None`` for any other file."""
    launcher = launcher_of(path)
    if launcher is None:
        return None
    hint = f'name the command that starts its server: mcp-stdio:"{launcher} {escape_text(path.name)}"'
    if launcher == "python":
        hint = f"{hint}; or its tools: python:{escape_text(path.stem)}:TOOLS"
    return ConformanceError(ErrorKind.UNREADABLE, f"{code_text(name, 200)} is a program, not a list of tools", hint)


def misread_lists(value: JsonValue) -> Iterator[tuple[str, str, list[JsonValue]]]:
    """Yield pointer, name and entries of what may be the tools of a document that no format reads.

    That is an array or object whose name is nearly `tools`, or an object of that name.
    """
    for holder, holding in _holders(value):
        for key, tools in holding.items():
            entries: list[JsonValue] = [*tools.values()] if isinstance(tools, Mapping) else [*as_array(tools)]
            if entries and closest_match(key, ("tools",)) is not None:
                yield child(holder, key), key, entries


def _inner_list(value: JsonValue) -> str | None:
    """Return the pointer of an array of tools that a document has as a member, or a member of it has."""
    outer = [(child("", key), inner) for key, inner in as_object(value).items()]
    inner = [(child(at, key), one) for at, held in outer for key, one in as_object(held).items()]
    return next((at for at, one in (*outer, *inner) if _lists_tools(one)), None)


def _lists_tools(value: JsonValue) -> bool:
    members = as_object(next(iter(as_array(value)), None))
    return not _TOOL_MEMBERS.isdisjoint(members) and ("name" in members or "function" in members)


def _holders(value: JsonValue) -> Iterator[tuple[str, JsonObject]]:
    """Yield the objects that may have the tools as a member: the document, and the result in a JSON-RPC answer."""
    members = as_object(value)
    yield "", members
    yield "/result", as_object(members.get("result"))


def _tools_error(document: Document, pointer: str, tools: JsonValue) -> ConformanceError:
    if isinstance(tools, list):
        return _entries_error(document, pointer, tools)
    hint = 'write an array: "tools": [{"name": ..., "inputSchema": {...}}]'
    if isinstance(tools, Mapping):
        hint = f"{hint}; the key of each member becomes its `name`"
    message = f"{quote_text(pointer)} must be an array of tools; found {type_name(tools)}"
    return _error(document, pointer, message, hint)


def _entries_error(document: Document, pointer: str, entries: JsonValue) -> ConformanceError:
    first = next(iter(as_array(entries)), None)
    if first is None:
        return _error(document, pointer, "this is an empty array, which lists no tools", _WANTED)
    at = child(pointer, 0)
    message = f"{quote_text(at)} must be a tool, an object; found {type_name(first)}"
    return _error(document, at, message, 'write each tool as {"name": ..., "inputSchema": {...}}')


def _error(document: Document, pointer: str, message: str, hint: str) -> ConformanceError:
    return ConformanceError(ErrorKind.UNREADABLE, message, hint, str(document.locate([pointer])[pointer]))
