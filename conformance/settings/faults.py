"""Faults of a configuration file or profile, in the words of TOML and with the line and column of the key."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from conformance.display import escape_text, quote_text
from conformance.documents.model_faults import UNKNOWN_KEY, ModelFault, fault_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import closest_match
from conformance.settings.toml_positions import locate_key

_TOML_WORDS = {"dict_type": "must be a table", "model_type": "must be a table"}
_SYNTAX_ERROR = re.compile(
    r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class KeyFault:
    """What is wrong with one key: its dotted path, the fault as a sentence, and how to fix it."""

    key: str
    message: str
    hint: str


def configuration_error(file: Path | None, fault: KeyFault) -> ConformanceError:
    """Return the error for a fault of a configuration file or profile, with its position in front if it has a file."""
    return ConformanceError(ErrorKind.CONFIGURATION, f"{position_prefix(file, fault.key)}{fault.message}", fault.hint)


def position_prefix(file: Path | None, key: str) -> str:
    """Return ``file:line:column: `` of a key to put before a message, or nothing for values that come from no file."""
    return f"{escape_text(str(locate_key(file, key)))}: " if file else ""


def syntax_error(file: str, error: Exception) -> ConformanceError:
    """Return the error for a text that is not TOML, with the position that the parser states."""
    place, what = _syntax_fault(error)
    message = f"{escape_text(file)}{place}: not valid TOML: {escape_text(what)[:200]}"
    return ConformanceError(ErrorKind.CONFIGURATION, message, "fix the syntax error")


def first_fault(error: ValidationError, model: type[BaseModel], manual: str) -> KeyFault:
    """Return the first fault of a document against its model; ``manual`` is the page that lists the keys."""
    first, *others = error.errors(include_url=False)
    path = _path_of(first)
    key = ".".join(path)
    if first["type"] == UNKNOWN_KEY:
        return unknown_key(key, model)
    # alternatives of one value, such as a level or "off", fail one by one
    together = [first, *(fault for fault in others if _path_of(fault) == path)]
    return KeyFault(
        key, f"{quote_text(key)} {fault_text(together, _TOML_WORDS)}", f"see {manual} for the keys and their values"
    )


def unknown_key(key: str, model: type[BaseModel]) -> KeyFault:
    """Return the fault of a key that its table does not have, with the one that was probably meant."""
    *parents, last = key.split(".")
    fields = _model_at(model, parents).model_fields
    known = [name for name, field in fields.items() if not field.exclude]
    meant = closest_match(last, known)
    hint = f"did you mean '{meant}'?" if meant else f"known keys: {', '.join(known)}"
    return KeyFault(key, f"unknown key {quote_text(key)}", hint)


def _syntax_fault(error: Exception) -> tuple[str, str]:
    """Return the position of a syntax error, as far as it is known, and the fault."""
    if isinstance(error, UnicodeDecodeError):
        return "", f"the byte at offset {error.start} is not UTF-8"
    if isinstance(error, RecursionError):
        return "", "it is nested too deeply"
    stated = _SYNTAX_ERROR.fullmatch(str(error))
    place = f":{stated['line']}:{stated['column']}" if stated and stated["line"] else ""
    what = stated["what"] if stated else str(error)
    # the parser's sentences begin with a capital letter, which would look like a name after a colon
    return place, what[:1].lower() + what[1:]


def _path_of(fault: ModelFault) -> list[str]:
    """Return the keys that lead to a fault, without the union members (``function-before[...]``) that pydantic adds."""
    return [str(part) for part in fault["loc"] if not str(part).endswith("]")]


def _model_at(model: type[BaseModel], parents: Iterable[str]) -> type[BaseModel]:
    """Return the model of the innermost table on a path; indexes and names in a table of tables lead no further."""
    for name in parents:
        field = model.model_fields.get(name)
        model = next(_models_in(field.annotation), model) if field else model
    return model


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)
