"""Faults of a configuration file or profile, in the words of TOML and with the line and column of the key."""

import re
import tomllib
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from conformance.display import code_text, escape_text
from conformance.documents.model_faults import UNKNOWN_KEY, ModelFault, choices_of, fault_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import suggest
from conformance.settings.toml_positions import KeyPath, locate_key

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
_MISSING = "is missing"
_AS_BY_DEFAULT = "fix the value, or remove the key"
_SYNTAX_ERROR = re.compile(
    r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)


class UnfitEntryError(ValueError):
    """A fault that a validator of ours finds in a table: a predicate such as "lacks `tool`", and how to fix it."""

    def __init__(self, predicate: str, hint: str) -> None:
        super().__init__(predicate)
        self.hint = hint


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


@contextmanager
def blame_key(file: Path | None, key: str) -> Generator[None]:
    """Locate an error that has no location of its own at the key whose value is to blame, if it is in a file."""
    try:
        yield
    except ConformanceError as error:
        if error.location or file is None:
            raise
        hint = error.recovery_hint
        hint = f"`{key}` names it; {hint}" if error.kind is ErrorKind.UNREADABLE and hint else hint
        raise ConformanceError(error.kind, error.message, hint, location_text(file, key)) from error


def parse_toml(data: bytes, file: str) -> dict[str, Any]:
    """Return the tables of a TOML file; raises ``ConformanceError`` with the position of a fault."""
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        place, what = _syntax_fault(data, error)
        message = f"not valid TOML: {escape_text(what)[:200]}"
        hint = "save the file as UTF-8" if isinstance(error, UnicodeDecodeError) else "fix the syntax error"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, hint, f"{escape_text(file)}{place}") from None


def first_fault(error: ValidationError, model: type[BaseModel]) -> KeyFault:
    """Return the first fault of a document against its model."""
    first, *others = error.errors(include_url=False)
    path = _path_of(first)
    if first["type"] == UNKNOWN_KEY:
        return unknown_key(path, model)
    # alternatives of one value, such as a level or "off", fail one by one
    together = [first, *(fault for fault in others if _path_of(fault) == path)]
    field = _field_at(model, path)
    message = _sentence(path, fault_text(together, _TOML_WORDS), is_table=_has_tables(field))
    return KeyFault(_dotted_key(path), message, _stated_hint(first) or _assignment(path, together, field))


def unknown_key(path: KeyPath, model: type[BaseModel]) -> KeyFault:
    """Return the fault of a key that its table does not have, with the one that was probably meant."""
    *parents, last = _names(path)
    fields = _model_at(model, parents).model_fields
    known = [name for name, field in fields.items() if not field.exclude]
    array, inner = _split_at_element(path)
    where = f" in {_entry(array)}" if array else ""
    hint = suggest(last, known, f"use one of {', '.join(known)}")
    return KeyFault(_dotted_key(path), f"unknown key {code_text(inner)}{where}", hint)


def _sentence(path: KeyPath, predicate: str, *, is_table: bool) -> str:
    """Return the fault as a sentence; elements of arrays are not counted, as the location shows which one it is."""
    array, key = _split_at_element(path)
    if not array:
        return f"{code_text(key)} {predicate}"
    if not key:
        return f"{_entry(array) if is_table else f'an element of {code_text(array)}'} {predicate}"
    if predicate == _MISSING:
        return f"{_entry(array)} lacks {code_text(key)}"
    return f"{code_text(key)} of {_entry(array)} {predicate}"


def _entry(array: str) -> str:
    return f"the {code_text(f'[[{array}]]')} entry"


def _split_at_element(path: KeyPath) -> tuple[str, str]:
    """Return the dotted names of the innermost array on a path, if any, and of what is inside its element."""
    inside = next((at for at in range(len(path), 0, -1) if isinstance(path[at - 1], int)), 0)
    return ".".join(_names(path[:inside])), ".".join(_names(path[inside:]))


def _names(path: KeyPath) -> list[str]:
    return [part for part in path if isinstance(part, str)]


def _dotted_key(path: KeyPath) -> str:
    return ".".join(map(str, path))


def _stated_hint(fault: ModelFault) -> str:
    error = fault.get("ctx", {}).get("error")
    return error.hint if isinstance(error, UnfitEntryError) else ""


def _assignment(path: KeyPath, faults: Sequence[ModelFault], field: FieldInfo | None) -> str:
    """Return the hint that writes a valid value; one of an array's elements is written with its array."""
    name, fitting = _names(path)[-1], _fitting_value(faults)
    if not fitting and field is not None and field.examples:
        return f"write `{name} = {field.examples[0]}`"
    example = fitting or _EXAMPLES.get(faults[0]["type"], "")
    if not example:
        return _AS_BY_DEFAULT
    example = f"[{_TABLE}]" if example == _ARRAY and _has_tables(field) else example
    return f"write `{name} = [{example}]`" if isinstance(path[-1], int) else f"write `{name} = {example}`"


def _fitting_value(faults: Sequence[ModelFault]) -> str:
    """Return the first value of a choice, or the bound that a number exceeds, or nothing for other faults."""
    choices = [choice for fault in faults for choice in choices_of(fault)]
    if choices:
        return f'"{choices[0]}"'
    context = faults[0].get("ctx", {})
    bound = context.get("ge", context.get("le"))
    return "" if bound is None else f"{bound:.0f}"


def _syntax_fault(data: bytes, error: Exception) -> tuple[str, str]:
    """Return the position of a syntax error, as far as it is known, and the fault."""
    if isinstance(error, UnicodeDecodeError):
        return _position_after(data[: error.start].decode()), f"byte 0x{data[error.start]:02x} is not UTF-8"
    if isinstance(error, RecursionError):
        return "", "it is nested too deeply"
    stated = _SYNTAX_ERROR.fullmatch(str(error))
    what = stated["what"] if stated else str(error)
    # the parser's sentences begin with a capital letter, which would look like a name after a colon
    what = what[:1].lower() + what[1:]
    if stated and stated["line"]:
        return f":{stated['line']}:{stated['column']}", what
    return _position_after(data.decode().rstrip()), f"{what} at the end of the file"


def _position_after(text: str) -> str:
    """Return line and column of what follows a text."""
    return f":{text.count(chr(10)) + 1}:{len(text) - text.rfind(chr(10))}"


def _path_of(fault: ModelFault) -> KeyPath:
    """Return the keys that lead to a fault, without the union members (``function-before[...]``) that pydantic adds."""
    return tuple(part for part in fault["loc"] if not str(part).endswith("]"))


def _field_at(model: type[BaseModel], path: KeyPath) -> FieldInfo | None:
    """Return the field of a key, and of an array's element that of the array."""
    *parents, last = _names(path)
    return _model_at(model, parents).model_fields.get(last)


def _has_tables(field: FieldInfo | None) -> bool:
    return field is not None and any(_models_in(field.annotation))


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
