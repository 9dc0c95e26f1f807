"""Loads the document that a source names: a JSON file, or an attribute of a Python module."""

from pathlib import Path, PurePath
from typing import Any

from conformance.display import code_text, escape_text
from conformance.documents import reader
from conformance.documents.reader import Document
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.described import DescribedDocument
from conformance.plugins import import_from
from conformance.systems.adapters._deadline import run_request, run_with_timeout
from conformance.systems.environment import IMPORT_SECONDS
from conformance.systems.runtime import Opening, SlowAnswerError


def document_or_attribute(text: str, opening: Opening) -> Document:
    """Return a JSON file, or the value of ``module:attribute`` (without a text); a callable value is called."""
    file = opening.base / text
    if file.suffix == ".json" or (file.is_file() and file.suffix != ".py"):
        return reader.read(file, text)
    value: Any = attribute(text, opening)
    if callable(value):
        value = run_request(value, opening.limits, f"the call of {code_text(text)}")
    read = reader.document_of(value, code_text(text), ErrorKind.UNREACHABLE, "keep only JSON values in the list")
    return DescribedDocument(text, "null", read.value, spellings={})


def portable_path(text: str, base: Path) -> str:
    """Return a path so that it means the same on another machine: from the base folder, or its name alone."""
    path = Path(text)
    if not path.is_absolute():
        return text
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.name


def attribute(text: str, opening: Opening) -> Any:
    """Return the value of ``module:attribute``, imported from the base folder; raises ``ConformanceError``."""
    module_name, colon, path = text.partition(":")
    _require_module(module_name, path or "NAME")
    if not colon or not module_name or not path:
        hint = "write a module and a name in it, such as `python:my_tools.registry:TOOLS`"
        raise ConformanceError(ErrorKind.USAGE, f"{code_text(text)} is not of the form `module:attribute`", hint)
    seconds = opening.limits.start_within(IMPORT_SECONDS)
    what = f"the import of {code_text(module_name)}"
    try:
        value: Any = run_with_timeout(lambda: _module(module_name, opening.base), seconds, what)
    except SlowAnswerError as error:
        raise opening.limits.slow_error(error, "--start-timeout") from None
    for name in path.split("."):
        try:
            value = getattr(value, name)
        except AttributeError:
            message = f"module {code_text(module_name)} has no attribute {code_text(path)}"
            raise ConformanceError(ErrorKind.UNREACHABLE, message, "fix the name after the colon") from None
    return value


def _require_module(name: str, path: str) -> None:
    """Raise ``ConformanceError`` for the file of a module in place of its name."""
    if name.endswith(".py") or "/" in name:
        parts = [part for part in PurePath(name).with_suffix("").parts if part.strip("./")]
        is_below = not name.startswith(("/", "..")) and all(map(str.isidentifier, parts))
        hint = f"name it as in an import: `{'.'.join(parts) if is_below else parts[-1]}:{escape_text(path)}`"
        where = "" if is_below else f", started in {code_text(str(PurePath(name).parent))}"
        raise ConformanceError(ErrorKind.USAGE, f"{code_text(name)} is a file, not a module", hint + where)


def _module(name: str, base: Path) -> Any:
    return import_from(name, base, f"module `{escape_text(name)}`", ErrorKind.UNREACHABLE)
