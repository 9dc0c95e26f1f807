"""A list of tools in a file or a Python module, which can be described but not called.

The scheme is the format of the list: ``anthropic:tools.json``, ``openai:module:TOOLS``,
``mcp-tools:tools.json``, ``inventory:model-tool-schema-inventory.json``.
"""

from collections.abc import Sequence

from conformance.display import code_text
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, as_array, as_object, as_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import load_inventory
from conformance.inventory.formats import (
    ListDocument,
    all_formats,
    format_schemes,
    scheme_of,
    surely_other_format,
    to_inventory,
)
from conformance.inventory.provenance import Provenance, provenance_of
from conformance.systems.adapters._loading import document_or_attribute, portable_path
from conformance.systems.runtime import Adapter, NoCall, Opening, Runtime, SilentRuntime

_LISTED = NoCall(
    "it is only listed: there is nothing to call in a file", "probe the system that runs the tools: `--source SOURCE`"
)


class ListRuntime(SilentRuntime):
    """Describes its inventory and lacks every other operation."""

    def __init__(self, inventory: JsonObject) -> None:
        self._inventory = inventory

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return self._inventory

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of all tools."""
        return [as_text(as_object(tool).get("name")) or "" for tool in as_array(self._inventory.get("tools"))]

    def refusal_to_call(self, tool: str) -> NoCall:
        """Return why no tool is called: there is nothing behind a list."""
        return _LISTED


def open_list(text: str, opening: Opening) -> Runtime:
    """Read the list; raises ``ConformanceError`` when it cannot be read or is an invalid inventory."""
    document = read_list(text, opening)
    if not isinstance(document, ListDocument):
        _load_stated_inventory(text, document)
    return ListRuntime(as_object(document.value))


def _load_stated_inventory(text: str, document: Document) -> None:
    """Load what a scheme says is an inventory; raises ``ConformanceError``, which names the scheme of a list."""
    try:
        load_inventory(document)
    except ConformanceError:
        scheme = text.partition(":")[0]
        actual = _scheme_of(document)
        if actual in (None, scheme):
            raise
        raise _other_format_error(text, actual) from None


def _scheme_of(document: Document) -> str | None:
    try:
        return scheme_of(document)
    except ConformanceError:  # neither an inventory nor a list
        return None


def _other_format_error(text: str, actual: str) -> ConformanceError:
    """Return the error for a list that has another format than its scheme says."""
    scheme, _, rest = text.partition(":")
    message = f"{code_text(rest)} is {_noun(actual)}, not {_noun(scheme)}"
    return ConformanceError(ErrorKind.UNREADABLE, message, f"write {code_text(f'{actual}:{rest}', 300)}")


def _noun(scheme: str) -> str:
    format_ = all_formats()[scheme]
    return "an inventory" if format_.translation is None else f"a {format_.label}"


def read_list(text: str, opening: Opening) -> Document:
    """Return the list as an inventory that knows its places in the list; raises ``ConformanceError``."""
    scheme, _, rest = text.partition(":")
    source = f"{scheme}:{portable_path(rest, opening.base)}"
    document = document_or_attribute(rest, opening)
    read = to_inventory(document, scheme, source=source)
    # what another provider calls a function looks like a tool that the provider runs itself
    is_unread = isinstance(read, ListDocument) and read.built_in and not as_array(as_object(read.value).get("tools"))
    other = surely_other_format(document.value, scheme) if is_unread else None
    if other is not None:
        raise _other_format_error(text, other)
    return read


def _provenance(text: str, opening: Opening) -> Provenance:
    return provenance_of(read_list(text, opening))


ADAPTER = Adapter(schemes=tuple(format_schemes()), open=open_list, takes_scheme=True, provenance=_provenance)
