"""``init``: the smallest edit that makes a repo check its inventory.

Existing files are extended, never rewritten: a table is appended or a line inserted below a header, with the file's
line endings. All new contents are computed and parsed back before the first file is written; if one cannot be written,
all are as before.
"""

import configparser
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias, cast

from msgspec import Struct, field

from conformance.commands.refresh import refresh
from conformance.commands.toml_schemas import configuration_schema
from conformance.display import code_text, escape_text
from conformance.documents import reader
from conformance.documents.files import write_atomically
from conformance.documents.location import real_path, short_path
from conformance.documents.values import JsonObject, stable_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.settings import CONFIG_FILE, PROJECT_FILE
from conformance.settings.probing import Probing
from conformance.settings.profiles import load_profile
from conformance.settings.repository import find_config
from conformance.settings.toml_files import parse_toml

SCHEMA_FILE = "conformance.schema.json"
_KEY = "conformance_inventory"
_BOM = "\N{BYTE ORDER MARK}"

# Other keys of TOML have to be quoted.
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

_Document: TypeAlias = dict[str, Any]
_Path: TypeAlias = tuple[str, ...]
_Value: TypeAlias = str | list[str]


class _PytestFile(Struct, frozen=True):
    """A file and table for pytest's settings; pytest reads its ``own`` file even if it is empty."""

    name: str
    table: _Path
    own: bool = False

    def is_read(self, document: _Document) -> bool:
        table = _table(document, self.table)
        if table is None or self.own:
            return self.own
        # pytest ignores an empty [tool.pytest], and one that only contains ini_options.
        return self.table != ("tool", "pytest") or bool(table.keys() - {"ini_options"})


_PYTEST_INI = _PytestFile("pytest.ini", ("pytest",), own=True)
_PYTEST_FILES = (
    _PytestFile("pytest.toml", ("pytest",), own=True),
    _PytestFile(".pytest.toml", ("pytest",), own=True),
    _PYTEST_INI,
    _PytestFile(".pytest.ini", ("pytest",), own=True),
    _PytestFile(PROJECT_FILE, ("tool", "pytest")),
    _PytestFile(PROJECT_FILE, ("tool", "pytest", "ini_options")),
    _PytestFile("tox.ini", ("pytest",)),
    _PytestFile("setup.cfg", ("tool:pytest",)),
)
"""In pytest's search order; it reads the first one that exists and ignores the others."""


class _Step(Struct, frozen=True):
    """The message about one file, the text that a new one begins with, and the values to add to its table.

    Without text and values the file is kept.
    """

    message: str
    file: Path
    table: _Path = ()
    values: "Mapping[str, _Value]" = field(default_factory=dict[str, "_Value"])
    text: str = ""


class _Ini(configparser.RawConfigParser):
    """Parses ini files like pytest: keys keep their case, a header ends at its bracket, no section has defaults."""

    SECTCRE = re.compile(r"\[(?P<header>[^]]+)\]")

    def __init__(self) -> None:
        super().__init__(default_section="")

    def optionxform(self, optionstr: str) -> str:
        return optionstr


class Setup(Struct, frozen=True):
    """What ``init`` writes into a folder: the name of its inventory, the settings, and what the source describes."""

    folder: Path
    inventory: str
    steps: Sequence[_Step]
    described: JsonObject | None = None

    @property
    def path(self) -> Path:
        """The path of the inventory."""
        return self.folder / self.inventory

    def write(self) -> Iterator[str]:
        """Write what is missing, all or nothing, and yield one line per file; raises ``ConformanceError``."""
        contents = _contents(self.steps)
        before = _bytes(self.path)
        with ExitStack() as undo:
            if self.described is not None:
                undo.callback(_restore, self.path, before)  # first, as a write may be in place though it failed
                refresh(self.path, wanted=self.described, replace_foreign=False)
            for file, text in contents.items():
                was = _bytes(file)
                undo.callback(_restore, file, was)
                write_atomically(file, text.encode())
            undo.pop_all()
        if self.described is not None:
            now = _bytes(self.path)
            verb = "wrote" if before is None else "kept" if now == before else "updated"
            yield f"{verb}: {escape_text(self.inventory)}"
        yield from (step.message for step in self.steps if step.message)


def plan_setup(
    folder: Path, inventory: str, profile: str, described: JsonObject | None = None, probe: Probing | None = None
) -> Setup:
    """Return what to write; raises ``ConformanceError`` if that is not possible.

    An inventory that is already configured, for pytest or for us, is configured in the other file too. ``described`` is
    what a source says of its tools, ``probe`` how the configuration reaches that source.
    """
    if not inventory.strip():
        raise ConformanceError(ErrorKind.USAGE, "`--inventory` is empty", "pass the path of the inventory, or omit it")
    load_profile(profile)
    home, collected, configuration, named = _present_settings(folder, inventory)
    steps = (
        *_configuration_steps(folder, configuration, named, profile, probe),
        _pytest_step(folder / home.name, home, collected, named),
    )
    _contents(steps)
    return Setup(folder, named, steps, described)


def inventory_name(folder: Path, inventory: str) -> str:
    """Return the inventory that pytest or the configuration already names, else ``inventory``."""
    return _present_settings(folder, inventory)[3]


def _present_settings(folder: Path, inventory: str) -> tuple[_PytestFile, list[str] | None, Path | None, str]:
    if not folder.is_dir():
        message = f"{code_text(str(folder), 200)} is not a folder"
        raise ConformanceError(ErrorKind.USAGE, message, "pass the folder of the repository")
    home = next((home for home in _PYTEST_FILES if _is_used(folder, home)), _PYTEST_INI)
    collected = _collected_inventories(folder, home)
    configuration = _configuration(folder)
    named = [*(collected or ()), *_configured_inventories(configuration), inventory][0]
    return home, collected, configuration, named


def _is_used(folder: Path, home: _PytestFile) -> bool:
    file = folder / home.name
    return file.is_file() and home.is_read(_document(file, _read(file)))


def _collected_inventories(folder: Path, home: _PytestFile) -> list[str] | None:
    """Return the inventories already configured for pytest; ``None`` if the key is absent."""
    file = folder / home.name
    value = (_table(_document(file, _read(file)), home.table) or {}).get(_KEY)
    if value is None:
        return None
    lines = cast("list[object]", value) if isinstance(value, list) else str(value).splitlines()
    return [text for line in lines if (text := str(line).strip())]


def _configuration(folder: Path) -> Path | None:
    existing = find_config(real_path(folder))
    return folder / existing.name if existing is not None and existing.parent == real_path(folder) else None


def _configured_inventories(configuration: Path | None) -> list[str]:
    if configuration is None:
        return []
    table = ("tool", "conformance") if configuration.name == PROJECT_FILE else ()
    named = (_table(_document(configuration, _read(configuration)), table) or {}).get("inventory")
    return [named] if isinstance(named, str) else []


def _existing_configuration_steps(
    configuration: Path, inventory: str, probe: Probing | None, folder: Path
) -> Iterator[_Step]:
    """Yield what an existing configuration lacks: without an inventory `check` would judge another one."""
    if _configured_inventories(configuration):
        yield _Step(f"kept: {configuration.name} already has a configuration", configuration)
        return
    table: _Path = ("tool", "conformance") if configuration.name == PROJECT_FILE else ()
    yield _Step(f"added: `inventory` to {configuration.name}", configuration, table, {"inventory": inventory})
    if _table(_document(configuration, _read(configuration)), (*table, "probe")) is None:
        yield from _probe_steps(folder, configuration, table, probe)


def _probe_steps(folder: Path, file: Path, table: _Path, probe: Probing | None) -> Iterator[_Step]:
    if asked := _probe_values(folder, probe):
        yield _Step("", file, (*table, "probe"), asked)
        if probe is not None and probe.headers:
            yield _Step("", file, (*table, "probe", "headers"), probe.headers)


def _probe_values(folder: Path, probe: Probing | None) -> "dict[str, _Value]":
    """Return how a configuration says where the running system is; empty where it is not known."""
    if probe is None or probe.source is None:
        return {}
    asked: dict[str, _Value] = {"source": probe.source, **({"env": [*probe.env]} if probe.env else {})}
    if probe.cwd is not None:
        asked["cwd"] = Path(os.path.relpath(probe.cwd, folder)).as_posix()
    return asked


def _configuration_steps(
    folder: Path, configuration: Path | None, inventory: str, profile: str, probe: Probing | None
) -> Iterator[_Step]:
    if configuration is not None:
        yield from _existing_configuration_steps(configuration, inventory, probe, folder)
        if _schema_line() in _read(configuration):
            yield from _schema_step(folder)  # an earlier run may have been killed before it wrote it
        return
    project, values = folder / PROJECT_FILE, {"inventory": inventory, "profile": profile}
    table: _Path = ("tool", "conformance") if project.exists() else ()
    file = project if project.exists() else folder / CONFIG_FILE
    if not project.exists():
        yield _Step("", file, text=f"{_schema_line()}\n")
    message = f"added: [tool.conformance] in {PROJECT_FILE}" if project.exists() else f"wrote: {CONFIG_FILE}"
    yield _Step(message, file, table, values)
    yield from _probe_steps(folder, file, table, probe)
    if not project.exists():
        yield from _schema_step(folder)


def _schema_line() -> str:
    """Return the form in which Taplo, the TOML language server of most editors, reads the name of a schema."""
    return f"#:schema ./{SCHEMA_FILE}"


def _schema_step(folder: Path) -> Iterator[_Step]:
    if not (folder / SCHEMA_FILE).exists():
        text = stable_text(configuration_schema())
        yield _Step(f"wrote: {SCHEMA_FILE}, for editors", folder / SCHEMA_FILE, text=text)


def _pytest_step(file: Path, home: _PytestFile, collected: list[str] | None, inventory: str) -> _Step:
    if collected is not None:
        return _Step(f"kept: {home.name} already has `{_KEY} = {escape_text(', '.join(collected))}`", file)
    values = {_KEY: inventory}
    summary = (
        f"added: `{escape_text(_lines(file, values)[0])}` in {home.name}" if file.exists() else f"wrote: {home.name}"
    )
    return _Step(summary, file, home.table, values)


def _contents(steps: Sequence[_Step]) -> dict[Path, str]:
    contents: dict[Path, str] = {}
    for step in steps:
        if step.text:
            contents[step.file] = step.text
        if step.values:
            contents[step.file] = _extend(step, contents.get(step.file, _read(step.file)))
    return contents


def _bytes(file: Path) -> bytes | None:
    return reader.read_bytes(file) if file.is_file() else None


def _restore(file: Path, before: bytes | None) -> None:
    if before is None:
        if file.is_file():
            file.unlink()
    else:
        write_atomically(file, before)


def _extend(step: _Step, text: str) -> str:
    """Return the text with the values added to their table; parsed back, nothing else differs."""
    lines = _lines(step.file, step.values)
    edited = _insert_lines(text, step.table, lines)
    try:
        edited.encode()
        if _parse(step.file, edited) == _merge(_document(step.file, text), step.table, step.values):
            return edited
    except (UnicodeEncodeError, tomllib.TOMLDecodeError, configparser.Error):
        pass
    message = f"{code_text(str(step.file), 200)} cannot be extended safely"
    where = f"to its table `{'.'.join(step.table)}`" if step.table else "at its top"
    hint = f"add `{escape_text('; '.join(lines))}` {where} by hand"
    raise ConformanceError(ErrorKind.CONFIGURATION, message, hint)


def _lines(file: Path, values: Mapping[str, _Value]) -> list[str]:
    if file.suffix != ".toml":
        return [f"{key} = {value}" for key, value in values.items()]
    keys = {key: key if _BARE_KEY.fullmatch(key) else json.dumps(key) for key in values}
    return [f"{keys[key]} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]


def _insert_lines(text: str, table: _Path, added: list[str]) -> str:
    """Insert the lines below the table's header, or append them with one; those of no table stand above all headers."""
    header = f"[{'.'.join(table)}]"
    lines = text.splitlines(keepends=True)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    at = next((number for number, line in enumerate(lines, 1) if _strip_comment(line) == header), None)
    first = next((number for number, line in enumerate(lines) if _strip_comment(line).startswith("[")), None)
    if not table and first is not None:
        at, added = first, [*added, ""]
    if at is None:
        at = len(lines)
        added = [*([""] if lines else []), *([header] if table else []), *added]
    if at and not lines[at - 1].endswith("\n"):
        lines[at - 1] += end
    return "".join([*lines[:at], *(line + end for line in added), *lines[at:]])


def _strip_comment(line: str) -> str:
    return re.split("[#;]", line.removeprefix(_BOM), maxsplit=1)[0].strip()


def _merge(document: _Document, table: _Path, values: Mapping[str, _Value]) -> _Document:
    if not table:
        return {**document, **values}
    return {**document, table[0]: _merge(_table(document, table[:1]) or {}, table[1:], values)}


def _table(document: _Document, table: _Path) -> _Document | None:
    found: Any = document
    for name in table:
        found = cast("_Document", found).get(name) if isinstance(found, dict) else None
    return cast("_Document", found) if isinstance(found, dict) else None


def _read(file: Path) -> str:
    if not file.is_file():
        return ""
    try:
        return reader.read_bytes(file).decode()
    except UnicodeDecodeError:
        message = f"cannot read {code_text(str(file), 200)}: it is not UTF-8"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "save it as UTF-8") from None


def _document(file: Path, text: str) -> _Document:
    if file.suffix == ".toml":
        return parse_toml(text.encode(), str(short_path(file)))
    try:
        return _parse(file, text)
    except configparser.Error as error:
        message = f"{code_text(str(file), 200)} is not an ini file: {escape_text(str(error).splitlines()[0])}"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "fix its syntax") from None


def _parse(file: Path, text: str) -> _Document:
    if file.suffix == ".toml":
        return tomllib.loads(text)
    parser = _Ini()
    parser.read_file(text.removeprefix(_BOM).splitlines())
    return {name: dict(parser[name]) for name in parser.sections()}
