"""Says of a document that is neither an inventory nor a list of tools what is wrong with it."""

from collections.abc import Mapping

from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.reader import Document
from conformance.documents.values import JsonValue, as_array, as_object, type_name
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats._kinds import DocumentKind

_WANTED = (
    "pass an MCP server's answer to `tools/list`, the tools of an OpenAI, Anthropic or Gemini request, or an inventory"
)


def unrecognised_error(document: Document, other: DocumentKind | None) -> ConformanceError:
    """Return the error for a document that no format claims; ``other`` is what it is instead, where that is known."""
    if other is not None:
        what = f"an array that begins with {other.noun}" if isinstance(document.value, list) else other.noun
        return _error(document, "", f"this is {what}, not a list of tools", other.help)
    for holder in ("", "/result"):
        holding = as_object(document.value) if not holder else as_object(as_object(document.value).get("result"))
        if "tools" in holding:
            return _tools_error(document, child(holder, "tools"), holding["tools"])
    if isinstance(document.value, list):
        return _entries_error(document, "", document.value)
    if isinstance(document.value, Mapping):
        return _error(document, "", "this is neither a list of tools nor an inventory: `tools` is missing", _WANTED)
    message = f"this is JSON of type {type_name(document.value)}, neither a list of tools nor an inventory"
    return _error(document, "", message, _WANTED)


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
