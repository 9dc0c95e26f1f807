"""The use case ``init``: the smallest edit that makes a repo check its inventory.

Existing files are extended, never rewritten: one table appended, one line inserted below a section's header.
"""

import configparser
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.config import CONFIG_FILE, PROJECT_FILE, find_config
from conformance.errors import ConformanceError, ErrorKind
from conformance.profiles import load_profile
from conformance.words import visible
from conformance.writing import write_atomically

_PYTEST_TABLE = "[tool.pytest.ini_options]"


def initialise(folder: Path, inventory: str, profile: str) -> Iterator[str]:
    """Write what is missing and yield one line for each thing done; raises ``ConformanceError`` when it can't."""
    if not folder.is_dir():
        raise ConformanceError(ErrorKind.USAGE, f"{visible(str(folder))} is not a folder", "name the repo's folder")
    load_profile(profile)
    yield _configure(folder, inventory, profile)
    yield _collect(folder, inventory)
    if not (folder / inventory).exists():
        yield f"next: put the inventory at {inventory}, or write one with `conformance refresh {inventory}`"


def _configure(folder: Path, inventory: str, profile: str) -> str:
    existing = find_config(folder.resolve())
    if existing is not None and existing.parent == folder.resolve():
        return f"kept: {existing.name} has the configuration already"
    table = f"inventory = {json.dumps(inventory)}\nprofile = {json.dumps(profile)}\n"
    project = folder / PROJECT_FILE
    if project.exists():
        _append(project, f"\n[tool.conformance]\n{table}")
        return f"added: [tool.conformance] in {PROJECT_FILE}"
    write_atomically(folder / CONFIG_FILE, table.encode())
    return f"wrote: {CONFIG_FILE}"


def _collect(folder: Path, inventory: str) -> str:
    line = f"conformance_inventory = {inventory}"
    for name, section in (("pytest.ini", "[pytest]"), ("tox.ini", "[pytest]"), ("setup.cfg", "[tool:pytest]")):
        file = folder / name
        if file.exists() and (name == "pytest.ini" or section in _read(file)):
            return _insert_ini(file, section, line)
    project = folder / PROJECT_FILE
    if project.exists() and "ini_options" in _toml(project).get("tool", {}).get("pytest", {}):
        return _insert_toml(project, inventory)
    write_atomically(folder / "pytest.ini", f"[pytest]\n{line}\n".encode())
    return "wrote: pytest.ini"


def _insert_ini(file: Path, section: str, line: str) -> str:
    text = _read(file)
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        message = f"{visible(str(file))} is not an ini file: {str(error).splitlines()[0]}"
        raise ConformanceError(
            ErrorKind.CONFIGURATION, message, f"mend it, then add `{line}` below {section}"
        ) from None
    if parser.has_option(section[1:-1], "conformance_inventory"):
        return f"kept: {file.name} names an inventory already"
    edited = _below(text, section, line) or f"{section}\n{line}\n{text}"
    write_atomically(file, edited.encode())
    return f"added: `{line}` in {file.name}"


def _insert_toml(project: Path, inventory: str) -> str:
    if "conformance_inventory" in _toml(project)["tool"]["pytest"]["ini_options"]:
        return f"kept: {PROJECT_FILE} names an inventory already"
    line = f"conformance_inventory = {json.dumps(inventory)}"
    text = _read(project)
    edited = _below(text, _PYTEST_TABLE, line)
    if not edited or not _is_toml(edited):
        message = f"{visible(str(project))} writes its pytest options in a form that can't be extended safely"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, f"add `{line}` to them by hand")
    write_atomically(project, edited.encode())
    return f"added: `{line}` in {PROJECT_FILE}"


def _append(project: Path, table: str) -> None:
    text = _read(project).rstrip("\n") + "\n" + table
    _toml(project)
    if not _is_toml(text):
        message = f"{visible(str(project))} holds `tool` in a form that can't be extended safely"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, f"write {CONFIG_FILE} instead")
    write_atomically(project, text.encode())


def _below(text: str, header: str, line: str) -> str | None:
    lines = text.splitlines(keepends=True)
    index = next((number for number, existing in enumerate(lines) if existing.split("#")[0].strip() == header), None)
    if index is None:
        return None
    ending = "" if lines[index].endswith("\n") else "\n"
    return "".join([*lines[: index + 1], ending, f"{line}\n", *lines[index + 1 :]])


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConformanceError(
            ErrorKind.CONFIGURATION, f"cannot read {visible(str(file))}: {error}", "check the file and its encoding"
        ) from None


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_read(file))
    except tomllib.TOMLDecodeError as error:
        message = f"{visible(str(file))} is not TOML: {error}"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "mend the file") from None


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True
