"""An option with an empty value, as an unset variable of a shell gives it.

Each would silently be something else: the reference contract, the working folder, or no comparison at all.
"""

from typing import NoReturn

import pytest

from conformance.errors import ConformanceError, ErrorKind
from conformance.pytest_plugin.settings import error_text


def refuse_empty(name: str) -> NoReturn:
    """Raise ``pytest.UsageError`` for an option of ours, such as ``conformance_against``, that has an empty value."""
    message = f"`--{name.replace('_', '-')}` is empty"
    error = ConformanceError(ErrorKind.USAGE, message, "write its value after `=`, or leave the option out")
    raise pytest.UsageError(error_text(error))
