"""Faults of a configuration file or profile, in the words of TOML and with the line and column of the key."""

import re
import stat
import tomllib
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from conformance.display import code_text, escape_text
from conformance.documents.model_faults import UNKNOWN_KEY, ModelFault, choices_of, fault_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import suggest
from conformance.settings.toml_positions import KeyPath, Reached, locate_key, read_prefix

# A configuration is written by hand; this is a hundred times a long one.
MAX_BYTES = 2**20
# `tomllib` takes quadratic time and memory for the parts of a key; no key of ours has more than four.
_MOST_PARTS = 100
# A key begins a line, a table header, an inline table or an element of one. Possessive, so that the match is linear.
_KEY_PART = rb"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = rb"""[ \t]*+\.[ \t]*+"""
_LONG_KEY = re.compile(rb"(?:^|[\n\[{,])[ \t\[]*+(%b(?:%b%b){%d})" % (_KEY_PART, _DOTTED, _KEY_PART, _MOST_PARTS))

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
_FIX_SYNTAX = "fix the syntax error"
_PAIRS = {"[": ("array", "]"), "{": ("inline table", "}")}
"""What a bracket opens, and what closes it."""
_ASSIGNMENT = re.compile(r"[\w.-]++[ \t]*=")
# What somebody writes who forgot the quotes: a name, a path, an address or words.
_BARE_WORD = re.compile(r"[A-Za-z./~](?:[^,\]}#\r\n\"=]*[^,\]}#\r\n\"= \t])?")


class UnfitEntryError(ValueError):
    """A fault that a validator of ours finds in a table: a predicate such as "lacks `tool`", and how to fix it."""

    def __init__(self, predicate: str, hint: str) -> None:
        super().__init__(predicate)
        self.hint = hint


class KeyFault(Struct, frozen=True):
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


def read_toml(path: Path, shown: str) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises ``OSError`` if it cannot be read, ``ConformanceError`` if it could block, is too large or is not TOML.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        message = f"{code_text(shown, 200)} is not a regular file"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "pass a TOML file")
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        message = f"{code_text(shown, 200)} is larger than {MAX_BYTES / 2**20:g} MB"
        raise ConformanceError(ErrorKind.TOO_LARGE, message, "pass the configuration itself, or split it")
    return parse_toml(data, shown)


def parse_toml(data: bytes, file: str) -> dict[str, Any]:
    """Return the tables of a TOML file; raises ``ConformanceError`` with the position of a fault."""
    if long_key := _LONG_KEY.search(data):
        line = data.count(b"\n", 0, long_key.start(1)) + 1
        message = f"a key of more than {_MOST_PARTS} parts"
        hint = "write the key that was meant"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, hint, f"{escape_text(file)}:{line}")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        place, message, hint = _syntax_fault(data, error)
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


def _syntax_fault(data: bytes, error: Exception) -> tuple[str, str, str]:
    """Return the position of a syntax error, as far as it is known, the message and the help."""
    if isinstance(error, UnicodeDecodeError):
        what = f"not valid TOML: byte 0x{data[error.start]:02x} is not UTF-8"
        return _position_after(data[: error.start].decode()), what, "save the file as UTF-8"
    if isinstance(error, RecursionError):
        return "", "not valid TOML: it is nested too deeply", _FIX_SYNTAX
    stated = _SYNTAX_ERROR.fullmatch(str(error))
    what = stated["what"] if stated else str(error)
    text = data.decode("utf-8-sig")
    offset = len(text.rstrip())
    if stated and stated["line"]:
        # the parser counts a line break of two characters as one
        text = text.replace("\r\n", "\n")
        offset = sum(map(len, text.split("\n")[: int(stated["line"]) - 1])) + int(stated["line"]) - 2
        offset += int(stated["column"])
    known = read_prefix(text[:offset])
    key = f" in {code_text(known.key, 100)}" if known.key else ""
    message, hint = _syntax_sentence(what, known, text, offset)
    return _position_after(text[:offset]), f"not valid TOML{key}: {message}", hint


def _syntax_sentence(what: str, known: Reached, text: str, offset: int) -> tuple[str, str]:
    """Return what the parser objects to in words that need no knowledge of parsers, and how to fix it."""
    is_cut = offset == len(text.rstrip()) or what.startswith(("Unclosed", "Unterminated", "Illegal"))
    begins_line = text[:offset].rstrip(" \t").endswith("\n")
    # a line with the next key is where whoever wrote it took the array to be closed
    if known.opening and (is_cut or (begins_line and _ASSIGNMENT.match(text, offset))):
        noun, closing = _PAIRS.get(known.opening, ("string", known.opening))
        at = _position_after(text[: known.offset])[1:]
        return f"the {noun} opened at {at} is not closed", f"close it with `{closing}`"
    if what.startswith(("Cannot overwrite", "Cannot declare", "Cannot mutate")):
        return "it is set twice", "keep one of the two"
    if what.startswith("Invalid value") and (word := _BARE_WORD.match(text, offset)):
        return f"the value {code_text(word[0], 100)} is not quoted", f"write {code_text(_toml_value(word[0]), 100)}"
    if what.startswith("Expected newline"):
        return "something follows the value on its line", 'write one key per line, and a quote in a string as `\\"`'
    if what.startswith(("Unescaped", "Invalid hex")):
        return "the string has a single backslash", "put the string in single quotes, or double each backslash"
    # the parser's sentences begin with a capital letter, which would look like a name after a colon
    return f"{what[:1].lower()}{escape_text(what[1:])[:200]}", _FIX_SYNTAX


def _toml_value(word: str) -> str:
    """Return an unquoted word as the value that it was meant to be."""
    if word.lower() in ("true", "false"):
        return word.lower()
    return f"'{word}'" if "\\" in word else f'"{word}"'


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
