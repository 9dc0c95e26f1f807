"""Which inventories a configuration file names: one of ours, or one of pytest with ``conformance_inventory``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import has_magic
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from conformance.display import code_text, escape_text, quote_text
from conformance.documents.location import is_present, real_path, short_path
from conformance.documents.packaged import INVENTORY_FILE
from conformance.documents.reader import read_bytes
from conformance.errors import ConformanceError, ErrorKind
from conformance.settings import CONFIG_FILE, PROJECT_FILE
from conformance.settings.repository import Config
from conformance.settings.toml_files import parse_toml

KEY = "inventory"
"""The word that each file with the name of an inventory contains: our key, and the end of that of pytest."""
_PREFIX = "conformance_"
_PYTEST_KEY = f"{_PREFIX}inventory"
# What somebody writes who takes the rest of a line for a comment.
_COMMENT = re.compile(r"\s[#;].*")
NAMING_FILES = ("*.toml", "*.ini", "*.cfg")
"""The names of all files that may name an inventory: ``--config``, and ``-c`` of pytest, may name any of them."""
OURS, PYTEST = "conformance", "pytest"
PRECEDENCE: Mapping[str, tuple[str, ...]] = {
    OURS: (CONFIG_FILE, PROJECT_FILE),
    PYTEST: ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini", PROJECT_FILE, "tox.ini", "setup.cfg"),
}
"""The files of a folder that each reader looks for by itself, of which the first one that configures it is read."""


def inventories_named_in(content: bytes, file: Path) -> Mapping[str, list[Path]]:
    """Return the inventories that a file with this content names, by the reader that it configures.

    It configures none where it cannot be read.
    """
    try:
        tables = _parse(content, file)
    except (ConformanceError, ValueError):
        return {}
    return _inventories_named_by(tables, file)


def _inventories_named_by(tables: dict[str, Any], file: Path) -> Mapping[str, list[Path]]:
    stated = ((OURS, _own_table(tables, file), KEY), (PYTEST, _table_of_pytest(tables, file), _PYTEST_KEY))
    return {
        reader: [file.parent / name for name in _texts(table.get(key))]
        for reader, table, key in stated
        if table is not None
    }


def config_for(config: Config, judged: Iterable[Path]) -> Config:
    """Return the configuration for a run that judges these files alone, which may be some of those that are configured.

    Without any the run is about the one that the configuration names, else the one in this folder.
    Those are the inventory of the configuration, and those that pytest reads beside it. A folder with them is another
    inventory, whose findings may be about tools of several files at once. Where pytest is configured below the
    configuration, the run is about one of several packages.
    """
    if not config.has_exceptions:
        return config
    folder, tested = _find_inventories(config)
    top = folder if config.file is None else config.file.parent
    is_below = folder is not None and top is not None and real_path(folder) != real_path(top)
    named = {*tested, *filter(None, [config.inventory])}
    run = {real_path(path) for path in judged} or {real_path(config.inventory or Path(INVENTORY_FILE))}
    return replace(config, is_partial=is_below or any(real_path(path) not in run for path in named))


def inventories_of_pytest(config: Config) -> Sequence[Path]:
    """Return what pytest is configured to test here, each once: by the nearest folder that configures it.

    That is one up to the folder of the configuration, or without a configuration up to the top of the repository.
    """
    return distinct_inventories(_find_inventories(config)[1])


def _find_inventories(config: Config) -> tuple[Path | None, Sequence[Path]]:
    """Return the folder that configures pytest for the working folder, and the inventories that are named there."""
    for folder in _folders_from(Path.cwd(), config.file):
        for file in (folder / name for name in PRECEDENCE[PYTEST]):
            try:
                content = read_bytes(file)
            except ConformanceError:
                continue
            if _PYTEST_KEY.encode() in content:
                _require_pytest_reads(content, file)
            named = inventories_named_in(content, file)
            if PYTEST in named:
                return folder, named[PYTEST]
    return None, ()


def find_file_with_keys(start: Path) -> Path | None:
    """Return the file that configures pytest nearest to a folder, or above it, if a key of it is for our plugin."""
    for file in (folder / name for folder in _folders_from(start, None) for name in PRECEDENCE[PYTEST]):
        try:
            table = _table_of_pytest(_parse(read_bytes(file), file), file)
        except (ConformanceError, ValueError):
            continue
        if table is not None:
            return file if any(key.startswith(_PREFIX) for key in table) else None
    return None


def _require_pytest_reads(content: bytes, file: Path) -> None:
    """Raise ``ConformanceError`` for a file with the key that pytest refuses: it is not one without the key."""
    where = escape_text(str(short_path(file)))
    try:
        tables = _parse(content, file)
    except ConformanceError as error:
        message = f"`{_PYTEST_KEY}` cannot be read: {error.message}"
        raise ConformanceError(error.kind, message, error.recovery_hint, error.location) from None
    except ValueError as error:
        message = f"`{_PYTEST_KEY}` cannot be read, as the file is not an ini file: {quote_text(str(error), 120)}"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "fix the syntax of the file", where) from None
    table = _table_of_pytest(tables, file)
    if table is None and file.suffix == ".cfg" and _PYTEST_KEY in (_table(tables, "pytest") or {}):
        message = f"`{_PYTEST_KEY}` is set in `[pytest]`, which pytest does not read in this file"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "name the section `[tool:pytest]`", where)
    stated: Any = (table or {}).get(_PYTEST_KEY, [])
    if not all(isinstance(one, str) for one in (cast("list[Any]", stated) if isinstance(stated, list) else [stated])):
        message = f"`{_PYTEST_KEY}` is {code_text(_value_text(stated), 80)}, neither a text nor a list of texts"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "name each inventory by its path, in quotes", where)


def _value_text(stated: Any) -> str:
    return "not set to a value" if stated is None else str(stated)


def distinct_inventories(paths: Iterable[Path]) -> Sequence[Path]:
    """Return each inventory once, though it is named by several paths."""
    return list({real_path(path): path for path in paths}.values())


def require_plain_path(path: Path) -> None:
    """Raise ``ConformanceError`` for what is not a name: a pattern, of which no file could be missing, or a comment."""
    if is_present(path):
        return
    shown = code_text(str(short_path(path)), 200)
    if comment := _COMMENT.search(str(path)):
        rest = code_text(comment[0].strip(), 80)
        message = f"{shown} in `{_PYTEST_KEY}` is not a path, as pytest takes {rest} for a part of it"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "move the comment to a line of its own")
    if has_magic(str(path)):
        folder = code_text(str(short_path(path.parent)), 200)
        hint = f"name each inventory, or a folder such as {folder}, which is one inventory"
        raise ConformanceError(ErrorKind.CONFIGURATION, f"{shown} in `{_PYTEST_KEY}` is a pattern", hint)


def _folders_from(start: Path, config: Path | None) -> Iterator[Path]:
    """Yield a folder and those above it up to that of the configuration, which alone counts for one beside it."""
    top = None if config is None else real_path(config.parent)
    if top is not None and top not in (start, *start.parents):
        yield top
        return
    for folder in (start, *start.parents):
        yield folder
        if folder == top or (top is None and (folder / ".git").exists()):
            return


def _own_table(tables: dict[str, Any], file: Path) -> dict[str, Any] | None:
    if file.name == PROJECT_FILE:
        return _table(tables, "tool", "conformance")
    # a file of any name may be a configuration of ours, if it has no key that we would refuse
    is_ours = file.suffix == ".toml" and tables.keys() <= {*Config.__struct_fields__}
    return tables if file.name == CONFIG_FILE or is_ours else None


def _table_of_pytest(tables: dict[str, Any], file: Path) -> dict[str, Any] | None:
    if file.suffix == ".cfg":
        return _table(tables, "tool:pytest")
    found = _table(tables, "pytest") if file.name != PROJECT_FILE else None
    if file.suffix == ".toml" and found is None and (found := _table(tables, "tool", "pytest")) is not None:
        found = {**found, **(_table(found, "ini_options") or {})}
    # files that are about pytest alone configure it without a table too
    return {} if found is None and file.stem in (".pytest", "pytest") else found


def _table(tables: dict[str, Any], *names: str) -> dict[str, Any] | None:
    found: Any = tables
    for name in names:
        found = cast("dict[str, Any]", found).get(name) if isinstance(found, dict) else None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def _texts(stated: Any) -> Iterator[str]:
    """Yield the lines of a text, one name each, or those of the texts of a list."""
    for text in cast("list[Any]", stated) if isinstance(stated, list) else [stated]:
        lines = text.splitlines() if isinstance(text, str) else []
        yield from (line.strip() for line in lines if line.strip())


def _parse(content: bytes, file: Path) -> dict[str, Any]:
    """Return the tables of a file; raises ``ConformanceError`` or ``ValueError`` if it cannot be read."""
    return parse_toml(content, str(file)) if file.suffix == ".toml" else _parse_ini(content)


def _parse_ini(content: bytes) -> dict[str, Any]:
    """Return the sections of an ini file; raises ``ValueError``."""
    import configparser  # only where a comparison meets such a file

    parser: Any = configparser.ConfigParser(interpolation=None, strict=False, allow_no_value=True)
    parser.optionxform = str  # pytest distinguishes the case of options
    try:
        parser.read_string(content.decode("utf-8-sig", "replace"))
    except configparser.Error as error:
        raise ValueError(error.message.partition("\n")[0]) from None
    return {name: dict(parser.items(name)) for name in parser.sections()}
