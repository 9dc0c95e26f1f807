"""Recorded results: one JSON object per line with ``name``, ``envelope`` and ``receipt``.

This is how a runtime in any language hands in its receipts: it renders its own samples and writes them down.
"""

from collections.abc import Mapping
from pathlib import Path

from conformance.display import list_names, quote_text
from conformance.documents.lines import Line, read_lines
from conformance.documents.values import JsonObject, JsonValue, type_name
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import suggest
from conformance.systems.surface import Record

_KEYS = ("name", "envelope", "receipt", "rendered_again")


def read_records(path: Path, shown: str) -> tuple[Record, ...]:
    """Return the records of a file; raises ``ConformanceError`` if it is empty or a line is not a record."""
    first_line: dict[str, int] = {}
    records: list[Record] = []
    for line in read_lines(path):
        place = f"{shown}:{line.number}"
        record = _record(_members(line, shown, place), place)
        if record.name in first_line:
            message = f"the name {quote_text(record.name)} is already used on line {first_line[record.name]}"
            raise _record_error(place, message, "give each record a unique name, which also names its snapshot")
        first_line[record.name] = line.number
        records.append(record)
    if not records:
        raise _record_error(shown, "the file contains no record", "write one JSON object per line into it")
    return tuple(records)


def _members(line: Line, shown: str, place: str) -> JsonObject:
    if line.document is None:
        raise _record_error(line.position_in(shown), line.reason, line.hint)
    if isinstance(line.document.value, Mapping):
        return line.document.value
    raise _record_error(place, f"a record is an object; found {type_name(line.document.value)}", _example())


def _record(members: JsonObject, place: str) -> Record:
    unknown = [key for key in members if key not in _KEYS]
    if unknown:
        raise _record_error(place, f"unknown key {quote_text(unknown[0])}", suggest(unknown[0], _KEYS, _example()))
    missing = [key for key in ("name", "envelope", "receipt") if key not in members]
    if missing:
        raise _record_error(place, f"the record lacks {list_names(missing)}", _example())
    again = members.get("rendered_again")
    return Record(
        name=_text(members, "name", place),
        envelope=_object(members, "envelope", place),
        receipt=_text(members, "receipt", place),
        second_receipt=None if again is None else _text(members, "rendered_again", place),
    )


def _text(members: JsonObject, key: str, place: str) -> str:
    value = members[key]
    if isinstance(value, str):
        return value
    raise _record_error(place, f"{quote_text(key)} must be a string; found {type_name(value)}", _example())


def _object(members: JsonObject, key: str, place: str) -> JsonValue:
    value = members[key]
    if isinstance(value, Mapping):
        return value
    raise _record_error(place, f"{quote_text(key)} must be an object; found {type_name(value)}", _example())


def _example() -> str:
    return 'write {"name": "command/completed", "envelope": {...}, "receipt": "..."}'


def _record_error(place: str, message: str, hint: str) -> ConformanceError:
    return ConformanceError(ErrorKind.UNREADABLE, message, hint, place)
