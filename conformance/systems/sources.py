"""Finds the adapter for a source string: ``mcp-stdio:"npx -y server"``, ``python:module:name``, a file, an address.

A file is recognised by its content (see ``inventory.formats``), recorded results by the suffix of the file name.
"""

import re
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance import discovery
from conformance.display import code_text
from conformance.documents import reader
from conformance.documents.reader import Document, document_of
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, equal
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.inventory.described import described_document
from conformance.inventory.formats import all_formats, format_schemes, program_error, scheme_of
from conformance.inventory.load import load_any_inventory
from conformance.inventory.provenance import Provenance
from conformance.names import closest_match
from conformance.plugins import cache_members, clash_error, guard
from conformance.schema.limits import refusal_of
from conformance.settings.faults import blame_key
from conformance.systems import adapters as _package
from conformance.systems.adapters import tool_list
from conformance.systems.credentials import mask_source
from conformance.systems.environment import INSTALLERS
from conformance.systems.guarded_runtime import GuardedRuntime
from conformance.systems.runtime import Adapter, Opening, Runtime, UnsupportedError

SUPPORT = frozenset(("behaviour", "environment", "refusals", "sources", "spec", "wire"))
"""Modules next to the adapters that declare no adapter."""

_DESCRIPTION_NAME = "the answer to `describe`"
REFERENCE = "reference"
"""The only source without anything after the scheme: there is one reference contract."""

_LANGUAGES = ("python", "python3", "node", "deno", "bun", "tsx", "java", "dotnet", "go", "cargo", "ruby", "php")
_LAUNCHERS = INSTALLERS.union(_LANGUAGES)
# The suffixes of a program: a path with another one is rather a file with a misspelt name.
_PROGRAM_SUFFIXES = ("", ".py", ".sh", ".js", ".mjs", ".cjs", ".exe")
# A host with a port, such as `localhost:3000/mcp`: a scheme is never followed by digits.
_ADDRESS = re.compile(r"[A-Za-z0-9.-]+:\d+(?:/\S*)?")

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
"""The adapter of each scheme, to import only that one; a test compares this table with what the adapters declare."""


class Source(Struct, frozen=True):
    """A system that can be opened, several times at once where its adapter allows it."""

    text: str
    adapter_id: str
    adapter: Adapter
    scheme: str
    rest: str
    stated_in: Path | None = None
    """The configuration file that names it, to which an error that it cannot be opened then points."""

    @property
    def profile(self) -> str | None:
        """The profile for such a system, ``None`` for the default one."""
        listed = all_formats().get(self.scheme)
        return listed.profile if listed else self.adapter.profile

    @property
    def label(self) -> str:
        """The text for messages and reports, with its secrets masked."""
        return mask_source(self.text)

    @property
    def kind(self) -> str:
        """What such a system is, as a noun without its article."""
        listed = all_formats().get(self.scheme)
        return listed.label if listed else self.adapter.noun

    def provenance(self, opening: Opening) -> Provenance:
        """Return what the system is and the profile that fits it; raises ``ConformanceError`` if it cannot be read."""
        stated = self.adapter.provenance
        with blame_key(self.stated_in, "probe.source"):
            return Provenance(self.kind, self.profile) if stated is None else stated(self._address, opening)

    def open(self, opening: Opening) -> Runtime:
        """Open the system; raises ``ConformanceError`` when it cannot be reached."""
        with blame_key(self.stated_in, "probe.source"):
            return self.adapter.open(self._address, opening)

    @property
    def _address(self) -> str:
        return f"{self.scheme}:{self.rest}" if self.adapter.takes_scheme else self.rest


def describe_twice(source: Source, opening: Opening) -> tuple[JsonObject, list[str]]:
    """Return the inventory of a system, and the names of the tools that differ when it is asked twice.

    Tools that it lists in another order the second time are returned by name, which is the same each time.
    Raises ``ConformanceError`` when the system cannot be reached or does not describe its tools.
    """
    inventory, again = _describe(source, opening, 2)
    unstable = _differing_tools(inventory, again)
    first, second = (list(_tools_by_name(one)) for one in (inventory, again))
    if not unstable and first != second:
        tools = sorted(as_array(inventory.get("tools")), key=lambda tool: as_text(as_object(tool).get("name")) or "")
        inventory = {**inventory, "tools": tools}
    return inventory, unstable


def tools_changed_by_restart(source: Source, opening: Opening, inventory: JsonObject) -> list[str]:
    """Return the names of the tools that a new start of the system describes otherwise than ``inventory`` does.

    Raises ``ConformanceError`` when the system cannot be reached or does not describe its tools.
    """
    (again,) = _describe(source, opening, 1)
    return _differing_tools(inventory, again)


def _differing_tools(inventory: JsonObject, other: JsonObject) -> list[str]:
    first, second = _tools_by_name(inventory), _tools_by_name(other)
    return [name for name in sorted(first.keys() | second.keys()) if not equal(first.get(name), second.get(name))]


def source_document(source: Source, opening: Opening) -> Document:
    """Return what a source lists, as an inventory that rules can judge; raises ``ConformanceError``.

    A list in a file keeps its lines; what a running system describes has none.
    """
    if source.adapter is tool_list.ADAPTER:
        return tool_list.read_list(f"{source.scheme}:{source.rest}", opening)
    (inventory,) = _describe(source, opening, 1)
    return described_document(source.label, to_document(inventory).text, inventory)


def _describe(source: Source, opening: Opening, times: int) -> list[JsonObject]:
    runtime = source.open(opening)
    try:
        return [runtime.describe() for _ in range(times)]
    except UnsupportedError:
        message = f"{code_text(source.label)} does not describe its tools"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, "implement the operation `describe`") from None
    finally:
        runtime.close()


def _tools_by_name(inventory: JsonObject) -> Mapping[str, JsonValue]:
    tools = enumerate(as_array(as_object(inventory).get("tools")))
    return {as_text(as_object(tool).get("name")) or str(index): tool for index, tool in tools}


@contextmanager
def open_runtimes(source: Source, opening: Opening, count: int) -> Generator[list[Runtime]]:
    """Open a source ``count`` times, and close every runtime at the end."""
    with ExitStack() as stack:
        runtimes: list[Runtime] = []
        for _ in range(count):
            runtime = source.open(opening)
            stack.callback(runtime.close)
            runtimes.append(runtime)
        yield runtimes


def inventory_of(runtime: Runtime) -> Inventory:
    """Return the inventory of a runtime; raises ``ConformanceError`` when it has none or an invalid one.

    A schema that must not be evaluated is removed from its tool, but stays in the document that the tool was read from.
    """
    try:
        value = runtime.describe()
    except UnsupportedError:
        hint = "implement the operation `describe`; without a list of tools there is nothing to ask"
        raise ConformanceError(ErrorKind.UNSUPPORTED, "the system does not describe its tools", hint) from None
    inventory = load_any_inventory(to_document(value), shares_schemas=True)
    return replace(inventory, tools=tuple(_drop_refused_schemas(tool) for tool in inventory.tools))


def to_document(value: JsonValue) -> Document:
    """Return the description of a system as a document; raises ``ConformanceError`` when it is not a JSON value."""
    return document_of(value, _DESCRIPTION_NAME, ErrorKind.UNREACHABLE, "return only JSON values from `describe`")


def _drop_refused_schemas(tool: Tool) -> Tool:
    envelope = tool.result_envelope
    if envelope is not None and refusal_of(envelope.success_result_schema) is not None:
        tool = replace(tool, result_envelope=replace(envelope, success_result_schema=None))
    return tool if refusal_of(tool.input_schema) is None else replace(tool, input_schema=None)


@cache_members
def schemes() -> Mapping[str, str]:
    """Return the adapter of each scheme; raises ``ConformanceError`` for a plugin with the scheme of another one."""
    found = dict(_SCHEMES)
    for name, one in discovery.plugin_members(_package).items():
        for scheme in discovery.member(_package, name, "ADAPTER", Adapter)[0].schemes:
            if scheme in found:
                raise clash_error(one, f"adapter {code_text(found[scheme])}", f"scheme {code_text(scheme)}")
            found[scheme] = name
    return found


def is_source(text: str) -> bool:
    """Say whether a text names a kind of system and not a path."""
    scheme, colon, rest = text.partition(":")
    return (bool(colon) or text == REFERENCE) and scheme in schemes() and (scheme != REFERENCE or not rest)


def find_source(text: str, base: Path | None = None) -> Source:
    """Return the source for a text, with paths relative to ``base``; raises ``ConformanceError`` for an unknown one."""
    scheme, _, rest = text.partition(":")
    if is_source(text):
        return _source(text, scheme, strip_quotes(rest))
    file = (base or Path.cwd()) / text
    if text.strip() and file.is_file():
        return _source(text, _scheme_of_file(file, text), text)
    raise _unknown_source_error(text, file)


def _unknown_source_error(text: str, file: Path) -> ConformanceError:
    """The error for an unknown source: most likely a misspelled scheme or a missing file."""
    scheme, colon, rest = text.partition(":")
    label = mask_source(text)
    if guess := guess_source(text):
        hint = f"if it is an MCP server, write {code_text(mask_source(guess), 300)}"
        what = f"source {code_text(label)} does not say what kind of system it is"
        return ConformanceError(ErrorKind.USAGE, what, hint)
    written = ", ".join(f"{name}:" for name in schemes() if name != REFERENCE)
    known = f"name a file, or write one of {written}, {REFERENCE}"
    if not text.strip():
        return ConformanceError(ErrorKind.USAGE, "the source is empty", known)
    meant = closest_match(scheme, schemes()) or _transport_meant(scheme, rest)
    if meant and (colon or not file.suffix):
        hint = f"did you mean `{meant}{'' if meant == REFERENCE else ':'}`?"
        return ConformanceError(ErrorKind.USAGE, f"source {code_text(label)} is not a known kind of system", hint)
    if file.is_dir():
        return ConformanceError(ErrorKind.USAGE, f"source {code_text(label)} is a folder", known)
    what = "is not a known kind of system" if colon else "is neither an existing file nor a known kind of system"
    return ConformanceError(ErrorKind.USAGE, f"source {code_text(label)} {what}", known)


def _transport_meant(scheme: str, rest: str) -> str | None:
    """Return the scheme that has the given one as its first word and fits what follows: an address, or a command."""
    alike = [name for name in schemes() if name.startswith(f"{scheme}-")] if scheme else []
    return next((name for name in alike if name.endswith("http") == rest.startswith("http")), None)


def guess_source(text: str) -> str | None:
    """Return what was meant by a command line or an address without a scheme, ``None`` for anything else."""
    words = text.split()
    if _ADDRESS.fullmatch(text):
        return f"mcp-http:http://{text}"
    program = Path(words[0] if words else "")
    is_launched = len(words) > 1 and program.name in _LAUNCHERS
    if not is_launched and not (text.startswith("./") and program.suffix in _PROGRAM_SUFFIXES):
        return None
    quote = "'" if '"' in text else '"'
    return f"mcp-stdio:{quote}{text}{quote}"


def strip_quotes(text: str) -> str:
    """Return the text without enclosing quotes."""
    stripped = text.strip()
    if len(stripped) > 1 and stripped[0] == stripped[-1] and stripped[0] in "\"'" and stripped[0] not in stripped[1:-1]:
        return stripped[1:-1]
    return stripped


def adapter_ids() -> list[str]:
    """Return the ids of all adapters without importing one."""
    return [name for name in discovery.member_ids(_package) if name not in SUPPORT]


@cache_members
def all_adapters() -> Mapping[str, tuple[Adapter, str]]:
    """Return every adapter by id, with the docstring of its module."""
    return {name: discovery.member(_package, name, "ADAPTER", Adapter) for name in adapter_ids()}


def _source(text: str, scheme: str, rest: str) -> Source:
    adapter_id = schemes()[scheme]
    adapter, _ = discovery.member(_package, adapter_id, "ADAPTER", Adapter)
    if added := discovery.plugin_members(_package).get(adapter_id):
        adapter = _guard_adapter(adapter, f"adapter {code_text(adapter_id)} of {added.plugin}")
    return Source(text, adapter_id, adapter, scheme, rest)


def _guard_adapter(adapter: Adapter, what: str) -> Adapter:
    """Return an adapter of a plugin so that what it raises names it, when it is opened and in every operation."""
    guarded = guard(adapter.open, what)

    def open_guarded(address: str, opening: Opening) -> Runtime:
        return GuardedRuntime(guarded(address, opening), what)

    return replace(adapter, open=open_guarded, provenance=adapter.provenance and guard(adapter.provenance, what))


def _scheme_of_file(file: Path, name: str) -> str:
    if file.suffix in (".jsonl", ".ndjson"):
        return "recorded"
    if fault := program_error(file, name):
        raise fault
    return scheme_of(reader.read(file, name))
