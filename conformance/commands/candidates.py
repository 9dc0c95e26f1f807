"""What a folder offers as a source of tools: inventories and lists, servers of MCP clients, Python code.

Nothing is started or imported. Values of environment variables and headers are never shown, since they are secrets.
"""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from conformance.callback.credentials import mask_url, mask_words
from conformance.callback.masking import mask_text, secret_pieces
from conformance.display import code_text, quote_word
from conformance.documents import reader
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text, texts_in
from conformance.errors import ConformanceError
from conformance.inventory.formats import all_formats, scheme_of
from conformance.settings.profiles import DEFAULT_PROFILE, load_profile

CLIENT_FILES = (".mcp.json", "mcp.json", "claude_desktop_config.json", ".vscode/mcp.json", ".cursor/mcp.json")
"""Where MCP clients keep their servers; VS Code calls the member `servers`, all others `mcpServers`."""

# A folder with more files of JSON is a store of data, and no reader looks for a tool list there.
_MAX_FILES = 200
_COMMAND = "conformance init"
# Stands for a secret that the file contains.
_PLACEHOLDER = "YOUR_SECRET"


class Candidate(Struct, frozen=True):
    """Something in a folder that may list tools, and the command that sets it up; empty where none can."""

    what: str
    command: str = ""


def candidates(folder: Path) -> Iterator[Candidate]:
    """Yield what a folder offers, the most certain first."""
    yield from _lists(folder)
    for name in CLIENT_FILES:
        if (folder / name).is_file():
            yield from _servers(folder / name, name)
    if any((folder / name).is_file() for name in ("pyproject.toml", "setup.py", "setup.cfg")):
        what = "a Python project: name a pydantic model, a function, or a list or mapping of these"
        yield Candidate(what, f"{_COMMAND} --source python:MODULE:NAME")


def _lists(folder: Path) -> Iterator[Candidate]:
    files = sorted(one for one in folder.glob("*") if one.suffix.lower() == ".json" and one.name not in CLIENT_FILES)
    for path in files[:_MAX_FILES]:
        try:
            listed = all_formats()[scheme_of(reader.read(path))]
        except ConformanceError:
            continue
        option, what = ("--source", f"a {listed.label}") if listed.translation else ("--inventory", "an inventory")
        yield Candidate(f"{code_text(path.name, 200)} is {what}", f"{_COMMAND} {option} {quote_word(path.name)}")


def _servers(path: Path, name: str) -> Iterator[Candidate]:
    try:
        members = as_object(reader.read(path).value)
    except ConformanceError as error:
        yield Candidate(f"{code_text(name)} cannot be read: {error.message}")
        return
    servers = as_object(members.get("mcpServers")) or as_object(members.get("servers"))
    for label, server in servers.items():
        command = _server_command(as_object(server))
        if command:
            yield Candidate(f"{code_text(name)} has the MCP server {code_text(label)}", command)


def _server_command(server: JsonObject) -> str:
    command, url = as_text(server.get("command")), as_text(server.get("url"))
    variables = as_object(server.get("env"))
    if command:
        words = [_hide(word, variables) for word in mask_words((command, *texts_in(server.get("args"))), _PLACEHOLDER)]
        source = _quote_source(shlex.join(words))
    elif url:
        source = f"mcp-http:{_hide(mask_url(url), {})}"
    else:
        return ""
    passed = [f"--env {quote_word(variable)}" for variable in variables]
    return " ".join([f"{_COMMAND} --source {quote_word(source)}", *passed])


def _quote_source(command: str) -> str:
    """Return the source of a program; quotes around the command would end at those inside it."""
    return f"mcp-stdio:{command}" if '"' in command else f'mcp-stdio:"{command}"'


def _hide(word: str, variables: Mapping[str, JsonValue]) -> str:
    """Return an argument without what a variable holds, and without anything that looks like a secret."""
    for name, value in variables.items():
        if isinstance(value, str) and value:
            word = word.replace(value, f"YOUR_{name}")
    patterns = load_profile(DEFAULT_PROFILE).message_tables.secrets
    return mask_text(word, pieces=secret_pieces([word], patterns), patterns=patterns)
