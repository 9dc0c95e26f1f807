"""Says how to get the libraries that only the live parts of the protocol need."""

import importlib
from types import ModuleType

from conformance.errors import ConformanceError, ErrorKind

EXTRA = "tool-conformance[callback]"


def import_optional(module: str) -> ModuleType:
    """Import a module of this package that needs the extra; raises ``ConformanceError`` with the cure."""
    try:
        return importlib.import_module(f"conformance.callback.{module}")
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "conformance":
            raise
        message = f"callbacks over HTTP need the library {error.name!r}, which is not installed"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, f"pip install '{EXTRA}'") from error
