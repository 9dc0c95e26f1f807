"""Faults of a configuration file or profile, in the words of TOML and with the line and column of the key.

pydantic's own texts are about Python ("Input should be a valid tuple"), so none of them is printed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel, ValidationError

from conformance.display import escape_text, quote_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import closest_match
from conformance.settings.toml_positions import locate_key

_PydanticFault: TypeAlias = Mapping[str, Any]

_UNKNOWN_KEY = "extra_forbidden"
# Several types of pydantic mean the same to a writer of TOML: a text that is not a number, a number of another kind.
_TEXTS = {
    "missing": "is missing",
    "string_type": "must be a string",
    "string_too_short": "must not be empty",
    "path_type": "must be a path (a string)",
    "int_type": "must be an integer",
    "int_parsing": "must be an integer",
    "int_parsing_size": "must be a smaller integer",
    "int_from_float": "must be an integer",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be `true` or `false`",
    "bool_parsing": "must be `true` or `false`",
    "date_type": "must be a date such as 2031-01-31",
    "date_parsing": "must be a date such as 2031-01-31",
    "date_from_datetime_parsing": "must be a date such as 2031-01-31",
    "date_from_datetime_inexact": "must be a date without a time",
    "tuple_type": "must be an array",
    "frozen_set_type": "must be an array",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "greater_than": "must be greater than {gt:.0f}",
    "greater_than_equal": "must be at least {ge:.0f}",
    "less_than_equal": "must be at most {le:.0f}",
    "finite_number": "must be a finite number",
}
_CHOICE_TYPES = ("enum", "literal_error")
# pydantic lists the choices of an enum or literal as 'a', 'b' or 'c'.
_CHOICE = re.compile(r"'([^']*)'")
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
    if first["type"] == _UNKNOWN_KEY:
        return unknown_key(key, model)
    # alternatives of one value, such as a level or "off", fail one by one
    together = [first, *(fault for fault in others if _path_of(fault) == path)]
    return KeyFault(key, f"{quote_text(key)} {_text_of(together)}", f"see {manual} for the keys and their values")


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


def _path_of(fault: _PydanticFault) -> list[str]:
    """Return the keys that lead to a fault, without the union members (``function-before[...]``) that pydantic adds."""
    return [str(part) for part in fault["loc"] if not str(part).endswith("]")]


def _text_of(faults: Sequence[_PydanticFault]) -> str:
    choices = [name for fault in faults if fault["type"] in _CHOICE_TYPES for name in _choices_of(fault)]
    if choices:
        return f"must be one of {', '.join(f'`{name}`' for name in choices)}"
    return _text_of_one(faults[0])


def _choices_of(fault: _PydanticFault) -> Iterable[str]:
    return _CHOICE.findall(str(fault["ctx"]["expected"]))


def _text_of_one(fault: _PydanticFault) -> str:
    context = fault.get("ctx", {})
    if fault["type"] == "value_error":  # raised by a validator of ours, in our words
        return escape_text(str(context["error"]))[:200]
    return _TEXTS.get(fault["type"], "has a value that is not allowed here").format(**context)


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
