"""A JSON file, or an attribute of a Python module, as the value that a source names."""

import importlib
import sys
from pathlib import Path
from typing import Any

from conformance import documents
from conformance.errors import ConformanceError, ErrorKind
from conformance.json_values import JsonValue
from conformance.words import quoted


def json_or_attribute(text: str, base: Path) -> JsonValue:
    """Return the value of a JSON file, or of ``module:attribute``; a callable attribute is called."""
    if Path(text).suffix == ".json" or (base / text).is_file():
        return documents.read(base / text, text).value
    value: Any = attribute(text, base)
    made: Any = value() if callable(value) else value
    return made


def attribute(text: str, base: Path) -> Any:
    """Return what ``module:attribute`` names, found from the folder ``base``; raises ``ConformanceError`` else."""
    module_name, colon, path = text.partition(":")
    if not colon or not module_name or not path:
        hint = "write the module and the name in it, for instance my_tools.registry:TOOLS"
        raise ConformanceError(ErrorKind.USAGE, f"{quoted(text)} is not of the form module:attribute", hint)
    value: Any = _module(module_name, base)
    for name in path.split("."):
        try:
            value = getattr(value, name)
        except AttributeError:
            message = f"{quoted(module_name)} has no attribute {quoted(path)}"
            raise ConformanceError(ErrorKind.UNREACHABLE, message, "check the name after the colon") from None
    return value


def _module(name: str, base: Path) -> Any:
    folder = str(base)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except Exception as error:  # noqa: BLE001  importing runs foreign code, which may raise anything
        reason = f"{type(error).__name__}: {error}"
        message = f"cannot import {quoted(name)}: {quoted(reason, 300)}"
        raise ConformanceError(ErrorKind.UNREACHABLE, message, "check the module's name and what it imports") from None
