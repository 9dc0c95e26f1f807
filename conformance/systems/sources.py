"""A source string chooses the adapter: ``mcp-stdio:"npx -y server"``, ``python:module:name``, a file, an address.

A file is known by its content, as ``inventory.formats`` recognises it; recorded results by the ending of their name.
"""

import functools
import json
import sys
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from conformance import discovery
from conformance.display import quote_text
from conformance.documents import reader
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, equal
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.inventory.formats import all_formats, format_schemes, recognise
from conformance.inventory.load import load_any_inventory
from conformance.names import closest_match
from conformance.schema.limits import refusal_of
from conformance.systems import adapters as _package
from conformance.systems.runtime import Adapter, Opening, Runtime, UnsupportedError

SUPPORT = frozenset(("behaviour", "environment", "refusals", "sources", "spec", "wire"))
"""Modules beside the adapters that declare none."""

_DESCRIPTION_NAME = "what the system describes"
REFERENCE = "reference"
"""The one source that is a scheme alone: there is one reference contract."""

_SCHEMES = {
    REFERENCE: "reference",
    "command": "command",
    "http": "http",
    "https": "http",
    "python": "python_object",
    "mcp-stdio": "mcp",
    "mcp-http": "mcp",
    "recorded": "recorded",
    **dict.fromkeys(format_schemes(), "tool_list"),
}
"""Which adapter a scheme belongs to, so that only that one is imported; a test compares it with what they declare."""


@dataclass(frozen=True, slots=True)
class Source:
    """A system that can be opened, more than once where its adapter allows it."""

    text: str
    adapter_id: str
    adapter: Adapter
    scheme: str
    rest: str

    @property
    def profile(self) -> str | None:
        """The profile that fits such a system, ``None`` for the default one."""
        listed = all_formats().get(self.scheme)
        return listed.profile if listed else self.adapter.profile

    def open(self, opening: Opening) -> Runtime:
        """Open the system; raises ``ConformanceError`` when it can't be reached."""
        return self.adapter.open(f"{self.scheme}:{self.rest}" if self.adapter.takes_scheme else self.rest, opening)


def describe_twice(source: Source, opening: Opening) -> tuple[JsonObject, list[str]]:
    """Return the inventory of a system, and the names of the tools that differ when it is asked again.

    Raises ``ConformanceError`` when it can't be reached, or describes nothing.
    """
    runtime = source.open(opening)
    try:
        inventory, again = runtime.describe(), runtime.describe()
    except UnsupportedError:
        message = f"{quote_text(source.text)} does not describe its tools"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, "let it answer `describe`") from None
    finally:
        runtime.close()
    first, second = _tools_by_name(inventory), _tools_by_name(again)
    names = sorted(first.keys() | second.keys())
    return inventory, [name for name in names if not equal(first.get(name), second.get(name))]


def _tools_by_name(inventory: JsonObject) -> Mapping[str, JsonValue]:
    tools = enumerate(as_array(as_object(inventory).get("tools")))
    return {as_text(as_object(tool).get("name")) or str(index): tool for index, tool in tools}


@contextmanager
def open_runtimes(source: Source, opening: Opening, count: int) -> Generator[list[Runtime]]:
    """Open a source that many times, and close all of it in the end."""
    with ExitStack() as stack:
        runtimes: list[Runtime] = []
        for _ in range(count):
            runtime = source.open(opening)
            stack.callback(runtime.close)
            runtimes.append(runtime)
        yield runtimes


def inventory_of(runtime: Runtime) -> Inventory:
    """Return the promise of a runtime; raises ``ConformanceError`` when it makes none, or one that is none.

    A schema that must not be evaluated is left out of its tool, and stays in what the tool was read from.
    """
    try:
        value = runtime.describe()
    except UnsupportedError:
        hint = "let it answer `describe`; without its tools there is nothing to ask"
        raise ConformanceError(ErrorKind.UNSUPPORTED, "the system does not describe its tools", hint) from None
    inventory = load_any_inventory(to_document(value))
    return replace(inventory, tools=tuple(_drop_refused_schemas(tool) for tool in inventory.tools))


def to_document(value: JsonValue) -> Document:
    """Return what a system says of itself as a document; raises ``ConformanceError`` for what JSON can't hold."""
    try:
        return Document(_DESCRIPTION_NAME, json.dumps(value, allow_nan=False), value)
    except (TypeError, ValueError, RecursionError) as error:
        message = f"{_DESCRIPTION_NAME} is no JSON: {error}"
        raise ConformanceError(ErrorKind.UNREACHABLE, message, "describe the tools in JSON values") from None


def _drop_refused_schemas(tool: Tool) -> Tool:
    envelope = tool.result_envelope
    if envelope is not None and refusal_of(envelope.success_result_schema) is not None:
        tool = replace(tool, result_envelope=replace(envelope, success_result_schema=None))
    return tool if refusal_of(tool.input_schema) is None else replace(tool, input_schema=None)


def find_source(text: str, base: Path | None = None) -> Source:
    """Return the source that a text names, seen from ``base``; raises ``ConformanceError`` when it names none."""
    scheme, colon, rest = text.partition(":")
    if (colon or text == REFERENCE) and scheme in _SCHEMES and (scheme != REFERENCE or not rest):
        return _source(text, scheme, strip_quotes(rest))
    file = (base or Path.cwd()) / text
    if text.strip() and file.is_file():
        return _source(text, _scheme_of_file(file), text)
    raise _unknown_source_error(text, file)


def _unknown_source_error(text: str, file: Path) -> ConformanceError:
    """What is wrong with a source that names nothing: most likely a misspelt scheme, or a file that is missing."""
    scheme, colon, _ = text.partition(":")
    schemes = ", ".join(f"{name}:" for name in _SCHEMES if name != REFERENCE)
    known = f"name a file, or write one of {schemes}, {REFERENCE}"
    if not text.strip():
        return ConformanceError(ErrorKind.USAGE, "the source is empty", known)
    meant = closest_match(scheme, _SCHEMES)
    if meant and (colon or not file.suffix):
        cure = f"did you mean '{meant}'?" if meant == REFERENCE else f"did you mean '{meant}:'?"
        return ConformanceError(ErrorKind.USAGE, f"the source {quote_text(text)} names no known kind of system", cure)
    if file.is_dir():
        return ConformanceError(ErrorKind.USAGE, f"the source {quote_text(text)} is a folder", known)
    what = "names no known kind of system" if colon else "is no file that exists, and names no known kind of system"
    return ConformanceError(ErrorKind.USAGE, f"the source {quote_text(text)} {what}", known)


def strip_quotes(text: str) -> str:
    """Return the text without the quotes that enclose all of it."""
    stripped = text.strip()
    if len(stripped) > 1 and stripped[0] == stripped[-1] and stripped[0] in "\"'" and stripped[0] not in stripped[1:-1]:
        return stripped[1:-1]
    return stripped


def adapter_ids() -> list[str]:
    """Return the ids of all adapters without importing one."""
    return [name for name in discovery.member_ids(_package) if name not in SUPPORT]


@functools.cache
def all_adapters() -> Mapping[str, tuple[Adapter, str]]:
    """Return every adapter by id, with the docstring of its module."""
    return {name: discovery.member(_package, name, "ADAPTER", Adapter) for name in adapter_ids()}


def _source(text: str, scheme: str, rest: str) -> Source:
    adapter_id = _SCHEMES[scheme]
    adapter, _ = discovery.member(sys.modules[_package.__name__], adapter_id, "ADAPTER", Adapter)
    return Source(text, adapter_id, adapter, scheme, rest)


def _scheme_of_file(file: Path) -> str:
    if file.suffix in (".jsonl", ".ndjson"):
        return "recorded"
    return recognise(reader.read(file).value)
