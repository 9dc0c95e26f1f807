"""Sources that start a published package where the package itself is being written.

``npx -y some-server`` downloads the package, so that ``refresh --check`` stays green whatever the folder changes.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance.display import code_text
from conformance.documents import reader
from conformance.documents.location import real_path
from conformance.documents.values import JsonObject, as_object, as_text
from conformance.errors import ConformanceError
from conformance.settings.toml_files import parse_toml
from conformance.systems.adapters.command import split_command
from conformance.systems.runtime import Opening
from conformance.systems.sources import Source

_PROGRAMS = ("command", "mcp-stdio")
_OF_NODE, _OF_PYTHON = frozenset(("npx", "bunx", "pnpx")), frozenset(("uvx", "pipx"))
# Options of these starters that name the package in their value.
_PACKAGE_OPTIONS = frozenset(("-p", "--package", "--from", "--spec"))
# Words between the starter and the package: `npx -y`, `pipx run`.
_PASSED_OVER = frozenset(("run",))
# What follows the name: a version or tag (`@scope/name@1.2`), extras or a comparison (`name[cli]>=2`).
_AFTER_NAME = re.compile(r"(?<=.)@.*|[\[<>=!~].*", re.DOTALL)


def published_package_note(source: Source, opening: Opening) -> str:
    """Return what to start instead if a source starts the published copy of the package it is named in, else ``""``.

    The package is the one of the folder to which the source refers; npx prefers it where it also runs there.
    """
    words = split_command(source.rest) if source.scheme in _PROGRAMS else [""]
    starter, folder = Path(words[0]).stem, opening.base
    if starter in _OF_NODE and (opening.folder is None or real_path(opening.folder) != real_path(folder)):
        file, own = "package.json", _read_json(folder / "package.json")
        start = f"{code_text(_node_start(own), 200)}, or run it there with `--cwd .` (`cwd` in the configuration)"
    elif starter in _OF_PYTHON:
        file, own = "pyproject.toml", as_object(_read_toml(folder / "pyproject.toml").get("project"))
        start = code_text(_python_start(own), 200)
    else:
        return ""
    name = as_text(own.get("name"))
    if name is None or _plain(name) not in {_plain(word) for word in _packages(words[1:])}:
        return ""
    published = f"{code_text(starter)} starts the published {code_text(name)}, not the one of `{file}` here"
    return f"{published}; to see local changes, start {start}"


def _packages(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that may name the package: the values of its options, and the first other word."""
    rest = iter(words)
    for word in rest:
        option, _, value = word.partition("=")
        if option in _PACKAGE_OPTIONS:
            yield _AFTER_NAME.sub("", value or next(rest, ""))
        elif not word.startswith("-") and word not in _PASSED_OVER:
            yield _AFTER_NAME.sub("", word)
            return


def _plain(name: str) -> str:
    """Return a name as indexes compare it: without letter case and kind of separator."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _node_start(own: JsonObject) -> str:
    programs = own.get("bin")
    first = next(iter(as_object(programs).values()), None)
    script = as_text(programs) or as_text(first) or as_text(own.get("main")) or "dist/index.js"
    return f"node {script.removeprefix('./')}"


def _python_start(own: JsonObject) -> str:
    script = next(iter(as_object(own.get("scripts"))), "")
    return f"uv run {script}" if script else "uv run python -m MODULE"


def _read_json(file: Path) -> JsonObject:
    try:
        return as_object(reader.read(file).value)
    except ConformanceError:
        return {}


def _read_toml(file: Path) -> JsonObject:
    try:
        return parse_toml(reader.read_bytes(file), str(file))
    except ConformanceError:
        return {}
