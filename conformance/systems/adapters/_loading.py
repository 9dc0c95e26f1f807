"""A JSON file, or an attribute of a Python module, as the document that a source names."""

import importlib
import sys
from pathlib import Path
from typing import Any

from conformance.display import quote_text
from conformance.documents import reader
from conformance.documents.reader import Document
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._deadline import run_with_timeout
from conformance.systems.environment import IMPORT_SECONDS
from conformance.systems.runtime import Opening


def document_or_attribute(text: str, opening: Opening) -> Document:
    """Return a JSON file, or the value of ``module:attribute``, which has no text; a callable attribute is called."""
    file = opening.base / text
    if file.suffix == ".json" or file.is_file():
        return reader.read(file, text)
    value: Any = attribute(text, opening)
    if callable(value):
        value = run_with_timeout(value, opening.limits.request_seconds, f"what {quote_text(text)} returns")
    return Document(text, "null", value)


def attribute(text: str, opening: Opening) -> Any:
    """Return what ``module:attribute`` names, found from the base folder; raises ``ConformanceError`` else."""
    module_name, colon, path = text.partition(":")
    if not colon or not module_name or not path:
        hint = "write the module and the name in it, for instance my_tools.registry:TOOLS"
        raise ConformanceError(ErrorKind.USAGE, f"{quote_text(text)} is not of the form module:attribute", hint)
    seconds = opening.limits.start_seconds or IMPORT_SECONDS
    hint = "--start-timeout gives it more time"
    what = f"the import of {quote_text(module_name)}"
    value: Any = run_with_timeout(lambda: _module(module_name, opening.base), seconds, what, hint)
    for name in path.split("."):
        try:
            value = getattr(value, name)
        except AttributeError:
            message = f"{quote_text(module_name)} has no attribute {quote_text(path)}"
            raise ConformanceError(ErrorKind.UNREACHABLE, message, "check the name after the colon") from None
    return value


def _module(name: str, base: Path) -> Any:
    folder = str(base)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except BaseException as error:  # noqa: BLE001  importing runs foreign code, which may raise anything
        reason = quote_text(f"{type(error).__name__}: {error}", 300)
        ended = "" if isinstance(error, Exception) else "the import ended the program: "
        message = f"cannot import {quote_text(name)}: {ended}{reason}"
        raise ConformanceError(ErrorKind.UNREACHABLE, message, "check the module's name and what it imports") from None
