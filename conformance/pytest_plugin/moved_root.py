"""An option whose value pytest mistakes for one of its own arguments, so that it looks for its ini file there.

Pytest chooses the file before it knows the options of plugins. Without the file nothing that it configures is tested,
and the run would pass.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from conformance.display import code_text, escape_text
from conformance.documents.location import real_path, short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.pytest_plugin.settings import error_text
from conformance.settings.inventory_names import find_file_with_keys

_FLAG = "--conformance-coverage"


def require_ini_file(config: pytest.Config) -> None:
    """Raise ``pytest.UsageError`` where pytest did not read the nearest file with our keys because of an option."""
    mistaken = next(_mistaken_values(config), None)
    if mistaken is None or config.getoption("inifilename"):
        return
    file = find_file_with_keys(config.invocation_params.dir)
    if file is None or (config.inipath is not None and real_path(config.inipath) == real_path(file)):
        return
    option, value = mistaken
    shown = escape_text(str(short_path(file)))
    message = f"{shown} was not read, as pytest looks for its ini file at {code_text(value, 200)}"
    error = ConformanceError(ErrorKind.USAGE, message, f"write {code_text(f'{option}={value}', 200)}")
    raise pytest.UsageError(error_text(error))


def _mistaken_values(config: pytest.Config) -> Iterator[tuple[str, str]]:
    """Yield each of our options that is followed by a path that exists, with the path."""
    for option, value in pairwise(map(str, config.invocation_params.args)):
        is_ours = option.startswith("--conformance") and "=" not in option and option != _FLAG
        if is_ours and not value.startswith("-") and (config.invocation_params.dir / Path(value)).exists():
            yield option, value
