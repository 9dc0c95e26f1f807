"""The keys of an ini file that name several files."""

import pytest


def ini_lines(config: pytest.Config, name: str) -> list[str]:
    """Return the lines of an ini key; a TOML file may state a list, or one text."""
    try:
        value: list[str] = config.getini(name)
    except (TypeError, pytest.UsageError):
        # pytest 9 takes no text for a list in its own table of TOML, where a single path is written as one
        stated = _text_in_toml(config, name)
        if not isinstance(stated, str):
            raise
        value = stated.splitlines()
    return [line for each in value if (line := str(each).strip())]


def _text_in_toml(config: pytest.Config, name: str) -> object:
    import tomllib

    if config.inipath is None or config.inipath.suffix != ".toml":
        return None
    document = tomllib.loads(config.inipath.read_text("utf-8"))
    table = document.get("tool", document)["pytest"]
    return table.get(name)
