"""Which inventories a configuration file names: one of ours, or one of pytest with ``conformance_inventory``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from conformance.errors import ConformanceError
from conformance.settings.faults import parse_toml
from conformance.settings.repository import CONFIG_FILE, PROJECT_FILE

KEY = "inventory"
"""The word that each file with the name of an inventory contains: our key, and the end of that of pytest."""
# The table of each file in which pytest looks for its settings.
_INI_TABLES = {
    "pytest.ini": "pytest",
    ".pytest.ini": "pytest",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
    "pytest.toml": "pytest",
    ".pytest.toml": "pytest",
}
_INI_KEY = "conformance_inventory"
NAMING_FILES = (CONFIG_FILE, PROJECT_FILE, *_INI_TABLES)
"""The names of all files that may name an inventory."""


def inventories_named_in(content: bytes, file: Path) -> list[Path]:
    """Return the inventories that a file with this content names; none where it names none or cannot be read."""
    try:
        tables = parse_toml(content, str(file)) if file.suffix == ".toml" else _parse_ini(content)
    except (ConformanceError, ValueError):
        return []
    return [file.parent / name for name in _names(tables, file.name)]


def _names(tables: dict[str, Any], name: str) -> Iterator[str]:
    if name == CONFIG_FILE:
        yield from _texts(tables.get(KEY))
    elif name == PROJECT_FILE:
        tool = _table(tables, "tool")
        yield from _texts(_table(tool, "conformance").get(KEY))
        for pytests in (_table(tool, "pytest"), _table(tool, "pytest", "ini_options")):
            yield from _texts(pytests.get(_INI_KEY))
    else:
        yield from _texts(_table(tables, _INI_TABLES[name]).get(_INI_KEY))


def _table(tables: dict[str, Any], *names: str) -> dict[str, Any]:
    found: Any = tables
    for name in names:
        found = cast("dict[str, Any]", found).get(name) if isinstance(found, dict) else None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _texts(stated: Any) -> Iterator[str]:
    """Yield the lines of a text, one name each."""
    lines = stated.splitlines() if isinstance(stated, str) else []
    yield from (line.strip() for line in lines if line.strip())


def _parse_ini(content: bytes) -> dict[str, Any]:
    """Return the sections of an ini file; raises ``ValueError``."""
    import configparser  # only where a comparison meets such a file

    parser = configparser.ConfigParser(interpolation=None, strict=False, allow_no_value=True)
    try:
        parser.read_string(content.decode("utf-8-sig", "replace"))
    except configparser.Error as error:
        raise ValueError(str(error)) from None
    return {name: dict(parser.items(name)) for name in parser.sections()}
