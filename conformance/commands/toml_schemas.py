"""The JSON Schemas of what people write as TOML, the configuration and profiles, for editors to complete and check.

They describe the files, which may say less than the models: a profile that extends another one states what differs.
"""

import ast
import inspect
import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, cast, get_args

from msgspec import Struct
from msgspec.structs import fields

from conformance.contract.shapes import schema_of
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, texts_in
from conformance.findings import Level
from conformance.inventory.normalise import normalise
from conformance.schema.dialects import DEFAULT_URI
from conformance.settings.profiles import DEFAULT_PROFILE, Profile, load_profile, profile_names
from conformance.settings.repository import RUN_FIELDS, Config
from conformance.settings.table_models import model_of
from conformance.settings.tables import Table

_CONFIGURATION_NOTE = """\
The keys of `conformance.toml`, or of the table `[tool.conformance]` in `pyproject.toml`. \
Paths are relative to the file."""
_PROFILE_NOTE = "The keys of a profile. One that extends a built-in profile states only what differs."
_EXTENDS_NOTE = "The built-in profile that this one changes: tables are merged, lists are replaced."
_MOST_EXAMPLE_ITEMS = 3
"""So many elements of a list or a table show what it holds."""
_OPTIONAL_KEYS = frozenset(("required", "default", "format"))
"""Keywords that are about the merged profile, or about patterns, which are Python's and not those of JSON Schema."""


def configuration_schema() -> JsonObject:
    """Return the schema of `conformance.toml`; what a run adds to the configuration is not part of it."""
    schema = as_object(normalise(schema_of(model_of(Config))))
    properties = as_object(schema["properties"])
    members = {name: as_object(value) for name, value in properties.items() if name not in RUN_FIELDS}
    # The file may say less than the model: one glob without brackets.
    globs = {name: {**members[name], "type": ["array", "string"]} for name in ("calls", "guidance", "docs")}
    levels: JsonObject = {**members["levels"], **_levels()}
    properties = {name: _exemplify(value) for name, value in {**members, **globs, "levels": levels}.items()}
    return {
        "$schema": DEFAULT_URI,
        "title": "The configuration of a repository",
        **schema,
        "description": _CONFIGURATION_NOTE,
        "properties": properties,
    }


def _exemplify(schema: JsonValue) -> JsonValue:
    """Return a schema with examples as values: those of the model, which are TOML, else the default."""
    if isinstance(schema, list):
        return [_exemplify(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    stated = {key: _exemplify(value) for key, value in schema.items() if key not in ("examples", "default", "enum")}
    rest: JsonObject = {key: schema[key] for key in ("default", "enum") if key in schema}
    texts = texts_in(schema.get("examples") or ())
    if texts:
        return {**stated, **rest, "examples": [_read_example(text) for text in texts]}
    likely = [schema["default"]] if schema.get("default") not in (None, []) else as_array(schema.get("enum"))[:1]
    return {**stated, **rest, **({"examples": [*likely]} if likely else {})}


def _read_example(text: str) -> JsonValue:
    """Return a value that is written as in a TOML file."""
    return json.loads(json.dumps(tomllib.loads(f"example = {text}")["example"], default=str))


def profile_schema() -> JsonObject:
    """Return the schema of a profile: all of its tables, of which one that ``extends`` another needs none."""
    schema = as_object(_drop_keywords(normalise(schema_of(model_of(Profile))), _OPTIONAL_KEYS))
    described = as_object(_exemplify_from(_describe(schema, Profile), _profile_values()))
    members = as_object(described["properties"])
    levels = as_object(members["levels"])
    needed: JsonValue = [one.name for one in fields(Profile) if one.required]
    properties: JsonObject = {
        "extends": {"enum": list(profile_names()), "description": _EXTENDS_NOTE, "examples": [DEFAULT_PROFILE]},
        **members,
        "levels": {**_levels(), **{key: levels[key] for key in ("description", "examples")}},
    }
    return {
        "$schema": DEFAULT_URI,
        "title": "A profile",
        **described,
        "description": _PROFILE_NOTE,
        "properties": properties,
        "anyOf": [{"required": ["extends"]}, {"required": needed}],
    }


def _profile_values() -> list[JsonValue]:
    """Return the tables of the built-in profiles with what they inherit, the default profile first."""
    names = sorted(profile_names(), key=lambda name: name != DEFAULT_PROFILE)
    return [_to_json(load_profile(name)) for name in names]


def _to_json(value: Any) -> JsonValue:
    """Return a value of a profile as it is written; a set has no order, and a published file has one."""
    match value:
        case Mapping():
            return {str(name): _to_json(one) for name, one in cast("Mapping[Any, Any]", value).items()}
        case frozenset():
            return [_to_json(one) for one in sorted(cast("frozenset[str]", value))]
        case list() | tuple():
            return [_to_json(one) for one in cast("Sequence[Any]", value)]
        case Struct():
            return {name: _to_json(getattr(value, name)) for name in value.__struct_fields__}
        case re.Pattern():
            return cast("re.Pattern[str]", value).pattern
        case _:
            return cast("JsonValue", value)


def _exemplify_from(schema: JsonObject, found: Sequence[JsonValue]) -> JsonValue:
    """Return a schema in which each property has the first value that a built-in profile gives it as an example."""
    nested: dict[str, JsonValue] = {}
    for name, member in as_object(schema.get("properties") or {}).items():
        stated = [value[name] for one in found if (value := as_object(one)).get(name) is not None]
        full = [value for value in stated if value not in ([], {}, "")] or stated
        inner = as_object(_exemplify_from(as_object(member), full))
        shown: JsonValue = [_shorten(full[0])] if full else [None]
        nested[name] = {**inner, "examples": as_object(member).get("examples") or shown}
    rest: dict[str, JsonValue] = {**schema, **({"properties": nested} if nested else {})}
    if isinstance(values := rest.get("additionalProperties"), Mapping):  # a table whose names are free
        rest["additionalProperties"] = _exemplify_from(
            values, [one for table in found for one in as_object(table).values()]
        )
    return rest


def _shorten(value: JsonValue) -> JsonValue:
    """Return a value with the first elements of each list and of each table."""
    if isinstance(value, list):
        return [_shorten(one) for one in value[:_MOST_EXAMPLE_ITEMS]]
    if not isinstance(value, Mapping):
        return value
    return {name: _shorten(value[name]) for name in [*value][:_MOST_EXAMPLE_ITEMS]}


def _levels() -> JsonObject:
    """Return the schema of a table of levels, in which the kinds of a rule may be a table of their own."""
    level: JsonValue = {"enum": [*(level.value for level in Level), "off", "default"]}
    kinds: JsonObject = {"type": "object", "additionalProperties": level}
    return {"type": "object", "additionalProperties": {"anyOf": [level, kinds]}}


def _drop_keywords(schema: JsonValue, keywords: frozenset[str]) -> JsonValue:
    """Return a schema without these keywords; a property may have such a name."""
    if isinstance(schema, list):
        return [_drop_keywords(one, keywords) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept: dict[str, JsonValue] = {}
    for key, value in schema.items():
        if key == "properties":
            kept[key] = {name: _drop_keywords(one, keywords) for name, one in as_object(value).items()}
        elif key not in keywords:
            kept[key] = _drop_keywords(value, keywords)
    return kept


def _describe(schema: JsonObject, table: type[Table]) -> JsonObject:
    """Return the schema of a table with the documentation of its fields, which follows each of them in the source."""
    notes = dict(_documentation(table))
    types = {one.name: one.type for one in fields(table)}
    properties = {
        name: _describe_field(as_object(value), name, types[name], notes)
        for name, value in as_object(schema["properties"]).items()
    }
    return {**schema, "properties": properties}


def _describe_field(schema: JsonObject, name: str, kind: Any, notes: Mapping[str, str]) -> JsonObject:
    inner = next(_tables_in(kind), None)
    described = schema if inner is None else as_object(_describe_inside(schema, inner))
    return {**described, "description": notes[name]} if name in notes else described


def _describe_inside(schema: JsonValue, table: type[Table]) -> JsonValue:
    """Describe the table wherever the schema of a field has it: itself, in a list, in a table, or as one of several."""
    if isinstance(schema, list):
        return [_describe_inside(one, table) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    if "properties" in schema:
        return _describe(schema, table)
    nested = ("items", "additionalProperties", "anyOf")
    return {key: _describe_inside(value, table) if key in nested else value for key, value in schema.items()}


def _documentation(table: type[Table]) -> Iterator[tuple[str, str]]:
    """Yield the documented fields of a table."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(table))).body
    for field, after in pairwise(definition.body if isinstance(definition, ast.ClassDef) else ()):
        match field, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(text.split()).replace("``", "`")
            case _:
                pass


def _tables_in(annotation: Any) -> Iterator[type[Table]]:
    if isinstance(annotation, type) and issubclass(annotation, Table):
        yield annotation
    for argument in get_args(annotation):
        yield from _tables_in(argument)
