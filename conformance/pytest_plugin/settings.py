"""The plugin's settings: options, then ini keys, then the configuration of the repo."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text, escape_text, list_names, quote_text
from conformance.documents.file_patterns import matching_files
from conformance.documents.location import is_present, real_path
from conformance.documents.packaged import INVENTORY_FILE, embedded_inventory
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.pytest_plugin.ini_keys import ini_lines
from conformance.settings.inventory_names import distinct_inventories
from conformance.settings.repository import Config, load_config

if TYPE_CHECKING:
    from conformance.inventory import Inventory


HAS_DROPPED = pytest.StashKey[bool]()
"""Whether inventories are compared that are no longer named."""


class InventorySelection(Struct, frozen=True):
    """The inventory files under test, why these, and whether the command line itself names them."""

    inventories: tuple[Path, ...]
    reason: str
    on_command_line: bool = False

    @property
    def is_declared(self) -> bool:
        """Whether the inventories are the user's, and not the embedded reference contract."""
        return self.inventories != (embedded_inventory(),)

    def read(self) -> "Inventory":
        """Return the tools of all inventories as one; raises ``ConformanceError`` for one that cannot be read."""
        from conformance.commands.subject import join_inventories  # most runs have no results that need it

        return join_inventories(self.inventories)


def repo_config(config: pytest.Config) -> Config:
    """Return the repo's configuration, options and ini keys on top; raises ``ConformanceError`` for a wrong one."""
    stated = load_config(config.rootpath)
    profile, folder = _setting(config, "conformance_profile")
    if profile:
        stated = _apply_profile(config, stated, str(folder / profile) if profile.endswith(".toml") else profile)
    fail_on, _ = _setting(config, "conformance_fail_on")
    if outputs := _output_files(config):
        stated = replace(stated, probe=replace(stated.probe, outputs=outputs))
    if calls := _call_names(config):
        stated = replace(stated, calls=calls)
    return replace(stated, fail_on=_level(fail_on)) if fail_on else stated


def _output_files(config: pytest.Config) -> tuple[Path, ...]:
    """Return the files of complete outputs that the option, else the ini key names."""
    option: list[str] | None = config.getoption("conformance_outputs")
    folder = _ini_folder(config) if option is None else config.invocation_params.dir
    names = ini_lines(config, "conformance_outputs") if option is None else option
    return tuple(folder / name for name in names)


def _call_names(config: pytest.Config) -> tuple[str, ...]:
    """Return the traces of recorded calls that the option, else the ini key names."""
    option: list[str] | None = config.getoption("conformance_calls")
    folder = _ini_folder(config) if option is None else config.invocation_params.dir
    names = ini_lines(config, "conformance_calls") if option is None else option
    return tuple(name if "://" in name else str(folder / name) for name in names)


def _apply_profile(config: pytest.Config, stated: Config, profile: str) -> Config:
    # an ini key configures the repository as well as its file does, unless the file states another profile
    if config.getoption("conformance_profile") is None and not stated.is_profile_named:
        return replace(stated, profile=profile, is_profile_stated=True)
    return stated.replace_profile(profile)


def chosen_inventories(config: pytest.Config) -> InventorySelection:
    """Return the inventory files to work on; raises ``ConformanceError`` when the configuration is wrong."""
    if named := config.getoption("conformance"):
        return InventorySelection(
            (config.invocation_params.dir / named,), "--conformance names it", on_command_line=True
        )
    on_command_line = named is not None
    if lines := ini_lines(config, "conformance_inventory"):
        paths = distinct_inventories(_ini_folder(config) / line for line in lines)
        return InventorySelection(tuple(paths), "conformance_inventory names it", on_command_line)
    stated = load_config(config.rootpath)
    if stated.inventory is not None:
        because = f"{display_path(config, stated.file)} names it" if stated.file else "it is configured"
        return InventorySelection((stated.inventory,), because, on_command_line)
    customary = config.rootpath / INVENTORY_FILE
    if is_present(customary):  # one that cannot be read is an error, and not the same as none
        return InventorySelection((customary,), "it has the customary name", on_command_line)
    because = "no inventory was passed or configured, so this is the embedded reference contract"
    return InventorySelection((embedded_inventory(),), because, on_command_line)


def config_of(config: pytest.Config, inventory: Path) -> Config:
    """Return the repo's configuration for one of its inventories: what it accepts must match something in it, if alone.

    Raises ``ConformanceError`` for a wrong one.
    """
    return replace(repo_config(config), is_partial=not _is_alone(config, inventory))


def _is_alone(config: pytest.Config, inventory: Path) -> bool:
    if config.stash.get(HAS_DROPPED, False):
        return False
    stated = load_config(config.rootpath).inventory
    named = [_ini_folder(config) / line for line in ini_lines(config, "conformance_inventory")]
    known = {real_path(path) for path in (*named, *([stated] if stated else []))}
    # no ignore is about the embedded reference contract, which is checked where a repository configures no inventory
    return known == {real_path(inventory)} if known else inventory != embedded_inventory()


class RecordsSelection(Struct, frozen=True):
    """The files of recorded results, the names that match no file, and whether the command line names them.

    ``fault`` says what kept the files of a name from being looked for.
    """

    files: tuple[Path, ...]
    missing: tuple[str, ...] = ()
    on_command_line: bool = False
    fault: ConformanceError | None = None

    def require_all(self) -> None:
        """Raise ``ConformanceError`` for a name that matches no file, or whose folder cannot be searched."""
        if self.fault is not None:
            raise self.fault
        if self.missing:
            message = f"no file matches {code_text(self.missing[0], 200)} in `conformance_records`"
            hint = "write the results before pytest starts, or correct the pattern, which is relative to the ini file"
            raise ConformanceError(ErrorKind.USAGE, message, hint)


def chosen_records(config: pytest.Config) -> RecordsSelection:
    """Return the files of recorded results that the option, else the ini key names, in the order of the names."""
    option: list[str] | None = config.getoption("conformance_records")
    folder = _ini_folder(config) if option is None else config.invocation_params.dir
    names = ini_lines(config, "conformance_records") if option is None else option
    try:
        found = {name: _matching_files(folder, name) for name in names}
    except ConformanceError as error:
        return RecordsSelection((), tuple(names), option is not None, error)
    files = dict.fromkeys(path for paths in found.values() for path in paths)
    missing = tuple(name for name, paths in found.items() if not paths)
    return RecordsSelection(tuple(files), missing, option is not None)


def _matching_files(folder: Path, name: str) -> list[Path]:
    named = folder / name
    if named.is_file():  # a name with brackets may be that of a file
        return [named]
    if named.is_dir():
        from conformance.systems.traces import trace_files  # most runs have no folder of logs

        return trace_files([str(named)])
    return matching_files(str(named))


def artifact_folder(config: pytest.Config) -> Path | None:
    """Return the folder with the artifacts of the recorded results, ``None`` if none is named.

    Raises ``ConformanceError`` if it is not a folder.
    """
    name, base = _setting(config, "conformance_artifacts")
    if name and not (base / name).is_dir():
        message = f"{code_text(name, 200)} in `conformance_artifacts` is not a folder"
        raise ConformanceError(ErrorKind.USAGE, message, "name the folder that the artifact paths are relative to")
    return base / name if name else None


def compared_version(config: pytest.Config) -> str | None:
    """Return the git reference that the inventories are compared with, if one is named."""
    return _setting(config, "conformance_against")[0] or None


def stated_source(config: pytest.Config) -> tuple[str, Path]:
    """Return the source of the running system to ask, and the folder that paths in it are relative to."""
    return _setting(config, "conformance_source")


def error_text(error: ConformanceError) -> str:
    """Return the text that stands for an error of the harness wherever pytest shows it."""
    from conformance.commands.diagnostics import layout_error  # only a run that fails loads it

    return "\n".join(layout_error(error, Path.cwd()))


def display_path(config: pytest.Config, path: Path) -> str:
    """Return a path as messages show it: relative to where pytest was started, if it lies below."""
    start = config.invocation_params.dir
    return escape_text(str(path.relative_to(start) if path.is_relative_to(start) else path))


def _setting(config: pytest.Config, name: str) -> tuple[str, Path]:
    """Return the option, else the ini key, and the folder that a path in it is relative to."""
    option = config.getoption(name)
    if option is not None:
        return option, config.invocation_params.dir
    return config.getini(name), _ini_folder(config)


def _ini_folder(config: pytest.Config) -> Path:
    return config.inipath.parent if config.inipath else config.invocation_params.dir


def _level(text: str) -> Level:
    levels = [level.value for level in Level]
    if text in levels:
        return Level(text)
    raise ConformanceError(
        ErrorKind.CONFIGURATION, f"conformance_fail_on is {quote_text(text)}", f"write one of {list_names(levels)}"
    )
