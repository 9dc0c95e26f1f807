"""What a schema is to say of fields that go together: the smallest change that enforces it and refuses nothing else.

At the root of an input, providers refuse unions and drop what they do not know: so another layout is named as well.
"""

from collections.abc import Sequence

from conformance.display import code_text, escape_text
from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json, texts_in
from conformance.inventory.prose.field_relations import Selector
from conformance.rules.catalogue.descriptions._input_levels import INPUT, InputLevel
from conformance.schema.dialects import dialect_of
from conformance.schema.vocabulary import is_ignored

_TAGGED = "use one optional field that holds one of several tagged objects"


def remedy_of_choice(level: InputLevel, choice: Selector) -> str:
    """Return what enforces a choice: none, or several, may be given where the text allows it."""
    if choice.needs_one and not choice.refuses_two:
        return remedy_of_need(level, choice.names)
    if choice.needs_one:
        other = "make one tool for each, or use one required field that holds one of several tagged objects"
        return other if level.pointer == INPUT else f"add {_required_each('oneOf', choice.names)} to their object"
    first, *others = choice.names
    if choice.kind != "excludes" and len(others) > 1:
        return _TAGGED
    if _may_be_given_as_none(level, choice.names):
        return _TAGGED
    # A flag that is given may be off.
    flags = [name for name in choice.names if level.fields[name].types == ["boolean"]]
    if len(flags) == len(choice.names):
        return 'use one optional field with an "enum" of what they turn on'
    if first in flags and len(others) > 1:
        return _TAGGED
    if first in flags:
        first, others = others[0], [first]
    off: JsonObject = {name: {"const": False} if name in flags else False for name in others}
    refused: JsonObject = {first: {"properties": off}}
    return f"add {_dependent(level, 'dependentSchemas', refused)}, or {_TAGGED}"


def remedy_of_need(level: InputLevel, names: Sequence[str]) -> str:
    """Return what enforces that at least one of a few fields is given."""
    required = texts_in(as_object(level.schema).get("required"))
    if {*names} == level.fields.keys() - {*required}:  # whatever else is given is one of them
        return f'set "minProperties": {len(required) + 1} on their object'
    if level.pointer != INPUT:
        return f"add {_required_each('anyOf', names)} to their object"
    return 'move them into one required object with "minProperties": 1'


def remedy_of_dependency(level: InputLevel, missing: str, given: str) -> str:
    """Return what enforces that one field is given with another."""
    together = f"put both into one optional object that requires {code_text(missing)}"
    if _may_be_given_as_none(level, (missing, given)):
        return together
    return f"add {_dependent(level, 'dependentRequired', {given: [missing]})}, or {together}"


def remedy_of_halves(level: InputLevel, first: str, second: str) -> str:
    """Return what enforces that two fields are given together."""
    if level.pointer != INPUT and len(level.fields) == 2:
        return f"set {_keyword('required', [first, second])} in their object"
    together = "put both into one object that requires them"
    if _may_be_given_as_none(level, (first, second)):
        return together
    return f"add {_dependent(level, 'dependentRequired', {first: [second], second: [first]})}, or {together}"


def _may_be_given_as_none(level: InputLevel, names: Sequence[str]) -> bool:
    """Say whether a call may give one of a few fields to say that there is none: as null, or as its default."""
    fields = [level.fields[name] for name in names]
    return any(
        "null" in one.subschemas.types_of(one.position) or any("default" in part for part in one.parts)
        for one in fields
    )


def _dependent(level: InputLevel, keyword: str, value: JsonValue) -> str:
    """Return a keyword on fields that depend on another one, which up to draft-07 has one name for both kinds."""
    dialect = dialect_of(next(iter(level.fields.values())).tool.input_schema)
    is_old = dialect is not None and is_ignored(keyword, dialect)
    return _keyword("dependencies" if is_old else keyword, value)


def _required_each(keyword: str, names: Sequence[str]) -> str:
    return _keyword(keyword, [{"required": [name]} for name in names])


def _keyword(keyword: str, value: JsonValue) -> str:
    return f'"{keyword}": {escape_text(compact_json(value))}'
