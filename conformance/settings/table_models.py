"""The models of the tables of TOML files, and what they say of a table that is wrong, in the words of TOML.

Each model is made of the types of a table's fields, so that it refuses what ``msgspec`` refuses, and knows all faults
and their places.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import GenericAlias, UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin

from msgspec import NODEFAULT, Meta
from msgspec.structs import FieldInfo as TableField
from msgspec.structs import fields
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError, create_model
from pydantic.fields import FieldInfo

from conformance.display import code_text
from conformance.documents.model_faults import UNKNOWN_KEY, ModelFault, choices_of, fault_text
from conformance.names import suggest
from conformance.settings.faults import KeyFault, configuration_error
from conformance.settings.tables import Table, compile_pattern
from conformance.settings.toml_positions import KeyPath

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


@functools.cache
def model_of(shape: type[Table]) -> type[BaseModel]:
    """Return the model with the fields of a table."""
    members: dict[str, Any] = {one.name: (_annotation_of(one.type), _default_of(one)) for one in fields(shape)}
    config = ConfigDict(extra="forbid", frozen=True)
    return create_model(shape.__name__, __config__=config, __doc__=shape.__doc__, **members)


def coerce_table(tables: Any, shape: type[Table], file: Path | None) -> Any:
    """Return a table with each value as its field has it; raises ``ConformanceError`` for the first fault."""
    try:
        return model_of(shape).model_validate(tables).model_dump(mode="json", exclude_unset=True)
    except ValidationError as error:
        raise configuration_error(file, _first_fault(error, shape)) from None


def _annotation_of(kind: Any) -> Any:
    """Return a type as models have it: with models for tables, and with constraints in their words."""
    origin: Any = get_origin(kind)
    inner: tuple[Any, ...] = get_args(kind)
    if origin is Annotated:
        return functools.reduce(_constrain, inner[1:], _annotation_of(inner[0]))
    if origin is re.Pattern:
        return Annotated[re.Pattern[str], BeforeValidator(functools.partial(compile_pattern, flags=inner[0].flags))]
    if isinstance(kind, type) and issubclass(kind, Table):
        return model_of(kind)
    if origin in (Union, UnionType):
        return Union[tuple(map(_annotation_of, inner))]  # noqa: UP007  of types that are only known now
    return GenericAlias(origin, tuple(map(_annotation_of, inner))) if origin in (dict, tuple) else cast("Any", kind)


def _constrain(kind: Any, meta: Meta) -> Any:
    names = ("gt", "ge", "lt", "le", "pattern", "min_length", "description", "examples")
    stated = {name: value for name in names if (value := getattr(meta, name)) is not None}
    extra = meta.extra or {}
    constraints = [StringConstraints(strip_whitespace=True)] if extra.get("strip") else []
    for name in ("strict", "exclude"):
        if name in extra:
            stated[name] = extra[name]
    return Annotated[(kind, *constraints, Field(**stated))]


def _default_of(one: TableField) -> Any:
    if one.default_factory is not NODEFAULT:
        return Field(default_factory=one.default_factory)
    if one.default is NODEFAULT:
        return ...
    return model_of(type(one.default))() if isinstance(one.default, Table) else one.default


def _first_fault(error: ValidationError, shape: type[Table]) -> KeyFault:
    """Return the first fault of a document against its model."""
    first, *others = error.errors(include_url=False)
    path = _path_of(first)
    if first["type"] == UNKNOWN_KEY:
        return unknown_key(path, shape)
    # alternatives of one value, such as a level or "off", fail one by one
    together = [first, *(fault for fault in others if _path_of(fault) == path)]
    field = _field_at(model_of(shape), path)
    message = _sentence(path, fault_text(together, _TOML_WORDS), is_table=_has_tables(field))
    return KeyFault(_dotted_key(path), message, _assignment(path, together, field))


def unknown_key(path: KeyPath, shape: type[Table]) -> KeyFault:
    """Return the fault of a key that its table does not have, with the one that was probably meant."""
    *parents, last = _names(path)
    members = _model_at(model_of(shape), parents).model_fields
    known = [name for name, field in members.items() if not field.exclude]
    array, inner = _split_at_element(path)
    where = f" in {_entry(array)}" if array else ""
    hint = suggest(last, known, f"use one of {', '.join(known)}")
    if path == ("tool",):
        hint = "write the keys without `tool.conformance`, which only `pyproject.toml` has"
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
