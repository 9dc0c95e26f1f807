"""Replacements for the keywords that the reference validator leaves to Python's ``re`` and floats.

Its ``pattern`` uses Python's ``re``, which reads ECMA-262 differently and may never return; its ``multipleOf`` divides
floats, so 0.7 is not a multiple of 0.1; its ``uniqueItems`` compares every pair of objects, its ``enum`` each value.
"""

import functools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from jsonschema.exceptions import ValidationError
from referencing.jsonschema import lookup_recursive_ref

from conformance.display import list_names, quote_text
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, identity, is_number
from conformance.errors import ConformanceError, ErrorKind
from conformance.schema.patterns.matching import matches
from conformance.schema.subschemas import IdentityKey

Errors = Iterator[ValidationError]


def pattern(_validator: Any, wanted: str, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when the pattern is not found in a string."""
    if isinstance(instance, str) and not _matches_pattern(wanted, instance):
        yield ValidationError(f"{quote_text(instance)} does not match {quote_text(wanted)}")


def pattern_properties(validator: Any, patterns: JsonObject, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield the errors of the members whose name matches a pattern."""
    for wanted, schema in patterns.items():
        for name, value in as_object(instance).items():
            if _matches_pattern(wanted, name):
                yield from validator.descend(value, schema, path=name, schema_path=wanted)


def additional_properties(validator: Any, rest: JsonValue, instance: JsonValue, schema: JsonObject) -> Errors:
    """Yield the errors of the members that neither ``properties`` nor ``patternProperties`` covers."""
    extras = [name for name in as_object(instance) if not _covers(schema, name)]
    if rest is False and extras:
        verb = "is" if len(extras) == 1 else "are"
        yield ValidationError(f"{list_names(extras)} {verb} not expected: no additional properties are allowed")
    elif rest is not False:
        for name in extras:
            yield from validator.descend(as_object(instance)[name], rest, path=name)


def unevaluated_properties(validator: Any, rest: JsonValue, instance: JsonValue, schema: JsonObject) -> Errors:
    """Yield an error for the rejected members that no part of the schema evaluates."""
    if not isinstance(instance, dict):
        return
    # Evaluation depends on which branches accept the instance, so it is computed per instance.
    unknown = [name for name in instance if name not in set(_evaluated_names(validator, instance, schema))]
    bad = [name for name in unknown if not _accepts(validator, rest, instance[name])]
    if bad:
        verb = "is" if len(bad) == 1 else "are"
        yield ValidationError(f"{list_names(bad)} {verb} not expected: no unevaluated properties are allowed")


def enum(_validator: Any, values: JsonValue, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when none of the values equals the instance; takes linear time for all of them, once."""
    if identity(instance) not in _identities(IdentityKey(values)):
        yield ValidationError("the value is not one of those that are listed")  # worded by `error_message`


# As many long enumerations as the schemas of one inventory have at a time.
@functools.lru_cache(maxsize=64)
def _identities(values: IdentityKey) -> frozenset[object]:
    return frozenset(map(identity, as_array(values.schema)))


def unique_items(_validator: Any, wanted: JsonValue, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when two elements are equal; takes linear time."""
    if wanted is True and isinstance(instance, list) and len({identity(item) for item in instance}) < len(instance):
        yield ValidationError("the array has duplicate elements")


def multiple_of(_validator: Any, factor: JsonValue, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when a number is not a multiple, computed with its decimal digits."""
    known = is_number(instance) and is_number(factor) and factor
    # `str` gives the shortest decimal of a float, the number as it was written.
    if known and (Fraction(str(instance)) / Fraction(str(factor))).denominator != 1:
        yield ValidationError(f"{instance!r} is not a multiple of {factor!r}")


def _matches_pattern(wanted: str, text: str) -> bool:
    found = matches(wanted, text)
    if found is None:
        message = f"pattern {quote_text(wanted)} cannot be evaluated within the step limit"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, "simplify it and use JavaScript syntax")
    return found


def _covers(schema: JsonObject, name: str) -> bool:
    patterns = as_object(schema.get("patternProperties"))
    return name in as_object(schema.get("properties")) or any(_matches_pattern(wanted, name) for wanted in patterns)


def _accepts(validator: Any, schema: JsonValue, instance: JsonValue) -> bool:
    return bool(validator.evolve(schema=schema).is_valid(instance))


def _evaluated_names(validator: Any, instance: JsonObject, schema: JsonValue) -> Iterator[str]:
    members = as_object(schema)
    yield from as_object(members.get("properties"))
    yield from (name for name in instance if "patternProperties" in members and _covers(members, name))
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in members:
            yield from (name for name, value in instance.items() if _accepts(validator, members[keyword], value))
    for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        if keyword in members:
            # The resolver moves along, since the target may have another base URI.
            found = _lookup(validator._resolver, keyword, members[keyword])
            inner = validator.evolve(schema=found.contents, _resolver=found.resolver)
            yield from _evaluated_names(inner, instance, found.contents)
    for part in _applicable_subschemas(validator, instance, members):
        yield from _evaluated_names(validator, instance, part)


def _lookup(resolver: Any, keyword: str, text: JsonValue) -> Any:
    """Resolve one reference; ``$recursiveRef`` leads to the outermost schema with ``$recursiveAnchor``."""
    return lookup_recursive_ref(resolver) if keyword == "$recursiveRef" else resolver.lookup(text)


def _applicable_subschemas(validator: Any, instance: JsonObject, members: JsonObject) -> Iterator[JsonValue]:
    """Yield the parts of a schema that accept the instance."""
    for keyword in ("allOf", "anyOf", "oneOf"):
        yield from (part for part in as_array(members.get(keyword)) if _accepts(validator, part, instance))
    yield from (part for name, part in as_object(members.get("dependentSchemas")).items() if name in instance)
    if "if" in members:
        holds = _accepts(validator, members["if"], instance)
        chosen = ("if", "then") if holds else ("else",)
        yield from (members[branch] for branch in chosen if branch in members)


OVERRIDES: dict[str, Any] = {
    "pattern": pattern,
    "patternProperties": pattern_properties,
    "additionalProperties": additional_properties,
    "unevaluatedProperties": unevaluated_properties,
    "enum": enum,
    "multipleOf": multiple_of,
    "uniqueItems": unique_items,
}
"""The functions by keyword, for every dialect that has the keyword."""
