"""Imports the parts of the protocol that need an optional library, with a hint when it is missing."""

import importlib
from types import ModuleType

from conformance.errors import ConformanceError, ErrorKind

EXTRA = "tool-conformance[callback]"


def import_optional(module: str) -> ModuleType:
    """Import a module of this package that needs the extra; raises ``ConformanceError`` when it is missing."""
    try:
        return importlib.import_module(f"conformance.callback.{module}")
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "conformance":
            raise
        message = f"callbacks over HTTP need the package {error.name!r}, which is not installed"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, f"pip install '{EXTRA}'") from error
