"""Reads the tables of TOML files: those that are right without the models that explain what is wrong with others."""

import re
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

from msgspec import ValidationError, convert

from conformance.settings.tables import Table, compile_pattern

AnyTable = TypeVar("AnyTable", bound=Table)


def read_table(tables: Any, shape: type[AnyTable], file: Path | None) -> AnyTable:
    """Return the value of a table; raises ``ConformanceError`` for the first fault, with its place in the file."""
    try:
        return convert(tables, shape, dec_hook=_read_value)
    except ValidationError:
        from conformance.settings.table_models import coerce_table

        return convert(coerce_table(tables, shape, file), shape, dec_hook=_read_value)


def _read_value(kind: Any, value: Any) -> Any:
    if get_origin(kind) is re.Pattern:
        return compile_pattern(value, get_args(kind)[0].flags)
    return Path(value) if isinstance(value, str) else value
