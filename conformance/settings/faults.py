"""Faults of a configuration file or profile, in the words of TOML and with the line and column of the key."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from conformance.display import code_text, escape_text
from conformance.documents.model_faults import UNKNOWN_KEY, ModelFault, choices_of, fault_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import suggest
from conformance.settings.toml_positions import locate_key

_TOML_WORDS = {"dict_type": "must be a table", "model_type": "must be a table"}
_ARRAY, _TABLE = '["..."]', "{ ... }"
_EXAMPLES = {
    **dict.fromkeys(("missing", "string_type", "string_too_short", "path_type"), '"..."'),
    **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size", "int_from_float"), "1"),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number", "greater_than"), "1.5"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true"),
    **dict.fromkeys(("date_type", "date_parsing"), "2031-01-31"),
    **dict.fromkeys(("date_from_datetime_parsing", "date_from_datetime_inexact"), "2031-01-31"),
    **dict.fromkeys(("tuple_type", "frozen_set_type"), _ARRAY),
    **dict.fromkeys(("dict_type", "model_type"), _TABLE),
}
"""A valid value for each type of fault that has a simple one."""
_AS_BY_DEFAULT = "fix the value, or remove the key"
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
    """Return the error for a fault of a configuration file or profile, with its location if it has a file."""
    return ConformanceError(ErrorKind.CONFIGURATION, fault.message, fault.hint, location_text(file, fault.key))


def location_text(file: Path | None, key: str) -> str:
    """Return ``file:line:column`` of a key, or nothing for values that come from no file."""
    return escape_text(str(locate_key(file, key))) if file else ""


def syntax_error(file: str, error: Exception) -> ConformanceError:
    """Return the error for a text that is not TOML, with the position that the parser states."""
    place, what = _syntax_fault(error)
    message = f"not valid TOML: {escape_text(what)[:200]}"
    return ConformanceError(ErrorKind.CONFIGURATION, message, "fix the syntax error", f"{escape_text(file)}{place}")


def first_fault(error: ValidationError, model: type[BaseModel]) -> KeyFault:
    """Return the first fault of a document against its model."""
    first, *others = error.errors(include_url=False)
    path = _path_of(first)
    key = ".".join(path)
    if first["type"] == UNKNOWN_KEY:
        return unknown_key(key, model)
    # alternatives of one value, such as a level or "off", fail one by one
    together = [first, *(fault for fault in others if _path_of(fault) == path)]
    field = _model_at(model, path[:-1]).model_fields.get(path[-1])
    example = _example_of(together, has_tables=field is not None and any(_models_in(field.annotation)))
    hint = _assignment(path, example) if example else _AS_BY_DEFAULT
    return KeyFault(key, f"{code_text(key)} {fault_text(together, _TOML_WORDS)}", hint)


def unknown_key(key: str, model: type[BaseModel]) -> KeyFault:
    """Return the fault of a key that its table does not have, with the one that was probably meant."""
    *parents, last = key.split(".")
    fields = _model_at(model, parents).model_fields
    known = [name for name, field in fields.items() if not field.exclude]
    return KeyFault(key, f"unknown key {code_text(key)}", suggest(last, known, f"use one of {', '.join(known)}"))


def _assignment(path: Sequence[str], example: str) -> str:
    """Return the hint that writes a valid value; one of an array's elements is written with its array."""
    # an element of an array has an index for a name
    *parents, last = path
    return f"write `{parents[-1]} = [{example}]`" if last.isdecimal() else f"write `{last} = {example}`"


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


def _example_of(faults: Sequence[ModelFault], *, has_tables: bool) -> str:
    """Return a value that a key may have, or nothing if there is no simple one."""
    choices = [choice for fault in faults for choice in choices_of(fault)]
    if choices:
        return f'"{choices[0]}"'
    first, context = faults[0]["type"], faults[0].get("ctx", {})
    bound = context.get("ge", context.get("le"))
    if bound is not None:
        return f"{bound:.0f}"
    example = _EXAMPLES.get(first, "")
    return f"[{_TABLE}]" if has_tables and example == _ARRAY else example


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
